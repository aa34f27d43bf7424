/** People as they come, change, go and come online; and those whom the person has muted. */
import { withEntry, withoutEntry } from "#base/owned.ts";
import { type Batch, drop, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { avatarFrom, fromWirePerson, fromWireStatus } from "./from-wire.ts";
import type { Avatar, Person, Presence, Profile } from "./person.ts";
import type { Picture } from "./picture.ts";
import { withoutSubscriber } from "./subscriptions.ts";

type RealmUser = EventOf<"realm_user">;
type Change = Extract<RealmUser, { readonly op: "update" }>["person"];

export function onRealmUser(picture: Picture, event: RealmUser, batch: Batch): Picture {
  switch (event.op) {
    case "add":
      return withPerson(picture, fromWirePerson(event.person), batch);
    case "remove":
      // LEVEL(222): who was removed was deactivated before it.
      return picture.realm.featureLevel < since.deactivationEvents
        ? onUpdate(picture, { user_id: event.person.user_id, is_active: false }, batch)
        : forgotten(picture, event.person.user_id, batch);
    case "update":
      return onUpdate(picture, event.person, batch);
  }
}

/** Somebody whom the person may not see any more; the names in their messages stay. */
function forgotten(picture: Picture, id: UserId, batch: Batch): Picture {
  const people = drop(picture.people, id, batch);
  return people === picture.people
    ? picture
    : { ...picture, people, namesRevision: picture.namesRevision + 1 };
}

function withPerson(picture: Picture, person: Person, batch: Batch): Picture {
  const before = get(picture.people, person.id);
  const people = put(picture.people, person.id, person, batch);
  const renamed = before?.name !== person.name;
  return { ...picture, people, namesRevision: picture.namesRevision + (renamed ? 1 : 0) };
}

function onUpdate(picture: Picture, change: Change, batch: Batch): Picture {
  const before = get(picture.people, change.user_id);
  if (before === undefined) return picture;
  const after = changedPerson(before, change);
  const next = after === before ? picture : withPerson(picture, after, batch);
  return before.isActive && !after.isActive ? withoutTraces(next, after.id, batch) : next;
}

/** The same person when nothing changed that is kept. */
function changedPerson(person: Person, change: Change): Person {
  const { full_name: name, role, is_active: isActive, timezone } = change;
  const email = change.new_email ?? change.email;
  const { custom_profile_field: told, is_billing_admin: isBillingAdmin } = change;
  const changes: Partial<Person> = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(isActive !== undefined && { isActive }),
    ...(email !== undefined && { email }),
    ...(timezone !== undefined && { timezone }),
    ...(isBillingAdmin !== undefined && { isBillingAdmin }),
    ...(change.avatar_version !== undefined && {
      avatar: avatarOf(change, person.avatar),
    }),
    // Null takes these two away.
    ...("delivery_email" in change && { deliveryEmail: change.delivery_email ?? undefined }),
    ...("bot_owner_id" in change && { botOwnerId: change.bot_owner_id ?? undefined }),
    // A register tells of humans' profiles alone, whatever was written into a bot's.
    ...(told !== undefined &&
      !person.isBot && { profile: withValue(person.profile, told.id, told.value) }),
  };
  const after = { ...person, ...changes };
  const same = (Object.keys(changes) as (keyof Person)[]).every(
    (key) => after[key] === person[key],
  );
  return same ? person : after;
}

/** The same avatar when it is what it was. */
function avatarOf({ avatar_source, avatar_url, avatar_version }: Change, before: Avatar): Avatar {
  const after = avatarFrom(avatar_source === "G" ? undefined : avatar_url, avatar_version);
  return after.url === before.url && after.version === before.version ? before : after;
}

/** The same profile when it said so already. */
function withValue(profile: Profile, id: number, value: string | null): Profile {
  if ((profile[id] ?? null) === value) return profile;
  const { [id]: _, ...others } = profile;
  return value === null ? others : { ...others, [id]: value };
}

/** Deactivation takes somebody out of all streams and out of sight, and no event says so. */
function withoutTraces(picture: Picture, userId: UserId, batch: Batch): Picture {
  const next = withoutSubscriber(picture, userId, batch);
  if (!next.presences.has(userId)) return next;
  return { ...next, presences: withoutEntry(next.presences, userId, batch) };
}

/** Signs of life only ever go forward. */
export function onPresence(picture: Picture, event: EventOf<"presence">, batch: Batch): Picture {
  const { user_id: userId } = event;
  if (userId === undefined) return picture;
  const before = picture.presences.get(userId) ?? { activeAt: undefined, idleAt: undefined };
  const told = presenceOf(event.presence);
  const after = {
    activeAt: later(before.activeAt, told.activeAt),
    idleAt: later(before.idleAt, told.idleAt),
  };
  const same = after.activeAt === before.activeAt && after.idleAt === before.idleAt;
  if (same) return picture;
  return { ...picture, presences: withEntry(picture.presences, userId, after, batch) };
}

function later(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

/** From either form: by client with a word for it, or two moments. */
export function presenceOf(presence: Readonly<Record<string, unknown>>): Presence {
  const { active_timestamp: activeAt, idle_timestamp: idleAt } = presence;
  let found: Presence = {
    activeAt: typeof activeAt === "number" ? activeAt : undefined,
    idleAt: typeof idleAt === "number" ? idleAt : undefined,
  };
  for (const client of Object.values(presence)) {
    if (typeof client !== "object" || client === null) continue;
    const { status, timestamp } = client as Readonly<Record<string, unknown>>;
    if (typeof timestamp !== "number") continue;
    if (status === "active") found = { ...found, activeAt: later(found.activeAt, timestamp) };
    // Whoever is active is there, too.
    const isThere = status === "active" || status === "idle";
    if (isThere) found = { ...found, idleAt: later(found.idleAt, timestamp) };
  }
  return found;
}

/** Absent keys stay as they were; an empty text clears. */
export function onUserStatus(
  picture: Picture,
  event: EventOf<"user_status">,
  batch: Batch,
): Picture {
  const before = picture.statuses.get(event.user_id);
  const after = fromWireStatus({
    status_text: event.status_text ?? before?.text,
    emoji_name: event.emoji_name ?? before?.emojiName,
    emoji_code: event.emoji_code ?? before?.emojiCode,
    reaction_type: event.reaction_type ?? before?.emojiType,
  });
  if (after === undefined && before === undefined) return picture;
  const statuses =
    after === undefined
      ? withoutEntry(picture.statuses, event.user_id, batch)
      : withEntry(picture.statuses, event.user_id, after, batch);
  return { ...picture, statuses };
}

export function onMutedUsers(picture: Picture, event: EventOf<"muted_users">): Picture {
  return { ...picture, mutedPeople: new Set(event.muted_users.map(({ id }) => id)) };
}
