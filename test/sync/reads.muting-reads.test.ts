/** Muting a person makes the server mark their messages as read; undo restores exactly those. */
import { expect, test } from "vitest";
import type { UserId } from "#wire/ids.ts";
import { people } from "../support/small-blueprint.ts";
import { hello, inDeploy, startSmall } from "../support/small-client.ts";

const mute = { kind: "mute-person", op: "add", userId: people.bo as UserId } as const;
const inHello = { streamId: hello.kind === "topic" ? hello.streamId : 0, topic: "hello" };

/** Bo and Cleo have written to a topic, a group and Ana, and a new register lists only the newest three messages. */
async function startUnfetched() {
  const world = await startSmall();
  const { client, clock, bo, cleo, control } = world;
  client.open({ kind: "starred" });
  client.network.plug(false);
  for (const who of [bo, cleo]) {
    await who.say(inDeploy, "in a stream");
    await who.say([people.ana, people.bo, people.cleo], "in a group");
    await who.say(inHello, "in another stream");
  }
  await bo.say([people.ana], "alone");
  control.server.maxUnreadListed = 3;
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  const personal = control.server.state.personal.get(people.ana);
  return { ...world, onServer: () => [...(personal?.unread ?? [])].sort((a, b) => a - b) };
}

test("undo also restores unfetched messages of the muted person, in streams, groups and direct messages", async () => {
  const { act, undo, clock, onServer, open } = await startUnfetched();
  const before = onServer();
  act(mute);
  await clock.pass("5 s");
  expect(before.length - onServer().length).toBe(5);
  undo();
  await clock.pass("5 s");
  expect(onServer()).toEqual(before);
  expect(open()).toBe(0);
});

test("undo before the events of the muting arrive restores the same messages", async () => {
  const { act, undo, clock, onServer, open, control, cleo } = await startUnfetched();
  control.fault({ kind: "delay", path: "/events", method: "GET", delayMs: 3_000, times: 3 });
  // Answers the pending poll, so that the next one is delayed.
  await cleo.say(inHello, "meanwhile");
  await clock.pass(100);
  const before = onServer();
  act(mute);
  await clock.pass("1 s");
  expect(onServer()).not.toEqual(before);
  undo();
  await clock.pass("20 s");
  expect(onServer()).toEqual(before);
  expect(open()).toBe(0);
});

test("a message that another client read meanwhile stays read, even if both events arrive together", async () => {
  const { act, undo, clock, onServer, ana, client, control } = await startUnfetched();
  client.open(hello);
  await clock.pass("2 s");
  const before = onServer();
  const others = before.at(-2) ?? 0;
  client.network.plug(false);
  await clock.pass("1 s");
  await ana.post("/messages/flags", { op: "add", flag: "read", messages: [others] });
  await ana.post(`/users/me/muted_users/${people.bo}`);
  act(mute);
  client.network.plug(true);
  await clock.pass("40 s");
  undo();
  await clock.pass("5 s");
  expect(control.server.state.messages.byId.get(others)?.senderId).toBe(people.cleo);
  expect(onServer()).toEqual(before.filter((id) => id !== others));
});
