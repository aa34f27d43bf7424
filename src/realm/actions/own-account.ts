/** A person's own account: what they are called, where they live, and all their settings. */
import { isTimeZone } from "#base/time.ts";
import { Refusal } from "#realm/failures.ts";
import { changedSettings, userSettings } from "#realm/register/settings.ts";
import { commit, type Server } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { setEmailVisibility, visibilitySetting } from "./email-visibility.ts";
import { rename } from "./people.ts";
import { announcePerson } from "./person-events.ts";
import { readFullName } from "./person-name.ts";
import { randomKey } from "./random-text.ts";
import { setSetting, tellSetting } from "./settings.ts";

export type OwnAccountChange = {
  readonly fullName: string | undefined;
  readonly timezone: string | undefined;
  readonly settings: Parameters<typeof changedSettings>[1];
};

/** Throws unless all of it may be; nothing is changed before. */
export function updateOwn(server: Server, person: Person, request: OwnAccountChange): void {
  const { timezone } = request;
  const name = request.fullName === undefined ? undefined : readFullName(request.fullName);
  if (timezone !== undefined) requireZone(timezone);
  const present = userSettings(person, personalOf(server.state, person.id));
  const changed = changedSettings(present, request.settings);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  for (const [property, value] of changed) {
    if (property === visibilitySetting) setEmailVisibility(server, person, Number(value));
    else setSetting(server, person, property, value);
  }
  if (timezone !== undefined && timezone !== person.timezone) moveTo(server, person, timezone);
}

/** Gives the new key; the old one is void at once. */
export function renewOwnKey(server: Server, person: Person): string {
  const apiKey = randomKey(server.random);
  change(server, person, { apiKey });
  return apiKey;
}

function change(server: Server, person: Person, facts: PersonFacts): void {
  commit(server, { kind: "person changed", personId: person.id, facts });
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
  announcePerson(server, { email: person.email, user_id: person.id, timezone });
}
