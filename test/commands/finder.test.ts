/** What a few letters find. */
import { expect, test } from "vitest";
import { findPlaces } from "#commands/finder.ts";
import { acme, ana, backend, general, withMessages } from "../support/acme.ts";

const places = withMessages(
  acme(),
  [
    { by: ana, text: "a", to: { streamId: general, topic: "lunch" }, at: "9:00" },
    { by: ana, text: "b", to: { streamId: backend, topic: "lunch" }, at: "9:01" },
    { by: ana, text: "c", to: { streamId: backend, topic: "deploy window" }, at: "9:02" },
  ],
  3001,
);

function found(typed: string): readonly string[] {
  return findPlaces(places, typed, 9).map(({ title, detail }) => `${title} | ${detail}`);
}

test.for<readonly [string, string]>([
  ["lunch general", "lunch | general"],
  ["general lunch", "lunch | general"],
  ["back lunch", "lunch | backend"],
  ["deploy window", "deploy window | backend"],
  ["dpwin", "deploy window | backend"],
])("%s finds %s first", ([typed, wanted]) => {
  expect(found(typed)[0]).toBe(wanted);
});

test("words that are nobody's find nothing", () => {
  expect(found("general xylophone")).toEqual([]);
});
