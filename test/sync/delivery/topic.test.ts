/** Moving messages: once, with undo unless topics were merged, and never over another user's move. */
import { describe, expect, test } from "vitest";
import { get } from "#base/table.ts";
import { type Move, resolutionOf } from "#journal/actions/topic.ts";
import type { Action } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import type { Policy } from "#model/stream.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, hello, ownMessage, startSmall } from "../../support/small-client.ts";

const [dev, general] = [streams.dev as StreamId, streams.general as StreamId];
const patched = /^PATCH \/messages/;

describe("a move", () => {
  const from = { streamId: dev, topic: "deploy" };
  const to = { streamId: dev, topic: "rollout" };
  const move = (keys: Partial<Move> = {}): Move => ({
    kind: "move",
    messageId: 108 as MessageId,
    from,
    to,
    mode: "change_all",
    ...keys,
  });

  test("of a whole topic is carried out, and undo restores it", async () => {
    const { act, undo, clock, placeOf, open } = await startSmall({ first: ownMessage });
    expect(act(move())).toBe("Move #dev › deploy to #dev › rollout");
    await clock.pass("2 s");
    expect([placeOf(104), placeOf(108), open()]).toEqual([[dev, "rollout"], [dev, "rollout"], 0]);
    undo();
    await clock.pass("2 s");
    expect([placeOf(104), placeOf(108), open()]).toEqual([[dev, "deploy"], [dev, "deploy"], 0]);
  });

  test.each([
    ["change_one", "deploy", "deploy"],
    ["change_later", "deploy", "rollout"],
  ] as const)("of mode %s leaves the others where they are", async (mode, first, last) => {
    const { addIntent, clock, placeOf, own } = await startSmall({ first: ownMessage });
    addIntent(move({ mode }));
    await clock.pass("2 s");
    expect([104, 108, own].map((id) => placeOf(id)[1])).toEqual([first, "rollout", last]);
  });

  test("to a resolved name resolves the topic, and back unresolves it", async () => {
    const { act, clock, placeOf } = await startSmall({ first: ownMessage });
    const resolved = resolutionOf(from);
    expect(act(move({ to: resolved }))).toBe("Resolve #dev › deploy");
    await clock.pass("2 s");
    expect(placeOf(108)).toEqual([dev, "✔ deploy"]);
    expect(resolutionOf(resolved)).toEqual(from);
    expect(act(move({ from: resolved, to: from }))).toBe("Unresolve #dev › ✔ deploy");
    await clock.pass("2 s");
    expect(placeOf(108)).toEqual([dev, "deploy"]);
  });

  test("to an existing topic has no undo", async () => {
    const { act, addIntent, clock, placeOf } = await startSmall({ first: ownMessage });
    const merge = move({ to: { streamId: general, topic: "hello" } });
    expect(act(merge)).toBeUndefined();
    addIntent({ ...merge, merges: true });
    await clock.pass("2 s");
    expect(placeOf(104)).toEqual([general, "hello"]);
  });

  test("to a topic of which the client did not know moves nothing, and the next one knows", async () => {
    const { act, addIntent, undo, clock, placeOf, sent, toast } = await startSmall({
      first: ownMessage,
    });
    const merge = move({ to: { streamId: streams.other as StreamId, topic: "elsewhere" } });
    expect(act(merge)).toBe("Move #dev › deploy to #other › elsewhere");
    await clock.pass("2 s");
    expect(placeOf(108)).toEqual([dev, "deploy"]);
    expect(toast()).toBe(
      "#other › elsewhere already exists: nothing was moved. Do it again to merge both. (Move #dev › deploy to #other › elsewhere)",
    );
    undo();
    await clock.pass("2 s");
    expect([placeOf(107), sent(patched)]).toEqual([[streams.other, "elsewhere"], 0]);
    expect(act(merge)).toBeUndefined();
    addIntent({ ...merge, merges: true });
    await clock.pass("2 s");
    expect([placeOf(108), sent(patched)]).toEqual([[streams.other, "elsewhere"], 1]);
  });

  test("to a topic that came into being before it left moves nothing", async () => {
    const { act, clock, placeOf, client, bo, sent } = await startSmall({ first: ownMessage });
    client.network.plug(false);
    act(move());
    await bo.say({ streamId: dev, topic: "rollout" }, "mine");
    client.network.plug(true);
    await clock.pass("1 min");
    expect([placeOf(108), sent(patched)]).toEqual([[dev, "deploy"], 0]);
  });

  test("that is undone takes its messages to what was posted in the old topic meanwhile", async () => {
    const { act, undo, clock, placeOf, bo } = await startSmall({ first: ownMessage });
    act(move());
    await clock.pass("2 s");
    await bo.say({ streamId: dev, topic: "deploy" }, "still here");
    await clock.pass("2 s");
    undo();
    await clock.pass("2 s");
    expect(placeOf(108)).toEqual([dev, "deploy"]);
  });

  test("with a lost answer is not repeated, and does not overwrite another user's move", async () => {
    const { addIntent, clock, control, placeOf, sent, cleo, toast, open } = await startSmall({
      first: ownMessage,
    });
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent(move());
    await clock.pass("40 s");
    expect([placeOf(104)[1], sent(patched), open()]).toEqual(["rollout", 1, 0]);
    await cleo.patch("/messages/108", { topic: "elsewhere", propagate_mode: "change_all" });
    await clock.pass("2 s");
    addIntent(move({ from: to, to: from }));
    await clock.pass("2 s");
    expect([placeOf(104)[1], sent(patched), open()]).toEqual(["elsewhere", 1, 0]);
    expect(toast()).toMatch(/moved elsewhere/);
  });

  test("does not overwrite another user's move that was made while the queue was lost", async () => {
    const { addIntent, client, clock, control, cleo, placeOf, toast } = await startSmall();
    client.open(hello);
    await clock.pass("5 s");
    client.network.plug(false);
    await clock.pass("1 s");
    addIntent(move({ to: resolutionOf(from) }));
    control.expireQueues(people.ana);
    await cleo.patch("/messages/108", { topic: "elsewhere", propagate_mode: "change_all" });
    client.network.plug(true);
    await clock.pass("1 min");
    expect(placeOf(108)).toEqual([dev, "elsewhere"]);
    expect(toast()).toMatch(/moved elsewhere/);
  });

  test("of a message that is not loaded is not repeated either", async () => {
    const { addIntent, clock, control, store, placeOf, sent, open, toast } = await startSmall({
      first: ownMessage,
    });
    const messageId = 102 as MessageId;
    expect(get(store.getState().replica.messages, messageId)).toBeUndefined();
    control.fault({ kind: "drop after", path: "/messages/" });
    const hello = { streamId: general, topic: "hello" };
    addIntent(move({ messageId, from: hello, to: { ...hello, topic: "bye" }, mode: "change_one" }));
    await clock.pass("40 s");
    expect([placeOf(102)[1], sent(patched), open(), toast()]).toEqual(["bye", 1, 0, undefined]);
  });

  test("to another stream is not requested from a server that does not support it", async () => {
    const { addIntent, clock, placeOf, sent, toast } = await startSmall({
      first: ownMessage,
      level: since.integerPrincipals - 1,
    });
    addIntent(move({ to: { streamId: general, topic: "deploy" } }));
    await clock.pass("2 s");
    expect([placeOf(108), sent(patched)]).toEqual([[dev, "deploy"], 0]);
    expect(toast()).toMatch(/another stream/);
  });
});

describe("the deletion of a topic", () => {
  const deletion: Action = {
    kind: "delete-topic",
    streamId: dev,
    topic: "deploy",
    newest: 108 as MessageId,
  };

  test("deletes no other one that got its name while it waited", async () => {
    const { addIntent, clock, client, bo, placeOf, toast } = await startSmall({ who: "cleo" });
    client.network.plug(false);
    addIntent(deletion);
    await bo.patch("/messages/108", { topic: "keep", propagate_mode: "change_all" });
    const other = await bo.say({ streamId: dev, topic: "deploy" }, "another one");
    client.network.plug(true);
    await clock.pass("1 min");
    expect([placeOf(108), placeOf(other)]).toEqual([
      [dev, "keep"],
      [dev, "deploy"],
    ]);
    expect(toast()).toContain("Its messages were moved in the meantime: nothing was deleted.");
  });

  test("goes on if its newest message was deleted meanwhile", async () => {
    const { addIntent, clock, client, cleo, placeOf } = await startSmall({ who: "cleo" });
    client.network.plug(false);
    addIntent(deletion);
    await cleo.delete("/messages/108");
    client.network.plug(true);
    await clock.pass("1 min");
    expect(placeOf(104)).toEqual([undefined, undefined]);
  });
});

describe("a topic that is followed", () => {
  const policy = (value: Policy): Action => ({
    kind: "topic-policy",
    streamId: dev,
    topic: "deploy",
    policy: value,
  });
  const followed = 3;
  const resolving: Action = {
    kind: "move",
    messageId: 108 as MessageId,
    from: { streamId: dev, topic: "deploy" },
    to: { streamId: dev, topic: "✔ deploy" },
    mode: "change_all",
  };
  const policiesIn = ({ store }: Awaited<ReturnType<typeof startSmall>>) =>
    Object.fromEntries(
      [...store.getState().replica.policies].filter(([key]) => key.endsWith("deploy")),
    );
  const resolved = topicKey(dev, "✔ deploy");
  const expectBothUntilUndone = async (world: Awaited<ReturnType<typeof startSmall>>) => {
    const { undo, open, settles } = world;
    expect([policiesIn(world), open()]).toEqual([{ [resolved]: followed }, 0]);
    undo();
    undo();
    await settles();
    expect([policiesIn(world), open()]).toEqual([{}, 0]);
  };

  test("and moved by somebody is not followed any more after undo", async () => {
    const world = await startSmall();
    world.act(policy(followed));
    await world.settles();
    await world.cleo.patch("/messages/108", { topic: "✔ deploy", propagate_mode: "change_all" });
    await world.settles();
    expect(policiesIn(world)).toEqual({ [resolved]: followed });
    world.undo();
    await world.settles();
    expect(policiesIn(world)).toEqual({});
  });

  test("after a move that is still on its way is followed under its new name", async () => {
    const world = await startSmall();
    const { act, client, clock } = world;
    client.network.line("silent");
    act(resolving);
    act(policy(followed));
    await clock.pass("2 min");
    client.network.line("well");
    await clock.pass("2 min");
    await expectBothUntilUndone(world);
  });

  test("and moved in the same moment keeps that, and undo restores both", async () => {
    const world = await startSmall();
    world.act(policy(followed));
    world.act(resolving);
    await world.settles();
    await expectBothUntilUndone(world);
  });

  test("and moved into another that is followed too leaves that one so after undo", async () => {
    const world = await startSmall();
    const { addIntent, act, undo, bo, cleo, settles } = world;
    await bo.say({ streamId: dev, topic: "next deploy" }, "another topic");
    await settles();
    addIntent({ ...policy(followed), topic: "next deploy" } as Action);
    act(policy(followed));
    await settles();
    await cleo.patch("/messages/108", { topic: "next deploy", propagate_mode: "change_all" });
    await settles();
    undo();
    await settles();
    expect(policiesIn(world)).toEqual({ [topicKey(dev, "next deploy")]: followed });
  });
});

// Policies of topics at servers that support none or only some of them.

const streamId = streams.dev as StreamId;

async function started(level: number) {
  const { store, clock, client, addIntent, toast, open } = await startSmall({ level });
  const setPolicy = async (topic: string, policy: Policy) => {
    addIntent({ kind: "topic-policy", streamId, topic, policy });
    await clock.pass("2 s");
    return store.getState().replica.policies.get(topicKey(streamId, topic)) ?? 0;
  };
  return {
    setPolicy,
    sent: () => client.network.sent.filter((line) => /topics/.test(line) && !/^GET/.test(line)),
    toast,
    open,
  };
}

describe.each([since.userTopics - 1, since.topicPolicies - 1])("at level %i", (level) => {
  test("topics are muted and unmuted with the older endpoint", async () => {
    const { setPolicy, sent, open } = await started(level);
    expect([
      await setPolicy("deploy", 1),
      await setPolicy("deploy", 0),
      await setPolicy("noise", 0),
    ]).toEqual([1, 0, 0]);
    expect(new Set(sent())).toEqual(new Set(["PATCH /users/me/subscriptions/muted_topics"]));
    expect(open()).toBe(0);
  });

  test("an unsupported policy is reported and not requested", async () => {
    const { setPolicy, sent, toast, open } = await started(level);
    expect(await setPolicy("deploy", 2)).toBe(0);
    expect(toast()).toMatch(/^This server cannot unmute topics/);
    expect([sent(), open()]).toEqual([[], 0]);
  });
});

test("following a topic is reported and not requested below its level", async () => {
  const { setPolicy, sent, toast } = await started(since.followedPolicy - 1);
  expect(await setPolicy("deploy", 3)).toBe(0);
  expect(toast()).toMatch(/^This server cannot follow topics/);
  expect(await setPolicy("deploy", 2)).toBe(2);
  expect(sent()).toEqual(["POST /user_topics"]);
});

test("a message that waited goes to the topic under the name that it got meanwhile", async () => {
  const { addIntent, bo, client, clock, control } = await startSmall();
  client.network.plug(false);
  addIntent({ kind: "send", address: deploy, content: "typed offline" });
  await clock.pass("5 s");
  await bo.patch("/messages/108", { topic: "rollout", propagate_mode: "change_all" });
  client.network.plug(true);
  await clock.pass("1 min");
  const all = [...control.server.state.messages.byId.values()];
  expect(all.find(({ content }) => content === "typed offline")?.topic).toBe("rollout");
});
