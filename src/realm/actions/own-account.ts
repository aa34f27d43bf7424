/** A person's own account: what they are called, how they sign in, where they live, and all their settings. */
import { isTimeZone } from "#base/time.ts";
import { Refusal } from "#realm/failures.ts";
import { userSettings } from "#realm/register/settings.ts";
import { commit, type Server } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { setEmailVisibility, visibilitySetting } from "./email-visibility.ts";
import { freshKey } from "./letters.ts";
import { rename } from "./people.ts";
import { readFullName, requireOwnName } from "./person-name.ts";
import { tellPerson } from "./person-news.ts";
import { isFixedFor } from "./policies.ts";
import { newSettings } from "./setting-values.ts";
import { setSetting, tellSetting } from "./settings.ts";

export type OwnWish = {
  readonly fullName: string | undefined;
  readonly email: string | undefined;
  readonly oldPassword: string | undefined;
  readonly newPassword: string | undefined;
  readonly timezone: string | undefined;
  readonly settings: Parameters<typeof newSettings>[1];
};

/** Throws unless all of it may be; nothing is changed before. */
export function updateOwn(server: Server, person: Person, wish: OwnWish): void {
  const { email, timezone, newPassword } = wish;
  const name = wish.fullName === undefined ? undefined : readOwnName(server, person, wish.fullName);
  if (email !== undefined) requireFreeAddress(server, person, email.trim());
  if (timezone !== undefined) requireZone(timezone);
  requirePassword(person, wish.oldPassword, newPassword);
  const present = userSettings(person, personalOf(server.state, person.id));
  const changed = newSettings(present, wish.settings);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  for (const [property, value] of changed) {
    if (property === visibilitySetting) setEmailVisibility(server, person, Number(value));
    else setSetting(server, person, property, value);
  }
  if (timezone !== undefined && timezone !== person.timezone) moveTo(server, person, timezone);
  if (newPassword !== undefined && newPassword !== "") {
    change(server, person, { password: newPassword });
  }
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
  if (isFixedFor(server, person, "name_changes_disabled")) return person.fullName;
  const name = readFullName(written);
  requireOwnName(server, name, person.id);
  return name;
}

/** A new address holds once a mail to it was answered, which nobody does here; it has to be a good one all the same. */
function requireFreeAddress(server: Server, person: Person, email: string): void {
  if (email === "" || email === person.loginEmail) return;
  if (isFixedFor(server, person, "email_changes_disabled")) {
    throw new Refusal("Email address changes are disabled in this organization.");
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal("Invalid address.");
  const holder = server.state.people.byLogin.get(email.toLowerCase());
  if (holder === undefined || holder.id === person.id) return;
  const { isActive } = holder;
  throw new Refusal(isActive ? "Already has an account." : "Account has been deactivated.");
}

function requirePassword(person: Person, old = "", next = ""): void {
  if (next !== "" && old !== person.password) throw new Refusal("Wrong password!");
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
