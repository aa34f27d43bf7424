/** Polls and to-do lists by keys. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { keyPresser } from "../support/key-presser.ts";

const id = idsOf(acme(), deployWindow).at(-1) as MessageId;

function reading(widget: object) {
  const base = acme();
  const message = get(base.messages, id);
  if (message === undefined) throw new Error("It is gone.");
  const made = { id: 1, senderId: message.senderId, content: JSON.stringify(widget) };
  const messages = put(base.messages, id, { ...message, submessages: [made] }, newBatch("test"));
  const store = storeOf({ ...base, messages }, readingScreen(deployWindow, id));
  return {
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
  expect(dialog()).toMatchObject({ kind: "widget", chosen: 1 });
});

test("a adds and selects an option, and rejects an existing one", () => {
  const { press, actions, dialog, toast } = reading(poll);
  press("Enter", "a", ..."soup", "Enter");
  expect(toast()).toBe("“soup” already exists.");
  press(..." and bread", "Enter");
  const action = { kind: "widget-add", messageId: id, of: "poll", text: "soup and bread" };
  expect(actions()).toEqual([{ ...action, description: "" }]);
  expect(dialog()).toMatchObject({ kind: "widget", chosen: 2 });
});

test("Enter on an empty to-do list adds a task, with a description after the colon", () => {
  const { press, actions, dialog } = reading({ widget_type: "todo", extra_data: null });
  press("Enter", "Enter");
  expect(dialog()).toMatchObject({ kind: "widget-add", of: "tasks" });
  press(..."drinks: cold ones", "Enter");
  expect(actions()).toMatchObject([{ of: "tasks", text: "drinks", description: "cold ones" }]);
});
