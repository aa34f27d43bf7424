/** Polls and to-do lists, as the submessages of a message tell of them. */
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

type Said = readonly [senderId: typeof author, said: unknown];

/** The newest first, to see that their numbers tell the order. */
function made(...all: readonly Said[]) {
  const submessages = all.map(([senderId, said], at): Submessage => {
    const content = typeof said === "string" ? said : JSON.stringify(said);
    return { id: at + 1, senderId, content };
  });
  return widgetOf({ senderId: author, submessages: submessages.toReversed() });
}

const vote = (key: string, vote: unknown) => ({ type: "vote", key, vote });

test("anybody adds options, each once, and only the author changes the question", () => {
  const poll = made(
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

test("tasks are added and ticked off by anybody, and the list is named by its author", () => {
  const list = made(
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

test.for<readonly [string, readonly Said[]]>([
  ["nothing came", []],
  ["somebody else began", [[bo, lunch]]],
  ["it is no JSON", [[author, "{"]]],
  ["nobody knows its kind", [[author, { widget_type: "zform", extra_data: {} }]]],
  ["it has another shape", [[author, { widget_type: "poll", extra_data: { options: 3 } }]]],
])("a message stays its text where %s", ([, all]) => {
  expect(made(...all)).toBeUndefined();
});

test.for<readonly [string, unknown]>([
  ["no JSON", "["],
  ["a vote of two", vote("canned,0", 2)],
  ["an option that is not there", vote("canned,9", 1)],
  ["a count below nought", { type: "new_option", idx: -1, option: "x" }],
  ["a change of another kind", { type: "strike", key: "0,canned" }],
])("a poll leaves out what breaks a rule: %s", ([, said]) => {
  expect(made([author, lunch], [bo, said])).toEqual(made([author, lunch]));
});

test("lists of older servers have no data beside their kind", () => {
  expect(made([author, { widget_type: "todo", extra_data: null }])).toEqual({
    kind: "tasks",
    title: "",
    tasks: [],
  });
});
