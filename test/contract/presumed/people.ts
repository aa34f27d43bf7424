/** What of people a happening takes for granted: their roles, groups, addresses and bots. */
import type { Role } from "#realm/seed/blueprint.ts";
import { commit } from "#realm/server.ts";
import type { PersonFacts } from "#realm/state/changes.ts";
import { isAdministrator } from "#realm/state/people.ts";
import { fieldsOf, numbers, objects } from "../fields.ts";
import { visibilityOf } from "../visibility.ts";
import { type Past, type Presumption, path, toldOf } from "./past.ts";

const roles: Readonly<Record<string, Role>> = {
  "role:owners": 100,
  "role:administrators": 200,
  "role:moderators": 300,
  "role:members": 400,
  "role:everyone": 600,
};

/** Who gets a role had the one whose group they leave; who comes back was gone. */
export const people: Presumption = (past) => {
  const { groups } = past.server.state.people;
  for (const { event } of toldOf(past, "realm_user", "update")) {
    const person = fieldsOf(event["person"]);
    const personId = Number(person["user_id"]);
    if (typeof person["is_active"] === "boolean")
      change(past, personId, { isActive: !person["is_active"] });
    const field = fieldsOf(person["custom_profile_field"]);
    const known = past.server.state.people.byId.get(personId);
    if (field["id"] !== undefined && known !== undefined) {
      const profile = { ...known.profile, [String(field["id"])]: "planted" };
      change(past, personId, { profile });
    }
    if (typeof person["full_name"] === "string") change(past, personId, { fullName: "Planted" });
    if (typeof person["role"] !== "number") continue;
    const left = toldOf(past, "user_group", "remove_members")
      .filter(({ event: { user_ids: ids } }) => numbers(ids).includes(personId))
      .map(({ event: { group_id: id } }) => roles[groups.get(Number(id))?.name ?? ""]);
    const role = left.find((one) => one !== undefined);
    if (role !== undefined) change(past, personId, { role });
    belong(past, personId);
  }
};

/** Of system groups the person was in no others than those that they are told to leave. */
function belong(past: Past, personId: number): void {
  const { groups } = past.server.state.people;
  const told = new Set(toldOf(past, "user_group").map(({ event }) => event["group_id"]));
  for (const group of groups.values()) {
    if (!group.isSystem || told.has(group.id) || !group.members.includes(personId)) continue;
    const members = group.members.filter((id) => id !== personId);
    commit(past.server, { kind: "group saved", group: { ...group, members } });
  }
}

/** Changes what is known of a person, if there is one. */
export function change({ server }: Past, personId: number, facts: PersonFacts): void {
  if (server.state.people.byId.has(personId))
    commit(server, { kind: "person changed", personId, facts });
}

/** Addresses as they were then, where any event tells them. */
export const addresses: Presumption = (past) => {
  const { people } = past.server.state;
  const told = past.told.flatMap(({ event }) => {
    const message = fieldsOf(event["message"]);
    const sender = fieldsOf({ id: message["sender_id"], email: message["sender_email"] });
    return [
      ...objects(message["display_recipient"]),
      ...objects(event["recipients"]),
      ...[sender, fieldsOf(event["sender"]), fieldsOf(event["person"]), fieldsOf(event["user"])],
    ];
  });
  for (const one of told) {
    const person = people.byId.get(Number(one["id"] ?? one["user_id"]));
    const { email } = one;
    if (person === undefined || typeof email !== "string") continue;
    change(past, person.id, { email, emailVisibility: visibilityOf(person.id, email) });
  }
};

/** A group goes by the name that its notices call it by, and was described otherwise. */
export const groups: Presumption = (past) => {
  const { groups: known } = past.server.state.people;
  const contents = toldOf(past, "message").map(({ event }) =>
    String(fieldsOf(event["message"])["content"]),
  );
  for (const { event } of toldOf(past, "user_group")) {
    const group = known.get(Number(event["group_id"]));
    if (group === undefined) continue;
    const changed = numbers(event["user_ids"]);
    if (group.isSystem) {
      const others = group.members.filter((id) => !changed.includes(id));
      const members = event["op"] === "remove_members" ? [...others, ...changed] : others;
      commit(past.server, { kind: "group saved", group: { ...group, members } });
      continue;
    }
    const mention = new RegExp(`data-user-group-id="${group.id}">([^<]*)<`);
    const name = contents.map((one) => mention.exec(one)?.[1]).find((one) => one !== undefined);
    const data = fieldsOf(event["data"]);
    const isDescribed = data["description"] === group.description;
    const before = {
      ...group,
      ...(name === undefined ? {} : { name }),
      ...(isDescribed ? { description: "planted" } : {}),
    };
    commit(past.server, { kind: "group saved", group: before });
  }
};

/** Bots belong to whoever loses them, and else to whoever changes them without being an administrator. */
export const bots: Presumption = (past) => {
  const id = Number(/\/(?:bots|users)\/(\d+)/.exec(path(past))?.[1]);
  const bot = past.server.state.people.byId.get(id);
  if (bot === undefined || !bot.isBot) return;
  const [lost] = toldOf(past, "realm_bot", "delete");
  const [kept] = toldOf(past, "realm_bot", "update").filter(({ userId }) => {
    const person = past.server.state.people.byId.get(userId);
    return person !== undefined && !isAdministrator(person);
  });
  const ownerId = lost?.userId ?? kept?.userId;
  if (ownerId !== undefined) change(past, id, { ownerId });
};
