/**
 * The boundary where server data becomes typed, event by event and element by element.
 *
 * A malformed element is set aside with its path and the rest continues. Long lists are decoded by generators, which
 * yield after every few elements so that the caller may handle a key.
 */
import { type Event, type EventType, events } from "#wire/events.ts";
import { fits } from "#wire/fits.ts";
import { type Message, message } from "#wire/message.ts";
import { type RealmEmoji, realmEmoji } from "#wire/realm.ts";
import {
  type RegisterAnswer,
  type RegisterList,
  recentConversation,
  registerAnswer,
  registerElements,
  unreadMessages,
} from "#wire/register.ts";
import { presence, userStatus } from "#wire/user.ts";

/** What did not match, where, and why. Contains no server text except key names. */
type SchemaMismatch = { readonly path: string; readonly reason: string };

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
type Schema<T> = {
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

/** As it is if it fits: copies of a big realm are garbage, and take most of the time. */
function parsed<T>(schema: Schema<T>, raw: unknown): ReturnType<Schema<T>["safeParse"]> {
  return fits(schema, raw) ? { success: true, data: raw as T } : schema.safeParse(raw);
}

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
  const result = parsed(schema, raw);
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

function schemaMismatch(at: string, issues: readonly Issue[]): SchemaMismatch {
  const [issue] = issues;
  const path = [at, ...(issue?.path ?? [])].map(String).join(".");
  return { path, reason: issue?.message ?? "is not as promised" };
}

/** A decoding generator yields after this many elements: well below a millisecond of work. */
const slice = 32;

/** The elements of `list` that match; the others are pushed onto `mismatches`. */
function* decodeList<T>(
  schema: Schema<T>,
  list: readonly unknown[],
  at: string,
  mismatches: SchemaMismatch[],
): Generator<undefined, readonly T[]> {
  const fitting: T[] = [];
  for (const [index, raw] of list.entries()) {
    if (index % slice === slice - 1) yield;
    const result = parsed(schema, raw);
    if (result.success) fitting.push(result.data);
    else mismatches.push(schemaMismatch(`${at}.${index}`, result.error.issues));
  }
  return fitting;
}

type DecodedMessages = {
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

// Decodes the register response list by list; only missing required fields make all of it unusable.

type Elements = {
  readonly [List in RegisterList]: (typeof registerElements)[List] extends Schema<infer T>
    ? readonly T[]
    : never;
};

/** The response with typed lists; absent fields stay absent. */
export type Register = {
  [Key in keyof RegisterAnswer as Key extends RegisterList | "presences" | "realm_emoji"
    ? never
    : Key]: RegisterAnswer[Key];
} & Partial<Elements> & {
    readonly presences?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly realm_emoji?: Readonly<Record<string, RealmEmoji>>;
  };

type DecodedRegister =
  | {
      readonly kind: "register";
      readonly register: Register;
      readonly mismatches: readonly SchemaMismatch[];
    }
  /** A response without a queue is unusable. */
  | ({ readonly kind: "malformed" } & SchemaMismatch);

type Raw = Readonly<Record<string, unknown>>;

/** Decodes in slices: the caller may pause at every yield. */
export function* decodeRegister(raw: unknown): Generator<undefined, DecodedRegister> {
  if (typeof raw !== "object" || raw === null) {
    return { kind: "malformed", path: "register", reason: "is not an object" };
  }
  const mismatches: SchemaMismatch[] = [];
  const decoded: Partial<Register> & Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw as Raw)) {
    const fitting = yield* decodeKey(key, value, mismatches);
    if (fitting !== undefined) decoded[key] = fitting;
  }
  const missing = mismatches.find(({ path }) => /^(?:queue_id|last_event_id)\b/.test(path));
  if (missing !== undefined) return { kind: "malformed", ...missing };
  for (const key of ["queue_id", "last_event_id"]) {
    if (!(key in decoded)) return { kind: "malformed", path: key, reason: "is missing" };
  }
  return { kind: "register", register: decoded as Register, mismatches };
}

const shape: Readonly<Record<string, Schema<unknown>>> = registerAnswer.shape;

/** Undefined when the value does not match; unknown keys are passed through. */
function* decodeKey(
  key: string,
  value: unknown,
  mismatches: SchemaMismatch[],
): Generator<undefined, unknown> {
  if (Object.hasOwn(registerElements, key) && Array.isArray(value)) {
    const schema: Schema<unknown> = registerElements[key as RegisterList];
    return yield* decodeList(schema, value, key, mismatches);
  }
  if (key === "unread_msgs") return yield* decodeUnreads(value, mismatches);
  if (key === "presences") return yield* decodeRecord(presence, value, key, mismatches);
  if (key === "realm_emoji") return yield* decodeRecord(realmEmoji, value, key, mismatches);
  if (key === "user_status") return yield* decodeRecord(userStatus, value, key, mismatches);
  if (key === "recent_private_conversations" && Array.isArray(value)) {
    return yield* decodeList(recentConversation, value, key, mismatches);
  }
  const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
  if (schema === undefined) return value;
  const result = parsed(schema, value);
  if (result.success) return result.data;
  mismatches.push(schemaMismatch(key, result.error.issues));
  return undefined;
}

const unreadLists = ["streams", "pms", "huddles"] as const;

function* decodeUnreads(
  value: unknown,
  mismatches: SchemaMismatch[],
): Generator<undefined, unknown> {
  const { shape: parts } = unreadMessages;
  const lists = (typeof value === "object" && value !== null ? value : {}) as Raw;
  const decoded: Record<string, unknown> = { ...lists };
  for (const name of unreadLists) {
    const list = lists[name];
    const schema: Schema<unknown> = parts[name].element;
    const path = `unread_msgs.${name}`;
    decoded[name] = Array.isArray(list) ? yield* decodeList(schema, list, path, mismatches) : [];
  }
  const mentions = parsed(parts.mentions, lists["mentions"] ?? []);
  if (!mentions.success)
    mismatches.push(schemaMismatch("unread_msgs.mentions", mentions.error.issues));
  decoded["mentions"] = mentions.success ? mentions.data : [];
  return decoded;
}

function* decodeRecord(
  schema: Schema<unknown>,
  value: unknown,
  at: string,
  mismatches: SchemaMismatch[],
): Generator<undefined, unknown> {
  if (typeof value !== "object" || value === null) return {};
  const fitting = new Map<string, unknown>();
  for (const [index, [key, entry]] of Object.entries(value).entries()) {
    if (index % 64 === 63) yield;
    const result = parsed(schema, entry);
    if (result.success) fitting.set(key, result.data);
    else mismatches.push(schemaMismatch(`${at}.${key}`, result.error.issues));
  }
  return Object.fromEntries(fitting);
}
