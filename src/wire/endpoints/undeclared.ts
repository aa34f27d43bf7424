/** Calls that nobody declared: made as they are written, and answered with anything. */
import { z } from "zod";
import { type Endpoint, type Method, optional, plain } from "#wire/endpoint.ts";

/** Takes the named parameters as plain text. */
export function undeclared(method: Method, path: string, names: Iterable<string>): Endpoint {
  const parameters = [...names].map((name) => [name, optional(plain(z.string()))] as const);
  return {
    method,
    path,
    heading: "not declared",
    does: "does what the server says",
    parameters: Object.fromEntries(parameters),
    answer: z.looseObject({}),
  };
}
