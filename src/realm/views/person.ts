/** The wire format of people, avatars, statuses, profile fields and groups. */
import { createHash } from "node:crypto";
import { stamp } from "#base/time.ts";
import { keysAt } from "#realm/levels.ts";
import { groupValue, valuesAt } from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import { userSetting } from "#realm/settings/user.ts";
import {
  type Group,
  isAdministrator,
  isGuest,
  isOwner,
  maySeeAddress,
  type Person,
  type Status,
} from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import type { GroupPermission } from "#wire/permission.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";

/** With minute precision and an offset, like real servers: `2026-05-01T09:30+00:00`. */
function joined({ joinedAt }: Person): string {
  return `${stamp(joinedAt * 1000).slice(0, "2026-05-01T09:30".length)}+00:00`;
}

/** LEVEL(60): before it, moderators are shown as members. */
function roleAt(level: number, { role }: Person): number {
  return role === roles.moderator && level < since.moderators ? roles.member : role;
}

/** The viewer, and the options of their request. */
export type Viewer = {
  readonly viewer: Person;
  /** Whether the client derives avatar URLs from addresses. */
  readonly clientGravatar: boolean;
};

export function personView(server: Server, person: Person, { viewer, clientGravatar }: Viewer) {
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
    // The document requires an address visible to the viewer; real servers, one visible to everybody.
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

/** A person's profile values; Markdown values also rendered. */
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

export function groupView(server: Server, group: Group) {
  const { level } = server;
  const isShown = (id: number) =>
    level < since.activeMembers || server.state.people.byId.get(id)?.isActive !== false;
  return keysAt(level, {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.members.filter(isShown),
    direct_subgroup_ids: group.subgroups,
    is_system_group: group.isSystem,
    ...(level < since.groupDeactivation ? {} : { deactivated: group.isActive === false }),
    ...(level < since.groupManagers ? {} : { creator_id: group.creatorId ?? null }),
    ...valuesAt(level, "group", (name: GroupPermission) => groupValue(server, group, name)),
  });
}

/** The keys of a register response about the user. */
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

export function mutedPeopleView({ mutedPeople }: Personal) {
  return [...mutedPeople].map(([id, timestamp]) => ({ id, timestamp }));
}

/** All fields, in order. */
export function profileFieldsView(server: Server) {
  return server.state.profileFields.map((field, index) =>
    keysAt(server.level, {
      id: field.id,
      name: field.name,
      type: field.type,
      hint: field.hint,
      field_data: field.data,
      order: field.order ?? index,
      required: field.isRequired,
      ...(field.inSummary ? { display_in_profile_summary: true } : {}),
      ...(server.level < since.managedFields ? {} : { editable_by_user: !field.isManaged }),
    }),
  );
}

const names = {
  SHORT_TEXT: ["Short text", fieldTypes.shortText],
  LONG_TEXT: ["Long text", fieldTypes.longText],
  SELECT: ["List of options", fieldTypes.options],
  DATE: ["Date picker", fieldTypes.date],
  URL: ["Link", fieldTypes.link],
  USER: ["Person picker", fieldTypes.people],
  EXTERNAL_ACCOUNT: ["External account", fieldTypes.account],
  PRONOUNS: ["Pronouns", fieldTypes.pronouns],
} as const;

/** The field types, by their names in register responses. */
export const profileFieldTypes = Object.fromEntries(
  Object.entries(names).map(([key, [name, id]]) => [key, { id, name }]),
);

type Pictured = Pick<Person, "loginEmail">;

/** The avatar URL, which depends only on the address. */
function pictureOf({ loginEmail }: Pictured, isMedium = false): string {
  const hash = createHash("md5").update(loginEmail.toLowerCase()).digest("hex");
  const size = isMedium ? "&s=500" : "";
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=1`;
}

/** Null if the client can derive the URL itself, from a visible address. */
export function pictureUrl(
  person: Pictured & Pick<Person, "emailVisibility">,
  clientGravatar: boolean,
  isSeen = person.emailVisibility === 1,
): string | null {
  return clientGravatar && isSeen ? null : pictureOf(person);
}

/** The avatar keys for the person, and for events to everybody. */
export function avatarView(person: Pictured) {
  return {
    avatar_source: "G",
    avatar_url: pictureOf(person),
    avatar_url_medium: pictureOf(person, true),
  };
}

/** The set keys only; code and type of the emoji are looked up if absent. */
export function statusView(server: Server, person: Person): Readonly<Record<string, unknown>> {
  const { status } = person;
  return {
    ...(isAway(server, person) ? { away: true } : {}),
    ...(status === undefined || status.text === "" ? {} : { status_text: status.text }),
    ...(server.level >= since.statusEmoji && status !== undefined ? emojiView(server, status) : {}),
  };
}

/** LEVEL(148): independent before it, then the inverse of reporting presence. */
function isAway({ level, state }: Server, { id, status }: Person): boolean {
  if (level < since.awayIsPresence) return status?.away === true;
  const personal = state.personal.get(id);
  return personal !== undefined && userSetting(personal, "presence_enabled") !== true;
}

function emojiView(server: Server, { emoji = "", code, type }: Status) {
  if (emoji === "") return {};
  const realmEmoji = server.emoji(emoji);
  const [ownCode, ownType] = [code ?? realmEmoji?.code, type ?? realmEmoji?.type];
  if (ownCode === undefined) return {};
  return { emoji_name: emoji, emoji_code: ownCode, reaction_type: ownType };
}

/** All statuses, by user ID. */
export function statusesView(server: Server): Record<string, object> {
  const statuses = [...server.state.people.byId.values()].flatMap((person) => {
    const view = statusView(server, person);
    return Object.keys(view).length === 0 ? [] : [[String(person.id), view] as const];
  });
  return Object.fromEntries(statuses);
}

export function groupViews(server: Server, isComplete: boolean) {
  return [...server.state.people.groups.values()]
    .filter(({ isActive }) => isComplete || isActive !== false)
    .map((one) => groupView(server, one));
}
