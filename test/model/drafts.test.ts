import { expect, test } from "vitest";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

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

test("drafts of other clients are added, changed and removed by ID", () => {
  let replica = make.replica({ drafts: [draft(1, "one")] });
  replica = step(replica, make.event("drafts", { op: "add", drafts: [draft(2, "two")] }));
  replica = step(replica, make.event("drafts", { op: "update", draft: draft(1, "one more") }));
  expect([...replica.drafts.values()].map(({ content }) => content)).toEqual(["one more", "two"]);
  replica = step(replica, make.event("drafts", { op: "remove", draft_id: 1 }));
  expect([...replica.drafts.keys()]).toEqual([2]);
  expect(step(replica, make.event("drafts", { op: "remove", draft_id: 1 }))).toBe(replica);
});

test("scheduled messages are added, changed and removed by ID", () => {
  const event = (op: string, keys: object) => make.event("scheduled_messages", { op, ...keys });
  let replica = step(make.replica(), event("add", { scheduled_messages: [scheduled(4, "later")] }));
  replica = step(replica, event("update", { scheduled_message: scheduled(4, "much later") }));
  expect([...replica.scheduled.values()].map(({ content }) => content)).toEqual(["much later"]);
  const gone = event("remove", { scheduled_message_id: 4 });
  replica = step(replica, gone);
  expect(replica.scheduled.size).toBe(0);
  expect(step(replica, event("remove", { scheduled_message_id: 4 }))).toBe(replica);
});
