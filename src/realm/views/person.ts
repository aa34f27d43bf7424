/** People and groups as they travel. */
import { stamp } from "#base/time.ts";
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import {
  type Group,
  isAdministrator,
  isGuest,
  maySeeAddress,
  mentionersOf,
  type Person,
} from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { roles } from "#wire/user.ts";

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

/** Null where a program can work the address of the picture out: that takes an address which everybody sees. */
export function pictureUrl(
  { id, emailVisibility }: Pick<Person, "id" | "emailVisibility">,
  clientGravatar: boolean,
): string | null {
  return clientGravatar && emailVisibility === 1 ? null : `/avatar/${id}`;
}

export function personView(server: Server, person: Person, { viewer, clientGravatar }: Eye) {
  const seen = maySeeAddress(viewer, person);
  return keysAt(server.level, {
    email: person.email,
    user_id: person.id,
    avatar_version: 1,
    is_admin: isAdministrator(person),
    is_owner: person.role === 100,
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
    avatar_url: pictureUrl(person, clientGravatar),
    ...(person.isBot
      ? { bot_type: botType(person), bot_owner_id: person.ownerId ?? null }
      : { profile_data: profileView(server, person) }),
    ...(person.isSystem ? { is_system_bot: true } : {}),
  });
}

/** A person's words in the realm's fields; long texts are drawn, too. */
function profileView({ state, draw }: Server, { profile }: Person) {
  const long = new Set(
    state.profileFields.filter(({ type }) => type <= 2).map(({ id }) => String(id)),
  );
  const entries = Object.entries(profile).map(([id, value]) => [
    id,
    { value, ...(long.has(id) ? { rendered_value: draw(value).html } : {}) },
  ]);
  return Object.fromEntries(entries);
}

/** 1 for bots that do what people do, 2 for those that only bring in what happens elsewhere. */
function botType({ isWebhook }: Person): number {
  return isWebhook ? 2 : 1;
}

/** A bot as those who keep it see it. */
export function botView(bot: Person) {
  return {
    email: bot.email,
    user_id: bot.id,
    full_name: bot.fullName,
    bot_type: botType(bot),
    is_active: bot.isActive,
    api_key: bot.apiKey ?? "",
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    avatar_url: `/avatar/${bot.id}`,
    services: [],
    owner_id: bot.ownerId ?? null,
  };
}

export function groupView({ state, level }: Server, group: Group) {
  return keysAt(level, {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.members,
    direct_subgroup_ids: group.subgroups,
    is_system_group: group.isSystem,
    can_mention_group: mentionersOf(state.people, group),
  });
}

/** Where the person's picture is; programs that compute it are told nothing of it elsewhere. */
export function avatarView({ id }: Person) {
  return {
    avatar_source: "G",
    avatar_url: `/avatar/${id}`,
    avatar_url_medium: `/avatar/${id}/medium`,
  };
}

/** The keys of a register answer that tell of the person who asks. */
export function ownView(server: Server, person: Person) {
  const guest = isGuest(person);
  return {
    user_id: person.id,
    email: person.email,
    delivery_email: person.loginEmail,
    full_name: person.fullName,
    ...avatarView(person),
    is_admin: isAdministrator(person),
    is_owner: person.role === 100,
    is_moderator: person.role === 300,
    is_guest: guest,
    is_billing_admin: person.isBillingAdmin,
    can_create_streams: !guest,
    can_create_public_streams: !guest,
    can_create_private_streams: !guest,
    can_create_web_public_streams: server.state.settings.get("enable_spectator_access") === true,
    can_subscribe_other_users: !guest,
    can_invite_others_to_realm: !guest,
  };
}
