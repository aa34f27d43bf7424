/** What administrators do to people: changing what they are, taking them out of the realm and bringing them back. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, closeQueue, commit, type Server } from "#realm/server.ts";
import { isAdministrator, isOwner, type Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { isKnownTo, notPermitted, personAmong, personNumbered, requireOwner } from "./access.ts";
import { tellPeers } from "./peers.ts";
import { announceNewPerson, announcePerson } from "./person-events.ts";
import { readFullName } from "./person-name.ts";
import { type FieldValue, readProfile, setProfile } from "./profile-values.ts";
import { changeRole, isLastOwner, knownRole, readRole } from "./roles.ts";
import { requireLength } from "./text.ts";

export type PersonChange = {
  readonly fullName: string | undefined;
  readonly role: number | undefined;
  readonly profile: readonly FieldValue[] | undefined;
};

/** The person whom somebody wants to change. Who there is, everybody may know; only administrators change them. */
function managed(
  server: Server,
  actor: Person,
  id: number,
  also: { readonly bots: boolean; readonly gone: boolean },
): Person {
  const person = personAmong(server, id, also);
  if (!isAdministrator(actor)) throw notPermitted();
  return person;
}

export function updatePerson(
  server: Server,
  actor: Person,
  id: number,
  request: PersonChange,
): void {
  const { role, fullName, profile } = request;
  if (role !== undefined) knownRole(server.level, role);
  const person = managed(server, actor, id, { bots: true, gone: true });
  const next = role === undefined ? undefined : readRole(server, actor, person, role);
  const name = fullName === undefined ? undefined : readFullName(fullName);
  const values = profile === undefined ? [] : readProfile(server, profile);
  if (next !== undefined && next !== person.role) changeRole(server, person, next);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  if (values.length > 0) setProfile(server, person.id, values);
}

export function rename(server: Server, person: Person, fullName: string): void {
  const { id } = person;
  commit(server, { kind: "person changed", personId: id, facts: { fullName } });
  announcePerson(server, { user_id: id, full_name: fullName });
}

export function setBilling(server: Server, id: number, isBillingAdmin: boolean): void {
  const person = personNumbered(server, id);
  commit(server, { kind: "person changed", personId: person.id, facts: { isBillingAdmin } });
  if (server.level < since.billing) return;
  announcePerson(server, { user_id: person.id, is_billing_admin: isBillingAdmin });
}

const longestComment = 2000;

/** `comment` undefined: nobody writes to them; empty: a mail without words of the administrator's. */
export function deactivate(
  server: Server,
  actor: Person,
  id: number,
  comment: string | undefined,
): void {
  const words = comment?.trim();
  requireLength("deactivation_notification_comment", words ?? "", longestComment);
  const person = managed(server, actor, id, { bots: false, gone: false });
  if (isOwner(person)) requireOwner(actor);
  if (isLastOwner(server, person)) {
    throw new Refusal("Cannot deactivate the only organization owner");
  }
  switchOff(server, person);
  if (words !== undefined) server.mails.push({ to: person.loginEmail, comment: words });
}

/** Ends what the person does in the realm, and tells everybody. Their bots go before them, and do not come back. */
function switchOff(server: Server, person: Person): void {
  for (const bot of server.state.people.byId.values()) {
    if (bot.ownerId === person.id && bot.isActive) switchOff(server, bot);
  }
  commit(server, { kind: "person changed", personId: person.id, facts: { isActive: false } });
  for (const queue of server.queues.values()) {
    if (queue.userId === person.id) closeQueue(server, queue);
  }
  const { id: user_id, fullName: full_name } = person;
  // LEVEL(222): people left before it, and came anew.
  if (server.level >= since.deactivationEvents)
    announcePerson(server, { user_id, is_active: false });
  else {
    announceToAll(server, "realm_user", { op: "remove", person: { user_id, full_name } });
  }
}

export function reactivate(server: Server, actor: Person, id: number): void {
  const person = managed(server, actor, id, { bots: true, gone: true });
  if (person.isActive) return;
  commit(server, { kind: "person changed", personId: person.id, facts: { isActive: true } });
  const now = server.state.people.byId.get(person.id) ?? person;
  if (server.level >= since.deactivationEvents)
    announcePerson(server, { user_id: person.id, is_active: true });
  else announceNewPerson(server, now);
  tellBack(server, person.id);
}

/** Whoever is back is in their streams again: each hears of those that they know of. */
function tellBack(server: Server, userId: number): void {
  const own = [...server.state.streams.byId.values()].filter(({ subscribers }) =>
    subscribers.has(userId),
  );
  tellPeers(server, (id) => {
    const streamIds = own.filter((one) => isKnownTo(server, id, one)).map((one) => one.id);
    return streamIds.length === 0 ? undefined : { op: "peer_add", streamIds, userIds: [userId] };
  });
}
