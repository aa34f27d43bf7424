/**
 * The door: what the server says becomes typed here, event by event and element by element.
 *
 * A bad element is set aside with its path and the rest goes on. Long lists are decoded by generators, which stop after
 * every few elements so that the caller may let a key through.
 */
import { type Event, type EventType, events } from "#wire/events.ts";
import { type Message, message } from "#wire/message.ts";

/** What did not fit, where, and why. Holds no text of the server but key names. */
export type Misfit = { readonly path: string; readonly reason: string };

export type DecodedEvent =
  | { readonly kind: "event"; readonly event: Event }
  /** Of a type, or with a word at `path`, that weir does not know: nothing to do, and no fault. */
  | {
      readonly kind: "unknown";
      readonly type: string;
      readonly id: number | undefined;
      readonly path: string | undefined;
    }
  /** Of a known type and not as promised: the picture may be wrong from here on. */
  | ({
      readonly kind: "malformed";
      readonly type: string;
      readonly id: number | undefined;
    } & Misfit);

/** As much of a schema as this file uses, so that one function serves them all. */
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
  // A later server's words are news, not a fault.
  const path = issues.every((issue) => isNewWord(issue, raw)) ? issues[0]?.path : undefined;
  if (path !== undefined) return { kind: "unknown", type: named, id: known, path: path.join(".") };
  return { kind: "malformed", type: named, id: known, ...misfit(named, issues) };
}

/** True where a text stands that is none of those that are known there. */
function isNewWord({ code, path, note }: Issue, raw: unknown): boolean {
  if (code !== "invalid_value" && note !== "No matching discriminator") return false;
  const value = path.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step],
    raw,
  );
  return typeof value === "string";
}

export function misfit(at: string, issues: readonly Issue[]): Misfit {
  const [issue] = issues;
  const path = [at, ...(issue?.path ?? [])].map(String).join(".");
  return { path, reason: issue?.message ?? "is not as promised" };
}

/** After so many elements a decoding generator stops for a moment: well below a millisecond's work. */
const slice = 32;

/** Those elements of `list` that fit; the others are pushed onto `misfits`. */
export function* decodeList<T>(
  schema: Schema<T>,
  list: readonly unknown[],
  at: string,
  misfits: Misfit[],
): Generator<undefined, readonly T[]> {
  const fitting: T[] = [];
  for (const [index, raw] of list.entries()) {
    if (index % slice === slice - 1) yield;
    const result = schema.safeParse(raw);
    if (result.success) fitting.push(result.data);
    else misfits.push(misfit(`${at}.${index}`, result.error.issues));
  }
  return fitting;
}

export type DecodedMessages = {
  readonly messages: readonly Message[];
  readonly misfits: readonly Misfit[];
};

/** The messages of a page of history. */
export function* decodeMessages(list: readonly unknown[]): Generator<undefined, DecodedMessages> {
  const misfits: Misfit[] = [];
  const messages = yield* decodeList(message, list, "messages", misfits);
  return { messages, misfits };
}

/** Runs a decoding generator to its end at once: for tests and for the command line. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
