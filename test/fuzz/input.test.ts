/**
 * Whatever bytes arrive from the terminal, the decoder gives well-formed inputs.
 *
 * `FUZZ_SECONDS` goes on for that long with fresh bytes.
 */
import { expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { createDecoder } from "#ui/input/decoder.ts";
import type { Input } from "#ui/input/input.ts";
import { runs } from "../support/runs.ts";
import { reads } from "./input-bytes.ts";

const { FC_SEED = "20261121", FUZZ_SECONDS = "0" } = process.env;
const firstSeed = FC_SEED === "now" ? Math.floor(Math.random() * 2 ** 31) : Number(FC_SEED);
const fuzzMs = Number(FUZZ_SECONDS) * 1000;
const megabyte = 1 << 20;

const control = /\p{Cc}/u;

function isClean(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}

function isCell(place: number): boolean {
  return Number.isInteger(place) && place >= 0 && place < 10_000_000;
}

function isSound(input: Input): boolean {
  switch (input.kind) {
    case "key":
      return (
        input.stroke !== "" &&
        isClean(input.stroke) &&
        (input.text === undefined || (input.text !== "" && isClean(input.text)))
      );
    case "paste":
      return input.text !== "" && isClean(input.text.replace(/[\t\n]/g, ""));
    case "mouse":
      return isCell(input.x) && isCell(input.y) && [0, 1, 2, 3].includes(input.button);
    case "reply":
      return input.sequence.startsWith("\x1b") && input.sequence.length <= 4096;
    case "focus":
      return typeof input.focused === "boolean";
  }
}

/** Runs `check` on seeds from `FC_SEED` on: `times`, or for as long as `FUZZ_SECONDS` says. */
function withSeeds(times: number, check: (seed: number) => void): string {
  const until = performance.now() + fuzzMs;
  let seed = firstSeed;
  do {
    check(seed);
    seed += 1;
  } while (seed < firstSeed + times || performance.now() < until);
  return `seeds ${firstSeed} to ${seed - 1}`;
}

test("no bytes make the decoder throw, or give an input that is not well formed", {
  timeout: fuzzMs + 60_000,
}, () => {
  let inputs = 0;
  const seeds = withSeeds(runs(1 / 200), (seed) => {
    const decoder = createDecoder();
    const random = seeded(seed);
    for (const bytes of reads(random, megabyte)) {
      const decoded = [...decoder.feed(bytes), ...(random() < 0.1 ? decoder.settle() : [])];
      const unsound = decoded.find((input) => !isSound(input));
      if (unsound !== undefined)
        expect.fail(`Seed ${seed}: ${JSON.stringify([...bytes])} gave ${JSON.stringify(unsound)}`);
      inputs += decoded.length;
    }
    decoder.settle();
    expect(decoder.waitMs()).toBeUndefined();
  });
  process.stdout.write(`input fuzz: ${inputs} inputs, ${seeds}\n`);
  expect(inputs).toBeGreaterThan(1000);
});
