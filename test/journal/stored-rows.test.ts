/** Rows of older versions, whose phases had other names. */
import { expect, test } from "vitest";
import { intentFrom } from "#journal/stored-rows.ts";
import { intentId, send, topic } from "../support/intents.ts";

test.each([
  ["maybe", "unconfirmed"],
  ["unsure", "undecided"],
])("a stored intent in phase %s is read as %s", (stored, phase) => {
  const intent = { id: intentId("a"), createdAt: 1, wish: send("hello", topic), attempts: 1 };
  expect(intentFrom(JSON.stringify({ ...intent, phase: stored }))).toEqual({ ...intent, phase });
});
