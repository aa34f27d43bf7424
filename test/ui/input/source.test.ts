/** The terminal's bytes on their way: nothing typed waits, a burst is one, and a long one stops nothing else. */
import { expect, test } from "vitest";
import { composerEditor } from "#commands/composer-text.ts";
import type { Screen } from "#store/screen.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { createPanes } from "#ui/panes.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { growth } from "../../support/growth.ts";
import { inputLine, ownKeys, portsFor } from "../../support/key-presser.ts";
import { styleOf } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);
const composing: Partial<Screen> = { ...readingScreen(deployWindow, ids[3]), focus: "composer" };

test("a key is handed on at once, a lone Esc after 25 ms", async () => {
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

test("what is typed before somebody listens waits in order, and replies are told at once", () => {
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

test("a long burst of keys is handed on in slices, and what comes meanwhile follows it", async () => {
  const still = fakeClock();
  const slices: number[] = [];
  let looks = 0;
  const clock = {
    ...still,
    // Each look at the clock finds it a millisecond later.
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

test("while very much waits the rest is left to the terminal", async () => {
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
  ["palette", { dialog: { kind: "palette", text: "", chosen: 0 } }],
  ["stream's line", { dialog: { kind: "recipient", want: "stream", text: "", chosen: 0 } }],
  ["line of people", { dialog: { kind: "recipient", want: "direct", text: "", chosen: 0 } }],
  ["emoji picker", { dialog: { kind: "emoji", messageId: ids[3]!, text: "", chosen: 0 } }],
  ["help", { dialog: { kind: "help", filter: "", typing: true, chosen: 0 } }],
  [
    "sidebar's filter",
    {
      focus: "sidebar",
      sidebar: { selected: "", toggled: new Set(), filter: { text: "", typing: true } },
    },
  ],
];

/** Takes a text of that size in, as far as a frame that shows it; gives how often the store changed. */
function typed(screen: Partial<Screen>, text: string): number {
  const store = storeOf(replica, screen);
  const clock = fakeClock();
  const style = styleOf({});
  const panes = createPanes({
    style,
    bodies: createMessageBodies(style, () => {}),
    clock,
    keys: ownKeys,
  });
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
  "64,000 characters without paste marks are one change in the %s, and cost what their number says",
  (_, screen) => {
    for (const unit of ["x", "ab, 日本\rline "]) {
      const textOf = (size: number) => unit.repeat(size / unit.length);
      expect(typed(screen, textOf(64_000))).toBeLessThan(4);
      expect(growth(1_000, 16_000, (size) => typed(screen, textOf(size)))).toBeLessThan(5);
    }
  },
);
