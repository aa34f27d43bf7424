/** Decodes the register response list by list; only missing required fields make all of it unusable. */

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
import { decodeList, type Schema, type SchemaMismatch, schemaMismatch } from "./decode.ts";

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

export type DecodedRegister =
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
  const result = schema.safeParse(value);
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
  const mentions = parts.mentions.safeParse(lists["mentions"] ?? []);
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
    const result = schema.safeParse(entry);
    if (result.success) fitting.set(key, result.data);
    else mismatches.push(schemaMismatch(`${at}.${key}`, result.error.issues));
  }
  return Object.fromEntries(fitting);
}
