import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister, isAnotherRealm } from "#model/from-register.ts";
import { emptyReplica } from "#model/replica.ts";
import { historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import type { UserId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";
import * as make from "../support/make.ts";
import { checkInvariants, plain, step } from "../support/replica.ts";

test("missing keys of a register have their empty values", () => {
  const silent = { queue_id: null, last_event_id: 4 };
  const described = fromRegister(silent, { epoch: 3, brand: make.brand });
  const { featureLevel, prefix, version } = make.brand;
  expect(plain(runToEnd(described))).toEqual(
    plain({
      ...emptyReplica,
      epoch: 3,
      lastEvent: 4,
      namesRevision: 1,
      // What it does not tell is not known to be nothing.
      newestAtRegister: Number.POSITIVE_INFINITY,
      unreads: { ...emptyReplica.unreads, older: true, listedFrom: Number.MAX_SAFE_INTEGER },
      realm: { ...emptyReplica.realm, featureLevel, prefix, version },
    }),
  );
});

test("a register without a user ID belongs to the account that requested it", () => {
  const silent = { queue_id: null, last_event_id: -1 };
  const context = { epoch: 1, brand: make.brand, ownId: make.ada };
  expect(runToEnd(fromRegister(silent, context)).ownId).toBe(make.ada);
});

/** What a register says of the user beside the list of people. */
const beside = {
  email: `u${make.me}@weir.test`,
  full_name: "Me",
  is_owner: false,
  is_admin: false,
};

test.each([
  ["guest", { is_guest: true }],
  ["member", {}],
  ["moderator", { is_moderator: true }],
  ["administrator", { is_moderator: true, is_admin: true }],
  ["owner", { is_moderator: true, is_admin: true, is_owner: true }],
] as const)("a %s stays one if the list of people cannot be read", (role, flags) => {
  for (const realm_users of ["many", [{ ...make.person(make.me), user_id: "me" }]]) {
    const spoilt = { ...make.answer(), ...beside, ...flags, realm_users };
    const own = get(replicaOf(spoilt).people, make.me);
    expect([own?.name, own?.role]).toEqual(["Me", roles[role]]);
  }
});

test("a user whose ID cannot be read is found by their address", () => {
  expect(replicaOf({ ...make.answer(), ...beside, user_id: "me" }).ownId).toBe(make.me);
});

function replicaOf(answer: Readonly<Record<string, unknown>>) {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new TypeError(decoded.reason);
  return runToEnd(fromRegister(decoded.register, { epoch: 1, brand: make.brand }));
}

test.each([
  [-1, 0],
  [7, 7],
  [null, Number.POSITIVE_INFINITY],
])("with %j as the newest message, what came after it is heard from %d on", (told, heard) => {
  const { openEnds, newestAtRegister } = replicaOf({ ...make.answer(), max_message_id: told });
  expect([openEnds.since, newestAtRegister]).toEqual([heard, heard]);
});

test("a big realm is decoded in slices of a few hundred people", () => {
  const people = Array.from({ length: 5_000 }, (_, at) => make.person((1_000 + at) as UserId));
  const work = fromRegister(make.register({ realm_users: people }), {
    epoch: 1,
    brand: make.brand,
  });
  let stops = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThan(15);
  expect(step.value.people.size).toBe(5_000);
});

const topic = make.topic();

test("after a lost queue the data on the screen stays, marked as outdated", () => {
  const [read, unread, starred] = [
    make.message({ flags: ["read"] }),
    make.message(),
    make.message(),
  ];
  const before = make.fetched(make.replica(), topic, make.page([read, unread, starred]));
  const streams = [{ stream_id: make.general, topic: "topic", unread_message_ids: [starred.id] }];
  const unread_msgs = { count: 1, streams, pms: [], huddles: [], mentions: [] };
  const starred_messages = [starred.id];
  const after = make.replica({ unread_msgs, starred_messages, max_message_id: starred.id }, before);
  checkInvariants(after);
  expect(after.epoch).toBe(before.epoch + 1);
  const loaded = historyOf(after, topic)?.ids.filter((id) => get(after.messages, id) !== undefined);
  expect(loaded).toEqual([read.id, unread.id, starred.id]);
  expect(historyOf(after, topic)).toMatchObject({ newestKnown: false, epoch: before.epoch });
  expect(unreadIdsOf(after, conversationKey(topic))).toEqual([starred.id]);
  expect(get(after.messages, starred.id)?.starred).toBe(true);
});

test("a page of the new epoch replaces the old history, without messages deleted in the meantime", () => {
  const [stayed, deleted, fresh] = [make.message(), make.message(), make.message()];
  const before = make.fetched(make.replica(), topic, make.page([stayed, deleted]));
  const again = make.replica({ max_message_id: fresh.id }, before);
  const after = make.fetched(again, topic, make.page([stayed, fresh]));
  checkInvariants(after);
  expect(historyOf(after, topic)).toMatchObject({ ids: [stayed.id, fresh.id], newestKnown: true });
});

test("an outdated message that is edited after a lost queue is added to no current history", () => {
  const everything = { kind: "all" } as const;
  const [old, other] = [make.message(), make.message()];
  const before = make.fetched(make.replica(), topic, make.page([old]));
  const again = make.replica({ max_message_id: other.id }, before);
  const filled = make.fetched(again, everything, make.page([other]));
  const after = step(filled, make.edit(old.id, { content: "new", flags: [] }));
  expect(historyOf(after, everything)?.ids).toEqual([other.id]);
  expect(get(after.messages, old.id)?.content).toBe("new");
});

test("histories of streams that are no longer accessible after a lost queue are removed", () => {
  const before = make.fetched(make.replica(), topic, make.page([make.message()]));
  const after = make.replica({ subscriptions: [], never_subscribed: [] }, before);
  expect(historyOf(after, topic)).toBeUndefined();
});

test("another realm is detected by its address, its creation time, its user, or by lower message IDs", () => {
  const known = { max_message_id: 500, server_generation: 1, realm_date_created: 9 };
  const before = make.replica(known);
  const isOther = (keys: object) =>
    isAnotherRealm(before, make.register({ ...known, ...keys }), make.brand);
  expect(isOther({})).toBe(false);
  expect(isOther({ max_message_id: 600, server_generation: 2 })).toBe(false);
  expect(isOther({ max_message_id: 499 })).toBe(false);
  expect(isOther({ max_message_id: 499, server_generation: 2 })).toBe(true);
  expect(isOther({ realm_url: "https://other.test" })).toBe(true);
  expect(isOther({ realm_date_created: 10 })).toBe(true);
  expect(isOther({ user_id: make.ada })).toBe(true);
  const silent = make.replica({ max_message_id: 500 });
  expect(isAnotherRealm(silent, make.register({ max_message_id: 499 }), make.brand)).toBe(true);
});
