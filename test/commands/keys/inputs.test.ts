/** Every line that is typed, and every key that moves or edits in it. */
import { expect, test } from "vitest";
import { openForm } from "#commands/forms/open-form.ts";
import { openText } from "#commands/keys/inputs.ts";
import { goTo } from "#commands/places/navigation.ts";
import { openDialog } from "#commands/screen.ts";
import { type Input, inputOf } from "#editor/input.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { createRouter } from "#ui/input/router.ts";
import { acme, backend, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser, portsFor } from "../../support/key-presser.ts";
import { panesOf } from "../../support/screen.tsx";

type Typed = Extract<Dialog, { readonly input: Input }>["kind"];

const line = { input: inputOf(), chosen: 0 };
const status = { kind: "status", ...line, emoji: undefined, until: undefined } as const;
const replica = acme();
const messageId = idsOf(replica, deployWindow)[0]!;
const from = { streamId: backend, topic: "deploy window" };
const shows = (dialog: Dialog) => (store: Store) => openDialog(store, dialog);

/** Opens the line with nothing typed into it. */
const lines: Readonly<Record<Typed | "bar" | "filter" | "find", (store: Store) => void>> = {
  palette: shows({ kind: "palette", ...line }),
  help: shows({ kind: "help", ...line }),
  search: shows({ kind: "search", ...line, chosen: -1 }),
  recipient: shows({ kind: "recipient", want: "stream", ...line }),
  "move-target": shows({
    kind: "move-target",
    moved: { messageId, from, kind: "topic" as const },
    ...line,
  }),
  emoji: shows({ kind: "emoji", messageId, ...line }),
  "widget-add": shows({ kind: "widget-add", messageId, of: "poll", ...line }),
  prompt: shows({
    kind: "prompt",
    of: { command: "custom.ticket", title: "Ticket", values: {} },
    name: "why",
    title: "Why",
    ...line,
  }),
  upload: shows({ kind: "upload", ...line }),
  "save-file": shows({
    kind: "save-file",
    file: { realmId: "2", path: "ab/cat.png", name: "cat.png" },
    ...line,
  }),
  "view-name": shows({
    kind: "view-name",
    of: { search: { kind: "search", text: "rolling", terms: [] } },
    ...line,
  }),
  "folder-name": shows({ kind: "folder-name", folder: "own:tides", ...line }),
  status: shows(status),
  "status-emoji": shows({ kind: "status-emoji", back: status, ...line }),
  time: shows({ kind: "time", purpose: { kind: "schedule" }, now: 0, ...line }),
  "reminder-note": shows({
    kind: "reminder-note",
    back: { kind: "time", purpose: { kind: "remind", messages: [messageId] }, now: 0, ...line },
    ...line,
  }),
  form: (store) => openForm(store, { name: "new-group", id: 0 }),
  bar: (store) => {
    changeScreen(store, (screen) => ({
      ...screen,
      focus: "sidebar",
      sidebar: { ...screen.sidebar, isShown: true },
    }));
    keyPresser(store)("/");
  },
  filter: (store) => {
    goTo(store, { kind: "people" });
    keyPresser(store)("/");
  },
  find: (store) => keyPresser(store)("/"),
};

/** The keys pressed behind `one two three`, and the text with the cursor afterwards. */
const edits: readonly (readonly [keys: string, expected: string])[] = [
  ["", "one two three|"],
  ["Left", "one two thre|e"],
  ["^B", "one two thre|e"],
  ["Home", "|one two three"],
  ["^A", "|one two three"],
  ["Home Right", "o|ne two three"],
  ["Home ^F", "o|ne two three"],
  ["Home End", "one two three|"],
  ["^A ^E", "one two three|"],
  ["Alt+b", "one two |three"],
  ["Alt+Left", "one two |three"],
  ["Home Alt+f", "one| two three"],
  ["Home Ctrl+Right", "one| two three"],
  ["Home x", "x|one two three"],
  ["Backspace", "one two thre|"],
  ["Left Backspace", "one two thr|e"],
  ["Home Delete", "|ne two three"],
  ["Home ^D", "|ne two three"],
  ["^W", "one two |"],
  ["Alt+Backspace", "one two |"],
  ["Home Alt+d", "| two three"],
  ["Alt+b ^U", "|three"],
  ["Alt+b Alt+k", "one two |"],
  ["^W Home ^Y", "three|one two "],
  ["^W ^_", "one two three|"],
  ["^W ^_ ^R", "one two |"],
  ["Shift+Left Shift+Left x", "one two thrx|"],
  ["Alt+a Backspace", "|"],
];

function opened(kind: keyof typeof lines) {
  const clock = fakeClock();
  const store = storeOf(replica, readingScreen(deployWindow));
  lines[kind](store);
  const panes = panesOf(clock);
  return { store, press: keyPresser(store), caret: () => panes.cursor(store.getState()) };
}

function shown(store: Store): string | undefined {
  const text = openText(store.getState());
  return text && `${text.text.slice(0, text.cursor)}|${text.text.slice(text.cursor)}`;
}

const kinds = Object.keys(lines) as (keyof typeof lines)[];

test.each(kinds)("every motion and edit works in a line: %s", (kind) => {
  const results = edits.map(([keys]) => {
    const { store, press } = opened(kind);
    press(..."one two three", ...keys.split(" ").filter((key) => key !== ""));
    return [keys, shown(store)];
  });
  expect(results).toEqual(edits);
});

test.each(kinds)(
  "the terminal's cursor is where the line's is, and a long line scrolls: %s",
  (kind) => {
    const { press, caret } = opened(kind);
    press(..."one");
    const end = caret()?.x ?? 0;
    press("Left", "Left");
    expect(caret()?.x).toBe(end - 2);
    press(..."long ".repeat(40));
    const inside = caret()?.x ?? Number.NaN;
    expect(inside).toBeLessThan(80);
    press("Left");
    expect(caret()?.x).toBe(inside);
    press("Home");
    expect(caret()?.x).toBeLessThan(inside);
  },
);

test.each(kinds)(
  "pasted lines become one, and what was killed can be yanked elsewhere: %s",
  (kind) => {
    const { store, press } = opened(kind);
    press("a");
    createRouter(portsFor(store))([{ kind: "paste", text: "b\nc" }], 0);
    expect(shown(store)).toBe("ab c|");
    press("^U");
    openDialog(store, { kind: "palette", ...line });
    press("^Y");
    expect(shown(store)).toBe("ab c|");
  },
);
