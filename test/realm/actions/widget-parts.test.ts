/** What may be added to polls and to-do lists, and which forms programs may send. */
import { expect, test } from "vitest";
import { readForm, requirePart } from "#realm/actions/widget-parts.ts";

const task = { type: "new_task", key: 2, task: "socks", desc: "", completed: false };

// biome-ignore format: a table is read by rows.
test.each([
  ["poll", 5, "poll data is not a dict"],
  ["poll", {}, "type key is missing from poll data"],
  ["poll", { type: 5 }, 'poll data["type"] is not a string'],
  ["poll", { type: "toString" }, "Unknown type for poll data: toString"],
  ["poll", { type: "vote", key: "x", vote: 1, toString: 1 }, "Unexpected arguments: toString"],
  ["poll", { type: "vote", vote: 1 }, "key key is missing from poll data"],
  ["poll", { type: "vote", key: "canned,1", vote: "1" }, 'poll data["vote"] is not an integer'],
  ["poll", { type: "vote", key: "canned,1", vote: 0 }, 'Invalid poll data["vote"]'],
  ["poll", { type: "vote", key: "canned,1", vote: 1, why: "so" }, "Unexpected arguments: why"],
  ["poll", { type: "new_option", option: "x", idx: -1 }, 'poll data["idx"] is too small'],
  ["poll", { type: "question", question: 5 }, "You can't edit a question unless you are the author."],
  ["todo", { ...task, completed: "no" }, 'todo data["completed"] is not a boolean'],
  ["todo", { ...task, completed: undefined }, 'todo data["completed"] is not a boolean'],
  ["todo", { ...task, key: 1001 }, 'todo data["key"] is too large'],
  ["todo", { type: "strike", key: 5 }, 'todo data["key"] is not a string'],
  ["todo", { type: "new_task_list_title", title: "x" }, "You can't edit the task list title unless you are the author."],
  ["todo", { type: "vote" }, "Unknown type for todo data: vote"],
])("to a %s nobody adds %j", (widget, data, text) => {
  expect(() => requirePart(widget, data, false)).toThrow(text);
});

test("the author alone sets questions and titles; to other widgets anything may be added", () => {
  requirePart("poll", { type: "question", question: "Which?" }, true);
  requirePart("todo", { type: "new_task_list_title", title: "Trip" }, true);
  requirePart("todo", task, false);
  requirePart("zform", "anything", false);
  requirePart(undefined, null, false);
  requirePart("__proto__", { type: "toString" }, false);
});

const choice = { short_name: "a", long_name: "tea", reply: "tea" };
const form = (extra: unknown) => ({ widget_type: "zform", extra_data: extra });
const choices = (list: unknown) => form({ type: "choices", heading: "Drink", choices: list });

// biome-ignore format: a table is read by rows.
test.each([
  [[1], "Widgets: widget_content is not a dict"],
  [{ extra_data: {} }, "Widgets: widget_type is not in widget_content"],
  [{ widget_type: "zform" }, "Widgets: extra_data is not in widget_content"],
  [form([]), "Widgets: extra_data is not a dict"],
  [form({}), "Widgets: zform is missing type field"],
  [form({ type: "slider" }), "Widgets: unknown zform type: slider"],
  [form({ type: "choices" }), "Widgets: heading key is missing from extra_data"],
  [choices(5), 'Widgets: extra_data["choices"] is not a list'],
  [choices([9]), 'Widgets: extra_data["choices"][0] is not a dict'],
  [choices([choice, {}]), 'Widgets: short_name key is missing from extra_data["choices"][1]'],
])("the form %j is refused", (sent, text) => {
  expect(() => readForm(JSON.stringify(sent))).toThrow(text);
});

test("a form of choices is read as it came", () => {
  expect(readForm(JSON.stringify(choices([choice])))).toEqual(choices([choice]));
});
