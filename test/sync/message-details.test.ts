/** What the server tells of one message is asked for when somebody opens its information, and not before. */
import { expect, test } from "vitest";
import { openDialog } from "#commands/screen.ts";
import type { MessageId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

async function about(level?: number) {
  const clock = fakeClock();
  const started = startRealm({ clock, ...(level === undefined ? {} : { level }) });
  const client = startClient({ clock, realm: started.realm });
  const bo = started.as(people.bo);
  await clock.pass("5 s");
  const id = (await bo.say({ streamId: streams.dev, topic: "edits" }, "before")) as MessageId;
  await bo.patch(`/messages/${id}`, { content: "after" });
  await clock.pass("5 s");
  const opens = async () => {
    openDialog(client.store, { kind: "info", about: { kind: "message", id }, chosen: 0 });
    await clock.pass("5 s");
  };
  const details = () => client.store.getState().session.messageDetails;
  const asked = () =>
    client.network.sent.filter((each) => /history|read_receipts/.test(each)).length;
  return { clock, started, client, opens, details, asked };
}

test("both are fetched when they are asked for", async () => {
  const { opens, details, asked } = await about();
  expect(asked()).toBe(0);
  await opens();
  expect(details()?.versions).toMatchObject({
    kind: "known",
    value: [{ content: "before" }, { content: "after", editorId: people.bo }],
  });
  expect(details()?.readers).toMatchObject({ kind: "known" });
  expect(asked()).toBe(2);
});

test("an old server is not asked who read it", async () => {
  const { opens, details, asked } = await about(136);
  await opens();
  expect(details()?.readers).toMatchObject({
    kind: "failed",
    sentence: expect.stringContaining("too old"),
  });
  expect(asked()).toBe(1);
});

test("without a network both fail with a sentence", async () => {
  const { opens, details, client } = await about();
  client.network.plug(false);
  await opens();
  expect(details()?.readers).toMatchObject({ kind: "failed" });
  expect(details()?.versions).toMatchObject({ kind: "failed" });
});
