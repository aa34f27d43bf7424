/** A marks a topic, a stream or everything as read on the server, once that was asked. */
import { expect, test } from "vitest";
import { formKeys, startKeyboardClient } from "../support/keyboard-client.ts";
import { streams } from "../support/small-blueprint.ts";

async function asking(...keys: readonly string[]) {
  const world = await startKeyboardClient();
  const form = formKeys(world);
  await world.bo.say({ streamId: streams.dev, topic: "lunch" }, "where?");
  await world.settles();
  world.press("g", "i", "^L", "G", ...keys, "A");
  expect(form.shown()).toBeDefined();
  const unread = async () => {
    const { unread_msgs: told } = await world.ana.register();
    return { streams: told.streams.length, count: told.count };
  };
  return { ...world, form, unread };
}

test("the topic under the cursor, after a question that Enter alone declines", async () => {
  const { press, form, settles, sent, dialog, unread } = await asking();
  expect(form.shown()?.now.title).toContain("lunch");
  expect(form.shown()?.answer).toBe("keep");
  press("Enter");
  expect(dialog()).toBeUndefined();
  expect(sent(/mark_topic/)).toBe(0);
  const before = await unread();
  press("A");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_topic_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(before.streams - 1);
});

test("a stream of the list of streams", async () => {
  const { press, form, settles, sent, goes, unread } = await asking();
  press("Esc", "g", "b");
  goes("browse:2");
  press("A");
  expect(form.shown()?.now.title).toContain("#dev");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_stream_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(0);
});

test("everything after ^A", async () => {
  const { form, settles, sent, unread } = await asking("^A");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_all_as_read$/)).toBe(1);
  expect(await unread()).toMatchObject({ count: 0 });
});
