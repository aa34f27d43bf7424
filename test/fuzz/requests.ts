/** Requests to an endpoint: its example, and mutations of it. */
import fc from "fast-check";
import type { Endpoint } from "#wire/endpoint.ts";
import { defaultLevel } from "#wire/limits.ts";
import { type Caller, callers, type Example, examples } from "./examples.ts";
import { anyMutation, mutated } from "./mutations.ts";

export type FuzzRequest = {
  readonly endpoint: Endpoint;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly as: Caller;
  /** Encoded parameters; `{queue}` is replaced by the caller's queue ID. */
  readonly pairs: readonly (readonly [name: string, text: string])[];
};

/** A request to the endpoint, by default its example. */
export function requestOf(
  endpoint: Endpoint,
  { path = endpoint.path, as = "ana", parameters = {} }: Example = exampleOf(endpoint),
): FuzzRequest {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  return { endpoint, path, as, pairs };
}

/** The level nearest to the realm's default at which there is the endpoint. */
export function levelOf({ since = 0, until = Number.POSITIVE_INFINITY }: Endpoint): number {
  return Math.min(until, Math.max(since, defaultLevel));
}

function exampleOf({ method, path }: Endpoint): Example {
  const example = examples[`${method} ${path}`];
  if (example === undefined) throw new RangeError(`${method} ${path} has no example.`);
  return example;
}

const oddSteps = ["0", "abc", "-1", "%00", "%ZZ", "%ff", "..%2f..", "1.5", "9".repeat(30), "me"];

/** The path of the example, or with another ID. */
function pathsOf(endpoint: Endpoint, path: string): fc.Arbitrary<string> {
  const odd = fc.oneof(fc.constantFrom(...oddSteps), fc.nat(120).map(String));
  const other = odd.map((step) => endpoint.path.replace(/\{\w+\}/g, step));
  return fc.oneof({ weight: 6, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: other });
}

/** The example by any caller, with up to three mutations. */
export function requestTo(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const { path = endpoint.path, as = "ana", parameters = {} } = exampleOf(endpoint);
  return fc
    .record({
      path: pathsOf(endpoint, path),
      as: fc.oneof(fc.constant(as), fc.constantFrom(...callers)),
      mutations: fc.array(anyMutation, { maxLength: 3 }),
    })
    .map(({ mutations, ...rest }) => {
      const changed = mutations.reduce<unknown>(
        (value, mutation) => mutated(value, mutation).value,
        parameters,
      );
      return requestOf(endpoint, {
        ...rest,
        parameters: changed as Example["parameters"] & object,
      });
    });
}
