/**
 * The boundary where server data becomes typed, event by event and element by element.
 *
 * A malformed element is set aside with its path and the rest continues. Long lists are decoded by generators, which
 * yield after every few elements so that the caller may handle a key.
 */
import { type Event, type EventType, events } from "#wire/events.ts";
import { type Message, message } from "#wire/message.ts";

/** What did not match, where, and why. Contains no server text except key names. */
export type SchemaMismatch = { readonly path: string; readonly reason: string };

export type DecodedEvent =
  | { readonly kind: "event"; readonly event: Event }
  /** Of an unknown type, or with an unknown value at `path`: ignored, not an error. */
  | {
      readonly kind: "unknown";
      readonly type: string;
      readonly id: number | undefined;
      readonly path: string | undefined;
    }
  /** Of a known type but malformed: the replica may be wrong from here on. */
  | ({
      readonly kind: "malformed";
      readonly type: string;
      readonly id: number | undefined;
    } & SchemaMismatch);

/** The part of a schema that this file uses, so that one function handles all of them. */
export type Schema<T> = {
  readonly safeParse: (
    raw: unknown,
  ) =>
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};
type Issue = {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly note?: string | undefined;
};

export function decodeEvent(raw: unknown): DecodedEvent {
  const { type, id } = (typeof raw === "object" && raw !== null ? raw : {}) as {
    readonly type?: unknown;
    readonly id?: unknown;
  };
  const named = typeof type === "string" ? type : "";
  const known = typeof id === "number" ? id : undefined;
  if (!Object.hasOwn(events, named))
    return { kind: "unknown", type: named, id: known, path: undefined };
  const schema: Schema<Event> = events[named as EventType];
  const result = schema.safeParse(raw);
  if (result.success) return { kind: "event", event: result.data };
  const { issues } = result.error;
  // An unknown value from a newer server is not an error.
  const path = issues.every((issue) => isNewWord(issue, raw)) ? issues[0]?.path : undefined;
  if (path !== undefined) return { kind: "unknown", type: named, id: known, path: path.join(".") };
  return { kind: "malformed", type: named, id: known, ...schemaMismatch(named, issues) };
}

/** True for a string that is none of the known values at that path. */
function isNewWord({ code, path, note }: Issue, raw: unknown): boolean {
  if (code !== "invalid_value" && note !== "No matching discriminator") return false;
  const value = path.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step],
    raw,
  );
  return typeof value === "string";
}

export function schemaMismatch(at: string, issues: readonly Issue[]): SchemaMismatch {
  const [issue] = issues;
  const path = [at, ...(issue?.path ?? [])].map(String).join(".");
  return { path, reason: issue?.message ?? "is not as promised" };
}

/** A decoding generator yields after this many elements: well below a millisecond of work. */
const slice = 32;

/** The elements of `list` that match; the others are pushed onto `mismatches`. */
export function* decodeList<T>(
  schema: Schema<T>,
  list: readonly unknown[],
  at: string,
  mismatches: SchemaMismatch[],
): Generator<undefined, readonly T[]> {
  const fitting: T[] = [];
  for (const [index, raw] of list.entries()) {
    if (index % slice === slice - 1) yield;
    const result = schema.safeParse(raw);
    if (result.success) fitting.push(result.data);
    else mismatches.push(schemaMismatch(`${at}.${index}`, result.error.issues));
  }
  return fitting;
}

export type DecodedMessages = {
  readonly messages: readonly Message[];
  readonly mismatches: readonly SchemaMismatch[];
};

/** The messages of a page of history. */
export function* decodeMessages(list: readonly unknown[]): Generator<undefined, DecodedMessages> {
  const mismatches: SchemaMismatch[] = [];
  const messages = yield* decodeList(message, list, "messages", mismatches);
  return { messages, mismatches };
}

/** Runs a decoding generator to its end at once: for tests and the command line. */
export function runToEnd<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
