/** Polls and to-do lists from the submessages of a message. */
import { expect, test } from "vitest";
import type { Submessage } from "#model/message.ts";
import { widgetOf } from "#model/widget.ts";
import { me as author, ada as bo, brook as cleo } from "../support/make.ts";

const lunch = {
  widget_type: "poll",
  extra_data: { question: "Lunch?", options: ["soup", "salad"] },
};
const party = {
  widget_type: "todo",
  extra_data: { task_list_title: "Party", tasks: [{ task: "cake", desc: "chocolate" }] },
};

type Entry = readonly [senderId: typeof author, value: unknown];

/** Passes the submessages newest first, to check that their IDs determine the order. */
function widgetFrom(...all: readonly Entry[]) {
  const submessages = all.map(([senderId, value], at): Submessage => {
    const content = typeof value === "string" ? value : JSON.stringify(value);
    return { id: at + 1, senderId, content };
  });
  return widgetOf({ senderId: author, submessages: submessages.toReversed() });
}

const vote = (key: string, vote: unknown) => ({ type: "vote", key, vote });

test("anyone can add an option once, and only the author can change the question", () => {
  const poll = widgetFrom(
    [author, lunch],
    [bo, { type: "new_option", idx: 1, option: "bread" }],
    [cleo, { type: "new_option", idx: 1, option: "bread" }],
    [cleo, vote(`${bo},1`, 1)],
    [bo, { type: "question", question: "Dinner?" }],
    [author, { type: "question", question: "Lunch at one?" }],
  );
  expect(poll).toMatchObject({
    question: "Lunch at one?",
    options: [{ text: "soup" }, { text: "salad" }, { text: "bread", voterIds: [cleo] }],
  });
});

test("anyone can add and check tasks, and only the author can rename the list", () => {
  const list = widgetFrom(
    [author, party],
    [bo, { type: "new_task", key: 4, task: "drinks", desc: "", completed: false }],
    [cleo, { type: "strike", key: "0,canned" }],
    [bo, { type: "strike", key: `4,${bo}` }],
    [cleo, { type: "strike", key: `4,${bo}` }],
    [bo, { type: "new_task_list_title", title: "Mine" }],
  );
  expect(list).toEqual({
    kind: "tasks",
    title: "Party",
    tasks: [
      { key: "0,canned", text: "cake", description: "chocolate", isDone: true },
      { key: `4,${bo}`, text: "drinks", description: "", isDone: false },
    ],
  });
});

test.for<readonly [string, readonly Entry[]]>([
  ["there are no submessages", []],
  ["the first submessage is not the author's", [[bo, lunch]]],
  ["it is not JSON", [[author, "{"]]],
  ["its kind is unknown", [[author, { widget_type: "zform", extra_data: {} }]]],
  ["it has another shape", [[author, { widget_type: "poll", extra_data: { options: 3 } }]]],
])("a message is not a widget if %s", ([, all]) => {
  expect(widgetFrom(...all)).toBeUndefined();
});

test.for<readonly [string, unknown]>([
  ["invalid JSON", "["],
  ["a vote of 2", vote("canned,0", 2)],
  ["an unknown option", vote("canned,9", 1)],
  ["a negative index", { type: "new_option", idx: -1, option: "x" }],
  ["a change for a to-do list", { type: "strike", key: "0,canned" }],
])("a poll ignores %s", ([, value]) => {
  expect(widgetFrom([author, lunch], [bo, value])).toEqual(widgetFrom([author, lunch]));
});

test("a to-do list of an older server without data is empty", () => {
  expect(widgetFrom([author, { widget_type: "todo", extra_data: null }])).toEqual({
    kind: "tasks",
    title: "",
    tasks: [],
  });
});
