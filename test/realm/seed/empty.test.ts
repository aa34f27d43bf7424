import { expect, test } from "vitest";
import { emptyBlueprint } from "#realm/seed/empty.ts";
import { faults } from "./faults.ts";

test("the empty realm has two users, one stream and no messages", () => {
  const empty = emptyBlueprint(1_795_174_920);
  expect([empty.users.length, empty.streams.length, empty.messages.length]).toEqual([2, 1, 0]);
  expect(faults(empty, 1_795_174_920)).toEqual([]);
});
