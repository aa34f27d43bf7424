/**
 * Every heading of the document, and every change that it does not describe, has a key, a verb, and a test of each.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verbs } from "#cli/verbs.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { reached, reachedBesides } from "./reached.ts";
import { keyCell } from "./reached-page.ts";
import { requirements } from "./rows.ts";

const headings = requirements
  .filter(({ kind }) => kind === "endpoint")
  .map(({ calls: [call = ""] }) => call);
const referenced = ["POST /register", "GET /scheduled_messages"];

test("every heading has a row, and so do the two calls that the document refers to", () => {
  expect(Object.keys(reached).toSorted()).toEqual([...headings, ...referenced].toSorted());
});

test("every change of reminders, views and snippets has a row", () => {
  const changes = endpoints
    .filter(({ method }) => method !== "GET")
    .filter(({ path }) => /^\/(reminders|navigation_views|saved_snippets)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(reachedBesides).toSorted()).toEqual(changes.toSorted());
});

const rows = Object.entries({ ...reached, ...reachedBesides });

test.each(rows)("%s: the key, the verb and the tests exist", (_, row) => {
  expect(keyCell(row)).not.toBe("");
  const verb = verbs.find(({ name }) => name === row.verb);
  expect(verb?.run ?? verb?.name).toBeDefined();
  expect(row.verb).not.toBe("api");
  for (const [file, name] of [row.byKeys, row.byVerb]) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(source.includes(`test("${name}"`), `${file} has no test "${name}"`).toBe(true);
  }
});
