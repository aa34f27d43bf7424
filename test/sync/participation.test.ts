import { expect, test } from "vitest";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { startClient } from "../support/client.ts";
import { streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

const lunch = { kind: "topic", streamId: streams.general as never, topic: "lunch" } as const;

test("what the user wrote before this client was started counts as their conversation", async () => {
  const first = await startSmall();
  first.client.says(lunch, "mine");
  await first.clock.pass("5 s");
  const { clock, realm } = first;
  const { store } = startClient({ clock, realm });
  await clock.pass("5 s");
  const { participated, participationKnown } = store.getState().replica;
  expect(participationKnown).toBe(true);
  expect(participated.has(conversationKey(lunch))).toBe(true);
  expect(participated.has(topicKey(streams.dev as never, "deploy"))).toBe(false);
});

test("a failure is made good once the server can be reached again", async () => {
  const { clock, realm, control } = await startSmall();
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 1 });
  const { store, network } = startClient({ clock, realm });
  await clock.pass("5 s");
  expect(store.getState().replica.participationKnown).toBe(false);
  network.plug(false);
  await clock.pass("2 min");
  network.plug(true);
  await clock.pass("2 min");
  expect(store.getState().replica.participationKnown).toBe(true);
});
