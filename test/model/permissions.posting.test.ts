/** Permissions to post and to mention many people. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { postProblem, wildcardMentionCount, wildcardMentionProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import {
  acme,
  ana,
  backend,
  bo,
  ci,
  deployWindow,
  idsOf,
  withHistory,
  withMessages,
  you,
} from "../support/acme.ts";

const topic = { kind: "topic", streamId: backend, topic: "deploy window" } as const;
const direct = { kind: "direct", userIds: [you, bo] } as const;

type World = {
  readonly role?: number;
  readonly stream?: Partial<Stream>;
  readonly settings?: Readonly<Record<string, unknown>>;
};

function world({ role = 400, stream = {}, settings = {} }: World): Replica {
  const replica = acme();
  const [own, target] = [get(replica.people, you), get(replica.streams, backend)];
  if (own === undefined || target === undefined)
    throw new Error("Acme lacks the user or the stream.");
  const batch = newBatch("test");
  return {
    ...replica,
    people: put(replica.people, you, { ...own, role }, batch),
    streams: put(replica.streams, backend, { ...target, ...stream }, batch),
    organization: { ...replica.organization, settings },
  };
}

test.each<[World, RegExp]>([
  [{ stream: { postPolicy: 2 }, role: 300 }, /Only administrators/],
  [{ stream: { postPolicy: 4 } }, /Only moderators/],
  [{ stream: { postPolicy: 3 }, role: 600 }, /Guests/],
  [{ stream: { isPrivate: true, subscription: undefined } }, /Only subscribers/],
  [{ stream: { subscription: undefined }, role: 600 }, /Only subscribers/],
])("%j may not post", (options, sentence) => {
  expect(postProblem(world(options), topic)).toMatch(sentence);
});

test.each<[World]>([
  [{ stream: { postPolicy: 2 }, role: 200 }],
  [{ stream: { postPolicy: 3 } }],
  [{ stream: { subscription: undefined } }],
  [{ settings: { mandatory_topics: true } }],
])("%j may post", (options) => {
  expect(postProblem(world(options), topic)).toBeUndefined();
});

test("an unknown stream and a missing required topic are reported", () => {
  const replica = world({ settings: { mandatory_topics: true } });
  expect(postProblem(replica, { ...topic, streamId: 99 as StreamId })).toMatch(/archived/);
  expect(postProblem(replica, { ...topic, topic: "(no topic)" })).toMatch(/requires a topic/);
});

test("a deactivated recipient is reported by name", () => {
  const replica = acme();
  const gone = { ...get(replica.people, bo), isActive: false } as never;
  const people = put(replica.people, bo, gone, newBatch("test"));
  expect(postProblem({ ...replica, people }, direct)).toBe(
    "Bo Lindqvist's account is deactivated.",
  );
});

test("direct messages follow the policy or the groups, but bots can always be addressed", () => {
  const closed = world({ settings: { private_message_policy: 2 } });
  expect(postProblem(closed, direct)).toMatch(/does not allow/);
  expect(postProblem(closed, { kind: "direct", userIds: [you, ci] })).toBeUndefined();
  const only = (members: readonly UserId[]) => ({ direct_members: members, direct_subgroups: [] });
  const permission = (id: UserId) =>
    world({ settings: { direct_message_permission_group: only([id]) } });
  expect(postProblem(permission(ana), direct)).toMatch(/does not allow/);
  expect(postProblem(permission(bo), direct)).toBeUndefined();
  const begun = world({ settings: { direct_message_initiator_group: only([]) } });
  expect(postProblem(begun, direct)).toBeUndefined();
  expect(postProblem(begun, { kind: "direct", userIds: [you, ana, bo] })).toMatch(/start direct/);
  const unknown = { direct_message_permission_group: 77 as GroupId };
  expect(postProblem(world({ settings: unknown }), direct)).toBeUndefined();
});

test.each([
  ["@**all** come", 40],
  ["(@**channel**)", 40],
  ["@_**all** nobody", undefined],
  ["`@**all**` is how", undefined],
  ["```\n@**all**\n```\nso", undefined],
  ["```\n@**all**\n```\n@**everyone**", 40],
  ["> @**all**\nno", undefined],
  ["me@**all**", undefined],
])("%j mentions %s people", (text, count) => {
  const subscribers = Array.from({ length: 40 }, (_, index) => (index + 1) as UserId);
  expect(wildcardMentionCount(world({ stream: { subscribers } }), topic, text)).toBe(count);
  expect(
    wildcardMentionCount(world({ stream: { subscribers: [you, bo] } }), topic, text),
  ).toBeUndefined();
});

test("a mention of the topic notifies its known participants", () => {
  const to = { streamId: backend, topic: "deploy window" };
  const writers = Array.from({ length: 20 }, (_, index) => (index + 50) as UserId);
  const messages = writers.map((by) => ({ by, to, at: "11:28", text: "me too" }));
  const known = withMessages(world({}), messages, 2001);
  const ids = idsOf(known, deployWindow);
  const replica = withHistory(known, deployWindow, ids);
  expect(wildcardMentionCount(replica, topic, "@**topic** thanks")).toBeGreaterThanOrEqual(20);
  expect(wildcardMentionCount(replica, topic, "@_**topic** thanks")).toBeUndefined();
  expect(
    wildcardMentionCount(withHistory(known, deployWindow, []), topic, "@**topic**"),
  ).toBeUndefined();
});

test("the realm's policy decides who may mention many people", () => {
  const policy = (value: number, role?: number) =>
    wildcardMentionProblem(
      world({ settings: { wildcard_mention_policy: value }, role: role ?? 400 }),
      40,
    );
  expect([policy(1), policy(2), policy(7, 300), policy(5, 200)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([policy(6, 100), policy(7), policy(5, 300)]).toEqual(
    Array(3).fill(expect.stringMatching(/all 40 people/)),
  );
});
