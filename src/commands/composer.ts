/** Writing: the keys of the composer, and sending what was written. */
import {
  erase,
  type Kill,
  kill,
  type Motion,
  move,
  insert as put,
  redo,
  undo,
  yank,
} from "#editor/edit.ts";
import { type Editor, emptyEditor } from "#editor/editor.ts";
import type { Address } from "#journal/intent.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { messageProblem, type Problem, topicProblem } from "#model/limits.ts";
import { isConversation, narrowKey } from "#model/narrow.ts";
import type { RealmFacts } from "#model/picture.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, wish } from "#store/store.ts";
import type { Command, CommandContext } from "./command.ts";
import { openNarrow } from "./places.ts";
import { openDialog, say } from "./screen.ts";
import { markDone } from "./triage.ts";

/** The key of the text in the composer. */
export function composerKey(screen: Screen): ConversationKey | "" {
  return screen.address === undefined ? "" : conversationKey(screen.address);
}

export function composerEditor(screen: Screen): Editor {
  return screen.editors.get(composerKey(screen)) ?? emptyEditor;
}

/** The composer's text changes; an empty one without a past takes no room. */
export function edit(store: Store, change: (editor: Editor) => Editor): void {
  changeScreen(store, (screen) => {
    const before = composerEditor(screen);
    const after = change(before);
    if (after === before) return screen;
    return { ...screen, editors: new Map(screen.editors).set(composerKey(screen), after) };
  });
}

function cleared(screen: Screen, key: string): Screen {
  const editors = new Map(screen.editors);
  editors.delete(key);
  return { ...screen, editors };
}

/** Sends what stands in the composer: it leaves there only into the journal. False when there is nothing to send. */
export function send(context: CommandContext): boolean {
  const { store } = context;
  const { screen, view } = store.getState();
  const { text } = composerEditor(screen);
  if (text.trim() === "") return false;
  if (screen.address === undefined) {
    openDialog(store, { kind: "recipient", want: "stream", text: "", chosen: 0 });
    return false;
  }
  const problem = sendProblem(view.realm, screen.address, text);
  if (problem !== undefined) {
    say(store, problem, "error");
    return false;
  }
  wish(store, context, [{ kind: "send", address: screen.address, content: text }]);
  changeScreen(store, (now) => toEnd(cleared(now, composerKey(now)), screen.address));
  return true;
}

function sendProblem(realm: RealmFacts, address: Address, text: string): Problem {
  const problem = messageProblem(realm, text);
  return address.kind === "topic" ? (problem ?? topicProblem(realm, address.topic)) : problem;
}

/** The reader of that conversation goes to its end, where the message stands now. */
function toEnd(screen: Screen, address: Address | undefined): Screen {
  if (address === undefined || screen.place.kind !== "narrow") return screen;
  if (
    !isConversation(screen.place.narrow) ||
    conversationKey(screen.place.narrow) !== conversationKey(address)
  )
    return screen;
  const key = narrowKey(screen.place.narrow);
  const reader = screen.readers.get(key);
  if (reader === undefined) return screen;
  return {
    ...screen,
    readers: new Map(screen.readers).set(key, { ...reader, selected: undefined, top: undefined }),
  };
}

/** Enter sends unless the person or the server's setting says that it breaks the line; then Alt+Enter sends. */
export function enterSends({ screen, view }: Pick<State, "screen" | "view">): boolean {
  return screen.enterSends ?? view.settings.enter_sends !== false;
}

function sendAndShow(context: CommandContext): void {
  const { address } = context.store.getState().screen;
  if (send(context) && address !== undefined) openNarrow(context.store, address);
  changeScreen(context.store, (screen) =>
    screen.dialog === undefined ? { ...screen, focus: "composer" } : screen,
  );
}

const breakLine = ({ store }: CommandContext) => edit(store, (editor) => put(editor, "\n"));

const here = ["composer"] as const;

const motion = (id: string, title: string, keys: readonly string[], where: Motion): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, (editor) => move(editor, where)),
});

const killing = (id: string, title: string, keys: readonly string[], how: Kill): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, (editor) => kill(editor, how)),
});

const changing = (
  id: string,
  title: string,
  keys: readonly string[],
  change: (editor: Editor) => Editor,
): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, change),
});

export const composer: readonly Command[] = [
  {
    id: "composer.send",
    title: "Send",
    hint: "send",
    keys: ["Enter"],
    where: here,
    run: (context) =>
      enterSends(context.store.getState()) ? sendAndShow(context) : breakLine(context),
  },
  {
    id: "composer.break",
    title: "Break the line",
    hint: "new line",
    keys: ["Alt+Enter", "Shift+Enter", "^J"],
    where: here,
    run: (context) =>
      enterSends(context.store.getState()) ? breakLine(context) : sendAndShow(context),
  },
  {
    id: "composer.send-done",
    title: "Send, mark as done and go on",
    hint: "send, done",
    keys: ["^S"],
    where: here,
    run: (context) => {
      const { address } = context.store.getState().screen;
      if (!send(context) || address === undefined) return;
      markDone(context, conversationKey(address));
      changeScreen(context.store, (screen) => ({ ...screen, focus: "pane" }));
    },
  },
  {
    id: "composer.leave",
    title: "Back to the text; what is written stays",
    hint: "leave",
    keys: ["Esc"],
    where: here,
    run: ({ store }) =>
      changeScreen(store, (screen) => ({ ...screen, focus: "pane", toast: undefined })),
  },
  motion("left", "Left", ["Left", "^B"], "left"),
  motion("right", "Right", ["Right", "^F"], "right"),
  motion("up", "A line up", ["Up", "^P"], "line up"),
  motion("down", "A line down", ["Down", "^N"], "line down"),
  motion("word-left", "A word left", ["Alt+Left", "Ctrl+Left", "Alt+b"], "word left"),
  motion("word-right", "A word right", ["Alt+Right", "Ctrl+Right", "Alt+f"], "word right"),
  motion("line-start", "To the start of the line", ["Home", "^A"], "line start"),
  motion("line-end", "To the end of the line", ["End", "^E"], "line end"),
  motion("start", "To the start", ["Ctrl+Home", "Alt+<"], "start"),
  motion("end", "To the end", ["Ctrl+End", "Alt+>"], "end"),
  killing("kill-word", "Kill the word before", ["^W"], "blank left"),
  killing("kill-word-left", "Kill back to the start of the word", ["Alt+Backspace"], "word left"),
  killing("kill-word-right", "Kill the word after", ["Alt+d"], "word right"),
  killing("kill-line", "Kill to the start of the line", ["^U"], "line start"),
  killing("kill-end", "Kill to the end of the line", ["Alt+k"], "line end"),
  changing("yank", "Put back what was killed", ["^Y"], yank),
  changing("undo", "Undo", ["^_"], undo),
  changing("redo", "Redo", ["^R"], redo),
  changing(
    "erase-left",
    "Delete the character before",
    ["Backspace", "Shift+Backspace"],
    (editor) => erase(editor, "left"),
  ),
  changing("erase-right", "Delete the character after", ["Delete", "^D"], (editor) =>
    erase(editor, "right"),
  ),
];

/** What was typed or pasted goes into the text. */
export function insert(store: Store, text: string): void {
  edit(store, (editor) => put(editor, text));
}
