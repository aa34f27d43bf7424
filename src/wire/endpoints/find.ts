/** The endpoint that a method and a path with real values mean. */
import type { Endpoint } from "#wire/endpoint.ts";
import { endpoints } from "./all.ts";

export type Found = {
  readonly endpoint: Endpoint;
  /** What stands in the places of the path's parameters. */
  readonly values: Readonly<Record<string, string>>;
};

type Pattern = {
  readonly endpoint: Endpoint;
  readonly matches: RegExp;
  /** The more of a path is spelled out, the better it fits: `/users/me` is nobody's address. */
  readonly spelledOut: number;
};

/** What may stand for a path parameter: digits for IDs, the rest of the path for `path`, one step for others. */
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
  // Two ways to name a person: digits are tried first, in the order of the declarations.
  .sort((a, b) => b.spelledOut - a.spelledOut);

/** Undefined when nothing is declared there. The path begins below `/api/v1` and is not percent-encoded. */
export function findEndpoint(method: string, path: string): Found | undefined {
  for (const { endpoint, matches } of patterns) {
    const match = endpoint.method === method ? matches.exec(path) : null;
    if (match !== null) return { endpoint, values: { ...match.groups } };
  }
  return undefined;
}

/** The endpoint whose path is written just so, with the names of its parameters in braces. */
export function findListed(method: string, path: string): Endpoint | undefined {
  return endpoints.find((one) => one.method === method && one.path === path);
}

/** The methods that are declared for a path, with real values or as it is listed. */
export function methodsAt(path: string): readonly string[] {
  const listed = patterns.filter(({ endpoint }) => endpoint.path === path);
  const at = listed.length > 0 ? listed : patterns.filter(({ matches }) => matches.test(path));
  return [...new Set(at.map(({ endpoint }) => endpoint.method))];
}
