/** Editing and deleting messages by keys. */

import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { messageAtCursor } from "#commands/message/selected.ts";
import { openAt } from "#commands/places/navigation.ts";
import type { Replica } from "#model/replica.ts";
import { composerEditor, editedMessage } from "#store/composer.ts";
import { changeIntent, changeReplica } from "#store/store.ts";
import { editMessage } from "#wire/endpoints/messages.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  bo,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { deploy, ownMessage, startSmall } from "../../support/small-client.ts";

const to = { streamId: backend, topic: "deploy window" };
const [theirs, own] = [2001, 2002] as MessageId[] as [MessageId, MessageId];

function world(settings: Replica["organization"]["settings"] = {}) {
  const messages = [
    { by: bo, to, at: "11:28", flags: ["read"], text: "theirs" },
    { by: you, to, at: "11:29", flags: ["read"], text: "rol back" },
  ];
  const known = withMessages(acme(), messages, theirs);
  const replica = withHistory(known, deployWindow, idsOf(known, deployWindow));
  return { ...replica, organization: { ...replica.organization, settings } };
}

function reading(selected = own, replica: Replica = world()) {
  const store = storeOf(replica, readingScreen(deployWindow, selected));
  const state = () => store.getState();
  return {
    store,
    state,
    press: keyPresser(store),
    toast: () => state().screen.toast?.text,
    text: () => composerEditor(state().screen).text,
    edited: () => editedMessage(state().screen),
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    shown: () => get(state().view.messages, own)?.content,
  };
}

function changesElsewhere({ store }: ReturnType<typeof reading>, content: string) {
  changeReplica(store, (replica) => {
    const message = get(replica.messages, own);
    if (message === undefined) throw new Error("It is gone.");
    const messages = put(replica.messages, own, { ...message, content }, newBatch("test"));
    return { ...replica, messages };
  });
}

test("E opens the text, Enter saves it in place, and u restores the old one", () => {
  const { press, text, shown, toast, edited, state } = reading();
  press("E");
  expect([text(), edited()]).toEqual(["rol back", own]);
  press("^A", "Delete", "R", "Enter");
  expect(shown()).toBe("Rol back");
  expect([toast(), edited(), state().screen.focus]).toEqual([
    "Edited in #backend › deploy window",
    undefined,
    "pane",
  ]);
  press("u");
  expect(shown()).toBe("rol back");
});

test("Esc keeps the edit for the next E, and does not change the conversation's draft", () => {
  const { press, text, actions } = reading();
  press("r", "n", "e", "w", "Esc", "E", "!", "Esc");
  expect(text()).toBe("new");
  press("E");
  expect(text()).toBe("rol back!");
  expect(actions()).toEqual([]);
});

test("an edit without changes is discarded", () => {
  const { press, toast, state } = reading();
  press("E", "Enter");
  expect(toast()).toBe("Nothing was changed.");
  press("E", "Esc");
  expect([...state().screen.composers.keys()]).toEqual([]);
});

test("Up in an empty composer edits the user's last message, and what leaves it empty leaves it", () => {
  const { press, text, state } = reading(theirs);
  press("r", "Up");
  expect(text()).toBe("rol back");
  press("Esc");
  expect([text(), state().screen.focus]).toEqual(["", "pane"]);
  press("r", "Up", "!", "Enter");
  expect([text(), state().screen.focus]).toEqual(["", "pane"]);
});

test("a saved edit leaves the selection on its message, and ^S marks the conversation as done, as after a send", () => {
  const { press, state, shown } = reading(theirs);
  press("r", "Up", "!", "Enter");
  expect(messageAtCursor(state())?.id).toBe(own);
  press("E", "!", "^S");
  expect([shown(), state().screen.focus]).toEqual(["rol back!!", "pane"]);
  expect(state().screen.toast?.text).toMatch(/^Done/);
});

test("saving an edit of a message that was changed elsewhere asks first", () => {
  const edit = reading();
  edit.press("E", "!");
  changesElsewhere(edit, "roll back");
  edit.press("Enter");
  expect(menuIn(edit.store)).toEqual({
    title: "This message was changed elsewhere",
    lines: ["It says now:", "roll back"],
    items: ["k Keep editing", "o Overwrite it with your text"],
  });
  expect(edit.actions()).toEqual([]);
  edit.press("Enter");
  expect([edit.text(), edit.edited()]).toEqual(["rol back!", own]);
  edit.press("Enter", "o");
  expect(edit.actions()).toMatchObject([{ kind: "edit", content: "rol back!", was: "roll back" }]);
});

test("an edit that adds a mention of many people asks first, with their number", () => {
  const known = world();
  const subscribers = Array.from({ length: 40 }, (_, index) => index + 1);
  const stream = { ...get(known.streams, backend), subscribers } as never;
  const streams = put(known.streams, backend, stream, newBatch("test"));
  const { store, press, toast, actions } = reading(own, { ...known, streams });
  press("E", ..." @**all** ", "Enter");
  expect(menuIn(store)).toEqual({
    title: "Notify 40 people in #backend › deploy window?",
    lines: ["rol back @**all** "],
    items: ["k Keep editing", "s Save it"],
  });
  expect(actions()).toEqual([]);
  press("s");
  expect(actions()).toHaveLength(1);
  press("E", ..." so", "Enter");
  expect(toast()).toMatch(/^Edited/);
});

test("E on a message whose edit was refused restores the text", () => {
  const { store, press, text, actions } = reading();
  press("E", "!", "Enter");
  const [id] = store.getState().journal.intents.keys();
  if (id === undefined) throw new Error("There is no intent.");
  changeIntent(store, id, (intent) => ({ ...intent, phase: "failed", reason: "No." }));
  press("E");
  expect(text()).toBe("rol back!");
  expect(actions()).toEqual([]);
});

test("D asks first, Enter keeps the message, and d deletes it", () => {
  const { press, actions, shown, state } = reading();
  press("D", "Enter");
  expect([state().screen.dialog, actions()]).toEqual([undefined, []]);
  press("D", "d");
  expect(actions()).toEqual([{ kind: "delete-message", messageId: own }]);
  expect(shown()).toBeUndefined();
});

const longAgo = {
  message_content_edit_limit_seconds: 600,
  message_content_delete_limit_seconds: 60,
};

test.for([
  ["E", theirs, {}, "Edit your message: only your own"],
  ["E", own, { allow_message_editing: false }, "does not allow editing"],
  ["E", own, longAgo, "Messages can only be edited for 10 minutes: send a new one."],
  ["D", theirs, {}, "You can delete only your own messages."],
  ["D", own, { delete_own_message_policy: 2 }, "Only administrators may delete messages."],
  ["D", own, longAgo, "Messages can only be deleted for 1 minute."],
] as const)("%s on %i under %j shows the reason", ([key, id, settings, sentence]) => {
  const { press, toast, state } = reading(id, world(settings));
  press(key);
  expect(toast()).toContain(sentence);
  expect([state().screen.dialog, state().screen.focus]).toEqual([undefined, "pane"]);
});

test("an edit of a text that somebody changed first is refused, and shows both texts before one is lost", async () => {
  // The first level at which servers compare.
  const options = { level: editMessage.parameters.prev_content_sha256.since, first: ownMessage };
  const { ana, own, press, settles, store, stored, toast, client } = await startSmall(options);
  press("g", "i");
  openAt(store, deploy, own);
  press("E", "!");
  // Its event is on its way when Enter is pressed.
  await ana.patch(`/messages/${own}`, { content: "words from elsewhere" });
  press("Enter");
  await settles();
  expect(stored()).toBe("words from elsewhere");
  expect(toast()).toBe(
    "The message was changed elsewhere: edit not saved. (Edit in #dev › deploy: edit the message again to find your text)",
  );
  expect(client.rows(deploy).at(-1)).toBe("words from elsewhere");
  press("E");
  expect(composerEditor(store.getState().screen).text).toBe("first words!");
  press("Enter");
  expect(menuIn(store)).toMatchObject({
    title: "This message was changed elsewhere",
    lines: ["It says now:", "words from elsewhere"],
  });
  press("o");
  await settles();
  expect(stored()).toBe("first words!");
});
