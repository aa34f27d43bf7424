/** Which methods a path takes, which one a request means, and what is said of the others. */
import type { Route } from "#realm/routes/route.ts";
import type { Method } from "#wire/endpoint.ts";
import { neverCache, options, proxyRefusal, wrongMethod, wrongMethodOfPage } from "./answers.ts";
import type { Carried } from "./parameters.ts";

/** The routes of one path by method. */
export type Methods = ReadonlyMap<string, Route>;

/** The order in which they are told. */
const order: readonly string[] = ["GET", "POST", "PATCH", "DELETE"] satisfies readonly Method[];

/** Paths with the routes of their methods. */
export function byPath(routes: readonly Route[]): Map<string, Methods> {
  const sorted = routes.toSorted(
    ({ endpoint: a }, { endpoint: b }) => order.indexOf(a.method) - order.indexOf(b.method),
  );
  const groups = Map.groupBy(sorted, ({ endpoint }) => endpoint.path);
  return new Map(
    [...groups].map(([path, own]) => [
      path,
      new Map(own.map((route) => [route.endpoint.method as string, route])),
    ]),
  );
}

/** A POST may say that it means another method. */
export function methodOf(request: Request, { form }: Carried): string {
  const said = request.method === "POST" ? form.getAll("method").at(-1) : undefined;
  return said ?? request.method;
}

export function routeFor(methods: Methods, method: string): Route | undefined {
  return methods.get(method === "HEAD" ? "GET" : method);
}

/** The answer to a method that reaches no route: the question which ones there are is such a one. */
export function withoutRoute(methods: Methods, asked: string): Response | undefined {
  const names = [...methods.keys()];
  const allowed = names.includes("GET") ? [...names, "HEAD"] : names;
  const [route] = methods.values();
  if (route?.endpoint.path === "/events") return beforeProxy(asked);
  if (route?.endpoint.anonymous === true) return ofAnonymous(methods, allowed, asked);
  if (asked === "OPTIONS") return options(allowed.toSorted());
  return routeFor(methods, asked) === undefined ? wrongMethod(allowed, neverCache) : undefined;
}

/** Polls go through a proxy that lets nothing else pass, not even a look at the headers. */
function beforeProxy(asked: string): Response | undefined {
  if (asked === "GET" || asked === "DELETE") return undefined;
  return proxyRefusal(["OPTIONS", "GET", "DELETE"], asked === "OPTIONS");
}

/** Paths for strangers take the one method that they were made for, and answer no question about it. */
function ofAnonymous(methods: Methods, allowed: readonly string[], asked: string) {
  if (routeFor(methods, asked) !== undefined) return undefined;
  return methods.has("GET") ? wrongMethodOfPage(allowed) : wrongMethod(allowed, {});
}
