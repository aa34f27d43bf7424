/** Routes for the user's own settings, key and alert words. */
import { announcePerson, rename } from "#realm/actions/people.ts";
import { announceSetting, setSetting } from "#realm/actions/settings.ts";
import { accepted } from "#realm/parameters.ts";
import { randomKey } from "#realm/random-text.ts";
import { changedSettings, userSettings } from "#realm/register/settings.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { regenerateKey } from "#wire/endpoints/account.ts";
import * as wire from "#wire/endpoints/settings.ts";
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
