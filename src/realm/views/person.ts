/** People and groups as they travel. */
import { stamp } from "#base/time.ts";
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import {
  type Group,
  isAdministrator,
  isGuest,
  isOwner,
  maySeeAddress,
  type Person,
  systemGroup,
} from "#realm/state/people.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { roles } from "#wire/user.ts";
import { avatarView, pictureUrl } from "./picture.ts";

/** Minute precision and an offset, as real servers write it: `2026-05-01T09:30+00:00`. */
function joined({ joinedAt }: Person): string {
  return `${stamp(joinedAt * 1000).slice(0, "2026-05-01T09:30".length)}+00:00`;
}

/** LEVEL(60): moderators are members before it. */
function roleAt(level: number, { role }: Person): number {
  return role === roles.moderator && level < since.moderators ? roles.member : role;
}

/** How the one who asks sees others. */
export type Eye = {
  readonly viewer: Person;
  /** Whether their program works out the pictures that it can. */
  readonly clientGravatar: boolean;
};

export function personView(server: Server, person: Person, { viewer, clientGravatar }: Eye) {
  const seen = maySeeAddress(viewer, person);
  return keysAt(server.level, {
    email: person.email,
    user_id: person.id,
    avatar_version: 1,
    is_admin: isAdministrator(person),
    is_owner: isOwner(person),
    is_guest: isGuest(person),
    is_billing_admin: person.isBillingAdmin,
    role: roleAt(server.level, person),
    is_bot: person.isBot,
    full_name: person.fullName,
    timezone: person.timezone,
    date_joined: joined(person),
    ...(server.level >= since.deliveryEmails
      ? { delivery_email: seen ? person.loginEmail : null }
      : {}),
    // By the document an address that the viewer sees will do; by real servers, one that everybody sees.
    avatar_url: pictureUrl(
      person,
      clientGravatar,
      server.level <= documentLevel ? seen : person.emailVisibility === 1,
    ),
    ...(person.isBot
      ? { bot_type: 1, bot_owner_id: person.ownerId ?? null }
      : { profile_data: profileView(server, person) }),
    ...(person.isSystem ? { is_system_bot: true } : {}),
  });
}

/** A person's words in the realm's fields; long texts are drawn, too. */
function profileView({ state, render }: Server, { profile }: Person) {
  const long = new Set(
    state.profileFields.filter(({ type }) => type <= 2).map(({ id }) => String(id)),
  );
  const entries = Object.entries(profile).map(([id, value]) => [
    id,
    { value, ...(long.has(id) ? { rendered_value: render(value).html } : {}) },
  ]);
  return Object.fromEntries(entries);
}

export function groupView({ state, level }: Server, group: Group) {
  return keysAt(level, {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.members,
    direct_subgroup_ids: group.subgroups,
    is_system_group: group.isSystem,
    can_mention_group: systemGroup(state.people, group.isSystem ? "role:nobody" : "role:everyone"),
  });
}

/** The keys of a register answer that tell of the person who asks. */
export function ownView(person: Person) {
  return {
    user_id: person.id,
    email: person.email,
    delivery_email: person.loginEmail,
    full_name: person.fullName,
    ...avatarView(person),
    is_admin: isAdministrator(person),
    is_owner: isOwner(person),
    is_moderator: person.role === 300,
    is_guest: isGuest(person),
    is_billing_admin: person.isBillingAdmin,
  };
}
