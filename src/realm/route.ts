/** A route: an endpoint's declaration, and the function that handles it. */

import type { ParameterRules, ReadValues } from "#realm/parameters.ts";
import type { Server } from "#realm/server.ts";
import type { Upload } from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import type { Endpoint, Parameters } from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";

/** A parsed request. */
export type RouteRequest<P extends Parameters = Parameters> = {
  readonly server: Server;
  readonly person: Person;
  /** Their state, made at their first request that needs it. */
  readonly personal: Personal;
  readonly values: ReadValues<P>;
  /** A parameter as raw text, for those that the route parses itself. */
  readonly text: (name: string) => string | undefined;
  /** The files of a form, one per name. */
  readonly files: readonly Upload[];
  /** The ID in the path; NaN if there is none. */
  readonly id: number;
  /** Another path parameter, percent-decoded. */
  readonly pathText: (name: string) => string;
  /** The client's name, as in messages. */
  readonly client: string;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  /** The URL at which the realm was reached, without a trailing slash. */
  readonly origin: string;
};

/** Keys in addition to `result` and `msg`; a `result` replaces the default. */
export type Answer = Readonly<Record<string, unknown>>;

/** A Response is sent unchanged: for the few refusals that are not JSON. */
type Responder<Question> = (request: Question) => Answer | Response | Promise<Answer | Response>;

export type RouteRules = ParameterRules & {
  /** The route checks permissions itself, after it has looked up the subject. */
  readonly checksItself?: true;
};

export type Route = {
  readonly endpoint: Endpoint;
  readonly rules: RouteRules;
  readonly answer: Responder<RouteRequest>;
};

/** An endpoint, or one with exceptions to its declaration. */
type Declared<Path extends string, P extends Parameters> =
  | Endpoint<Path, P>
  | readonly [Endpoint<Path, P>, RouteRules];

export function route<Path extends string, P extends Parameters>(
  declared: Declared<Path, P>,
  answer: Responder<RouteRequest<P>>,
): Route {
  const [endpoint, rules] = "path" in declared ? [declared, {}] : declared;
  return { endpoint, rules, answer: answer as Route["answer"] };
}

/** A route with an empty success response. */
export function action<Path extends string, P extends Parameters>(
  declared: Declared<Path, P>,
  act: (request: RouteRequest<P>) => void,
): Route {
  return route(declared, (request) => act(request) ?? {});
}

/** The response to work in batches. LEVEL(211): `complete`; before it, a partial result from level `partial` on. */
export function completion(level: number, complete: boolean, partial: number): Answer {
  if (level >= since.complete) return { complete };
  const tellsHalf = !complete && level >= partial;
  return tellsHalf ? { result: "partially_completed", code: "REQUEST_TIMEOUT" } : {};
}
