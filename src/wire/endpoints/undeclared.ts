/** Undeclared calls and parameters, sent as is, for scripts. */
import * as z from "zod";
import { type Endpoint, type Method, optional, plain } from "#wire/endpoint.ts";

const anything = z.union([z.string(), z.array(z.unknown())]);

/** A call without parameters whose answer may be anything. */
export function undeclared(method: Method, path: string): Endpoint {
  return {
    method,
    path,
    heading: "not declared",
    summary: "is not declared",
    parameters: {},
    answer: z.looseObject({}),
  };
}

/** The endpoint with additional parameters, which are texts or lists. */
export function accepting(endpoint: Endpoint, names: readonly string[]): Endpoint {
  const further = names.map((name) => [name, optional(plain(anything))] as const);
  return { ...endpoint, parameters: { ...endpoint.parameters, ...Object.fromEntries(further) } };
}
