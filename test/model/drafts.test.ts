import { expect, test } from "vitest";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";

const draft = (id: number, content: string) => ({
  id,
  type: "stream",
  to: [1],
  topic: "t",
  content,
});
const scheduled = (id: number, content: string) => ({
  scheduled_message_id: id,
  type: "private",
  to: [make.ada],
  content,
  scheduled_delivery_timestamp: 1,
});

test("drafts of other devices come, change and go by their IDs", () => {
  let picture = make.picture({ drafts: [draft(1, "one")] });
  picture = step(picture, make.event("drafts", { op: "add", drafts: [draft(2, "two")] }));
  picture = step(picture, make.event("drafts", { op: "update", draft: draft(1, "one more") }));
  expect([...picture.drafts.values()].map(({ content }) => content)).toEqual(["one more", "two"]);
  picture = step(picture, make.event("drafts", { op: "remove", draft_id: 1 }));
  expect([...picture.drafts.keys()]).toEqual([2]);
  expect(step(picture, make.event("drafts", { op: "remove", draft_id: 1 }))).toBe(picture);
});

test("scheduled messages come, change and go by their IDs", () => {
  const event = (op: string, keys: object) => make.event("scheduled_messages", { op, ...keys });
  let picture = step(make.picture(), event("add", { scheduled_messages: [scheduled(4, "later")] }));
  picture = step(picture, event("update", { scheduled_message: scheduled(4, "much later") }));
  expect([...picture.scheduled.values()].map(({ content }) => content)).toEqual(["much later"]);
  const gone = event("remove", { scheduled_message_id: 4 });
  picture = step(picture, gone);
  expect(picture.scheduled.size).toBe(0);
  expect(step(picture, event("remove", { scheduled_message_id: 4 }))).toBe(picture);
});
