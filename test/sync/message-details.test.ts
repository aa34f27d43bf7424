/** Edits and readers of a message are fetched when its information is opened. */
import { expect, test } from "vitest";
import { openDialog } from "#commands/screen.ts";
import type { MessageId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

async function startWithEdited(level?: number) {
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
  const requestCount = () =>
    client.network.sent.filter((each) => /history|read_receipts/.test(each)).length;
  return { clock, started, client, opens, details, requestCount };
}

test("edits and readers are fetched when the information is opened", async () => {
  const { opens, details, requestCount } = await startWithEdited();
  expect(requestCount()).toBe(0);
  await opens();
  expect(details()?.versions).toMatchObject({
    kind: "known",
    value: [{ content: "before" }, { content: "after", editorId: people.bo }],
  });
  expect(details()?.readers).toMatchObject({ kind: "known" });
  expect(requestCount()).toBe(2);
});

test("readers are not requested from a server that is too old", async () => {
  const { opens, details, requestCount } = await startWithEdited(136);
  await opens();
  expect(details()?.readers).toMatchObject({
    kind: "failed",
    sentence: expect.stringContaining("too old"),
  });
  expect(requestCount()).toBe(1);
});

test("without a network both show a failure", async () => {
  const { opens, details, client } = await startWithEdited();
  client.network.plug(false);
  await opens();
  expect(details()?.readers).toMatchObject({ kind: "failed" });
  expect(details()?.versions).toMatchObject({ kind: "failed" });
});
