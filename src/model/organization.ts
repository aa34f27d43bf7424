/** Realm-wide configuration by administrators: profile fields, emoji, link patterns, settings. */
import type { ProfileField } from "#wire/profile-field.ts";
import type { LegacyFilter, Linkifier, RealmEmoji } from "#wire/realm.ts";
import type { Register } from "./decode-register.ts";

export type Organization = {
  /** By the wire's names without `realm_`: permissions and time limits. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** In display order. */
  readonly profileFields: readonly ProfileField[];
  /** By ID, including deactivated ones: old reactions are rendered with them. */
  readonly emoji: Readonly<Record<string, RealmEmoji>>;
  /** Earlier ones take precedence. */
  readonly linkifiers: readonly Linkifier[];
};

export const emptyOrganization: Organization = {
  settings: {},
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
    settings,
    profileFields: inOrder(register.custom_profile_fields ?? []),
    emoji: register.realm_emoji ?? emptyOrganization.emoji,
    linkifiers: linkifiersFrom(register),
  };
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
