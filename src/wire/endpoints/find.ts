/** Finds the endpoint for a method and a path with values. */
import * as z from "zod";
import { type Endpoint, type Method, optional, plain } from "#wire/endpoint.ts";
import { endpoints } from "./all.ts";

type FoundEndpoint = {
  readonly endpoint: Endpoint;
  /** The values of the path's parameters. */
  readonly values: Readonly<Record<string, string>>;
};

type Pattern = {
  readonly endpoint: Endpoint;
  readonly matches: RegExp;
  /** Literal path segments take precedence over parameters: `/users/me` is not a user's address. */
  readonly spelledOut: number;
};

/** What matches a path parameter: digits for IDs, the rest of the path for `path`, one segment for others. */
function form(name: string): string {
  if (name === "path") return "(?<path>.+)";
  return `(?<${name}>${name.endsWith("_id") ? "[0-9]+" : "[^/]+"})`;
}

function patternOf(endpoint: Endpoint): Pattern {
  const { path } = endpoint;
  const spelledOut = path.split("/").filter((step) => !step.startsWith("{")).length;
  return {
    endpoint,
    matches: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name: string) => form(name))}$`),
    spelledOut,
  };
}

const patterns: readonly Pattern[] = endpoints
  .map(patternOf)
  // Users can be given by ID or address: digits are tried first, in the order of the declarations.
  .sort((a, b) => b.spelledOut - a.spelledOut);

/** Undefined if no endpoint is declared there. The path is relative to `/api/v1` and not percent-encoded. */
export function findEndpoint(method: string, path: string): FoundEndpoint | undefined {
  for (const { endpoint, matches } of patterns) {
    const match = endpoint.method === method ? matches.exec(path) : null;
    if (match !== null) return { endpoint, values: { ...match.groups } };
  }
  return undefined;
}

/** The endpoint with this declared path, parameter names in braces included. */
export function findListed(method: string, path: string): Endpoint | undefined {
  return endpoints.find((one) => one.method === method && one.path === path);
}

/** The methods declared for a path, given with values or as listed. */
export function methodsAt(path: string): readonly string[] {
  const listed = patterns.filter(({ endpoint }) => endpoint.path === path);
  const at = listed.length > 0 ? listed : patterns.filter(({ matches }) => matches.test(path));
  return [...new Set(at.map(({ endpoint }) => endpoint.method))];
}

// Undeclared calls and parameters, sent as is, for scripts.

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
