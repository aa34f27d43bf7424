/** From request to response: finds the route, reads the parameters, asks who it is, counts, and answers. */
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { allRoutes } from "#realm/routes/all.ts";
import { answerControl } from "#realm/routes/control.ts";
import { pageAt } from "#realm/routes/pages.ts";
import type { Route, RouteRequest } from "#realm/routes/route.ts";
import type { Person } from "#realm/state/people.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import {
  allowanceHeaders,
  broken,
  failure,
  notFound,
  success,
  tooManyRequests,
  wrongMethod,
} from "./answers.ts";
import type { Control } from "./control.ts";
import { authenticate } from "./credentials.ts";
import { ConnectionCut, Refusal } from "./failures.ts";
import { type Faults, faultsOf, faultyAnswer } from "./faults.ts";
import { type Form, readForm } from "./form.ts";
import { carriedValue, readParameters } from "./parameters.ts";
import { clientName } from "./program.ts";
import type { Server } from "./server.ts";

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

/** The realm that a request is for: all that are in a process have the same routes. */
type Here = { readonly server: Server; readonly faults: Faults; readonly control: Control };
type Router = Hono<{ Bindings: Here }>;

export function handlerOf(
  server: Server,
  faults: Faults,
  control: Control,
): (request: Request) => Promise<Response> {
  const here: Here = { server, faults, control };
  return async (request) => router().fetch(request, here);
}

let built: Router | undefined;

/** Laid out when it is asked for the first time. */
function router(): Router {
  built ??= laidOut();
  return built;
}

function laidOut(): Router {
  // The other routers of the package cannot tell these paths apart.
  const app: Router = new Hono({ router: new TrieRouter() });
  const byPath = Map.groupBy(allRoutes, ({ endpoint }) => endpoint.path);
  const paths = [...byPath].sort(([a], [b]) => openSteps(a) - openSteps(b));
  for (const [path, routes] of paths) {
    app.all(pattern(path), ({ env, req }) =>
      respond(env.server, env.faults, routes, req.raw, req.param()),
    );
  }
  app.all("/control/:token/:command", ({ env: { control }, req }, next) =>
    req.param("token") === control.token
      ? answerControl(control, req.param("command"), req.raw)
      : next(),
  );
  app.get("*", ({ env, req }) => pageAt(env.server, req.raw) ?? notFound());
  app.notFound(() => notFound());
  app.onError((problem, { env: { server, control }, req }) => {
    if (problem instanceof ConnectionCut) throw problem;
    if (problem instanceof Refusal) return failure(problem, server.level, server.brand);
    control.caught.count += 1;
    control.caught.newest = `${req.method} ${req.path}\n${problem.stack ?? String(problem)}`;
    server.log.warn("A request failed.", { problem: String(problem) });
    return broken();
  });
  return app;
}

async function respond(
  server: Server,
  faults: Faults,
  routes: readonly Route[],
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = await readForm(server, request);
  const { method } = request;
  const route = routes.find(({ endpoint }) => endpoint.method === method);
  if (route === undefined) return wrongMethod(routes.map(({ endpoint }) => endpoint.method));
  if (!isKnownAt(route.endpoint, server.level)) return notFound();
  const fault = faultsOf(faults, method, request.url);
  return faultyAnswer(server, fault, () => answered(server, route, request, form, path));
}

async function answered(
  server: Server,
  route: Route,
  request: Request,
  carried: Form,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers: Record<string, string> = {};
  let response: Response;
  try {
    response = await answerOf(server, route, request, carried, path, headers);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    response = failure(problem, server.level, server.brand);
  }
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
  if (endpoint.anonymous !== true) count(server, person, endpoint.path, headers);
  rules.admits?.(person, server);
  const { values, ignored } = readParameters(endpoint, carried, server.level, rules);
  const asked: RouteRequest = {
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
  const answer = await kept(server, route, () => route.answer(asked));
  const lateness = server.variation.answerDelayMs();
  if (lateness > 0) await server.clock.sleep(lateness, server.stopped);
  if (answer instanceof Response) return answer;
  const whole = { ...answer };
  server.variation.addNoise(whole);
  return success(whole, ignored);
}

/** Refuses when what the request changed could not be kept. A poll changes nothing of which its answer tells. */
async function kept<Result>(
  { storage }: Server,
  { endpoint }: Route,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = storage.failures();
  const result = await work();
  if (endpoint.method !== "GET" && storage.failures() !== before) throw storage.refusal();
  return result;
}

/** Where nobody signs in, the realm itself asks. */
function askWho(server: Server, { endpoint }: Route, request: Request): Person {
  if (endpoint.anonymous === true) return server.state.people.notifier;
  const header = request.headers.get("authorization") ?? undefined;
  return authenticate(server.state.people, header, server.level);
}

/** Polls are counted apart from everything else. Throws when nothing is left of the allowance. */
function count(
  server: Server,
  { id }: Person,
  path: string,
  headers: Record<string, string>,
): void {
  const allowance = server.rates(`${path === "/events" ? "events" : "other"}:${id}`);
  if (allowance === undefined) return;
  Object.assign(headers, allowanceHeaders(allowance));
  if (!allowance.allowed) throw tooManyRequests(allowance.retryAfter);
}
