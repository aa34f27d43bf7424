/** Routes for the user's own settings, key and alert words, and announcing them to their clients. */
import { announcePerson, rename } from "#realm/actions/people.ts";
import { randomKey } from "#realm/credentials.ts";
import { accepted } from "#realm/parameters.ts";
import {
  changedSettings,
  type LegacyKind,
  languageName,
  legacyKindOf,
  userSettings,
} from "#realm/register/settings.ts";
import { announce, announceTo, commit, type Server } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import { apiAddress, maySeeAddress, type Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { avatarView } from "#realm/views/person.ts";
import { regenerateKey } from "#wire/endpoints/account.ts";
import * as wire from "#wire/endpoints/settings.ts";
import { since } from "#wire/levels.ts";
import { announcePresence } from "./presence.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const settingsRoutes = [
  action(wire.updateSettings, update),
  route(regenerateKey, ({ server, person }) => {
    const apiKey = randomKey(server.random);
    change(server, person, { apiKey });
    return { api_key: apiKey };
  }),
  route(wire.getAlertWords, ({ server, person }) => ({ alert_words: wordsOf(server, person) })),
  route(wire.addAlertWords, ({ server, person, values }) => ({
    alert_words: addAlertWords(server, person, values.alert_words),
  })),
  route(wire.removeAlertWords, ({ server, person, values }) => ({
    alert_words: removeAlertWords(server, person, values.alert_words),
  })),
];

/** Checks everything before any change. */
function update({ server, person, values }: RouteRequest<typeof wire.updateSettings.parameters>) {
  const { full_name: fullName, timezone, ...settings } = values;
  const name =
    fullName === undefined
      ? undefined
      : accepted(wire.updateSettings.parameters.full_name, fullName);
  if (timezone !== undefined) accepted(wire.updateSettings.parameters.timezone, timezone);
  const present = userSettings(person, personalOf(server.state, person.id));
  const changed = changedSettings(present, settings);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  for (const [property, value] of changed) setSetting(server, person, property, value);
  if (timezone !== undefined && timezone !== person.timezone) moveTo(server, person, timezone);
}

function change(server: Server, person: Person, facts: PersonFacts): void {
  commit(server, { kind: "person changed", personId: person.id, facts });
}

/** The time zone is announced as a setting to the person, and as a change of the person to everybody. */
function moveTo(server: Server, person: Person, timezone: string): void {
  change(server, person, { timezone });
  announceSetting(server, person, "timezone", timezone);
  announcePerson(server, { email: person.email, user_id: person.id, timezone });
}

function wordsOf({ state }: Server, person: Person): readonly string[] {
  return personalOf(state, person.id).alertWords;
}

/** Alert words are case-insensitive. */
const keyOf = (word: string) => word.toLowerCase();

/** Returns all words. Of several spellings, the last one is kept. */
function addAlertWords(server: Server, person: Person, words: readonly string[]) {
  for (const word of words) accepted(wire.addAlertWords.parameters.alert_words, word);
  const present = wordsOf(server, person);
  const known = new Set(["", ...present.map(keyOf)]);
  const fresh = new Map(
    words
      .map((word) => word.trim())
      .filter((word) => !known.has(keyOf(word)))
      .map((word) => [keyOf(word), word]),
  );
  return save(server, person, present, [...present, ...fresh.values()]);
}

/** Returns all words; unknown words are ignored. */
function removeAlertWords(server: Server, person: Person, words: readonly string[]) {
  const present = wordsOf(server, person);
  const gone = new Set(words.map(keyOf));
  const rest = present.filter((one) => !gone.has(keyOf(one)));
  return save(server, person, present, rest);
}

function save(
  server: Server,
  person: Person,
  before: readonly string[],
  words: readonly string[],
): readonly string[] {
  if (words.length === before.length) return before;
  commit(server, { kind: "alert words set", userId: person.id, words });
  announceTo(server, person.id, "alert_words", { alert_words: words });
  return words;
}

// Changes a person's settings, and announces them to their clients.

/** Changes one setting, with the consequences for addresses and presence. */
export function setSetting(
  server: Server,
  person: Person,
  property: string,
  value: string | number | boolean,
): void {
  if (property === "email_address_visibility") {
    setEmailVisibility(server, person, Number(value));
    return;
  }
  commit(server, { kind: "setting set", userId: person.id, property, value });
  announceSetting(server, person, property, value);
  if (property === "presence_enabled") announcePresence(server, person, value === true);
}

/** The key for the setting's name in each legacy event. */
const nameKeys: Readonly<Record<LegacyKind, string>> = {
  update_display_settings: "setting_name",
  update_global_notifications: "notification_name",
};

/** LEVEL(89): one type of event since then; clients that did not request it also receive the two legacy types. */
function announceSetting(server: Server, person: Person, property: string, value: unknown): void {
  const own = (userId: number) => userId === person.id;
  const hasObject = server.level >= since.settingsEvents;
  const language =
    property === "default_language" ? { language_name: languageName(String(value)) } : {};
  announce(server, "user_settings", own, () =>
    hasObject ? { op: "update", property, value, ...language } : undefined,
  );
  const type = legacyKindOf(property);
  if (type === undefined) return;
  announce(server, type, own, ({ options }) => {
    if (hasObject && options.capabilities?.user_settings_object === true) return undefined;
    return { user: person.email, [nameKeys[type]]: property, setting: value, ...language };
  });
}

/** Changes who can see a person's real address, and announces it to those affected. */
function setEmailVisibility(server: Server, person: Person, visibility: number): void {
  const facts = {
    emailVisibility: visibility,
    email: apiAddress(person.id, person.loginEmail, visibility),
  };
  commit(server, { kind: "person changed", personId: person.id, facts });
  announceSetting(server, person, "email_address_visibility", visibility);
  const now = { ...person, ...facts };
  announceAddress(server, person, now);
  if (now.email === person.email) return;
  announcePerson(server, { user_id: person.id, new_email: now.email });
  announcePerson(server, { user_id: person.id, ...avatarView(now), avatar_version: 1 });
}

/** Sends the real address to those who can see it now, and null to those who no longer can. */
function announceAddress(server: Server, before: Person, now: Person): void {
  announce(
    server,
    "realm_user",
    (userId) => userId !== now.id,
    ({ userId }) => {
      const viewer = server.state.people.byId.get(userId);
      const sees = viewer !== undefined && maySeeAddress(viewer, now);
      if (viewer === undefined || sees === maySeeAddress(viewer, before)) return undefined;
      const delivery_email = sees ? now.loginEmail : null;
      return { op: "update", person: { user_id: now.id, delivery_email } };
    },
  );
}
