/** `weir api`: validates an API call against its declaration, if any, repeats it until complete, and prints the answer. */

import { getServerSettings } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { callUntilDone, ignoredParameters } from "#api/connection.ts";
import { ApiError, type Failure, sentenceOf } from "#api/failure.ts";
import type { Streamed } from "#api/multipart.ts";
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { wordList } from "#base/word-list.ts";
import { type Endpoint, isKnownAt, type Method } from "#wire/endpoint.ts";
import {
  accepting,
  endpoints,
  findEndpoint,
  findListed,
  methodsAt,
  undeclared,
} from "#wire/endpoints/all.ts";
import {
  callName,
  type Fields,
  type FileUse,
  nearName,
  undeclaredIn,
  valuesFor,
} from "./api-fields.ts";
import { changesSomething, failureExit, unconfirmed } from "./calls.ts";
import { Exit } from "./exit-codes.ts";
import { jsonLine, jsonPage } from "./output.ts";

export type ApiPorts = {
  readonly connection: Connection;
  readonly fields: Fields;
  /** The file of an upload. */
  readonly file?: Streamed | undefined;
  readonly isTerminal: boolean;
  readonly asJson: boolean;
  /** Prints the answer to standard output. */
  readonly print: (text: string) => void;
  /** Prints progress to standard error. */
  readonly say: (sentence: string) => void;
};

const methods: readonly Method[] = ["GET", "POST", "PATCH", "DELETE"];

export type ApiRequest = {
  readonly endpoint: Endpoint;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters in the query string of the path. */
  readonly query: Fields;
  readonly isDeclared: boolean;
};

function readMethod(typed: string): Method {
  const method = methods.find((one) => one === typed.toUpperCase());
  if (method !== undefined) return method;
  throw new Exit("misuse", `The method must be ${wordList(methods, "or")}, not "${typed}".`);
}

/** The path below `/api/v1`, which may be omitted. */
function belowRoot(typed: string): string {
  return typed.replace(/^\/?(?:api\/v1\/)?/, "/");
}

/** Finds a declared call by its listed path or by a path with values. Throws an Exit if there is none. */
export function describedCall(call: string): Endpoint {
  const [givenMethod = "", givenPath = "", ...rest] = call.trim().split(/\s+/);
  const method = readMethod(givenMethod);
  const path = decoded(belowRoot(givenPath));
  const endpoint = findListed(method, path) ?? findEndpoint(method, path)?.endpoint;
  if (endpoint !== undefined && rest.length === 0) return endpoint;
  const hint = guess({ method, path }) || " weir api --list shows all calls.";
  throw new Exit("misuse", `Unknown call: ${method} ${path}.${hint}`);
}

/** A suggestion for a mistyped method or path; empty if none is close. */
function guess({ method, path }: Pick<Endpoint, "method" | "path">): string {
  const others = methodsAt(path);
  if (others.length > 0) return ` Declared there: ${others.join(", ")}.`;
  const paths = endpoints.filter((one) => one.method === method).map((one) => one.path);
  const close = nearest(path, paths);
  return close === undefined ? "" : ` Did you mean ${close}?`;
}

/** Rejects placeholders copied from the list. */
function requireValues(method: Method, path: string): void {
  const names = path.match(/\{\w+\}/g) ?? [];
  if (names.length === 0 || findListed(method, path) === undefined) return;
  const example = path.replace(/\{\w+_id\}/g, "7");
  const such = example.includes("{") ? "" : `, such as ${method} ${example}`;
  throw new Exit("usage", `Replace ${names.join(" and ")}${such}.`);
}

/** The call for a method and a path; undeclared calls are sent as is. */
export function parseCall(givenMethod: string, givenPath: string): ApiRequest {
  const method = readMethod(givenMethod);
  const [before = "", behind = ""] = givenPath.split("?", 2);
  const written = belowRoot(before);
  const path = decoded(written);
  requireValues(method, path);
  const query = Map.groupBy(new URLSearchParams(behind), ([name]) => name);
  const texts = new Map([...query].map(([name, pairs]) => [name, pairs.map(([, text]) => text)]));
  const match = findEndpoint(method, path);
  if (match !== undefined)
    return { endpoint: match.endpoint, path: match.values, query: texts, isDeclared: true };
  return { endpoint: undeclared(method, written), path: {}, query: texts, isDeclared: false };
}

/** An undeclared call may take a file: binary content is treated as one. */
export function fileUse({ endpoint, isDeclared }: ApiRequest): FileUse {
  if (!isDeclared && endpoint.method !== "GET") return "binary";
  return endpoint.upload === true ? "always" : "never";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Exit("misuse", `"${path}" is not a path.`);
  }
}

function merged(query: Fields, fields: Fields): Fields {
  const names = new Set([...query.keys(), ...fields.keys()]);
  return new Map(
    [...names].map((name) => [name, [...(query.get(name) ?? []), ...(fields.get(name) ?? [])]]),
  );
}

/** Large files may take long over slow connections. */
const uploadDeadlineMs = 600_000;

/** Makes the call and prints the answer. Throws an Exit if it fails. */
export async function makeCall(call: ApiRequest, ports: ApiPorts): Promise<void> {
  const { connection, file, asJson, isTerminal, print, say } = ports;
  const fields = merged(call.query, ports.fields);
  const { endpoint: known } = call;
  if (known.upload === true && file === undefined)
    throw new Exit("misuse", `${callName(known)} takes a file: -f file=@PATH.`);
  const endpoint = checkedNames(call, fields, say);
  const body = isTerminal && !asJson ? jsonPage : jsonLine;
  let isChanging = false;
  try {
    await getServerSettings(connection);
    const level = connection.level();
    requireLevel(endpoint, level);
    const values = { ...valuesFor(endpoint, fields, level), ...call.path };
    const again = (calls: number) => say(`Not finished yet; continuing (${calls} so far).`);
    const options = file === undefined ? {} : { file, deadlineMs: uploadDeadlineMs };
    isChanging = changesSomething(endpoint);
    const answer = await callUntilDone(connection, endpoint, values, again, options);
    tellIgnored(answer, say);
    print(body(answer));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { failure } = error;
    if (failure.kind === "ignored") print(body(failure.answer));
    else if (asJson) print(jsonLine(refusalOf(failure)));
    const exit = failureExit(error.failure);
    throw isChanging && error.failure.sent === "maybe" ? unconfirmed(exit.message) : exit;
  }
}

/** The endpoint, which accepts all of the fields. Undeclared names are noted. */
function checkedNames(
  { endpoint, isDeclared }: ApiRequest,
  fields: Fields,
  say: ApiPorts["say"],
): Endpoint {
  const name = callName(endpoint);
  const further = undeclaredIn(endpoint, fields);
  if (!isDeclared) say(`${name} is not declared; sending it as is.${guess(endpoint)}`);
  else
    for (const field of further)
      say(`${name} has no parameter ${field}; sending it anyway.${nearName(endpoint, field)}`);
  return accepting(endpoint, further);
}

function requireLevel(endpoint: Endpoint, level: number): void {
  if (isKnownAt(endpoint, level)) return;
  const { since = 0, until = 0 } = endpoint;
  const when = level < since ? `from level ${since} on` : `up to level ${until}`;
  throw new Exit(
    "refused",
    `${callName(endpoint)} exists ${when}; this server has level ${level}.`,
  );
}

/** LEVEL(167): the server reports ignored parameters. */
function tellIgnored(answer: unknown, say: (sentence: string) => void): void {
  const names = ignoredParameters(answer);
  if (names.length > 0) say(`The server ignored ${names.map(safeLine).join(", ")}.`);
}

/** A failure as its original body, or an equivalent one. */
function refusalOf(failure: Failure): unknown {
  const { kind } = failure;
  if (kind !== "refused" && kind !== "unauthorized")
    return { result: "error", msg: sentenceOf(failure), kind };
  const extra = kind === "refused" ? failure.extra : {};
  const code = failure.code === undefined ? {} : { code: failure.code };
  return { result: "error", msg: failure.sentence, ...code, ...extra };
}
