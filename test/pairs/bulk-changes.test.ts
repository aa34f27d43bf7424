/** Acts on many rows stand behind what is done singly, and the realm ends as if everything had been sent in order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { Action } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import type { Policy } from "#model/stream.ts";
import { act } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import "../support/properties.ts";
import { runs } from "../support/runs.ts";
import { streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

const streamId = streams.dev as StreamId;
const nameOf = (at: number) => (at === 0 ? "deploy" : `topic ${at}`);
const policyOf = (at: number, policy: Policy): Action => ({
  kind: "topic-policy",
  streamId,
  topic: nameOf(at),
  policy,
});
const policies = (count: number, policy: Policy) =>
  Array.from({ length: count }, (_, at) => policyOf(count - 1 - at, policy));

const changed = /POST \/user_topics/;

test("a change after an act on many rows does not wait for it", async () => {
  const { store, clock, client, sent, addIntent, open } = await startSmall();
  act(store, { clock, newId: client.newId }, policies(210, 1));
  await clock.pass("2 s");
  expect(sent(changed)).toBeLessThan(130);
  addIntent({ kind: "status", text: "busy", emoji: null });
  await clock.pass("1 s");
  expect(sent(/\/status$/)).toBe(1);
  await clock.pass("2 min");
  expect([sent(changed), open()]).toEqual([210, 0]);
});

test("an act on many rows that is undone at once is hardly sent", async () => {
  const { store, clock, client, sent, undo, open } = await startSmall();
  const { policies: before } = store.getState().replica;
  act(store, { clock, newId: client.newId }, policies(210, 1));
  undo();
  await clock.pass("1 min");
  expect(sent(changed)).toBeLessThan(10);
  expect([store.getState().replica.policies, open()]).toEqual([before, 0]);
});

test("a change takes along what it has to wait for", async () => {
  const { store, clock, client, sent, addIntent } = await startSmall();
  act(store, { clock, newId: client.newId }, policies(210, 3));
  await clock.pass("2 s");
  expect(store.getState().replica.policies.has(topicKey(streamId, "deploy"))).toBe(false);
  const from = { streamId, topic: "deploy" };
  const to = { streamId, topic: "rollout" };
  const messageId = 104 as MessageId;
  addIntent({ kind: "move", messageId, from, to, mode: "change_all" });
  await clock.pass("2 s");
  expect(sent(/PATCH \/messages\/104/)).toBe(1);
  await clock.pass("3 min");
  const { policies: known } = store.getState().replica;
  expect(known.get(topicKey(streamId, "rollout"))).toBe(3);
});

type Deed = readonly Action[] | "undo" | number;

const policy = fc.constantFrom<Policy>(0, 1, 3);
const topic = fc.nat({ max: 30 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc
    .tuple(fc.uniqueArray(topic, { minLength: 12, maxLength: 30 }), policy)
    .map(([topics, one]) => topics.map((at) => policyOf(at, one))),
  fc.tuple(topic, policy).map(([at, one]) => [policyOf(at, one)]),
  fc
    .tuple(fc.constantFrom("add", "remove"), fc.constantFrom(104, 108, 110))
    .map(([op, id]) => [{ kind: "star", op, ids: sorted([id as MessageId]) } as const]),
  fc.constant("undo" as const),
  fc.constantFrom(0, 5, 100, 3_000),
);

test("the realm ends as if all was sent in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 20 }), async (deeds) => {
      const world = await startSmall();
      const { store, clock, client, realm, undo, open } = world;
      const expected = new Map<string, Policy>(store.getState().replica.policies);
      const starred = new Set<MessageId>(store.getState().replica.starred);
      const note = (action: Action) => {
        if (action.kind === "topic-policy")
          expected.set(topicKey(streamId, action.topic), action.policy);
        if (action.kind !== "star") return;
        for (const id of action.ids)
          if (action.op === "add") starred.add(id);
          else starred.delete(id);
      };
      for (const one of deeds) {
        if (typeof one === "number") await clock.pass(one);
        else if (one === "undo") undo()?.inverse.forEach(note);
        else if (act(store, { clock, newId: client.newId }, one) !== undefined) one.forEach(note);
      }
      await clock.pass("10 min");
      expect(open()).toBe(0);
      const fresh = startClient({ clock, realm, name: "fresh" });
      await clock.pass("10 s");
      const { replica } = fresh.store.getState();
      const set = [...expected].filter(([, one]) => one !== 0).sort();
      expect([...replica.policies].sort()).toEqual(set);
      expect([...replica.starred]).toEqual([...starred].sort((a, b) => a - b));
    }),
    { numRuns: runs(0.4, 10) },
  );
});
