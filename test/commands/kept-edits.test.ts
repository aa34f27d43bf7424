/** Edits that were begun and left: the list of drafts has them, and Enter continues there. */
import { expect, test } from "vitest";
import { drop, newBatch } from "#base/table.ts";
import { composerEditor, editedMessage } from "#commands/composer-text.ts";
import { openAt } from "#commands/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import { textOf } from "#store/composer.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { startKeyboardClient } from "../support/keyboard-client.ts";
import { deploy } from "../support/small-client.ts";

/** An edit of Ana's message in `deploy` was left, and the cursor is on its row in the list of drafts. */
async function left() {
  const me = await startKeyboardClient();
  const { client, clock, press, type, store, realm } = me;
  client.says(deploy, "first words");
  await clock.pass("5 s");
  const id = Math.max(...realm.control.server.state.messages.byId.keys()) as MessageId;
  press("Esc", "g", "i");
  openAt(store, deploy, id);
  press("E");
  type(", and more");
  press("Esc");
  await clock.pass("2 s");
  press("g", "d");
  const key = `edit:${id}`;
  me.goes(key);
  expect(me.row()).toBe(key);
  return {
    ...me,
    id,
    key,
    state: () => store.getState(),
    text: () => composerEditor(store.getState().screen).text,
    /** The message is not in memory; the history says whether it is in the conversation. */
    forgets: (isKnown: boolean) =>
      changeReplica(store, (replica) => {
        const history = replica.histories.get(narrowKey(deploy));
        if (history === undefined) throw new Error("The conversation is not loaded.");
        const ids = history.ids.filter((each) => isKnown || each !== id);
        return {
          ...replica,
          messages: drop(replica.messages, id, newBatch("test")),
          histories: new Map(replica.histories).set(narrowKey(deploy), { ...history, ids }),
        };
      }),
  };
}

test("Enter continues an edit where its message is, which the disk has its conversation of", async () => {
  const { key, press, state, text, client, id } = await left();
  expect(client.disk.drafts.get(key)).toMatchObject({ address: deploy });
  press("Enter");
  expect(state().screen.place).toMatchObject({ kind: "narrow", narrow: deploy });
  expect([editedMessage(state().screen), text()]).toEqual([id, "first words, and more"]);
});

test("a message that is not loaded is opened first, and E continues", async () => {
  const { press, state, forgets, toast, id, key } = await left();
  forgets(true);
  press("Enter");
  expect(state().screen.readers.get(narrowKey(deploy))?.landing).toBe(id);
  expect(toast()).toBe("Your edit of this message is kept: E continues.");
  expect(textOf(state(), key)).toBe("first words, and more");
});

test("the text becomes a draft where the message is gone, or too old to be edited", async () => {
  const gone = await left();
  gone.forgets(false);
  gone.press("Enter");
  expect(gone.toast()).toBe(
    "This message was deleted. Your text is in the draft to #dev › deploy.",
  );
  const old = await left();
  changeReplica(old.store, (replica) => {
    const settings = { ...replica.organization.settings, allow_message_editing: false };
    return { ...replica, organization: { ...replica.organization, settings } };
  });
  old.press("Enter");
  expect(old.toast()).toMatch(/does not allow editing messages\. Your text is in the draft/);
  for (const { state, key } of [gone, old]) {
    expect(textOf(state(), conversationKey(deploy))).toBe("first words, and more");
    expect([textOf(state(), key), state().journal.drafts.has(key)]).toEqual(["", false]);
  }
});
