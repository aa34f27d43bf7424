/** How a route is written: a declaration of the wire, and what the realm answers to it. */

import type { ParameterRules, ReadValues } from "#realm/parameters.ts";
import type { Server } from "#realm/server.ts";
import type { Upload } from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import type { Endpoint, Parameters } from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";

/** One request, read. */
export type RouteRequest<P extends Parameters = Parameters> = {
  readonly server: Server;
  readonly person: Person;
  readonly values: ReadValues<P>;
  /** A parameter as the text that came, for those that the route reads itself. */
  readonly text: (name: string) => string | undefined;
  /** The files of a form, one for each of its names. */
  readonly files: readonly Upload[];
  /** The ID in the path; NaN where there is none. */
  readonly id: number;
  /** Any other step of the path, percent signs decoded. */
  readonly pathText: (name: string) => string;
  /** The program's name as messages show it. */
  readonly client: string;
  /** Ends when the client has gone. */
  readonly gone: AbortSignal;
  /** Where the realm was reached, without a slash at the end. */
  readonly origin: string;
};

/** Keys beside `result` and `msg`; a `result` among them replaces the usual one. */
export type Answer = Readonly<Record<string, unknown>>;

/** A whole response is sent as it is: the few refusals that are no JSON. */
type Responder<Question> = (request: Question) => Answer | Response | Promise<Answer | Response>;

export type RouteRules = ParameterRules & {
  /** The route asks by itself whether the person may, after it looked for what the call is about. */
  readonly admitsLate?: true;
};

export type Route = {
  readonly endpoint: Endpoint;
  readonly rules: RouteRules;
  readonly answer: Responder<RouteRequest>;
};

export function route<Path extends string, P extends Parameters>(
  endpoint: Endpoint<Path, P>,
  answer: Responder<RouteRequest<P>>,
  rules: RouteRules = {},
): Route {
  return { endpoint, rules, answer: answer as Route["answer"] };
}

/** A route whose answer says no more than that it was done. */
export function action<Path extends string, P extends Parameters>(
  endpoint: Endpoint<Path, P>,
  act: (request: RouteRequest<P>) => void,
  rules: RouteRules = {},
): Route {
  return route(endpoint, (request) => act(request) ?? {}, rules);
}

/** How work in batches is answered. LEVEL(211): `complete` says it; `partial` is the level of the word before that. */
export function completion(level: number, complete: boolean, partial: number): Answer {
  if (level >= since.complete) return { complete };
  const tellsHalf = !complete && level >= partial;
  return tellsHalf ? { result: "partially_completed", code: "REQUEST_TIMEOUT" } : {};
}
