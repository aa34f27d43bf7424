/** Polls and to-do lists by keys. */
import { expect, onTestFinished, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { watchChoices } from "#commands/keys/inputs.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, bo, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";

const id = idsOf(acme(), deployWindow).at(-1) as MessageId;

function reading(widget: object) {
  const base = acme();
  const message = get(base.messages, id);
  if (message === undefined) throw new Error("It is gone.");
  const made = { id: 1, senderId: message.senderId, content: JSON.stringify(widget) };
  const messages = put(base.messages, id, { ...message, submessages: [made] }, newBatch("test"));
  const store = storeOf({ ...base, messages }, readingScreen(deployWindow, id));
  onTestFinished(watchChoices({ store, keys: ownKeys, clock: fakeClock() }));
  return {
    store,
    /** Somebody else adds an option. */
    adds: (option: string) =>
      changeReplica(store, (replica) => {
        const before = get(replica.messages, id)!;
        const { submessages } = before;
        const content = JSON.stringify({ type: "new_option", idx: 7, option });
        const added = { id: submessages.length + 1, senderId: bo, content };
        const after = { ...before, submessages: [...submessages, added] };
        return { ...replica, messages: put(replica.messages, id, after, newBatch("test")) };
      }),
    press: keyPresser(store),
    dialog: () => store.getState().screen.dialog,
    toast: () => store.getState().screen.toast?.text,
    actions: () => [...store.getState().journal.intents.values()].map(({ action }) => action),
  };
}

const poll = {
  widget_type: "poll",
  extra_data: { question: "Lunch?", options: ["soup", "salad"] },
};

test("a digit votes for an option and keeps the dialog open", () => {
  const { press, actions, dialog } = reading(poll);
  press("Enter", "2", "7");
  expect(actions()).toMatchObject([{ kind: "tick", of: "poll", key: "canned,1", op: "add" }]);
  expect(dialog()).toMatchObject({ about: { kind: "widget", messageId: id }, chosen: "2" });
});

test("a adds and selects an option, and rejects an existing one", () => {
  const { press, actions, dialog, toast } = reading(poll);
  press("Enter", "a", ..."soup", "Enter");
  expect(toast()).toBe("“soup” already exists.");
  press(..." and bread", "Enter");
  const action = { kind: "widget-add", messageId: id, of: "poll", text: "soup and bread" };
  expect(actions()).toEqual([{ ...action, description: "" }]);
  expect(dialog()).toMatchObject({ about: { kind: "widget" }, chosen: "3" });
});

test("Enter on an empty to-do list adds a task, with a description after the colon", () => {
  const { press, actions, dialog } = reading({ widget_type: "todo", extra_data: null });
  press("Enter", "Enter");
  expect(dialog()).toMatchObject({ kind: "widget-add", of: "tasks" });
  press(..."drinks: cold ones", "Enter");
  expect(actions()).toMatchObject([{ of: "tasks", text: "drinks", description: "cold ones" }]);
});

test("an option that is added elsewhere does not take the place of the selected row", () => {
  const { store, adds, press, actions, dialog } = reading(poll);
  press("Enter", "Down", "Down");
  expect(dialog()).toMatchObject({ chosen: "a" });
  adds("bread");
  expect(menuIn(store)).toMatchObject({
    lines: ["Lunch?"],
    items: ["1 soup", "2 salad", "3 bread", "a Add an option"],
  });
  press("Enter");
  expect([dialog()?.kind, actions()]).toEqual(["widget-add", []]);
});

test("Enter in a poll without options votes for none that comes", () => {
  const { adds, press, actions, dialog } = reading({
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: [] },
  });
  press("Enter");
  adds("soup");
  press("Enter");
  expect([dialog()?.kind, actions()]).toEqual(["widget-add", []]);
});

test("the number of an option that was added stays, whatever comes to the server before it", () => {
  const { store, adds, press, actions } = reading(poll);
  press("Enter", "a", ..."bread", "Enter");
  adds("fish");
  expect(menuIn(store)?.items).toEqual([
    "1 soup",
    "2 salad",
    "3 bread",
    "4 fish",
    "a Add an option",
  ]);
  press("3");
  const own = `${store.getState().view.ownId},1`;
  expect(actions()).toMatchObject([{ text: "bread" }, { kind: "tick", key: own }]);
});
