import { expect, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { changeScreen } from "#store/store.ts";
import { people } from "../../support/small-blueprint.ts";
import { startSmall, withBo } from "../../support/small-client.ts";

async function answered(preferences: object) {
  const world = await startSmall();
  const { store, bo, settles, press, type } = world;
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, ...preferences },
  }));
  openNarrow(store, withBo);
  await bo.say([people.ana], "all green?");
  await settles();
  const unread = () => unreadCountOf(store.getState().view, conversationKey(withBo));
  const before = unread();
  press("r");
  type("yes");
  press("Enter");
  return { ...world, unread, before };
}

test("with reply_marks_read, sending marks what is unread in the conversation, and u restores it", async () => {
  const { unread, before, client, settles, press } = await answered({ replyMarksRead: true });
  expect(before).toBe(2);
  expect(unread()).toBe(0);
  await settles();
  expect(client.rows(withBo).at(-1)).toBe("yes");
  press("u");
  await settles();
  expect(unread()).toBe(2);
  expect(client.rows(withBo).at(-1)).toBe("yes");
});

test("a send that can be undone is undone first, then what it marked", async () => {
  const options = { replyMarksRead: true, undoSendSeconds: 10 };
  const { unread, press, settles, client, toast } = await answered(options);
  expect(toast()).toMatch(/^Sends in 10 s/);
  press("u", "Esc", "u");
  await settles();
  expect(unread()).toBe(2);
  expect(client.rows(withBo)).not.toContain("yes");
});

test("without the option, what is not seen stays unread", async () => {
  const { unread, before, settles } = await answered({});
  await settles();
  expect(unread()).toBe(before);
});
