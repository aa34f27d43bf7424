/** A person's own settings, key and leave. */

import { requireHuman } from "#realm/actions/access.ts";
import { setEmailVisibility, visibilitySetting } from "#realm/actions/email-visibility.ts";
import { freshLetters } from "#realm/actions/letters.ts";
import { leaveRealm, rename, tellPerson } from "#realm/actions/people.ts";
import { readFullName } from "#realm/actions/person-name.ts";
import { setSetting, tellSetting } from "#realm/actions/settings.ts";
import { Refusal } from "#realm/failures.ts";
import { userSettings } from "#realm/register/settings.ts";
import { commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { leaveRealm as leaveRealmEndpoint, regenerateKey } from "#wire/endpoints/account.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import { type Asked, route } from "./route.ts";

type Values = Asked<typeof updateSettings.parameters>["values"];
type Value = string | number | boolean;

export const settingsRoutes = [
  route(updateSettings, (asked) => update(asked), { older: true }),
  route(regenerateKey, ({ server, person }) => {
    requireHuman(person);
    const apiKey = freshLetters(server.random, 32);
    commit(server, { kind: "person changed", personId: person.id, facts: { apiKey } });
    return { api_key: apiKey };
  }),
  route(leaveRealmEndpoint, ({ server, person }) => {
    requireHuman(person);
    leaveRealm(server, person);
    return {};
  }),
];

/** Throws unless all may be set; nothing is set before. */
function update({ server, person, values }: Asked<typeof updateSettings.parameters>) {
  requireHuman(person);
  const { full_name, timezone, email, old_password, new_password, ...rest } = values;
  const name = full_name === undefined ? undefined : readFullName(full_name);
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw new Refusal("Invalid address.");
  if (timezone !== undefined) requireZone(timezone);
  requirePassword(person, old_password, new_password);
  const changed = readSettings(server, person, rest);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  for (const [property, value] of changed) {
    if (property === visibilitySetting) setEmailVisibility(server, person, Number(value));
    else setSetting(server, person, property, value);
  }
  if (timezone !== undefined && timezone !== person.timezone) move(server, person, timezone);
  if (new_password !== undefined && new_password !== "") {
    const facts = { password: new_password };
    commit(server, { kind: "person changed", personId: person.id, facts });
  }
  return {};
}

function requirePassword(person: Person, old = "", next = ""): void {
  if (next !== "" && old !== person.password) throw new Refusal("Wrong password!");
}

function requireZone(timezone: string): void {
  const isKnown = timezone === "" || Intl.supportedValuesOf("timeZone").includes(timezone);
  if (!isKnown && timezone !== "UTC") throw new Refusal("timezone is not a recognized time zone");
}

/** The zone is a setting for the person and a fact for everybody else. */
function move(server: Server, person: Person, timezone: string): void {
  commit(server, { kind: "person changed", personId: person.id, facts: { timezone } });
  tellSetting(server, person, "timezone", timezone);
  tellPerson(server, { email: person.email, user_id: person.id, timezone });
}

/** Settings with few values, by name. */
const choices: Readonly<Record<string, readonly Value[]>> = {
  color_scheme: [1, 2, 3],
  demote_inactive_streams: [1, 2, 3],
  desktop_icon_count_display: [1, 2, 3, 4],
  email_address_visibility: [1, 2, 3, 4, 5],
  emojiset: ["google", "google-blob", "twitter", "text"],
  user_list_style: [1, 2, 3],
  web_channel_default_view: [1, 2],
  web_home_view: ["recent_topics", "inbox", "all_messages"],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  automatically_follow_topics_policy: [1, 2, 3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
};

type Rest = Omit<Values, "full_name" | "timezone" | "email" | "old_password" | "new_password">;

/** Those that differ from what holds. */
function readSettings(server: Server, person: Person, rest: Rest): readonly [string, Value][] {
  const present = userSettings(person, personalOf(server.state, person.id));
  const sounds = present["available_notification_sounds"];
  return Object.entries(rest).flatMap(([property, value]): [string, Value][] => {
    if (value === undefined) return [];
    if (choices[property]?.includes(value) === false) throw new Refusal(`Invalid ${property}`);
    if (property === "notification_sound" && !(sounds as readonly Value[]).includes(value)) {
      throw new Refusal(`Invalid notification sound '${value}'`);
    }
    return present[property] === value ? [] : [[property, value]];
  });
}
