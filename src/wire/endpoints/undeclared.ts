/** Calls and parameters that are not declared: sent as they are written, for scripts. */
import { z } from "zod";
import { type Endpoint, type Method, optional, plain } from "#wire/endpoint.ts";

const anything = z.union([z.string(), z.array(z.unknown())]);

/** A call without parameters whose answer may be anything. */
export function undeclared(method: Method, path: string): Endpoint {
  return {
    method,
    path,
    heading: "not declared",
    does: "does what the server says",
    parameters: {},
    answer: z.looseObject({}),
  };
}

/** The endpoint with further parameters, which are texts or lists. */
export function accepting(endpoint: Endpoint, names: readonly string[]): Endpoint {
  const further = names.map((name) => [name, optional(plain(anything))] as const);
  return { ...endpoint, parameters: { ...endpoint.parameters, ...Object.fromEntries(further) } };
}
