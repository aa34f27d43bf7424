import { expect, test } from "vitest";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { startClient } from "../../support/client.ts";
import { callerOf } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

/** The first state after the register answer. */
function atFirstFrame({ store }: Pick<ReturnType<typeof startClient>, "store">) {
  const first = Promise.withResolvers<ReturnType<typeof store.getState>>();
  const stop = store.subscribe((state) => {
    if (state.replica.epoch === 0) return;
    stop();
    first.resolve(state);
  });
  return first.promise;
}

const lunch = { kind: "topic", streamId: streams.general as never, topic: "lunch" } as const;

test("conversations that the user wrote in before the client started count as participated", async () => {
  const first = await startSmall();
  first.client.send(lunch, "mine");
  await first.clock.pass("5 s");
  const { clock, realm } = first;
  const { store } = startClient({ clock, realm });
  await clock.pass("5 s");
  const { participated, participationKnown } = store.getState().replica;
  expect(participationKnown).toBe(true);
  expect(participated.has(conversationKey(lunch))).toBe(true);
  expect(participated.has(topicKey(streams.dev as never, "deploy"))).toBe(false);
});

test("the first frame waits for the sections of rows, up to a limit", async () => {
  const { client, bo, clock, realm, control } = await startSmall();
  client.send(lunch, "mine");
  await clock.pass("2 s");
  const write = (topic: string, text: string) => bo.say({ streamId: streams.general, topic }, text);
  await write("lunch", "soup");
  await write("kettle", "where is the teapot?");
  await write("all", "@**all** soup!");
  await write("other", "nothing");
  const robot = callerOf(realm, people.robot);
  await robot.say({ streamId: streams.general, topic: "beep" }, "beep");
  const reasons = async (waitMs: number) => {
    const next = startClient({ clock, realm });
    const frame = atFirstFrame(next);
    await clock.pass(waitMs);
    const { view } = await frame;
    return ["lunch", "kettle", "all", "other", "beep"].map(
      (topic) => inboxRowOf(view, topicKey(streams.general as never, topic))?.reason,
    );
  };
  expect(await reasons(1_000)).toEqual(["wrote", "alert", "wildcard", "stream", "bots"]);
  control.fault({ kind: "delay", path: "/messages", method: "GET", times: 2, delayMs: 5_000 });
  expect(await reasons(1_000)).toEqual(["stream", "stream", "mention", "stream", "stream"]);
});

test("failed fetches are retried once the server is reachable", async () => {
  const { clock, realm, control } = await startSmall();
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 4 });
  const { store, network } = startClient({ clock, realm });
  await clock.pass("5 s");
  expect(store.getState().replica.participationKnown).toBe(false);
  network.plug(false);
  await clock.pass("2 min");
  network.plug(true);
  await clock.pass("2 min");
  expect(store.getState().replica.participationKnown).toBe(true);
});
