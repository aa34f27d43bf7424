/** Of what a real server told its people, the realm tells them the same, in the same order. */
import { expect } from "vitest";
import {
  caution,
  type Happening,
  readAll,
  readEverywhere,
  recorded,
  tell,
} from "../support/recordings.ts";
import type { Found } from "./replay-differences.ts";
import { differencesOf, kindsOf } from "./replay-events-compared.ts";
import { explainedBy, staleRows } from "./replay-events-differences.ts";
import { heardOf } from "./replay-events-heard.ts";
import { listeningOf } from "./replay-events-queues.ts";
import { situation } from "./situation.ts";

async function compareAll(): Promise<readonly Found[]> {
  const pattern = "events/**/*.json";
  const known = readEverywhere<Happening>(pattern);
  const [usual, listening] = [kindsOf(known), listeningOf(known)];
  const place = situation();
  const found: Found[] = [];
  const happenings = readAll<Happening>(pattern);
  let count = 0;
  for (const [path, happening] of happenings) {
    const name = path.replace(/\.json$/, "");
    const hearing = { name, happening, listening: listening(name) };
    const outcome = await heardOf(place, hearing);
    const [first] = [happening.action].flat();
    const request = `${first?.method} ${first?.path}`;
    const told = differencesOf(happening, outcome, usual);
    found.push(...told.map((differs) => ({ name, request, differs })));
    count += Object.values(happening.seen_by).reduce((sum, events) => sum + events.length, 0);
  }
  tell("happenings compared", happenings.length);
  tell("events compared", count);
  return found;
}

let comparison: Promise<readonly Found[]> | undefined;

/** Compared once for both tests. */
function compared(): Promise<readonly Found[]> {
  comparison ??= compareAll();
  return comparison;
}

recorded("the realm tells of what happens as the real server, but for what is listed", async () => {
  const found = await compared();
  const unexplained = found.filter((one) => !explainedBy(one));
  expect(
    unexplained.map(({ name, differs }) => `${name}: ${differs}`),
    caution,
  ).toEqual([]);
});

recorded("every listed difference of what is told can still be seen", async () => {
  const found = await compared();
  expect(staleRows("events/", found)).toEqual([]);
});
