/**
 * For any bytes from the terminal, the decoder returns well-formed inputs, and commands and frames do not throw.
 *
 * `FUZZ_SECONDS` runs it for that long with new bytes.
 */

import { expect, test } from "vitest";
import { pick, seeded } from "#base/random.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { inputOf } from "#editor/input.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import { createDecoder } from "#ui/input/decoder.ts";
import { createMouse } from "#ui/input/mouse.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";
import { createViewport } from "#ui/viewport-port.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { inputLine, portsFor } from "../support/key-presser.ts";
import { runs } from "../support/runs.ts";
import { panesOf } from "../support/screen.tsx";
import { reads } from "./input-bytes.ts";

const { FC_SEED = "20261121", FUZZ_SECONDS = "0" } = process.env;
const firstSeed = FC_SEED === "now" ? Math.floor(Math.random() * 2 ** 31) : Number(FC_SEED);
const fuzzMs = Number(FUZZ_SECONDS) * 1000;
const kilobyte = 1 << 10;

const control = /\p{Cc}/u;

function isClean(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}

function isCell(place: number): boolean {
  return Number.isInteger(place) && place >= 0 && place < 10_000_000;
}

function isWellFormed(input: TerminalInput): boolean {
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

/** Runs `check` on seeds from `FC_SEED` on: `times` times, or for `FUZZ_SECONDS`. Returns the range of seeds. */
async function withSeeds(times: number, check: (seed: number) => unknown): Promise<string> {
  const until = performance.now() + fuzzMs;
  let seed = firstSeed;
  do {
    await check(seed);
    seed += 1;
  } while (seed < firstSeed + times || performance.now() < until);
  return `seeds ${firstSeed} to ${seed - 1}`;
}

const timeout = fuzzMs + 100_000 * runs(1 / 200);
const report = (words: string) => process.stdout.write(`input fuzz: ${words}\n`);

test("for any bytes, the decoder does not throw and returns well-formed inputs", {
  timeout,
}, async () => {
  let inputs = 0;
  const seeds = await withSeeds(runs(1 / 50), (seed) => {
    const decoder = createDecoder();
    const random = seeded(seed);
    for (const bytes of reads(random, 256 * kilobyte)) {
      const decoded = [...decoder.feed(bytes), ...(random() < 0.1 ? decoder.settle() : [])];
      const malformed = decoded.find((input) => !isWellFormed(input));
      if (malformed !== undefined)
        expect.fail(
          `Seed ${seed}: ${JSON.stringify([...bytes])} returned ${JSON.stringify(malformed)}`,
        );
      inputs += decoded.length;
    }
    decoder.settle();
    expect(decoder.waitMs()).toBeUndefined();
  });
  report(`${inputs} inputs decoded, ${seeds}`);
  expect(inputs).toBeGreaterThan(1000);
});

const sizes = [
  [80, 24],
  [200, 60],
  [40, 10],
  [1, 1],
] as const;

const replica = acme();
const ids = idsOf(replica, deployWindow);
const reading = readingScreen(deployWindow, ids[3]);

/** Initial screens: one for each context of keys. */
const initialScreens: readonly Partial<Screen>[] = [
  {},
  reading,
  { ...reading, focus: "composer" },
  { focus: "sidebar" },
  {
    focus: "sidebar",
    sidebar: {
      isShown: false,
      selected: "",
      toggled: new Set(),
      filter: { input: inputOf(), typing: true },
    },
  },
  { dialog: { kind: "palette", input: inputOf(), chosen: 0 } },
  { dialog: { kind: "help", input: inputOf(), chosen: 0 } },
];

/** A complete screen without a terminal, with commands and all parts of the frame. */
function openScreen(beginning: Partial<Screen>) {
  const store = storeOf(replica, beginning);
  refreshList(store);
  const clock = fakeClock();
  const panes = panesOf(clock);
  const ports = portsFor(
    store,
    createViewport(store, () => panes),
    clock,
  );
  const onMouse = createMouse(ports.context, () => panes);
  const line = inputLine({ ...ports, onMouse }, clock);
  line.listens();
  const { geometry, header, sidebar, title, pane, composer, footer, dialog, cursor } = panes;
  const parts = [geometry, header, sidebar, title, pane, composer, footer, dialog, cursor];
  return {
    store,
    feed: line.feeds,
    draw: (size: readonly [number, number]) => {
      changeScreen(store, (screen) => ({
        ...screen,
        terminal: { ...screen.terminal, columns: size[0], rows: size[1] },
      }));
      for (const part of parts) part(store.getState());
      return clock.pass(200);
    },
  };
}

test("for any bytes, commands and frames do not throw", { timeout }, async () => {
  let changes = 0;
  const seeds = await withSeeds(
    runs(initialScreens.length / 100, initialScreens.length),
    async (seed) => {
      const random = seeded(seed);
      const { store, feed, draw } = openScreen(initialScreens[seed % initialScreens.length] ?? {});
      store.subscribe(() => {
        changes += 1;
      });
      for (const bytes of reads(random, 4 * kilobyte)) {
        try {
          feed(bytes);
          if (random() < 0.2) await draw(pick(random, sizes));
        } catch (error) {
          throw new Error(`Seed ${seed}: ${JSON.stringify([...bytes])}`, { cause: error });
        }
      }
    },
  );
  report(`${changes} changes of the screen, ${seeds}`);
  expect(changes).toBeGreaterThan(1000);
});
