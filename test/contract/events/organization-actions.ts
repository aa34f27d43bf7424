/** Settings of the realm, which no request changes here. */
import { one, type Perform } from "./action.ts";

const set =
  (property: string, ...values: readonly [unknown, ...unknown[]]): Perform =>
  ({ b }) => ({ property, value: one(values, b) });

export const organizationActions: Readonly<Record<string, Perform>> = {
  nameRealm: set("name", "Realm 0", "Realm 1", "Realm 2"),
  hideReaders: set("enable_read_receipts", true, false),
  limitEditing: set("message_content_edit_limit_seconds", 300, null, 900),
  keepTopics: set("edit_topic_policy", 4, 5, 1),
  waitLonger: set("waiting_period_threshold", 20, 0, 3),
};
