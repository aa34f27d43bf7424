/** Where messages go whose topic was moved while no events came: after a lost queue, and between two runs. */
import { describe, expect, test } from "vitest";
import { newSend } from "#journal/actions/send.ts";
import { newPolicy } from "#journal/actions/topic.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { addIntents } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { before, deploy, hello, inDeploy, startSmall } from "../../support/small-client.ts";

type Topic = Extract<Address, { readonly kind: "topic" }>;

const inDev = (topic: string): Topic => ({
  kind: "topic",
  streamId: streams.dev as StreamId,
  topic,
});
const posted = /^POST \/messages$/;

/** A client with one message in its outbox, while the network is away and the queue is lost. */
async function startAway(text = "on it") {
  const small = await startSmall();
  const { client, control, clock } = small;
  client.network.plug(false);
  client.send(deploy, text);
  control.expireQueues(people.ana);
  return {
    ...small,
    comesBack: async () => {
      client.network.plug(true);
      await clock.pass("1 min");
    },
    /** The texts of a topic at the server. */
    textsIn: ({ topic, streamId }: { topic: string; streamId: number }) =>
      [...control.server.state.messages.byId.values()]
        .filter((one) => one.topic === topic && one.streamId === streamId)
        .map(({ content }) => content),
  };
}

describe("after a lost queue, a message", () => {
  test("goes to the new name of a topic that was renamed", async () => {
    const { cleo, comesBack, textsIn, client } = await startAway();
    await cleo.patch("/messages/108", {
      topic: "rollout",
      propagate_mode: "change_all",
      send_notification_to_new_thread: false,
    });
    await comesBack();
    expect(textsIn(inDeploy)).toEqual([]);
    expect(client.rows(inDev("rollout"))).toEqual([...before, "on it"]);
  });

  test("waits for the user if the newest messages were moved elsewhere, and a retry sends it", async () => {
    const { cleo, comesBack, textsIn, client, press, settles } = await startAway();
    await cleo.patch("/messages/108", { topic: "rollout", propagate_mode: "change_one" });
    await comesBack();
    expect(textsIn(inDeploy)).toEqual([before[0]]);
    expect(client.pendingSends(deploy)).toMatchObject([
      { phase: "failed", reason: "The newest messages are in #dev › rollout now." },
    ]);
    press("Esc", "g", "o", "Enter", "s");
    await settles();
    expect(textsIn(inDeploy)).toEqual([before[0], "on it"]);
  });

  test("waits for the user if others read the topic now", async () => {
    const { cleo, comesBack, client, sent } = await startAway();
    const hello = { stream_id: streams.general, topic: "news" };
    await cleo.patch("/messages/108", { ...hello, propagate_mode: "change_all" });
    await comesBack();
    const there = { ...inDev("news"), streamId: streams.general as StreamId };
    expect(sent(posted)).toBe(0);
    expect(client.pendingSends(there)).toMatchObject([
      { phase: "failed", reason: "#dev › deploy was moved here." },
    ]);
  });

  test("waits for the user if nothing of the topic can be seen any more", async () => {
    const { cleo, comesBack, client, sent } = await startAway();
    for (const id of [104, 108]) await cleo.delete(`/messages/${id}`);
    await comesBack();
    expect(sent(posted)).toBe(0);
    expect(client.pendingSends(deploy)).toMatchObject([
      { phase: "failed", reason: "What was here is gone." },
    ]);
  });

  test("goes where it was written if only the newest message was deleted", async () => {
    const { cleo, comesBack, textsIn } = await startAway();
    await cleo.delete("/messages/108");
    await comesBack();
    expect(textsIn(inDeploy)).toEqual([before[0], "on it"]);
  });

  test("goes where it was written, and is asked about once", async () => {
    const { comesBack, textsIn, client, sent } = await startAway("one");
    client.send(deploy, "two");
    await comesBack();
    expect(textsIn(inDeploy)).toEqual([...before, "one", "two"]);
    expect(sent(posted)).toBe(2);
  });
});

test("a message that an earlier run left goes to the new name of its topic", async () => {
  const { client, clock, realm, cleo, textsIn } = await startAway("left behind");
  await clock.pass("1 s");
  client.disk.crash();
  await cleo.patch("/messages/108", { topic: "rollout", propagate_mode: "change_all" });
  startClient({ clock, realm, disk: client.disk, name: "next" });
  await clock.pass("1 min");
  expect(textsIn(inDeploy)).toEqual([]);
  expect(textsIn({ ...inDeploy, topic: "rollout" })).toContain("left behind");
});

test("a message that waits for its undo does not follow its topic to another stream", async () => {
  const { client, clock, cleo, settles, sent, store } = await startSmall();
  const written = newSend(store.getState().view, deploy, "for dev alone");
  const step = { sentence: "Send", inverse: [], location: undefined };
  addIntents(store, { clock, newId: client.newId }, [written], step, 30_000);
  await cleo.patch("/messages/108", {
    stream_id: streams.general,
    topic: "news",
    propagate_mode: "change_all",
  });
  for (let turn = 0; turn < 8; turn += 1) await settles();
  expect(sent(posted)).toBe(0);
  expect(client.pendingSends({ ...hello, topic: "news" } as Address)).toMatchObject([
    { phase: "failed", reason: "#dev › deploy was moved here." },
  ]);
});

test("a topic that was renamed while the queue was lost is muted under its new name", async () => {
  const { client, clock, control, cleo, addIntent, store, open } = await startSmall();
  client.network.plug(false);
  await clock.pass("1 s");
  addIntent(newPolicy(store.getState().view, deploy as Topic, 1));
  control.expireQueues(people.ana);
  await cleo.patch("/messages/108", { topic: "rollout", propagate_mode: "change_all" });
  client.network.plug(true);
  await clock.pass("1 min");
  const { policies } = store.getState().replica;
  const now = (name: string) => policies.get(conversationKey(inDev(name)));
  expect([now("deploy"), now("rollout")]).toEqual([undefined, 1]);
  expect(open()).toBe(0);
});
