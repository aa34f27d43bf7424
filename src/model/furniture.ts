/** What administrators set up for everybody: profile fields, emoji, patterns for links, settings. */
import type { EventOf } from "#wire/events.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import type { LegacyFilter, Linkifier, RealmEmoji } from "#wire/realm.ts";
import type { Register } from "./decode-register.ts";
import type { Picture } from "./picture.ts";

export type Furniture = {
  /** By the wire's names without `realm_`: what the realm allows, and for how long. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** In the order in which they are shown. */
  readonly profileFields: readonly ProfileField[];
  /** By their IDs, deactivated ones too: old reactions are drawn with them. */
  readonly emoji: Readonly<Record<string, RealmEmoji>>;
  /** Earlier ones go before later ones. */
  readonly linkifiers: readonly Linkifier[];
};

export const noFurniture: Furniture = {
  settings: {},
  profileFields: [],
  emoji: {},
  linkifiers: [],
};

/** Keys of a register answer that begin like settings and are state of their own. */
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

export function furnitureFrom(register: Register): Furniture {
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(register)) {
    if (key.startsWith(prefix) && !lists.has(key)) settings[key.slice(prefix.length)] = value;
  }
  return {
    settings,
    profileFields: inOrder(register.custom_profile_fields ?? []),
    emoji: register.realm_emoji ?? noFurniture.emoji,
    linkifiers: linkifiersFrom(register),
  };
}

/** LEVEL(176): newer servers tell of no filters, whoever asks. */
function linkifiersFrom({ realm_linkifiers: now = [], realm_filters: before = [] }: Register) {
  return now.length > 0 ? now : before.map(linkifierFrom);
}

const place = /%\((\w+)\)s|%%/g;

/** The places of Python's formats become those of RFC 6570 that leave what parts an address as it is. */
function linkifierFrom([pattern, format, id]: LegacyFilter): Linkifier {
  const url_template = format.replace(place, (_, name?: string) =>
    name === undefined ? "%" : `{+${name}}`,
  );
  return { id, pattern, url_template };
}

function inOrder(fields: readonly ProfileField[]): readonly ProfileField[] {
  return [...fields].sort((a, b) => a.order - b.order);
}

export function withFurniture(picture: Picture, change: Partial<Furniture>): Picture {
  return { ...picture, furniture: { ...picture.furniture, ...change } };
}

/** With what messages show: rendered lines are stale then. */
function withMarks(picture: Picture, change: Pick<Partial<Furniture>, "emoji" | "linkifiers">) {
  const { namesRevision } = picture;
  return { ...withFurniture(picture, change), namesRevision: namesRevision + 1 };
}

/** Values that people gave to a field that is gone stay where they are: `profileOf` does not show them. */
export function onProfileFields(
  picture: Picture,
  event: EventOf<"custom_profile_fields">,
): Picture {
  return withFurniture(picture, { profileFields: inOrder(event.fields) });
}

export function onRealmEmoji(picture: Picture, event: EventOf<"realm_emoji">): Picture {
  return withMarks(picture, { emoji: event.realm_emoji });
}

export function onLinkifiers(picture: Picture, event: EventOf<"realm_linkifiers">): Picture {
  return withMarks(picture, { linkifiers: event.realm_linkifiers });
}

export function onFilters(picture: Picture, event: EventOf<"realm_filters">): Picture {
  return withMarks(picture, { linkifiers: event.realm_filters.map(linkifierFrom) });
}
