/** Step by step, the realm answers and tells what a real server did, from the register answer that came first. */
import { expect } from "vitest";
import {
  caution,
  type Happening,
  readAll,
  readEverywhere,
  recorded,
  type Sequence,
  tell,
} from "../support/recordings.ts";
import type { Found } from "./replay-differences.ts";
import { kindsOf } from "./replay-events-compared.ts";
import { explainedBy, staleRows } from "./replay-events-differences.ts";
import { lived } from "./replay-sequences-lived.ts";
import type { Ranges } from "./shapes.ts";
import { situation } from "./situation.ts";

const pattern = "sequences/*.json";

/** What all recorded events of a kind have in common. */
function usualKinds(): Ranges {
  const steps = readEverywhere<Sequence>(pattern).flatMap(([name, { steps }]) =>
    steps.map(({ events }) => [name, { action: [], seen_by: { own: events } }] as const),
  );
  return kindsOf([...readEverywhere<Happening>("events/**/*.json"), ...steps]);
}

recorded("the realm lives through recorded hours as the real server", async () => {
  const usual = usualKinds();
  const sequences = readAll<Sequence>(pattern);
  const found: Found[] = [];
  let count = 0;
  for (const [path, sequence] of sequences) {
    const name = path.replace(/\.json$/, "");
    const told = await lived(sequence, situation(sequence.register), usual);
    found.push(...told.map((one) => ({ name, ...one })));
    count += sequence.steps.length;
  }
  tell("sequences replayed", sequences.length);
  tell("steps compared", count);
  const unexplained = found.filter((one) => !explainedBy(one));
  expect(
    unexplained.map(({ name, request, differs }) => `${name}: ${request}: ${differs}`),
    caution,
  ).toEqual([]);
  expect(staleRows("sequences/", found)).toEqual([]);
});
