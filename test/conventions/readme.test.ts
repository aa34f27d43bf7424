/** The README's derived parts say what the program does now. */
import { expect, test } from "vitest";
import { derivedPage } from "#build/page.ts";
import { text } from "./tree.ts";

test("the README's tables of keys, verbs, exit codes and options are current: `npm run docs` writes them", () => {
  const page = text("README.md");
  expect(page).toBe(derivedPage(page));
});
