/** User settings: defaults, valid values, and legacy event types. */
import { Refusal } from "#realm/failures.ts";
import type { Person } from "#realm/state/people.ts";
import { type Personal, usualNoticePolicy } from "#realm/state/personal.ts";
import { noticePolicies } from "#wire/endpoints/settings.ts";
import { since } from "#wire/levels.ts";

type Value = string | number | boolean;

/** Fetch and event types for clients that do not support the settings object. */
export type LegacyKind = "update_display_settings" | "update_global_notifications";

type Setting = {
  readonly default: Value;
  /** If absent, it is only in the settings object. */
  readonly legacy?: LegacyKind;
  /** If absent, all values of its type are. */
  readonly choices?: readonly Value[];
  /** The first level that has it; by default, all with settings objects do. */
  readonly since?: number;
};

const display = "update_display_settings";
const notifications = "update_global_notifications";

const settings = {
  twenty_four_hour_time: { default: true, legacy: display },
  default_language: { default: "en", legacy: display },
  enter_sends: { default: true, legacy: display },
  enable_drafts_synchronization: { default: true, legacy: display },
  enable_desktop_notifications: { default: true, legacy: notifications },
  enable_sounds: { default: true, legacy: notifications },
  enable_stream_audible_notifications: { default: false, legacy: notifications },
  enable_stream_desktop_notifications: { default: false, legacy: notifications },
  enable_stream_email_notifications: { default: false, legacy: notifications },
  enable_stream_push_notifications: { default: false, legacy: notifications },
  pm_content_in_desktop_notifications: { default: true, legacy: notifications },
  presence_enabled: { default: true, legacy: notifications },
  wildcard_mentions_notify: { default: true, legacy: notifications },
  enable_followed_topic_desktop_notifications: { default: true },
  enable_followed_topic_wildcard_mentions_notify: { default: true },
  automatically_follow_topics_policy: { default: 3, choices: [1, 2, 3, 4] },
  automatically_unmute_topics_in_muted_streams_policy: { default: 2, choices: [1, 2, 3, 4] },
  automatically_follow_topics_where_mentioned: { default: true },
  email_address_visibility: { default: 1, choices: [1, 2, 3, 4, 5] },
  receives_typing_notifications: { default: true },
  send_private_typing_notifications: { default: true },
  send_read_receipts: { default: true },
  send_stream_typing_notifications: { default: true },
  web_mark_read_on_scroll_policy: { default: 1, choices: [1, 2, 3] },
  resolved_topic_notice_auto_read_policy: {
    default: usualNoticePolicy,
    choices: noticePolicies,
    since: since.resolvedNotices,
  },
  hide_ai_features: { default: false, since: since.summaries },
  web_left_sidebar_show_channel_folders: { default: true, since: since.sidebarFolders },
  web_inbox_show_channel_folders: { default: true, since: since.inboxFolders },
} as const satisfies Readonly<Record<string, Setting>>;

export type UserSetting = keyof typeof settings;

const known: Readonly<Record<string, Setting>> = settings;

/** All settings of a person at that level, including defaults. */
export function userSettings(
  person: Person,
  personal: Personal,
  level: number,
): Record<string, unknown> {
  const defaults = Object.entries(known)
    .filter(([, setting]) => level >= (setting.since ?? 0))
    .map(([name, setting]) => [name, setting.default]);
  return {
    ...Object.fromEntries(defaults),
    timezone: person.timezone,
    ...Object.fromEntries(personal.settings),
    email_address_visibility: person.emailVisibility,
  };
}

/** The value of a setting, or its default. */
export function userSetting(personal: Personal, name: UserSetting): unknown {
  return personal.settings.has(name) ? personal.settings.get(name) : settings[name].default;
}

/** The legacy event type for a setting; undefined if there is none. */
export function legacyKindOf(name: string): LegacyKind | undefined {
  return name === "timezone" ? display : known[name]?.legacy;
}

/** The settings in `requested` that differ from `present`; throws for invalid values. */
export function changedSettings(
  present: Readonly<Record<string, unknown>>,
  requested: Readonly<Record<string, Value | undefined>>,
): readonly [string, Value][] {
  return Object.entries(requested).flatMap(([name, value]): [string, Value][] => {
    if (value === undefined) return [];
    if (!isValue(name, value)) throw new Refusal(`Invalid ${name}`);
    return present[name] === value ? [] : [[name, value]];
  });
}

function isValue(name: string, value: Value): boolean {
  if (name === "default_language") return languageName(String(value)) !== undefined;
  return known[name]?.choices?.includes(value) ?? true;
}

/** Codes with script, region and variants have about thirty letters; validating much longer texts is slow. */
const longestCode = 50;

/** The English name; undefined for unknown codes. */
export function languageName(code: string): string | undefined {
  if (code.length > longestCode) return undefined;
  try {
    return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(code);
  } catch {
    return undefined;
  }
}
