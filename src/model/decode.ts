/**
 * The boundary where server data becomes typed, event by event and element by element.
 *
 * What cannot be read is left out and noted, as `wire/read.ts` does, and the rest continues. Long lists are decoded by generators, which
 * yield after every few elements so that the caller may handle a key.
 */
import { fieldsOf, isRecord } from "#base/fields.ts";
import type { EventType } from "#wire/event-types.ts";
import { type Event, events } from "#wire/events.ts";
import { type Message, message } from "#wire/message.ts";
import { schemaOfProperty } from "#wire/property.ts";
import { read, type Unreadable } from "#wire/read.ts";
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

export type DecodedEvent =
  | { readonly kind: "event"; readonly event: Event; readonly skipped: readonly Unreadable[] }
  /** Of an unknown type, or with an unknown value at `path`: ignored, not an error. */
  | {
      readonly kind: "unknown";
      readonly type: string;
      readonly id: number | undefined;
      readonly path: string | undefined;
    }
  /** Of a known type but malformed: the replica may be wrong from here on. */
  | {
      readonly kind: "malformed";
      readonly type: string;
      readonly id: number | undefined;
      readonly path: string;
      readonly reason: string;
    };

export function decodeEvent(raw: unknown): DecodedEvent {
  const { type, id } = fieldsOf(raw);
  const named = typeof type === "string" ? type : "";
  const messageId = typeof id === "number" ? id : undefined;
  if (!Object.hasOwn(events, named))
    return { kind: "unknown", type: named, id: messageId, path: undefined };
  const skipped: Unreadable[] = [];
  const schema: Schema<Event> = events[named as EventType];
  const reading = read(schema, raw, named, skipped);
  if (reading.kind === "read")
    return { kind: "event", event: withValuesRead(reading.value, skipped), skipped };
  const { path, reason } = reading;
  // An unknown word of a newer server is not an error.
  if (reading.isNewWord) return { kind: "unknown", type: named, id: messageId, path };
  return { kind: "malformed", type: named, id: messageId, path, reason };
}

/** The event without values of properties that cannot be read. */
function withValuesRead(event: Event, skipped: Unreadable[]): Event {
  const { property, value, data } = event as Raw;
  if (typeof property === "string" && value !== undefined) {
    const after = propertyRead(event, property, value, skipped);
    return after === value ? event : ({ ...event, value: after } as Event);
  }
  if (event.type !== "realm" || event.data === undefined) return event;
  const entries = Object.entries(data as Raw).map(
    ([name, one]) => [name, propertyRead(event, name, one, skipped)] as const,
  );
  return { ...event, data: Object.fromEntries(entries) };
}

/** Undefined if it cannot be read. */
function propertyRead(event: Event, name: string, value: unknown, skipped: Unreadable[]): unknown {
  const schema = schemaOfProperty(event, name);
  return schema === undefined ? value : valueRead(schema, value, `${event.type}.${name}`, skipped);
}

type Schema<T> = Parameters<typeof read<T>>[0];

/** A decoding generator yields after this many elements: well below a millisecond of work. */
const slice = 32;

/** The elements of `list`; what cannot be read is pushed onto `skipped`. */
function* decodeList<T>(
  schema: Schema<T>,
  list: readonly unknown[],
  at: string,
  skipped: Unreadable[],
): Generator<undefined, readonly T[]> {
  const elements: T[] = [];
  for (const [index, raw] of list.entries()) {
    if (index % slice === slice - 1) yield;
    const reading = read(schema, raw, at, skipped);
    if (reading.kind === "read") elements.push(reading.value);
    else skipped.push(reading);
  }
  return elements;
}

type DecodedMessages = {
  readonly messages: readonly Message[];
  readonly skipped: readonly Unreadable[];
};

/** The messages of a page of history. */
export function* decodeMessages(list: readonly unknown[]): Generator<undefined, DecodedMessages> {
  const skipped: Unreadable[] = [];
  const messages = yield* decodeList(message, list, "messages", skipped);
  return { messages, skipped };
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
      readonly skipped: readonly Unreadable[];
    }
  /** A response without a queue is unusable. */
  | { readonly kind: "malformed"; readonly path: string; readonly reason: string };

type Raw = Readonly<Record<string, unknown>>;

/** Decodes in slices: the caller may pause at every yield. */
export function* decodeRegister(raw: unknown): Generator<undefined, DecodedRegister> {
  if (typeof raw !== "object" || raw === null) {
    return { kind: "malformed", path: "register", reason: "is not an object" };
  }
  const skipped: Unreadable[] = [];
  const decoded: Partial<Register> & Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw as Raw)) {
    const fitting = yield* decodeKey(key, value, skipped);
    if (fitting !== undefined) decoded[key] = fitting;
  }
  const missing = skipped.find(({ path }) => /^(?:queue_id|last_event_id)\b/.test(path));
  if (missing !== undefined)
    return { kind: "malformed", path: missing.path, reason: missing.reason };
  for (const key of ["queue_id", "last_event_id"]) {
    if (!(key in decoded)) return { kind: "malformed", path: key, reason: "is missing" };
  }
  return { kind: "register", register: decoded as Register, skipped };
}

const shape: Readonly<Record<string, Schema<unknown>>> = registerAnswer.shape;

/** Undefined when the value cannot be read; unknown keys are passed through. */
function* decodeKey(
  key: string,
  value: unknown,
  skipped: Unreadable[],
): Generator<undefined, unknown> {
  if (Object.hasOwn(registerElements, key) && Array.isArray(value)) {
    const schema: Schema<unknown> = registerElements[key as RegisterList];
    return yield* decodeList(schema, value, key, skipped);
  }
  if (key === "unread_msgs" && typeof value === "object" && value !== null)
    return yield* decodeUnreads(value as Raw, skipped);
  if (key === "presences") return yield* decodeRecord(presence, value, key, skipped);
  if (key === "realm_emoji") return yield* decodeRecord(realmEmoji, value, key, skipped);
  if (key === "user_status") return yield* decodeRecord(userStatus, value, key, skipped);
  if (key === "recent_private_conversations" && Array.isArray(value)) {
    return yield* decodeList(recentConversation, value, key, skipped);
  }
  const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
  return schema === undefined ? value : valueRead(schema, value, key, skipped);
}

/** Undefined if it cannot be read. */
function valueRead<T>(
  schema: Schema<T>,
  raw: unknown,
  at: string,
  skipped: Unreadable[],
): T | undefined {
  const reading = read(schema, raw, at, skipped);
  if (reading.kind === "read") return reading.value;
  skipped.push(reading);
  return undefined;
}

const unreadLists = ["streams", "pms", "huddles"] as const;

function* decodeUnreads(lists: Raw, skipped: Unreadable[]): Generator<undefined, unknown> {
  const { shape: parts } = unreadMessages;
  const decoded: Record<string, unknown> = {};
  for (const name of unreadLists) {
    const list = lists[name];
    const schema: Schema<unknown> = parts[name].element;
    const path = `unread_msgs.${name}`;
    decoded[name] = Array.isArray(list) ? yield* decodeList(schema, list, path, skipped) : list;
  }
  return valueRead(unreadMessages, { ...lists, ...decoded }, "unread_msgs", skipped);
}

function* decodeRecord(
  schema: Schema<unknown>,
  value: unknown,
  at: string,
  skipped: Unreadable[],
): Generator<undefined, unknown> {
  if (!isRecord(value)) {
    skipped.push({ path: at, reason: "expected record", isNewWord: false });
    return {};
  }
  const entries: [string, unknown][] = [];
  for (const [index, [key, raw]] of Object.entries(value).entries()) {
    if (index % 64 === 63) yield;
    const reading = read(schema, raw, at, skipped);
    if (reading.kind === "read") entries.push([key, reading.value]);
    else skipped.push(reading);
  }
  return Object.fromEntries(entries);
}
