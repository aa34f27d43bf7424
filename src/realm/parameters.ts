/** Parses the parameters of requests, and normalizes texts and topics; lengths are in code points. */
import type * as z from "zod";
import { largestMebibytes, mebibyte, type Upload } from "#realm/state/files.ts";
import { asStored, checkError } from "#wire/checks.ts";
import {
  type Endpoint,
  encodingAt,
  isKnownAt,
  type Parameter,
  type Parameters,
} from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { isAuthentic } from "./credentials.ts";
import { topicMeant } from "./empty-topic.ts";
import { Refusal, refusalOf } from "./failures.ts";
import type { Server } from "./server.ts";

/** The form and query of a request. */
export type Carried = {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
};

/** The value in the form, else in the query; the last of several. Undefined if absent. */
export function carriedValue({ form, query }: Carried, name: string): string | undefined {
  return form.getAll(name).at(-1) ?? query.getAll(name).at(-1);
}

type ReadParameters = {
  /** By declared name; absent parameters are absent. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Unknown parameters; empty below the level that lists them. */
  readonly ignored: readonly string[];
};

/** Exceptions to the endpoint's declaration. */
export type ParameterRules = {
  /** Passed as raw text: the route parses them itself. */
  readonly raw?: readonly string[];
  /** Declared as required, but the route reports their absence itself. */
  readonly mayLack?: readonly string[];
  /** Declared but not implemented: responses list them as ignored. */
  readonly unsupported?: readonly string[];
};

export function readParameters(
  { parameters }: Pick<Endpoint, "parameters">,
  carried: Carried,
  level: number,
  { raw = [], mayLack = [], unsupported = [] }: ParameterRules = {},
): ReadParameters {
  const supported = Object.entries(parameters).filter(
    ([name, parameter]) => isKnownAt(parameter, level) && !unsupported.includes(name),
  );
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of supported) {
    const text = textOf(name, parameter, carried);
    const isNeeded = parameter.required || level <= (parameter.neededUntil ?? -1);
    if (text === undefined && isNeeded && !mayLack.includes(name)) throw missing(name);
    if (text === undefined) continue;
    values[name] = raw.includes(name) ? text : readValue(name, parameter, text, level);
  }
  return { values, ignored: ignoredNames(supported, carried, level) };
}

function textOf(name: string, parameter: Parameter, carried: Carried): string | undefined {
  const given = [name, ...(parameter.aliases ?? [])].filter(
    (spelling) => carriedValue(carried, spelling) !== undefined,
  );
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw new Refusal(`Can't decide between '${first}' and '${second}' arguments`, {
      code: "REQUEST_CONFUSING_VAR",
      extra: { var_name1: first, var_name2: second },
    });
  }
  return first === undefined ? undefined : carriedValue(carried, first);
}

export function missing(name: string): Refusal {
  return new Refusal(`Missing '${name}' argument`, {
    code: "REQUEST_VARIABLE_MISSING",
    extra: { var_name: name },
  });
}

function readValue(name: string, parameter: Parameter, text: string, level: number): unknown {
  const isJson = encodingAt(parameter, level) === "json";
  const parsed = isJson ? parsedJson(name, text) : text;
  const value = parameter.decode === undefined ? parsed : parameter.decode(parsed, level);
  return valid(name, parameter.schema, value);
}

export function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${name} is not valid JSON`);
  }
}

/** The parsed value; throws a `Refusal` that names the invalid part. */
export function valid<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.map((step) => `[${JSON.stringify(step)}]`).join("") ?? "";
  const what = issue === undefined ? undefined : complaints[issue.code]?.(issue);
  throw new Refusal(what === undefined ? `Invalid ${name}${place}` : `${name}${place} ${what}`);
}

/** A text as the server stores it; throws the declared error if it is invalid. */
export function accepted(parameter: Pick<Parameter, "checks" | "isTrimmed">, text: string): string {
  const taken = asStored(parameter, text);
  const problem = checkError(parameter, taken);
  if (problem === undefined) return taken;
  throw refusalOf(problem.error, problem.fill);
}

const articles: Readonly<Record<string, string>> = {
  int: "an integer",
  number: "an integer",
  string: "a string",
  boolean: "a boolean",
  array: "a list",
  tuple: "a list",
  object: "a dict",
  record: "a dict",
};

/** Error texts for invalid values, by issue code. */
const complaints: Readonly<Record<string, (issue: z.core.$ZodIssue) => string | undefined>> = {
  too_small: () => "is too small",
  too_big: () => "is too large",
  invalid_type: ({ code, ...issue }) =>
    "expected" in issue ? `is not ${articles[issue.expected] ?? issue.expected}` : undefined,
};

function ignoredNames(
  supported: readonly (readonly [string, Parameter])[],
  { form, query }: Carried,
  level: number,
): readonly string[] {
  if (level < since.ignoredParameters) return [];
  // `client` is accepted by all endpoints without a declaration.
  const names = new Set(["client"]);
  for (const [name, { aliases = [] }] of supported)
    for (const one of [name, ...aliases]) names.add(one);
  return [...new Set([...form.keys(), ...query.keys()])].filter((name) => !names.has(name)).sort();
}

export type ReadValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K]["required"] extends true
    ? z.output<P[K]["schema"]>
    : z.output<P[K]["schema"]> | undefined;
};

// Validates and normalizes texts and topics. Lengths are in code points.

const cut = "\n[message truncated]";

function shortened(text: string, limit: number, ending: string): string {
  if (text.length <= limit) return text;
  const points = [...text];
  if (points.length <= limit) return text;
  return points.slice(0, limit - ending.length).join("") + ending;
}

/** Throws if the text is too long; `name` is that of the parameter. */
export function requireLength(name: string, text: string, limit: number): void {
  if (text.length <= limit || [...text].length <= limit) return;
  throw new Refusal(`${name} is too long (limit: ${limit} characters)`);
}

/** The position of the first unprintable character, from 1; 0 if there is none. */
function unprintableAt(text: string): number {
  return [...text].findIndex((point) => /[\p{Cc}\p{Cs}\p{NChar}]/u.test(point)) + 1;
}

/** A message's text as it is stored; throws if it is empty. */
export function normalContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, "");
  if (trimmed === "") throw new Refusal("Message must not be empty");
  if (trimmed.includes("\0")) throw new Refusal("Message must not contain null bytes");
  return shortened(trimmed, limits.messageLength, cut);
}

/** The topic that is written, as it is stored: truncated to the limit. */
export function normalTopic(server: Pick<Server, "level">, written: string): string {
  const topic = topicMeant(server, written);
  if (topic === "" && server.level < since.emptyTopics) throw new Refusal("Topic can't be empty!");
  const position = unprintableAt(topic);
  if (position > 0) throw new Refusal(`Invalid character in topic, at position ${position}!`);
  return cutTopic(topic);
}

/** Truncates a topic to the limit. */
export function cutTopic(topic: string): string {
  return shortened(topic, limits.topicLength, "...");
}

// Parses request bodies: texts by name, and the files of multipart forms. The size is limited: no request takes more
// memory than that.

export type Form = Carried & {
  /** One per name: the last one of several. */
  readonly files: readonly Upload[];
};

/** The longest message takes 120 KB if every character is escaped. */
const plainLimit = 2 * mebibyte;
/** A file with its headers and boundaries. */
const fileLimit = (largestMebibytes + 1) * mebibyte;

function contentType({ headers }: Request): string {
  return headers.get("content-type") ?? "";
}

/** Bodies of other types are not read. Throws a `Refusal` if the body is too large. */
export async function readForm(server: Server, request: Request): Promise<Form> {
  const query = new URL(request.url).searchParams;
  const hasParts = /^multipart\/form-data/i.test(contentType(request));
  // The larger limit requires valid credentials.
  const { people } = server.state;
  const isUpload = hasParts && isAuthentic(people, request, server.level);
  const limit = isUpload ? fileLimit : plainLimit;
  if (hasParts) return { query, ...(await readParts(request, limit)) };
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType(request));
  const body = isForm ? new TextDecoder().decode(await readBody(request, limit)) : "";
  return { query, form: new URLSearchParams(body), files: [] };
}

async function readParts(request: Request, limit: number): Promise<Pick<Form, "form" | "files">> {
  const form = new URLSearchParams();
  const files = new Map<string, Upload>();
  for (const [name, value] of await partsOf(request, limit)) {
    if (typeof value === "string") form.append(name, value);
    else {
      const fileName = nameOf(value);
      const bytes = new Uint8Array(await value.arrayBuffer());
      if (fileName !== "") files.set(name, { name: fileName, type: value.type, bytes });
    }
  }
  return { form, files: [...files.values()] };
}

const longestName = 255;

/** The base name without invisible characters; empty if invalid, which means no file. */
function nameOf({ name: written }: File): string {
  const last = written.split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/[[\p{C}\p{Z}]--[ ]]/gv, "");
  if (/^\.{0,2}$/.test(name)) return "";
  const ending = /(?<=.)\.[^.]*$/su.exec(name)?.[0].slice(0, longestName) ?? "";
  return name.length <= longestName ? name : name.slice(0, longestName - ending.length) + ending;
}

/** Empty if the body is not a valid multipart form. */
async function partsOf(
  request: Request,
  limit: number,
): Promise<Iterable<[string, string | File]>> {
  const body = await readBody(request, limit);
  try {
    return await new Response(body, {
      headers: { "content-type": contentType(request) },
    }).formData();
  } catch {
    return [];
  }
}

function tooLarge(limit: number): Refusal {
  return new Refusal(`The request is too large (limit: ${limit / mebibyte} MiB).`, { status: 413 });
}

/** Throws a `Refusal`: immediately if the declared length exceeds the limit, else when it is reached. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
