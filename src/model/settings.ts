/** How events change the user's settings, the organization, the names of emoji, and the server's description of itself. */
import { memoizeTexts } from "#base/memoize.ts";
import { type HourStyle, isTimeZone } from "#base/time.ts";
import type { EventOf } from "#wire/events.ts";
import { brandOf } from "#wire/server.ts";
import { unreadSetting } from "#wire/user.ts";
import {
  type EmojiNames,
  inOrder,
  linkifierFrom,
  type Organization,
  withoutReplaced,
} from "./organization.ts";
import type { Realm, Replica } from "./replica.ts";

function withSetting(replica: Replica, property: string, value: unknown): Replica {
  const settings: Readonly<Record<string, unknown>> = replica.settings;
  if (settings[property] === value) return replica;
  return { ...replica, settings: { ...replica.settings, [property]: value } };
}

export function onUserSettings(replica: Replica, event: EventOf<"user_settings">): Replica {
  const { property, value = unreadSetting(property) } = event;
  return withSetting(replica, property, value);
}

/** LEVEL(89): before it, there were two kinds of settings. */
export function onDisplaySettings(
  replica: Replica,
  event: EventOf<"update_display_settings">,
): Replica {
  return withSetting(replica, event.setting_name, event.setting);
}

/** LEVEL(89) */
export function onGlobalNotifications(
  replica: Replica,
  event: EventOf<"update_global_notifications">,
): Replica {
  return withSetting(replica, event.notification_name, event.setting);
}

export function onAlertWords(replica: Replica, event: EventOf<"alert_words">): Replica {
  return { ...replica, alertWords: event.alert_words };
}

/** Whether others are told what the setting is about. Undefined: it is none of the server; null: it cannot be read. */
export function mayBeTold(setting: unknown): boolean {
  return setting !== false && setting !== null;
}

function withOrganization(replica: Replica, change: Partial<Organization>): Replica {
  return { ...replica, organization: { ...replica.organization, ...change } };
}

/** Changes what messages show: rendered lines are stale then. */
function withMarks(replica: Replica, change: Partial<Organization>) {
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
  const { emoji } = replica.organization;
  switch (event.op) {
    case "update":
      return withMarks(replica, { emoji: event.realm_emoji });
    case "add":
      return withMarks(replica, { emoji: { ...emoji, [event.emoji.id]: event.emoji } });
    case "update_one": {
      const before = emoji[event.emoji_id];
      if (before === undefined) return replica;
      const { deactivated = before.deactivated } = event.data;
      return withMarks(replica, { emoji: { ...emoji, [before.id]: { ...before, deactivated } } });
    }
  }
}

export function onLinkifiers(replica: Replica, event: EventOf<"realm_linkifiers">): Replica {
  return withMarks(replica, { linkifiers: event.realm_linkifiers });
}

export function onFilters(replica: Replica, event: EventOf<"realm_filters">): Replica {
  return withMarks(replica, { linkifiers: event.realm_filters.map(linkifierFrom) });
}

/** Messages rendered with other names are rendered again. */
export function withEmojiNames(replica: Replica, emojiNames: EmojiNames): Replica {
  if (replica.emojiNames === emojiNames) return replica;
  return { ...replica, emojiNames, namesRevision: replica.namesRevision + 1 };
}

/** One property with its value, or several at once. */
export function onRealm(replica: Replica, event: EventOf<"realm">): Replica {
  const { property, value, data } = event;
  const changed = data ?? (property === undefined ? {} : { [property]: value });
  const { settings } = replica.organization;
  const news = Object.keys(changed).some((key) => settings[key] !== changed[key]);
  if (event.op === "deactivated" || !news) return replica;
  const after = { settings: withoutReplaced({ ...settings, ...changed }) };
  const isMark = "default_code_block_language" in changed;
  const next = isMark ? withMarks(replica, after) : withOrganization(replica, after);
  const { name } = changed;
  return typeof name === "string" ? withRealm(next, { name }) : next;
}

/** A restarted server may have been upgraded. */
export function onRestart(replica: Replica, event: EventOf<"restart">): Replica {
  const { featureLevel } = brandOf(event);
  return withRealm(replica, {
    ...(featureLevel > 0 && { featureLevel }),
    ...(event.server_generation !== undefined && { generation: event.server_generation }),
  });
}

function withRealm(replica: Replica, change: Partial<Realm>): Replica {
  const realm = { ...replica.realm, ...change };
  const same = (Object.keys(change) as (keyof Realm)[]).every(
    (key) => realm[key] === replica.realm[key],
  );
  return same ? replica : { ...replica, realm };
}

/** Memoized for several styles, because callers have different defaults. */
const stylesFor = memoizeTexts(50, (zoneAndHours: string): HourStyle => {
  const [hours, zone = ""] = zoneAndHours.split(" ");
  return { twentyFour: hours === "24", timeZone: zone === "" ? undefined : zone };
});

/** `otherwise` if not set, or if this machine does not know the zone. The same object for the same style. */
export function hourStyleOf({ settings }: Replica, otherwise: HourStyle): HourStyle {
  const { twenty_four_hour_time: twentyFour = otherwise.twentyFour, timezone = "" } = settings;
  const zone = isTimeZone(timezone) ? timezone : (otherwise.timeZone ?? "");
  return stylesFor(`${twentyFour ? 24 : 12} ${zone}`);
}
