import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { decodeEvent } from "#model/decode.ts";
import type { Replica } from "#model/replica.ts";
import { disuseOf } from "#model/select/people.ts";
import { activeSubscribers } from "#model/select/streams.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const update = (userId: UserId, keys: object) =>
  make.event("realm_user", { op: "update", person: { user_id: userId, ...keys } });
const presence = (keys: object) => make.event("presence", { user_id: make.ada, presence: keys });

test("a new name increments the names' revision, another change does not", () => {
  const before = make.replica();
  const named = step(before, update(make.ada, { full_name: "Ada L." }));
  expect(get(named.people, make.ada)?.name).toBe("Ada L.");
  expect(named.namesRevision).toBe(before.namesRevision + 1);
  const moved = step(named, update(make.ada, { role: 200, new_email: "ada@weir.test" }));
  expect(get(moved.people, make.ada)).toMatchObject({ role: 200, email: "ada@weir.test" });
  expect(moved.namesRevision).toBe(named.namesRevision);
  expect(step(moved, update(make.ada, { avatar_url: null }))).toBe(moved);
});

test("profiles, time zones and owners of bots are stored", () => {
  const field = (id: number, value: string | null) => ({ custom_profile_field: { id, value } });
  let replica = step(make.replica(), update(make.ada, field(3, "rows")));
  replica = step(replica, update(make.ada, field(4, "1")));
  replica = step(replica, update(make.ada, field(3, null)));
  replica = step(replica, update(make.ada, { timezone: "Asia/Tokyo", email: "ada@weir.test" }));
  replica = step(replica, update(make.ada, { delivery_email: "a@home.test" }));
  replica = step(replica, update(make.ada, { bot_owner_id: make.brook }));
  expect(get(replica.people, make.ada)).toMatchObject({
    profile: { 4: "1" },
    timezone: "Asia/Tokyo",
    deliveryEmail: "a@home.test",
    botOwnerId: make.brook,
  });
  expect(step(replica, update(make.ada, field(3, null)))).toBe(replica);
  const hidden = step(replica, update(make.ada, { delivery_email: null, bot_owner_id: null }));
  expect(get(hidden.people, make.ada)).toMatchObject({
    deliveryEmail: undefined,
    botOwnerId: undefined,
  });
});

test("accounts that an import made or a deletion left are called so, until somebody has them", () => {
  const kindOf = (replica: Replica) => {
    const person = get(replica.people, make.ada);
    return person && disuseOf(person);
  };
  const imported = step(make.replica(), update(make.ada, { is_imported_stub: true }));
  expect(kindOf(imported)).toBe("imported");
  expect(kindOf(step(imported, update(make.ada, { is_imported_stub: false })))).toBeUndefined();
  const gone = step(
    step(imported, update(make.ada, { is_active: false })),
    update(make.ada, { is_deleted: true }),
  );
  expect(kindOf(gone)).toBe("deleted");
  expect(kindOf(step(make.replica(), update(make.ada, { is_active: false })))).toBe("deactivated");
  const same = step(make.replica(), update(make.ada, { date_joined: "2026-01-02T03:04+00:00" }));
  expect(get(same.people, make.ada)).toEqual(get(make.replica().people, make.ada));
});

test("becoming a billing administrator, and ceasing to be one, changes the person", () => {
  const isBilling = (replica: Replica) => get(replica.people, make.ada)?.isBillingAdmin;
  const before = make.replica();
  expect(isBilling(before)).toBe(false);
  const after = step(before, update(make.ada, { is_billing_admin: true }));
  expect(isBilling(after)).toBe(true);
  expect(step(after, update(make.ada, { is_billing_admin: true }))).toBe(after);
  expect(isBilling(step(after, update(make.ada, { is_billing_admin: false })))).toBe(false);
});

test("new users are added, and users that are no longer accessible are removed", () => {
  const person = make.person(77 as UserId, { full_name: "Nova", is_active: true });
  const joined = step(make.replica(), make.event("realm_user", { op: "add", person }));
  expect(get(joined.people, 77 as UserId)?.name).toBe("Nova");
  const remove = make.event("realm_user", { op: "remove", person: { user_id: 77 } });
  expect(get(step(joined, remove).people, 77 as UserId)).toBeUndefined();
});

test("deactivating a person hides them in streams and removes their presence without another event", () => {
  const subscriptions = [make.subscription(make.general, { subscribers: [make.me, make.ada] })];
  const before = step(make.replica({ subscriptions }), presence({ active_timestamp: 5 }));
  const subscribersIn = (replica: Replica) => {
    const stream = get(replica.streams, make.general);
    return stream && activeSubscribers(replica, stream);
  };
  const after = step(before, update(make.ada, { is_active: false }));
  expect(get(after.people, make.ada)?.isActive).toBe(false);
  expect(subscribersIn(after)).toEqual([make.me]);
  // Not everybody is told of their subscriptions when they are back.
  expect(subscribersIn(step(after, update(make.ada, { is_active: true })))).toEqual([
    make.me,
    make.ada,
  ]);
  expect(after.presences.size).toBe(0);
  // A report from before may come late.
  expect(step(after, presence({ active_timestamp: 6 }))).toBe(after);
});

test("both forms of presence are applied, and older ones ignored", () => {
  const website = (status: string, timestamp: number) => ({
    website: { client: "website", status, timestamp },
  });
  const active = step(make.replica(), presence(website("active", 100)));
  expect(active.presences.get(make.ada)).toEqual({ activeAt: 100, idleAt: 100 });
  const idle = step(active, presence(website("idle", 120)));
  expect(idle.presences.get(make.ada)).toEqual({ activeAt: 100, idleAt: 120 });
  expect(step(idle, presence({ active_timestamp: 90 }))).toBe(idle);
});

test("a status changes in parts, and an empty text clears a part", () => {
  const status = (keys: object) => make.event("user_status", { user_id: make.ada, ...keys });
  const set = step(
    make.replica(),
    status({ status_text: "busy", emoji_name: "coffee", emoji_code: "2615" }),
  );
  const part = step(set, status({ status_text: "" }));
  expect(part.statuses.get(make.ada)).toEqual({
    text: "",
    emojiName: "coffee",
    emojiCode: "2615",
    emojiType: "unicode_emoji",
  });
  const none = step(part, status({ emoji_name: "", emoji_code: "" }));
  expect(none.statuses.size).toBe(0);
  expect(step(none, status({ away: true }))).toBe(none);
});

test("the list of muted people is replaced as a whole", () => {
  const muted = (...ids: UserId[]) =>
    make.event("muted_users", { muted_users: ids.map((id) => ({ id, timestamp: 1 })) });
  const both = step(make.replica(), muted(make.ada, make.brook));
  expect([...step(both, muted(make.brook)).mutedPeople]).toEqual([make.brook]);
});

const crew = 5 as GroupId;
const group = (op: string, keys: object = {}) =>
  make.event("user_group", { op, group_id: crew, ...keys });

test("what an event says of a group's permission is not known if it cannot be read", () => {
  const told = { can_join_group: 7, can_leave_group: 7, can_mention_group: 7 };
  const fresh = { id: crew, name: "crew", description: "", members: [], ...told };
  const before = step(make.replica(), make.event("user_group", { op: "add", group: fresh }));
  const data = { name: "rowers", can_join_group: "friends", can_mention_group: { strange: 1 } };
  const decoded = decodeEvent({ ...group("update", { data: {} }), data });
  if (decoded.kind !== "event") return expect.unreachable(decoded.kind);
  expect(decoded.skipped.map(({ path }) => path)).toEqual([
    "user_group.data.can_mention_group",
    "user_group.data.can_join_group",
  ]);
  const after = get(step(before, decoded.event).groups, crew);
  expect([after?.name, Object.keys(after?.permissions ?? {})]).toEqual([
    "rowers",
    ["can_leave_group"],
  ]);
});

test("a group is created, renamed, gains and loses members, and is deleted", () => {
  const fresh = {
    id: crew,
    name: "crew",
    description: "",
    members: [make.me],
    is_system_group: false,
  };
  let replica = step(make.replica(), make.event("user_group", { op: "add", group: fresh }));
  replica = step(replica, group("update", { data: { name: "rowers" } }));
  const permission = { direct_members: [make.ada], direct_subgroups: [7] };
  const words = { description: "Those who row", can_manage_group: permission };
  replica = step(replica, group("update", { data: words }));
  replica = step(replica, group("add_subgroups", { direct_subgroup_ids: [6, 7] }));
  replica = step(replica, group("remove_subgroups", { direct_subgroup_ids: [6] }));
  replica = step(replica, group("add_members", { user_ids: [make.me, make.ada] }));
  replica = step(replica, group("remove_members", { user_ids: [make.me] }));
  expect(get(replica.groups, crew)).toEqual({
    id: crew,
    name: "rowers",
    description: "Those who row",
    members: [make.ada],
    subgroups: [7],
    isSystem: false,
    isActive: true,
    creatorId: undefined,
    permissions: { can_manage_group: { people: [make.ada], groups: [7] } },
  });
  const gone = step(replica, group("remove"));
  expect(gone.groups.size).toBe(0);
  expect(step(gone, group("add_members", { user_ids: [make.ada] }))).toBe(gone);
});

test("a deleted group is removed from other groups", () => {
  const fresh = (id: number, direct_subgroup_ids: readonly number[]) => ({
    id,
    name: `group ${id}`,
    description: "",
    members: [],
    is_system_group: false,
    direct_subgroup_ids,
  });
  let replica = make.replica();
  for (const one of [fresh(crew, []), fresh(6, [crew, 7]), fresh(7, [])])
    replica = step(replica, make.event("user_group", { op: "add", group: one }));
  replica = step(replica, group("remove"));
  expect(get(replica.groups, 6 as GroupId)?.subgroups).toEqual([7]);
});
