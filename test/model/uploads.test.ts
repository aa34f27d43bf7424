import { expect, test } from "vitest";
import type { Event } from "#wire/events.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const file = {
  id: 1,
  name: "plan.txt",
  path_id: "1/ab/plan.txt",
  size: 12,
  create_time: 1_700_000_000_000,
  messages: [{ id: 5, date_sent: 1_700_000_000_000 }],
};
const told = (op: string, attachment: object, used: number) =>
  make.event("attachment", { op, attachment, upload_space_used: used });

const after = (...events: readonly Event[]) =>
  events.reduce((replica, event) => step(replica, event), make.replica()).uploads;

test("a register tells of no files: what there is comes by events, with the room that it takes", () => {
  expect(make.replica().uploads).toEqual({ known: new Map(), spaceUsed: undefined });
  const { known, spaceUsed } = after(told("add", { ...file, messages: [] }, 12));
  expect(spaceUsed).toBe(12);
  expect(known.get(1)).toEqual({
    id: 1,
    name: "plan.txt",
    path: "1/ab/plan.txt",
    size: 12,
    messageIds: [],
  });
});

test("a file is linked to, and is gone once it is removed, known before or not", () => {
  const linked = after(told("add", { ...file, messages: [] }, 12), told("update", file, 12));
  expect(linked.known.get(1)?.messageIds).toEqual([5]);
  const gone = after(told("update", file, 12), told("remove", { id: 1 }, 0));
  expect(gone).toEqual({ known: new Map(), spaceUsed: 0 });
  expect(after(told("remove", { id: 9 }, 30)).spaceUsed).toBe(30);
});
