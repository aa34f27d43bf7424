/** From request to response: finds the route, reads the parameters, asks who it is, counts, and answers. */
import { Hono } from "hono";
import { allRoutes } from "#realm/routes/all.ts";
import { answerControl } from "#realm/routes/control.ts";
import { pageAt } from "#realm/routes/pages.ts";
import type { Answer, Asked, Route } from "#realm/routes/route.ts";
import type { Person } from "#realm/state/people.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import {
  broken,
  failure,
  limitHeaders,
  notFound,
  options,
  proxyRefusal,
  success,
  tooMany,
  wrongMethod,
} from "./answers.ts";
import type { Control } from "./control.ts";
import { authenticate, requireOpen } from "./credentials.ts";
import { ConnectionCut, Refusal } from "./failures.ts";
import { type Faults, faultsOf, faultyAnswer } from "./faults.ts";
import { type Form, readForm } from "./form.ts";
import { type Carried, carriedValue, readParameters } from "./parameters.ts";
import type { Server } from "./server.ts";

type Methods = ReadonlyMap<string, Route>;

/** Paths with the routes of their methods. */
function byPath(routes: readonly Route[]): Map<string, Methods> {
  const groups = Map.groupBy(routes, ({ endpoint }) => endpoint.path);
  return new Map(
    [...groups].map(([path, own]) => [
      path,
      new Map(own.map((route) => [route.endpoint.method as string, route])),
    ]),
  );
}

/** `/messages/{message_id}` as the router writes it; IDs in paths are digits or there is no such page. */
function pattern(path: string): string {
  return `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}{${form(name)}}`)}`;
}

/** What may stand for a step that is a parameter; `path` is all that is left. */
function form(name: string): string {
  if (name === "path") return ".+";
  return name.endsWith("_id") ? "[0-9]+" : "[^/]+";
}

/** How many steps of a path are parameters: of two that fit, the one that is spelled out is meant. */
function openSteps(path: string): number {
  return path.split("{").length;
}

export function handlerOf(
  server: Server,
  faults: Faults,
  control: Control,
): (request: Request) => Promise<Response> {
  const app = new Hono();
  const paths = [...byPath(allRoutes)].sort(([a], [b]) => openSteps(a) - openSteps(b));
  for (const [path, methods] of paths) {
    app.all(pattern(path), (context) =>
      respond(server, faults, methods, context.req.raw, context.req.param()),
    );
  }
  app.all(`/control/${control.token}/:command`, (context) =>
    answerControl(control, context.req.param("command"), context.req.raw),
  );
  app.get("*", (context) => page(server, context.req.raw));
  app.notFound(() => notFound());
  app.onError((problem, { req }) => {
    if (problem instanceof ConnectionCut) throw problem;
    control.caught.count += 1;
    control.caught.newest = `${req.method} ${req.path}\n${problem.stack ?? String(problem)}`;
    server.log.warn("A request failed.", { problem: String(problem) });
    return broken();
  });
  return async (request) => app.fetch(request);
}

/** Whatever lies outside the API. */
function page(server: Server, request: Request): Response {
  try {
    return pageAt(server, request) ?? notFound();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return failure(problem, server.level, server.brand);
  }
}

async function respond(
  server: Server,
  faults: Faults,
  methods: Methods,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = await readForm(request);
  const method = methodOf(request, form);
  const route = methods.get(method === "HEAD" ? "GET" : method);
  if (method === "OPTIONS") return options(allowed(methods));
  if (route === undefined) return refuseMethod(methods, request);
  if (!isKnownAt(route.endpoint, server.level)) return notFound();
  const fault = faultsOf(faults, method, request.url);
  const response = await faultyAnswer(server, fault, () =>
    answered(server, route, request, form, path),
  );
  return method === "HEAD" ? new Response(null, response) : response;
}

function allowed(methods: Methods): string[] {
  const names = [...methods.keys()];
  return names.includes("GET") ? [...names, "HEAD"] : names;
}

function refuseMethod(methods: Methods, request: Request): Response {
  // The two paths that are not refused in JSON: by nobody's words, and by the proxy's.
  if (request.url.endsWith("/server_settings")) return new Response(null, { status: 405 });
  if (request.url.endsWith("/events")) return proxyRefusal();
  return wrongMethod(allowed(methods));
}

/** A POST may say that it means another method. */
function methodOf(request: Request, { form }: Carried): string {
  const said = request.method === "POST" ? form.get("method")?.toUpperCase() : undefined;
  return said !== undefined && /^(PATCH|DELETE|PUT)$/.test(said) ? said : request.method;
}

async function answered(
  server: Server,
  route: Route,
  request: Request,
  carried: Form,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    const answer = await answerOf(server, route, request, carried, path, headers);
    return withHeaders(answer, headers);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return withHeaders(failure(problem, server.level, server.brand), headers);
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function answerOf(
  server: Server,
  route: Route,
  request: Request,
  carried: Form,
  path: Readonly<Record<string, string>>,
  headers: Record<string, string>,
): Promise<Response> {
  const { endpoint, rules } = route;
  server.url = new URL(request.url).origin;
  const person = askWho(server, route, request);
  if (endpoint.anonymous !== true) Object.assign(headers, count(server, person, endpoint.path));
  const { values, ignored } = readParameters(endpoint, carried, server.level, rules);
  const asked: Asked = {
    server,
    person,
    values,
    text: (name) => carriedValue(carried, name),
    files: carried.files,
    pathId: (name) => Number(path[name]),
    pathText: (name) => path[name] ?? "",
    client: clientName(request, carried),
    gone: request.signal,
    origin: server.url,
  };
  const answer = await route.answer(asked);
  const lateness = server.weather.answerDelayMs();
  if (lateness > 0) await server.clock.sleep(lateness, server.stopped);
  return answer instanceof Response ? answer : success(garnished(server, answer), ignored);
}

function garnished(server: Server, answer: Answer): Answer {
  const whole = { ...answer };
  server.weather.garnish(whole);
  return whole;
}

/** Where nobody signs in, the realm itself asks. */
function askWho(server: Server, { endpoint }: Route, request: Request): Person {
  if (endpoint.anonymous === true) return server.state.people.notifier;
  const header = request.headers.get("authorization") ?? undefined;
  const person = authenticate(server.state.people, header);
  requireOpen(person, endpoint);
  return person;
}

/** Polls are counted apart from everything else. */
function count(server: Server, { id }: Person, path: string): Record<string, string> {
  const allowance = server.rates.ask(`${path === "/events" ? "events" : "other"}:${id}`);
  if (allowance === undefined) return {};
  if (!allowance.allowed) throw tooMany(allowance);
  return limitHeaders(allowance);
}

const longestClient = 30;

function clientName(request: Request, carried: Carried): string {
  const agent = request.headers.get("user-agent") ?? "";
  const name = carriedValue(carried, "client") ?? agent.split("/")[0] ?? "";
  return [...name.trim()].slice(0, longestClient).join("");
}
