/**
 * Everything that can be written, while everything that may happen to it happens: the text stays where the user sees it,
 * the key that sends does what the line above the text says, and nothing is published without a key.
 */
import { expect, test } from "vitest";
import { contextOf } from "#commands/screen.ts";
import { completionOf } from "#commands/writing/completion.ts";
import { composerEditor } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import { happenings, type Pair } from "../support/happenings.ts";
import { isStorm } from "../support/runs.ts";
import { panesOf } from "../support/screen.tsx";
import { startWriting, type Writing, writingModes } from "../support/writing-modes.ts";

const panes = panesOf();
const sgr = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/** The line above the text, and what the footer says of the key that sends. */
function drawn({ store }: Writing): { readonly title: string; readonly enter: string } {
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, columns: 160, rows: 40 },
    toast: undefined,
  }));
  const bare = (line = "") => line.replace(sgr, "").trim();
  const [rule = "", above = ""] = panes.composer(store.getState()).map(bare);
  const title = /^[─-]+$/.test(rule) ? above : rule;
  const footer = panes.footer(store.getState()).map(bare).join(" ");
  return { title, enter: /\bEnter (\S+)/.exec(footer)?.[1] ?? "" };
}

type Texts = ReadonlyMap<number, string>;

/** The raw texts of all messages, by ID. */
function published({ control }: Pair): Texts {
  const { byId } = control.server.state.messages;
  return new Map([...byId.values()].map(({ id, content }) => [id, content]));
}

const withWords = (texts: Texts) =>
  [...texts].filter(([, text]) => text.includes("half a thought")).map(([id]) => id);

/** Where the realm has a message, in the words of the title. */
function placeOf({ control }: Pair, id: number): string {
  const { streams: all, messages } = control.server.state;
  const message = messages.byId.get(id);
  if (message === undefined) return "nowhere";
  const name = message.streamId === undefined ? "" : all.byId.get(message.streamId)?.name;
  return name === "" ? "direct" : `${name} › ${message.topic}`;
}

/** What Enter did at the server: the places of new messages, and changed texts. */
function done(writing: Writing, before: Texts) {
  const now = published(writing);
  const sent = withWords(now).filter((id) => !before.has(id));
  const edited = withWords(now).filter((id) => before.has(id) && before.get(id) !== now.get(id));
  return { sent: sent.map((id) => placeOf(writing, id)), edited };
}

/** The user's words: in the composer, or named as kept beside it. */
function stands({ store }: Writing): boolean {
  const { screen, journal } = store.getState();
  if (composerEditor(screen).text.includes("half a thought")) return true;
  return [...journal.drafts.values()].some(({ text }) => text.includes("half a thought"));
}

type Shown = { readonly title: string; readonly enter: string; readonly isTold: boolean };

function expectTitleKept(writing: Writing, { title, enter, isTold }: Shown, before: Texts): void {
  const { sent, edited } = done(writing, before);
  const [place] = sent;
  if (place !== undefined) {
    expect(sent).toHaveLength(1);
    expect(enter).toBe("send");
    expect(title).toMatch(/^To /);
    if (place !== "direct") expect(title).toContain(place);
  }
  if (edited.length > 0) {
    expect(edited).toEqual([writing.own]);
    expect(enter).toBe("save");
    expect(title).toMatch(/^Editing your \u201c/);
  }
  // What the footer offers happens, unless the user is asked or told why not.
  const { session } = writing.store.getState();
  if (enter === "send" && sent.length === 0)
    expect(isTold || session.connection.kind === "signed-out").toBe(true);
}

const ofPeople = ["the person renamed", "the person deactivated"];
const ofTopics = [
  ...["edited elsewhere", "the message moved alone", "the topic moved", "the topic resolved"],
  ...["the topic moved onto another", "the message deleted", "the stream renamed"],
  ...["the stream made private", "unsubscribed", "the policy changed", "the stream archived"],
];

/** What does not concern the text happens in one test; in a storm, each alone, too. */
const cells = Object.keys(writingModes).flatMap((mode) => {
  const unrelated = mode.startsWith("a direct message") ? ofTopics : ofPeople;
  const alone = Object.keys(happenings).filter(
    (happening) => isStorm || !unrelated.includes(happening),
  );
  return [unrelated, ...alone.map((happening) => [happening])].map(
    (happened) => [mode, happened.join(", "), happened] as const,
  );
});

test.each(cells)("%s, and %s", async (mode, what, happened) => {
  const writing = await startWriting();
  const { store, clock, press } = writing;
  writingModes[mode]?.(writing);
  await clock.pass("5 s");
  const before = withWords(published(writing));
  const { screen } = store.getState();
  const { text } = composerEditor(screen);
  expect(text).toContain("half a thought");
  for (const happening of happened) {
    await happenings[happening]?.(writing);
    await clock.pass("30 s");
  }
  expect(withWords(published(writing))).toEqual(before);
  expect(stands(writing)).toBe(true);
  // What is typed next must not become keys.
  expect(contextOf(store.getState().screen)).toBe(contextOf(screen));
  // Its keyboard alone changes the text of a focused composer.
  if (!what.startsWith("the draft") || screen.focus === "composer")
    expect(composerEditor(store.getState().screen).text).toBe(text);

  if (mode === "an open question") {
    press("Esc");
    changeScreen(store, (screen) => ({ ...screen, focus: "composer" }));
  }
  if (completionOf(store.getState()) !== undefined) press("Enter");
  const { title, enter } = drawn(writing);
  const texts = published(writing);
  press("Enter");
  const { toast, dialog } = store.getState().screen;
  await clock.pass("10 s");
  expectTitleKept(writing, { title, enter, isTold: (toast ?? dialog) !== undefined }, texts);
  const isSent = withWords(published(writing)).length > before.length;
  const isSaved = [...store.getState().replica.scheduled.values()].some(({ content }) =>
    content.includes("half a thought"),
  );
  const waits = store.getState().journal.intents.size > 0;
  expect(isSent || isSaved || waits || stands(writing)).toBe(true);
});
