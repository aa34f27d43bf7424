/** Accounts that administrators make for others. */
import { Refusal } from "#realm/failures.ts";
import { newcomersSettings } from "#realm/register/settings.ts";
import { commit, now, type Server } from "#realm/server.ts";
import { apiAddress, isTaken, type Person } from "#realm/state/people.ts";
import { roles } from "#wire/user.ts";
import { arrive, freshPersonId } from "./arrive.ts";
import { requireOpenTo } from "./domains.ts";
import { visibilitySetting } from "./email-visibility.ts";
import { watchFullMembers } from "./full-members.ts";
import { freshKey } from "./letters.ts";
import { readFullName, requireOwnName } from "./person-name.ts";
import { subscribeAll } from "./subscriptions.ts";

export type PersonWish = {
  /** They sign in with it. */
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
};

/** Whoever is new finds what is set up for newcomers: settings and streams. Gives their ID. */
export function makePerson(server: Server, wish: PersonWish): number {
  const person = readWish(server, wish);
  arrive(server, person);
  watchFullMembers(server);
  for (const [property, value] of server.state.furnishings.newcomers) {
    commit(server, { kind: "setting set", userId: person.id, property, value });
  }
  for (const stream of server.state.streams.byId.values()) {
    if (stream.isDefault && !stream.isArchived) subscribeAll(server, [person], stream);
  }
  return person.id;
}

/** Throws unless all of it may be. */
function readWish(server: Server, { email, password, fullName }: PersonWish): Person {
  const name = readFullName(fullName);
  requireOwnName(server, name);
  const loginEmail = readAddress(server, email);
  if (password === "") throw new Refusal("The password is too weak.");
  const id = freshPersonId(server);
  const emailVisibility = Number(newcomersSettings(server)[visibilitySetting]);
  return {
    id,
    fullName: name,
    email: apiAddress(id, loginEmail, emailVisibility),
    loginEmail,
    emailVisibility,
    role: roles.member,
    isBillingAdmin: false,
    isBot: false,
    isWebhook: false,
    ownerId: undefined,
    isSystem: false,
    isActive: true,
    timezone: "",
    joinedAt: now(server),
    apiKey: freshKey(server.random),
    password,
    status: undefined,
    profile: {},
  };
}

function readAddress(server: Server, written: string): string {
  if (!/^[^@\s]+@[^@\s]+$/.test(written)) throw new Refusal("Bad name or username");
  requireOpenTo(server, written);
  if (isTaken(server.state.people, written)) {
    throw new Refusal(`Email '${written}' already in use`);
  }
  return written;
}
