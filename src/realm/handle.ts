/** Handles a request: every route, parameters, authentication, rate limit, response. */
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { requireAllowed } from "#realm/actions/access.ts";
import type { Route, RouteRequest } from "#realm/route.ts";
import * as account from "#realm/routes/account.ts";
import * as drafts from "#realm/routes/drafts.ts";
import * as edits from "#realm/routes/edits.ts";
import * as files from "#realm/routes/files.ts";
import * as flags from "#realm/routes/flags.ts";
import * as folders from "#realm/routes/folders.ts";
import * as groups from "#realm/routes/groups.ts";
import * as messages from "#realm/routes/messages.ts";
import * as personal from "#realm/routes/personal.ts";
import * as presence from "#realm/routes/presence.ts";
import * as profileFields from "#realm/routes/profile-fields.ts";
import * as queue from "#realm/routes/queue.ts";
import * as resumable from "#realm/routes/resumable.ts";
import * as streams from "#realm/routes/streams.ts";
import * as subscriptions from "#realm/routes/subscriptions.ts";
import * as topics from "#realm/routes/topics.ts";
import * as users from "#realm/routes/users.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { isKnownAt, isRestOfPath } from "#wire/endpoint.ts";
import { session } from "#wire/endpoints/account.ts";
import { since } from "#wire/levels.ts";
import {
  allowanceHeaders,
  broken,
  failure,
  notFound,
  success,
  tooManyRequests,
  wrongMethod,
} from "./answers.ts";
import { answerControl, type Control, type Faults, faultsOf, faultyAnswer } from "./control.ts";
import { authenticate } from "./credentials.ts";
import { ConnectionCut, Refusal } from "./failures.ts";
import { carriedValue, type Form, readForm, readParameters } from "./parameters.ts";
import { clientName } from "./program.ts";
import type { Server } from "./server.ts";
import { keyOfSession, providerPage, requireRealm, startSession } from "./sign-in.ts";

/** `/messages/{message_id}` in the router's syntax; IDs in paths must be digits. */
function pattern(path: string): string {
  return `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}{${form(name)}}`)}`;
}

/** The pattern for a path parameter. */
function form(name: string): string {
  if (isRestOfPath(name)) return ".+";
  return name.endsWith("_id") ? "[0-9]+" : "[^/]+";
}

/** The number of parameters in a path: routes with fewer take precedence. */
function parameterCount(path: string): number {
  return path.split("{").length;
}

/** The realm of a request: all realms in a process share the routes. */
type RealmBindings = {
  readonly server: Server;
  readonly faults: Faults;
  readonly control: Control;
};
type Router = Hono<{ Bindings: RealmBindings }>;

export function handlerOf(
  server: Server,
  faults: Faults,
  control: Control,
): (request: Request) => Promise<Response> {
  return async (request) => router().fetch(request, { server, faults, control });
}

let built: Router | undefined;

/** Created on first use. */
function router(): Router {
  built ??= laidOut();
  return built;
}

function laidOut(): Router {
  // The package's other routers cannot distinguish these paths.
  const app: Router = new Hono({ router: new TrieRouter() });
  const byPath = Map.groupBy(allRoutes, ({ endpoint }) => endpoint.path);
  const paths = [...byPath].sort(([a], [b]) => parameterCount(a) - parameterCount(b));
  for (const [path, routes] of paths) {
    app.all(pattern(path), ({ env, req }) =>
      respond({ ...env, routes, request: req.raw, path: req.param() }),
    );
  }
  for (const path of ["/api/v1/tus", "/api/v1/tus/:id"])
    app.all(path, ({ env: { server }, req }) =>
      server.level < since.resumableUploads ? notFound() : resumable.resumableAt(server, req.raw),
    );
  app.on(["GET", "POST"], "/accounts/login/social/*", ({ env: { server }, req }) =>
    providerPage(server, req.raw),
  );
  app.get(session.start.replace("{token}", ":token"), ({ env: { server }, req }) =>
    startSession(server, req.param("token") ?? ""),
  );
  app.post(session.fetchKey, ({ env: { server }, req }) => keyOfSession(server, req.raw));
  app.all("/control/:token/:command", ({ env: { control }, req }, next) =>
    req.param("token") === control.token
      ? answerControl(control, req.param("command"), req.raw)
      : next(),
  );
  app.get("*", ({ env, req }) => files.pageAt(env.server, req.raw) ?? notFound());
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

/** A request with the routes of its path. */
type HandledRequest = RealmBindings & {
  readonly routes: readonly Route[];
  readonly request: Request;
  readonly path: Readonly<Record<string, string>>;
};

async function respond(asked: HandledRequest): Promise<Response> {
  const { server, faults, routes, request } = asked;
  const { method } = request;
  const form = await readForm(server, request);
  const route = routes.find(({ endpoint }) => endpoint.method === method);
  if (route === undefined) return wrongMethod(routes.map(({ endpoint }) => endpoint.method));
  if (!isKnownAt(route.endpoint, server.level)) return notFound();
  const fault = faultsOf(faults, method, request.url);
  return faultyAnswer(server, fault, async () => {
    const headers: Record<string, string> = {};
    const response = await answerOf(asked, route, form, headers).catch((problem: unknown) => {
      if (!(problem instanceof Refusal)) throw problem;
      return failure(problem, server.level, server.brand);
    });
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
}

async function answerOf(
  { server, request, path }: HandledRequest,
  route: Route,
  carried: Form,
  headers: Record<string, string>,
): Promise<Response> {
  const { endpoint, rules } = route;
  if (!request.url.startsWith(`${server.url}/`)) server.url = new URL(request.url).origin;
  const person = authenticated(server, route, request);
  // Polls have a rate limit of their own.
  const bucket = `${endpoint.path === "/events" ? "events" : "other"}:${person.id}`;
  if (endpoint.anonymous !== true) count(server, bucket, headers);
  if (rules.checksItself !== true) requireAllowed(server, person, endpoint.who);
  const { values, ignored } = readParameters(endpoint, carried, server.level, rules);
  const asked: RouteRequest = {
    server,
    person,
    get personal() {
      return personalOf(server.state, person.id);
    },
    values,
    text: (name) => carriedValue(carried, name),
    files: carried.files,
    id: Number(Object.entries(path).find(([name]) => name.endsWith("_id"))?.[1]),
    pathText: (name) => path[name] ?? "",
    client: clientName(request, carried),
    gone: request.signal,
    origin: server.url,
  };
  const answer = await route.answer(asked);
  const lateness = server.variation.answerDelayMs();
  if (lateness > 0) await server.clock.sleep(lateness, server.stopped);
  if (answer instanceof Response) return answer;
  const whole = { ...answer };
  server.variation.addNoise(whole);
  return success(whole, ignored);
}

/** Anonymous requests are made by the system's bot. */
function authenticated(server: Server, { endpoint }: Route, request: Request): Person {
  if (endpoint.anonymous === true) return server.state.people.notifier;
  requireRealm(server);
  const header = request.headers.get("authorization") ?? undefined;
  return authenticate(server.state.people, header, server.level);
}

/** Throws if the rate limit is exceeded; adds headers with the rest. */
function count(server: Server, bucket: string, headers: Record<string, string>): void {
  const allowance = server.rates(bucket);
  if (allowance === undefined) return;
  Object.assign(headers, allowanceHeaders(allowance));
  if (!allowance.allowed) throw tooManyRequests(allowance.retryAfter);
}

// Every route of the realm.

export const allRoutes: readonly Route[] = [
  ...account.routes,
  ...drafts.routes,
  ...edits.routes,
  ...files.routes,
  ...flags.routes,
  ...folders.routes,
  ...groups.routes,
  ...messages.routes,
  ...personal.routes,
  ...presence.routes,
  ...profileFields.routes,
  ...queue.routes,
  ...streams.routes,
  ...subscriptions.routes,
  ...topics.routes,
  ...users.routes,
];
