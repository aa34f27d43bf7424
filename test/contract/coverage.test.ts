/** All rows of the document are parsed. */
import { expect, test } from "vitest";
import { requirements } from "./rows.ts";

test("the rows of each kind have the counts of the document, and their keys are unique", () => {
  const count = (kind: string) => requirements.filter((row) => row.kind === kind).length;
  const kinds = ["endpoint", "error", "limit", "state", "event", "person", "level"];
  expect(kinds.map(count)).toEqual([26, 24, 8, 11, 5, 6, 37]);
  expect(new Set(requirements.map(({ key }) => key)).size).toBe(requirements.length);
});
