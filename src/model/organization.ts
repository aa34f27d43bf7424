/** Realm-wide configuration by administrators: profile fields, emoji, link patterns, settings. */
import type { EventOf } from "#wire/events.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import type { LegacyFilter, Linkifier, RealmEmoji } from "#wire/realm.ts";
import type { Register } from "./decode-register.ts";
import type { Replica } from "./replica.ts";

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
function linkifierFrom([pattern, format, id]: LegacyFilter): Linkifier {
  const url_template = format.replace(place, (_, name?: string) =>
    name === undefined ? "%" : `{+${name}}`,
  );
  return { id, pattern, url_template };
}

function inOrder(fields: readonly ProfileField[]): readonly ProfileField[] {
  return [...fields].sort((a, b) => a.order - b.order);
}

export function withOrganization(replica: Replica, change: Partial<Organization>): Replica {
  return { ...replica, organization: { ...replica.organization, ...change } };
}

/** Changes what messages show: rendered lines are stale then. */
function withMarks(replica: Replica, change: Pick<Partial<Organization>, "emoji" | "linkifiers">) {
  const { namesRevision } = replica;
  return { ...withOrganization(replica, change), namesRevision: namesRevision + 1 };
}

/** Values of a deleted field are kept: `profileOf` does not show them. */
export function onProfileFields(
  replica: Replica,
  event: EventOf<"custom_profile_fields">,
): Replica {
  return withOrganization(replica, { profileFields: inOrder(event.fields) });
}

export function onRealmEmoji(replica: Replica, event: EventOf<"realm_emoji">): Replica {
  return withMarks(replica, { emoji: event.realm_emoji });
}

export function onLinkifiers(replica: Replica, event: EventOf<"realm_linkifiers">): Replica {
  return withMarks(replica, { linkifiers: event.realm_linkifiers });
}

export function onFilters(replica: Replica, event: EventOf<"realm_filters">): Replica {
  return withMarks(replica, { linkifiers: event.realm_filters.map(linkifierFrom) });
}
