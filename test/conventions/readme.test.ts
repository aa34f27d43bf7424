/** The derived parts of the README are current. */
import { expect, test } from "vitest";
import { derivedPage } from "#build/page.ts";
import { text } from "./tree.ts";

test("the README's tables of keys, verbs, exit codes and options are current (`npm run docs` writes them)", () => {
  const page = text("README.md");
  expect(page).toBe(derivedPage(page));
});

test("the README's table of keys has at most 60 rows", () => {
  const [, table = ""] = /<!-- keys:begin -->(.*)<!-- keys:end -->/s.exec(text("README.md")) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(60);
});
