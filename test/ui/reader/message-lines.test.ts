import { expect, onTestFinished, test } from "vitest";
import type { MessageId } from "#wire/ids.ts";
import {
  ana,
  backend,
  bo,
  deployWindow,
  emptyAcme,
  idsOf,
  journalOf,
  type MessageSpec,
  readingScreen,
  sending,
  storeOf,
  withHistory,
  withMessages,
  you,
} from "../../support/acme.ts";
import { type ScreenOptions, showScreen } from "../../support/screen.tsx";

const to = { streamId: backend, topic: "deploy window" };
const flags = ["read"];
const messages: readonly MessageSpec[] = [
  { by: ana, to, flags, at: "9:00", text: "one" },
  { by: ana, to, flags, at: "9:01", text: "two" },
  { by: ana, to, flags, at: "9:30", text: "three" },
  { by: bo, to, at: "9:31", text: "four" },
  { by: you, to, flags, at: "11:41", text: "five" },
];

/** The lines of a conversation, without the times at their ends. */
async function linesOf(
  all: readonly MessageSpec[],
  options: ScreenOptions & { readonly holes?: readonly number[] },
): Promise<readonly string[]> {
  const known = withMessages(emptyAcme(), all);
  const ids = idsOf(known, deployWindow);
  const journal = journalOf(sending(deployWindow, "six"));
  const screen = readingScreen(deployWindow, ids[3]);
  const holes = options.holes?.map((at) => ids[at] as MessageId);
  const older = holes && { holes, epoch: known.epoch - 1 };
  const store = storeOf(withHistory(known, deployWindow, ids, older), screen, { journal });
  const shown = await showScreen(store, { rows: 34, ...options });
  const text = shown.pane.lines().map((line) => line.replace(/ +\d+:\d\d$/, ""));
  shown.ends();
  return text.join("\n").trim().split("\n");
}

test("comfortable density has a blank line between runs of messages and nowhere else", async () => {
  expect(await linesOf(messages, { density: "comfortable" })).toMatchInlineSnapshot(`
    [
      "───────────────────── Fri 20 Nov ──────────────────────",
      " Ana Ruiz",
      "   one",
      "   two",
      "",
      " Ana Ruiz",
      "   three",
      "",
      " ────────────────── 1 new since 9:31 ───────────────────",
      "▌Bo Lindqvist",
      "▌  four",
      "",
      " You Yourself",
      "   five",
      "   six",
      "   ◌ sending",
    ]
  `);
});

test("compact density has no blank lines", async () => {
  expect(await linesOf(messages, { density: "compact" })).not.toContain("");
});

test("a message with hundreds of reactions shows those that fit and the number of the others", async () => {
  const reactions = Array.from({ length: 500 }, (_, at) => ({
    emoji_name: `e${at}`,
    emoji_code: `${at}`,
    user_id: bo,
  }));
  const lines = await linesOf([{ by: ana, to, at: "9:00", text: "one", reactions }], {});
  expect(lines).toContain("   :e0: 1   :e1: 1   :e2: 1   :e3: 1   :e4: 1   +495");
});

test("where messages may be missing is a row of its own, and the sender is named again below it", async () => {
  const lines = await linesOf(messages, { density: "compact", holes: [0] });
  expect(lines.slice(1, 6)).toMatchInlineSnapshot(`
    [
      " Ana Ruiz",
      "   one",
      " ┄┄┄┄┄┄┄┄┄┄┄┄ messages may be missing here ┄┄┄┄┄┄┄┄┄┄┄┄┄",
      " Ana Ruiz",
      "   two",
    ]
  `);
  const alone = await linesOf(messages, { density: "compact", holes: [0, 1] });
  expect(alone.filter((line) => line.includes("┄┄┄┄"))).toEqual([
    expect.stringContaining("may be missing here"),
    expect.stringMatching(/^ ┄+$/),
  ]);
  const narrow = await linesOf(messages, { columns: 20, rows: 34, holes: [0] });
  expect(narrow[3]).toMatchInlineSnapshot(`" ┄┄ maybe a gap ┄┄┄"`);
});

test("on a wide screen the time stands after the name, and a line of text has at most 100 cells", async () => {
  const text = "word ".repeat(60);
  const long = withMessages(emptyAcme(), [{ by: ana, to, flags, at: "9:00", text }]);
  const ids = idsOf(long, deployWindow);
  const store = storeOf(withHistory(long, deployWindow, ids), readingScreen(deployWindow, ids[0]));
  const shown = await showScreen(store, { columns: 240, rows: 30 });
  onTestFinished(shown.ends);
  const lines = shown.pane.lines().map((line) => line.trimEnd());
  expect(lines).toContain("▌ Ana Ruiz  9:00");
  const ofText = lines.filter((line) => line.includes("word")).map((line) => line.slice(4).length);
  expect(Math.max(...ofText)).toBe(99);
});
