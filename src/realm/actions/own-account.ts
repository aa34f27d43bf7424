/** A person's own account: what they are called, where they live, and all their settings. */
import { isTimeZone } from "#base/time.ts";
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import { changedSettings, userSettings } from "#realm/register/settings.ts";
import { commit, type Server } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { setEmailVisibility, visibilitySetting } from "./email-visibility.ts";
import { freshKey } from "./letters.ts";
import { rename } from "./people.ts";
import { readFullName, requireOwnName } from "./person-name.ts";
import { tellPerson } from "./person-news.ts";
import { setSetting, tellSetting } from "./settings.ts";

export type OwnWish = {
  readonly fullName: string | undefined;
  readonly timezone: string | undefined;
  readonly settings: Parameters<typeof changedSettings>[1];
};

/** Throws unless all of it may be; nothing is changed before. */
export function updateOwn(server: Server, person: Person, wish: OwnWish): void {
  const { timezone } = wish;
  const name = wish.fullName === undefined ? undefined : readOwnName(server, person, wish.fullName);
  if (timezone !== undefined) requireZone(timezone);
  const present = userSettings(person, personalOf(server.state, person.id));
  const changed = changedSettings(present, wish.settings);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  for (const [property, value] of changed) {
    if (property === visibilitySetting) setEmailVisibility(server, person, Number(value));
    else setSetting(server, person, property, value);
  }
  if (timezone !== undefined && timezone !== person.timezone) moveTo(server, person, timezone);
}

/** Gives the new key; the old one is void at once. */
export function renewOwnKey(server: Server, person: Person): string {
  const apiKey = freshKey(server.random);
  change(server, person, { apiKey });
  return apiKey;
}

function change(server: Server, person: Person, facts: PersonFacts): void {
  commit(server, { kind: "person changed", personId: person.id, facts });
}

/** Where names are fixed, theirs stays without a word. */
function readOwnName(server: Server, person: Person, written: string): string {
  const isFixed = realmSetting(server, "name_changes_disabled") === true;
  if (isFixed && !isAdministrator(person)) return person.fullName;
  const name = readFullName(written);
  requireOwnName(server, name, person.id);
  return name;
}

function requireZone(timezone: string): void {
  // Names alone, and as they are written: offsets and other letters mean nothing to real servers.
  const isName = /^[A-Z]\w*(?:[/+-]\w+)*$/.test(timezone);
  if (timezone === "" || (isName && isTimeZone(timezone))) return;
  throw new Refusal("timezone is not a recognized time zone");
}

/** The zone is a setting for the person and a fact for everybody else. */
function moveTo(server: Server, person: Person, timezone: string): void {
  change(server, person, { timezone });
  tellSetting(server, person, "timezone", timezone);
  tellPerson(server, { email: person.email, user_id: person.id, timezone });
}
