import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { pasteOutsideInputs } from "#commands/writing/text.ts";
import { editorOf } from "#editor/editor.ts";
import { emptyJournal } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { withComposer } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import { acme, deployWindow, idsOf, now, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";

const picture = acme();

test("a paste in a list asks for a recipient and becomes its draft", () => {
  const store = storeOf(picture);
  refreshList(store);
  const press = keyPresser(store);
  press("Enter", "q");
  pasteOutsideInputs(store, "secret words", fakeClock());
  const { screen } = store.getState();
  expect(
    [...screen.composers].filter(([, { editor }]) => editor.text !== "").map(([key]) => key),
  ).toEqual([""]);
  expect(screen.dialog).toMatchObject({ kind: "recipient", input: { text: "" } });
  press(..."general > lunch", "Enter");
  const {
    composing: { address },
    composers,
    focus,
  } = store.getState().screen;
  expect(address).toMatchObject({ kind: "topic", topic: "lunch" });
  expect(focus).toBe("composer");
  expect(composers.get(address === undefined ? "" : conversationKey(address))?.editor.text).toBe(
    "secret words",
  );
  expect(store.getState().journal.intents.size).toBe(0);
});

test("Esc in that dialog keeps the pasted text without a recipient", () => {
  const store = storeOf(picture);
  const press = keyPresser(store);
  pasteOutsideInputs(store, "secret words", fakeClock());
  press("Esc");
  expect(store.getState().screen.composers.get("")?.editor.text).toBe("secret words");
});

test.each([
  ["c", ..."general > lunch", "Enter"],
  ["x", ..."Bo Lindqvist", "Enter", "Enter"],
])(
  "a text without a recipient, from before, is not put into a new message that %s begins",
  (...keys) => {
    const store = storeOf(picture);
    refreshList(store);
    changeScreen(store, (screen) => withComposer(screen, "", { editor: editorOf("from before") }));
    keyPresser(store)(...keys);
    const { composing, composers } = store.getState().screen;
    if (composing.address === undefined) throw new Error("No recipient was chosen.");
    expect(composers.get(conversationKey(composing.address))?.editor.text ?? "").toBe("");
    expect(composers.get("")?.editor.text).toBe("from before");
  },
);

test("chosen among the drafts, it goes to the recipient that is chosen for it", () => {
  const text = "from before";
  const drafts = new Map([["", { address: undefined, text, updatedAt: now * 1000 }]]);
  const store = storeOf(picture, {}, { journal: { ...emptyJournal, drafts } });
  changeScreen(store, (screen) => withComposer(screen, "", { editor: editorOf(text) }));
  keyPresser(store)("g", "d", "Enter", ..."general > lunch", "Enter");
  const { composing, composers } = store.getState().screen;
  if (composing.address === undefined) throw new Error("No recipient was chosen.");
  expect(composers.get(conversationKey(composing.address))?.editor.text).toBe(text);
});

test("a paste in a conversation goes into its composer", () => {
  const store = storeOf(picture, readingScreen(deployWindow, idsOf(picture, deployWindow)[3]));
  pasteOutsideInputs(store, "some words", fakeClock());
  const { screen } = store.getState();
  expect(screen.focus).toBe("composer");
  expect(screen.composers.get(conversationKey(deployWindow as never))?.editor.text).toBe(
    "some words",
  );
});
