/** Realm-wide configuration by administrators: profile fields, emoji, link patterns, settings; and the names of emoji. */

import { fieldsOf } from "#base/fields.ts";
import { type PermissionRule, permissionRule, replacedPolicies } from "#wire/permission.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import { read } from "#wire/read.ts";
import type { LegacyFilter, Linkifier, RealmEmoji } from "#wire/realm.ts";
import { emojiData, isEmojiCode, isEmojiName } from "#wire/realm.ts";
import type { Register } from "./decode.ts";

export type Organization = {
  /** By the wire's names without `realm_`: permissions and time limits. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the server says of the permissions of the realm, of streams and of groups, by their names. */
  readonly permissionRules: Readonly<Record<string, Readonly<Record<string, PermissionRule>>>>;
  /** In display order. */
  readonly profileFields: readonly ProfileField[];
  /** By ID, including deactivated ones: old reactions are rendered with them. */
  readonly emoji: Readonly<Record<string, RealmEmoji>>;
  /** Earlier ones take precedence. */
  readonly linkifiers: readonly Linkifier[];
};

export const emptyOrganization: Organization = {
  settings: {},
  permissionRules: {},
  profileFields: [],
  emoji: {},
  linkifiers: [],
};

/** Keys of a register response that look like settings but are separate state. */
const lists = new Set([
  "realm_users",
  "realm_non_active_users",
  "realm_user_groups",
  "realm_bots",
  "realm_emoji",
  "realm_linkifiers",
  "realm_filters",
  "realm_playgrounds",
  "realm_domains",
  "realm_default_streams",
  "realm_default_stream_groups",
  "realm_user_settings_defaults",
]);

const prefix = "realm_";

export function organizationFrom(register: Register): Organization {
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(register)) {
    if (key.startsWith(prefix) && !lists.has(key)) settings[key.slice(prefix.length)] = value;
  }
  return {
    settings: withoutReplaced(settings),
    permissionRules: rulesFrom(register["server_supported_permission_settings"]),
    profileFields: inOrder(register.custom_profile_fields ?? []),
    emoji: register.realm_emoji ?? emptyOrganization.emoji,
    linkifiers: linkifiersFrom(register),
  };
}

/** Policies are obsolete beside the permissions that replaced them: they admit too many, and no event updates them. */
export function withoutReplaced(settings: Organization["settings"]): Organization["settings"] {
  const obsolete = Object.entries(replacedPolicies).flatMap(([policy, permission]) =>
    policy in settings && permission in settings ? [policy] : [],
  );
  if (obsolete.length === 0) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !obsolete.includes(name)));
}

function rulesFrom(raw: unknown): Organization["permissionRules"] {
  return recordOf(raw, (rules) =>
    recordOf(rules, (rule) => {
      const reading = read(permissionRule, rule, "", []);
      return reading.kind === "read" ? reading.value : undefined;
    }),
  );
}

/** Without the values that cannot be read. */
function recordOf<T>(
  raw: unknown,
  read: (value: unknown) => T | undefined,
): Readonly<Record<string, T>> {
  const entries = Object.entries(fieldsOf(raw)).flatMap(([name, value]) => {
    const setting = read(value);
    return setting === undefined ? [] : [[name, setting] as const];
  });
  return Object.fromEntries(entries);
}

/** LEVEL(176): newer servers send no filters, even if requested. */
function linkifiersFrom({ realm_linkifiers: now = [], realm_filters: before = [] }: Register) {
  return now.length > 0 ? now : before.map(linkifierFrom);
}

const place = /%\((\w+)\)s|%%/g;

/** Converts Python format placeholders to RFC 6570 expressions that do not encode reserved characters. */
export function linkifierFrom([pattern, format, id]: LegacyFilter): Linkifier {
  const url_template = format.replace(place, (_, name?: string) =>
    name === undefined ? "%" : `{+${name}}`,
  );
  return { id, pattern, url_template };
}

export function inOrder(fields: readonly ProfileField[]): readonly ProfileField[] {
  return [...fields].sort((a, b) => a.order - b.order);
}

/** The names of each code, the canonical one first; every code has at least one. */
export type EmojiNames = ReadonlyMap<string, readonly string[]>;

/** Twice the number of existing codes, and more names than any emoji has. */
const maxCodes = 4_000;
const maxNames = 50;
/** Entries after which decoding may pause: well below a millisecond of work. */
const slice = 64;

/** Undefined if it is not a list, or has no names. Invalid codes and names are skipped. */
export function* decodeEmojiNames(raw: unknown): Generator<undefined, EmojiNames | undefined> {
  const document = emojiData.safeParse(raw);
  if (!document.success) return undefined;
  const names = new Map<string, readonly string[]>();
  const entries = Object.entries(document.data.code_to_names).slice(0, maxCodes);
  for (const [index, [code, value]] of entries.entries()) {
    if (index % slice === slice - 1) yield;
    if (!Array.isArray(value) || !isEmojiCode(code)) continue;
    const fitting = value.slice(0, maxNames).filter(isEmojiName);
    if (fitting.length > 0) names.set(code, fitting);
  }
  return names.size === 0 ? undefined : names;
}

/** Which changes of messages the organization shows. LEVEL(358): before it, all of them or none. */
type ShownEdits = "all" | "moves" | "none";

export function shownEdits({ settings }: Organization): ShownEdits {
  const policy = settings["message_edit_history_visibility_policy"];
  if (policy === "all" || policy === "moves" || policy === "none") return policy;
  return settings["allow_edit_history"] === false ? "none" : "all";
}
