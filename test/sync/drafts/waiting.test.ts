/** Conversations in which a draft of the user's own waits stay among what needs them. */
import { expect, test } from "vitest";
import { inboxDefinition } from "#commands/conversation/inbox.ts";
import { conversationKey } from "#model/conversation.ts";
import { inboxRowOf, nextUnread } from "#model/select/inbox.ts";
import { changeScreen } from "#store/store.ts";
import { asked } from "../../support/asked.ts";
import { startClient } from "../../support/client.ts";
import { withBo } from "../../support/small-client.ts";

const key = conversationKey(withBo);

const stays = { section: "needs-you", reason: "draft", count: 0 };

test("what was read before its answer was begun stays until it is marked as done, which undo restores", async () => {
  const { row, reads, press, type, settles, rowKeys } = await asked();
  expect(row()?.reason).toBe("direct");
  await reads();
  expect(row()?.reason).toBe("answer");
  press("r");
  type("yes, from");
  await settles();
  press("Esc", "g", "i", "^L");
  expect(row()).toMatchObject(stays);
  expect(rowKeys()).toContain(key);
  press("g", "g", "G", "^A", "e");
  expect(row()).toBeUndefined();
  await settles();
  expect(row()).toBeUndefined();
  press("u");
  expect(row()).toMatchObject(stays);
});

test("what is unread with a draft stays when it is read, after a restart too, until that is sent", async () => {
  const { client, clock, realm, store, row, reads, settles } = await asked();
  client.types(withBo, "half an answer");
  changeScreen(store, (screen) => ({ ...screen, focus: "pane" }));
  await settles();
  expect(row()).toMatchObject({ section: "needs-you", reason: "direct", count: 2 });
  await reads();
  expect(row()).toMatchObject(stays);
  client.disk.crash();
  const email = "ana@small.example";
  const next = startClient({ clock, realm, email, disk: client.disk, name: "next" });
  await clock.pass("5 s");
  const later = () => inboxRowOf(next.store.getState().view, key);
  expect(later()).toMatchObject(stays);
  next.send(withBo, "here it is");
  await clock.pass("5 s");
  expect(later()).toBeUndefined();
});

test("a draft where nothing was unread adds no row", async () => {
  const { client, row, reads, press, settles } = await asked();
  await reads();
  press("e", "g", "i");
  client.types(withBo, "by the way");
  await settles();
  expect(row()).toBeUndefined();
});

test("the next unread conversation is none that stays", async () => {
  const { store, row, reads, press, type, settles } = await asked();
  await reads();
  press("r");
  type("yes");
  await settles();
  expect(row()).toMatchObject(stays);
  expect(nextUnread(store.getState().view, undefined)).not.toEqual(withBo);
});

test("the row says that the draft is the user's own, and how it begins", async () => {
  const { client, store, reads, press, settles } = await asked();
  client.types(withBo, "half an answer");
  await settles();
  await reads();
  press("Esc", "g", "i");
  const facts = { ...store.getState(), now: 0 };
  const { subject, detail, number } =
    inboxDefinition.row(facts, { key, section: "needs-you" }, false) ?? {};
  expect([subject?.at(-1), detail, number]).toMatchObject([
    { glyph: "draft" },
    [{ text: "your draft: " }, { ownText: "half an answer" }],
    0,
  ]);
});
