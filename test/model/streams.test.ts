import { expect, test } from "vitest";
import { get, ids } from "#base/table.ts";
import { decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { historyOf, titleOf } from "#model/select/conversations.ts";
import type { StreamId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const fresh = 9 as StreamId;
const created = (...streams: object[]) => make.event("stream", { op: "create", streams });
const update = (property: string, value: unknown, keys = {}) =>
  make.event("stream", {
    op: "update",
    stream_id: make.general,
    name: "general",
    property,
    value,
    ...keys,
  });

test("a new stream is unsubscribed, and has a list of subscribers only if the register contained such lists", () => {
  const plain = step(make.replica(), created(make.stream(fresh)));
  expect(get(plain.streams, fresh)).toMatchObject({
    subscription: undefined,
    subscribers: undefined,
  });
  const subscriptions = [make.subscription(make.general, { subscribers: [make.me] })];
  const counting = step(
    make.replica({ subscriptions, never_subscribed: [] }),
    created(make.stream(fresh)),
  );
  expect(get(counting.streams, fresh)?.subscribers).toEqual([]);
});

test("archiving a stream removes its unreads, topics and histories, and keeps its messages", () => {
  const topic = make.topic();
  const before = make.fetched(make.replica(), topic, make.page([make.message()]));
  const gone = make.event("stream", { op: "delete", streams: [make.stream(make.general)] });
  const after = step(before, gone);
  expect(get(after.streams, make.general)).toBeUndefined();
  expect([after.unreads.where.size, after.topics.size, after.messages.size]).toEqual([0, 0, 1]);
  expect(historyOf(after, topic)).toBeUndefined();
});

test.each([
  { streams: [{ stream_id: make.general }] },
  { stream_ids: [make.general] },
  { stream_ids: [make.general], streams: [{ stream_id: make.general }], for_archiving: true },
])("a deleted stream is known by its ID alone: %j", (keys) => {
  const after = step(make.replica(), make.event("stream", { op: "delete", ...keys }));
  expect([get(after.streams, make.general), after.archived.has(make.general)]).toEqual([
    undefined,
    true,
  ]);
});

const archiving = (is: boolean) => update("is_archived", is);

test("a stream that is archived is apart, with all that is in it, and back when it is unarchived", () => {
  const topic = make.topic();
  const before = make.fetched(make.replica(), topic, make.page([make.message()]));
  const archived = step(before, archiving(true));
  expect(get(archived.streams, make.general)).toBeUndefined();
  const stream = archived.archived.get(make.general);
  expect(stream).toEqual({ ...get(before.streams, make.general), isArchived: true });
  expect([archived.unreads, archived.topics, historyOf(archived, topic)]).toEqual([
    before.unreads,
    before.topics,
    historyOf(before, topic),
  ]);
  const renamed = step(archived, update("name", "attic"));
  expect(titleOf(renamed, topic)).toBe("#attic › topic");
  const back = step(archived, archiving(false));
  expect([get(back.streams, make.general), back.archived.size]).toEqual([
    get(before.streams, make.general),
    0,
  ]);
});

test.each([
  [314, undefined],
  [315, true],
  [377, true],
  [378, false],
])(
  "at level %i, the deletion of a stream of the user's says that it is archived: %j",
  (level, is) => {
    const plain = make.replica();
    const before = { ...plain, realm: { ...plain.realm, featureLevel: level } };
    const gone = make.event("stream", { op: "delete", stream_ids: [make.general] });
    const after = step(before, gone);
    expect(get(after.streams, make.general)).toBeUndefined();
    expect(after.archived.get(make.general)).toMatchObject({ isArchived: is === true });
  },
);

test("archived streams of a register are apart, and lost ones are out of reach after another register", () => {
  const subscriptions = [
    make.subscription(make.general),
    make.subscription(make.attic, { is_archived: true, name: "attic" }),
  ];
  const before = make.replica({ subscriptions });
  expect([...ids(before.streams)]).toEqual([make.general]);
  expect(before.archived.get(make.attic)).toMatchObject({ isArchived: true });
  const after = make.replica(
    { subscriptions: subscriptions.slice(0, 1), never_subscribed: [] },
    before,
  );
  expect(after.archived.get(make.attic)).toMatchObject({
    name: "attic",
    isArchived: false,
    subscription: undefined,
  });
});

test("what streams have since later levels is kept: the folder, the creator, the count", () => {
  const keys = {
    folder_id: 3,
    creator_id: make.ada,
    subscriber_count: 9,
  };
  const before = make.replica({ subscriptions: [make.subscription(make.general, keys)] });
  const streamIn = (replica: typeof before) => get(replica.streams, make.general);
  expect(streamIn(before)).toMatchObject({
    folderId: 3,
    creatorId: make.ada,
    subscriberCount: 9,
  });
  const peers = { stream_ids: [make.general], user_ids: [make.ada, make.brook] };
  const grown = step(before, event("peer_add", peers));
  const unfiled = step(grown, update("folder_id", null));
  expect(streamIn(unfiled)).toMatchObject({
    folderId: undefined,
    subscriberCount: 11,
  });
  const left = step(unfiled, event("remove", { subscriptions: [{ stream_id: make.general }] }));
  const shrunk = step(left, event("peer_remove", peers));
  expect([left, shrunk].map((one) => streamIn(one)?.subscriberCount)).toEqual([10, 8]);
  expect(step(unfiled, update("folder_id", "attic"))).toBe(unfiled);
});

test("a stream that was lost without an event, and is back, counts each subscriber once", () => {
  const keys = { subscriber_count: 2 };
  const before = make.replica({ never_subscribed: [make.stream(make.general, keys)] });
  const peers = { stream_ids: [make.general], user_ids: [make.ada, make.brook] };
  const back = step(before, created(make.stream(make.general, keys)));
  const after = step(back, event("peer_add", peers));
  expect(get(after.streams, make.general)?.subscriberCount).toBe(2);
});

test("a permission of people and groups is kept, in a register and in events", () => {
  const mixed = { direct_members: [make.ada], direct_subgroups: [12] };
  const permissions = { can_remove_subscribers_group: mixed, can_send_message_group: 12 };
  const subscriptions = [make.subscription(make.general, permissions)];
  const before = make.replica({ subscriptions });
  const stored = { people: [make.ada], groups: [12] };
  const group = { people: [], groups: [12] };
  const permissionsOf = (replica: typeof before) => get(replica.streams, make.general)?.permissions;
  expect(permissionsOf(before)).toEqual({
    can_remove_subscribers_group: stored,
    can_send_message_group: group,
  });
  const after = step(before, update("can_send_message_group", mixed));
  expect(permissionsOf(after)).toEqual({
    can_remove_subscribers_group: stored,
    can_send_message_group: stored,
  });
  const unread = step(after, update("can_send_message_group", "everybody"));
  expect(permissionsOf(unread)).toEqual({ can_remove_subscribers_group: stored });
});

test.each([
  ["attic", "#attic › topic"],
  // As some servers rename it.
  ["3f9a01c!DEACTIVATED:attic", "#attic › topic"],
  ["", "#unknown stream › topic"],
])("a stream that is not listed is called as in its messages: %j", (name, title) => {
  const found = make.message({ stream_id: fresh, display_recipient: name });
  const key = make.topic("topic", fresh);
  const after = make.fetched(make.replica(), key, make.page([found]));
  expect(titleOf(after, key)).toBe(title);
  expect(titleOf(make.replica({}, after), key)).toBe(title);
  const listed = step(after, created(make.stream(fresh, { name: "attic" })));
  expect([titleOf(listed, key), listed.archived.size]).toEqual(["#attic › topic", 0]);
});

test("the legacy announcement flag is only applied below the level of post policies", () => {
  const policyAfter = (level: number, value: boolean) => {
    const plain = make.replica();
    const before = { ...plain, realm: { ...plain.realm, featureLevel: level } };
    const policy = (replica: typeof before) => get(replica.streams, make.general)?.postPolicy;
    const closed = step(before, update("stream_post_policy", 4));
    return policy(step(closed, update("is_announcement_only", value)));
  };
  expect([
    policyAfter(0, true),
    policyAfter(0, false),
    policyAfter(1, true),
    policyAfter(1, false),
  ]).toEqual([2, 1, 4, 4]);
});

test("names, descriptions, privacy and policies change, and unknown properties are ignored", () => {
  const before = make.replica();
  const renamed = step(before, update("name", "lobby"));
  expect(get(renamed.streams, make.general)?.name).toBe("lobby");
  expect(renamed.namesRevision).toBe(before.namesRevision + 1);
  const sides = { history_public_to_subscribers: false };
  const hidden = step(renamed, update("invite_only", true, { ...sides, is_web_public: false }));
  const closed = step(hidden, update("stream_post_policy", 2));
  const described = step(closed, update("description", "All"));
  expect(get(described.streams, make.general)).toMatchObject({
    isPrivate: true,
    historyPublic: false,
    postPolicy: 2,
    description: "All",
  });
  const expiring = step(described, update("message_retention_days", 5));
  const guarded = step(expiring, update("can_remove_subscribers_group", 12));
  expect(get(guarded.streams, make.general)).toMatchObject({
    retentionDays: 5,
    permissions: { can_remove_subscribers_group: { people: [], groups: [12] } },
  });
  expect(step(guarded, update("stream_weekly_traffic", 5))).toBe(guarded);
});

const open = { can_send_message_group: 12, can_remove_subscribers_group: 12 };
const toldKeys = {
  ...open,
  history_public_to_subscribers: true,
  message_retention_days: 5,
  topics_policy: "inherit",
  folder_id: 3,
};

/** The stream of a register with these keys. */
function registeredStream(keys: Readonly<Record<string, unknown>>) {
  const answer = make.answer({ subscriptions: [make.subscription(make.general, keys)] });
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new TypeError(decoded.reason);
  const described = fromRegister(decoded.register, { epoch: 1, brand: make.brand });
  const replica = runToEnd(described);
  return { replica, stream: get(replica.streams, make.general) };
}

test.each([
  ["invite_only", false],
  ["can_send_message_group", 12],
  ["can_remove_subscribers_group", 12],
  ["message_retention_days", 5],
  ["topics_policy", "inherit"],
])("after an event whose value cannot be read, %s is as in a register", (name, known) => {
  const { replica } = registeredStream({ ...toldKeys, [name]: known });
  for (const value of ["an_unheard_of_word", { direct_members: 5 }, [], undefined]) {
    const { stream } = registeredStream({ ...toldKeys, [name]: value });
    expect(get(step(replica, update(name, value)).streams, make.general)).toEqual(stream);
  }
});

const event = (op: string, keys: object) => make.event("subscription", { op, ...keys });
const property = (name: string, value: unknown) =>
  event("update", { stream_id: make.general, property: name, value });

test("subscribing adds the user's own settings, unsubscribing removes them and the unread messages", () => {
  const own = { desktop_notifications: null, audible_notifications: true };
  const keys = { color: "#123456", pin_to_top: true, ...own };
  const subscriptions = [make.subscription(make.attic, keys)];
  const joined = step(make.replica(), event("add", { subscriptions }));
  expect(get(joined.streams, make.attic)?.subscription).toEqual({
    colour: "#123456",
    muted: false,
    pinned: true,
    desktopNotifications: null,
    audibleNotifications: true,
    pushNotifications: undefined,
    emailNotifications: undefined,
    wildcardMentionsNotify: undefined,
  });
  const unread = step(joined, make.arrival(make.message({ stream_id: make.attic })));
  const left = [{ stream_id: make.attic, name: "attic" }];
  const after = step(unread, event("remove", { subscriptions: left }));
  expect(get(after.streams, make.attic)?.subscription).toBeUndefined();
  expect(after.unreads.where.size).toBe(0);
});

test("both properties for muting are applied", () => {
  const once = step(make.replica(), property("in_home_view", false));
  expect(get(once.streams, make.general)?.subscription?.muted).toBe(true);
  const twice = step(once, property("is_muted", true));
  expect(get(twice.streams, make.general)?.subscription?.muted).toBe(true);
});

test("colour, pin and notifications change, and unknown or invalid properties are ignored", () => {
  let replica = make.replica();
  for (const [name, value] of [
    ["color", "#abcdef"],
    ["pin_to_top", true],
    ["desktop_notifications", false],
    ["push_notifications", true],
  ]) {
    replica = step(replica, property(String(name), value));
  }
  expect(get(replica.streams, make.general)?.subscription).toMatchObject({
    colour: "#abcdef",
    pinned: true,
    desktopNotifications: false,
    pushNotifications: true,
  });
  expect(step(replica, property("weight", true))).toBe(replica);
  expect(step(replica, property("pin_to_top", "yes"))).toBe(replica);
});

test("other users subscribe and unsubscribe in several streams, if subscribers are known", () => {
  const subscriptions = [
    make.subscription(make.general, { subscribers: [make.me] }),
    make.subscription(make.backend, { subscribers: [make.me, make.ada] }),
  ];
  const streams = { stream_ids: [make.general, make.backend], user_ids: [make.ada, make.brook] };
  const come = step(make.replica({ subscriptions }), event("peer_add", streams));
  const everybody = [make.me, make.ada, make.brook];
  expect(get(come.streams, make.general)?.subscribers).toEqual(everybody);
  expect(get(come.streams, make.backend)?.subscribers).toEqual(everybody);
  const gone = step(come, event("peer_remove", streams));
  expect(get(gone.streams, make.backend)?.subscribers).toEqual([make.me]);
  const unknown = make.replica();
  expect(step(unknown, event("peer_add", streams))).toBe(unknown);
});
