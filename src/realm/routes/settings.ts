/** A person's own settings, key and leave. */

import { isTimeZone } from "#base/time.ts";
import { requireHuman } from "#realm/actions/access.ts";
import { removeOwnAvatar, setOwnAvatar } from "#realm/actions/avatars.ts";
import { setEmailVisibility, visibilitySetting } from "#realm/actions/email-visibility.ts";
import { freshLetters } from "#realm/actions/letters.ts";
import { runCommand, seeStep } from "#realm/actions/own-screens.ts";
import { leaveRealm, rename, tellPerson } from "#realm/actions/people.ts";
import { readFullName } from "#realm/actions/person-name.ts";
import { newSettings } from "#realm/actions/setting-values.ts";
import { setSetting, tellSetting } from "#realm/actions/settings.ts";
import { Refusal } from "#realm/failures.ts";
import { userSettings } from "#realm/register/settings.ts";
import { commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { leaveRealm as leaveRealmEndpoint, regenerateKey } from "#wire/endpoints/account.ts";
import {
  deleteAvatar,
  markStepSeen,
  runCommand as runCommandEndpoint,
  uploadAvatar,
} from "#wire/endpoints/own-look.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import { type Asked, route } from "./route.ts";

export const settingsRoutes = [
  route(updateSettings, (asked) => update(asked), { older: true, admits: requireHuman }),
  route(regenerateKey, ({ server, person }) => {
    const apiKey = freshLetters(server.random, 32);
    commit(server, { kind: "person changed", personId: person.id, facts: { apiKey } });
    return { api_key: apiKey };
  }),
  route(leaveRealmEndpoint, ({ server, person }) => {
    requireHuman(person);
    leaveRealm(server, person);
    return {};
  }),
  route(
    uploadAvatar,
    ({ server, person, files }) => ({ avatar_url: setOwnAvatar(server, person, files) }),
    { admits: requireHuman },
  ),
  route(deleteAvatar, ({ server, person }) => ({ avatar_url: removeOwnAvatar(server, person) }), {
    admits: requireHuman,
  }),
  route(
    markStepSeen,
    ({ server, person, values }) => {
      seeStep(server, person, values.onboarding_step);
      return {};
    },
    { admits: requireHuman },
  ),
  route(runCommandEndpoint, ({ server, person, values }) => {
    const told = runCommand(server, person, values.command);
    return told === undefined ? {} : { msg: told };
  }),
];

/** Throws unless all may be set; nothing is set before. */
function update({ server, person, values }: Asked<typeof updateSettings.parameters>) {
  const { full_name, timezone, email, old_password, new_password, ...rest } = values;
  const name = full_name === undefined ? undefined : readFullName(full_name);
  if (email !== undefined) requireFreeAddress(server, person, email.trim());
  if (timezone !== undefined) requireZone(timezone);
  requirePassword(person, old_password, new_password);
  const present = userSettings(person, personalOf(server.state, person.id));
  const changed = newSettings(present, rest);
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

/** A new address holds once a mail to it was answered, which nobody does here; it has to be a good one all the same. */
function requireFreeAddress({ state }: Server, person: Person, email: string): void {
  if (email === "" || email === person.loginEmail) return;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal("Invalid address.");
  const holder = state.people.byLogin.get(email.toLowerCase());
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
function move(server: Server, person: Person, timezone: string): void {
  commit(server, { kind: "person changed", personId: person.id, facts: { timezone } });
  tellSetting(server, person, "timezone", timezone);
  tellPerson(server, { email: person.email, user_id: person.id, timezone });
}
