/** What the realm's owner sets from outside: no request changes it here. */
import { type Action, one } from "./deed.ts";

const set =
  (property: string, ...values: readonly [unknown, ...unknown[]]): Action =>
  ({ b }) => ({ property, value: one(values, b) });

export const organizationDeeds: Readonly<Record<string, Action>> = {
  nameRealm: set("name", "Realm 0", "Realm 1", "Realm 2"),
  hideReaders: set("enable_read_receipts", true, false),
  limitEditing: set("message_content_edit_limit_seconds", 300, null, 900),
  keepTopics: set("edit_topic_policy", 4, 5, 1),
  waitLonger: set("waiting_period_threshold", 20, 0, 3),
  announce: set("new_stream_announcements_stream_id", 1, -1),
};
