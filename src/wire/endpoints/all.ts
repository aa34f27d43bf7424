/** All declared endpoints, by their paths, and finding one: for `weir api`. */
import * as z from "zod";
import { type Endpoint, isRestOfPath, type Method, optional, plain } from "#wire/endpoint.ts";
import * as account from "./account.ts";
import * as drafts from "./drafts.ts";
import * as files from "./files.ts";
import * as flags from "./flags.ts";
import * as folders from "./folders.ts";
import * as groups from "./groups.ts";
import * as messages from "./messages.ts";
import * as personal from "./personal.ts";
import * as profileFields from "./profile-fields.ts";
import * as queue from "./queue.ts";
import * as settings from "./settings.ts";
import * as status from "./status.ts";
import * as streams from "./streams.ts";
import * as topics from "./topics.ts";
import * as users from "./users.ts";

const declarations = [
  account,
  drafts,
  files,
  flags,
  folders,
  groups,
  messages,
  personal,
  profileFields,
  queue,
  settings,
  status,
  streams,
  topics,
  users,
];

/** What else these files export has no method. */
function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value;
}

const pathAndMethod = ({ path, method }: Endpoint) => `${path} ${method}`;

// The exports of a file have another order in the bundle than in the file.
export const endpoints: readonly Endpoint[] = declarations
  .flatMap((exported) => Object.values<unknown>(exported).filter(isEndpoint))
  .sort((a, b) => (pathAndMethod(a) < pathAndMethod(b) ? -1 : 1));

// Finds the endpoint for a method and a path with values.

type FoundEndpoint = {
  readonly endpoint: Endpoint;
  /** The values of the path's parameters. */
  readonly values: Readonly<Record<string, string>>;
};

type Pattern = {
  readonly endpoint: Endpoint;
  readonly matches: RegExp;
  /** Literal path segments take precedence over parameters: `/users/me` is not a user's address; IDs over other ones. */
  readonly rank: number;
};

/** What matches a path parameter: digits for IDs, the rest of the path, or one segment. */
function form(name: string): string {
  if (isRestOfPath(name)) return `(?<${name}>.+)`;
  return `(?<${name}>${name.endsWith("_id") ? "[0-9]+" : "[^/]+"})`;
}

function patternOf(endpoint: Endpoint): Pattern {
  const { path } = endpoint;
  const spelledOut = path.split("/").filter((step) => !step.startsWith("{")).length;
  const ids = path.split("_id}").length - 1;
  return {
    endpoint,
    matches: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name: string) => form(name))}$`),
    rank: 100 * spelledOut + ids,
  };
}

const patterns: readonly Pattern[] = endpoints.map(patternOf).sort((a, b) => b.rank - a.rank);

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
