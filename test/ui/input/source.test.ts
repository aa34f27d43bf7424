/** The terminal's bytes: single keys are delivered without delay, bursts as one, and long bursts in slices. */

import { expect, test } from "vitest";
import { inputOf } from "#editor/input.ts";
import { composerEditor } from "#store/composer.ts";
import type { Screen } from "#store/screen.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { growth } from "../../support/growth.ts";
import { inputLine, portsFor } from "../../support/key-presser.ts";
import { panesOf } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);
const composing: Partial<Screen> = { ...readingScreen(deployWindow, ids[3]), focus: "composer" };

test("a key is delivered immediately, a lone Esc after 25 ms", async () => {
  const store = storeOf(replica, composing);
  const { clock, sends, listens } = inputLine(portsFor(store));
  listens();
  sends("x");
  expect(composerEditor(store.getState().screen).text).toBe("x");
  sends("\x1b");
  expect(store.getState().screen.focus).toBe("composer");
  await clock.pass(25);
  expect(store.getState().screen.focus).toBe("pane");
});

test("a sequence whose rest arrived during a busy time is no Esc", async () => {
  const store = storeOf(replica, composing);
  const { clock, sends, listens, noticed } = inputLine(portsFor(store));
  listens();
  sends("\x1b");
  clock.after(25, () => sends("[D"));
  await clock.pass(25);
  expect(noticed).toEqual([{ kind: "key", stroke: "Left", text: undefined }]);
});

test("keys typed before anything listens are queued in order, and replies are reported immediately", () => {
  const store = storeOf(replica, composing);
  const { noticed, reader, sends, listens } = inputLine(portsFor(store));
  sends("ab");
  sends("\x1b[?62;22c");
  sends("c");
  expect(noticed.map(({ kind }) => kind)).toEqual(["key", "key", "reply", "key"]);
  expect(reader.taken()).toBe(0);
  listens();
  expect(reader.taken()).toBe(4);
  expect(composerEditor(store.getState().screen).text).toBe("abc");
});

test("a long burst of keys is delivered in slices, and keys pressed meanwhile follow it", async () => {
  const still = fakeClock();
  const slices: number[] = [];
  let looks = 0;
  const clock = {
    ...still,
    // The clock advances by a millisecond at each reading.
    elapsed: () => {
      looks += 1;
      return looks;
    },
    after: (ms: number, task: () => void) =>
      still.after(ms, () => {
        task();
        slices.push(line.reader.taken());
        if (slices.length === 2) line.sends("?");
      }),
  };
  const store = storeOf(replica);
  const line = inputLine(portsFor(store), clock);
  line.listens();
  line.sends("j".repeat(100));
  await still.pass("1 s");
  expect(slices.length).toBeGreaterThan(8);
  expect(slices.every((taken, at) => taken - (slices[at - 1] ?? 0) <= 12)).toBe(true);
  expect(slices.at(-1)).toBe(101);
  expect(line.routed).toHaveLength(101);
  expect(store.getState().screen.dialog?.kind).toBe("help");
});

test("reading from the terminal pauses while many keys are queued", async () => {
  const store = storeOf(replica, composing);
  const { flow, sends, listens, reader } = inputLine(portsFor(store));
  sends("x".repeat(100_000));
  expect(flow).toEqual(["resume", "pause"]);
  listens();
  expect(flow).toEqual(["resume", "pause", "resume"]);
  expect(reader.taken()).toBe(100_000);
});

const screens: readonly (readonly [string, Partial<Screen>])[] = [
  ["composer", composing],
  ["palette", { dialog: { kind: "palette", input: inputOf(), chosen: 0 } }],
  ["stream picker", { dialog: { kind: "recipient", want: "stream", input: inputOf(), chosen: 0 } }],
  [
    "recipient field",
    { dialog: { kind: "recipient", want: "direct", input: inputOf(), chosen: 0 } },
  ],
  ["emoji picker", { dialog: { kind: "emoji", messageId: ids[3]!, input: inputOf(), chosen: 0 } }],
  ["help", { dialog: { kind: "help", input: inputOf(), chosen: 0 } }],
  [
    "sidebar's filter",
    {
      focus: "sidebar",
      sidebar: {
        isShown: false,
        selected: "",
        toggled: new Set(),
        filter: { input: inputOf(), typing: true },
      },
    },
  ],
];

/** Types the text and draws a frame with it; returns how often the store changed. */
function typed(screen: Partial<Screen>, text: string): number {
  const store = storeOf(replica, screen);
  const clock = fakeClock();
  const panes = panesOf(clock);
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  const { sends, listens } = inputLine(portsFor(store));
  sends(text);
  listens();
  const state = store.getState();
  for (const draw of [panes.geometry, panes.sidebar, panes.composer, panes.dialog, panes.cursor])
    draw(state);
  return changes;
}

test.each(screens)(
  "64,000 characters without paste marks are inserted in the %s at once, in linear time",
  (_, screen) => {
    for (const unit of ["x", "ab, 日本\rline "]) {
      const textOf = (size: number) => unit.repeat(size / unit.length);
      expect(typed(screen, textOf(64_000))).toBeLessThan(4);
      expect(growth(1_000, 16_000, (size) => typed(screen, textOf(size)))).toBeLessThan(5);
    }
  },
);
