/** The document is read row by row, whole. */
import { expect, test } from "vitest";
import { said } from "./rows.ts";

test("the document has as many rows as were counted by hand, each under a key of its own", () => {
  const count = (kind: string) => said.filter((row) => row.kind === kind).length;
  const kinds = ["endpoint", "error", "limit", "state", "event", "person", "level"];
  expect(kinds.map(count)).toEqual([26, 24, 8, 11, 5, 6, 37]);
  expect(new Set(said.map(({ key }) => key)).size).toBe(said.length);
});
