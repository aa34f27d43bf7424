/** Details about the selected message or row, and scrolling them. */

import { type Command, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { botsKey } from "#commands/conversation/inbox.ts";
import { messageOfRow } from "#commands/conversation/waiting.ts";
import { openRow } from "#commands/keys/list-keys.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { selectedPerson } from "#commands/lists/row.ts";
import { openPersonCard } from "#commands/person/list.ts";
import { closeDialog, contextOf, openDialog, openReader } from "#commands/screen.ts";
import { openStreamCard, selectedStream } from "#commands/stream/list.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { isFolderKey } from "#model/select/folders.ts";
import type { InfoSubject } from "#store/dialog.ts";
import { selectedRow } from "#store/list.ts";
import { isList, listOf, openList } from "#store/lists.ts";
import { foreignRow, type RowKey } from "#store/row-keys.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

function subjectOf(screen: Screen): InfoSubject | undefined {
  if (isList(screen.place)) {
    const list = listOf(screen, screen.place);
    const key = selectedRow(list);
    if (key !== undefined && screen.place.kind === "drafts") return { kind: "draft", key };
    if (key === undefined || key === botsKey || isFolderKey(key)) return undefined;
    if (screen.place.kind === "waiting") return openEndSubject(key);
    const row = screen.place.kind === "inbox" ? list.rows[list.cursor?.at ?? 0] : undefined;
    return { kind: "row", key: key as ConversationKey, section: row?.section };
  }
  const selected = openReader(screen)?.selected;
  if (selected === undefined) return undefined;
  return typeof selected === "number"
    ? { kind: "message", id: selected }
    : { kind: "send", intent: selected };
}

/** A row of another account is explained there. */
function openEndSubject(key: RowKey): InfoSubject | undefined {
  return foreignRow(key) === undefined ? { kind: "open-end", id: messageOfRow(key) } : undefined;
}

function open(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const stream = contextOf(state.screen) === "list" ? selectedStream(state) : undefined;
  const person = contextOf(state.screen) === "list" ? selectedPerson(state) : undefined;
  if (stream !== undefined) openStreamCard(store, stream);
  else if (person !== undefined) openPersonCard(store, person);
  else if (isShownByOpening(state.screen)) openRow(context);
  else openInfo(store);
}

/** Whether the rows are not conversations: Enter opens what is known about them. */
function isShownByOpening({ place }: Screen): boolean {
  return (
    isList(place) && place.kind !== "drafts" && definitionOf(place).conversations === undefined
  );
}

function openInfo(store: Store): void {
  const about = subjectOf(store.getState().screen);
  if (about !== undefined) openDialog(store, { kind: "info", about, chosen: 0 });
}

/** Scrolls the open details, clamped to the ends. */
export function scrollInfo(
  { store, viewport }: Pick<CommandContext, "store" | "viewport">,
  lines: number,
): void {
  const last = viewport.lastDialogLine();
  changeScreen(store, (screen) => {
    const { dialog } = screen;
    if (dialog?.kind !== "info" && dialog?.kind !== "card") return screen;
    const chosen = Math.max(0, Math.min(last, Math.min(dialog.chosen, last) + lines));
    return chosen === dialog.chosen ? screen : { ...screen, dialog: { ...dialog, chosen } };
  });
}

const contexts = ["info", "card"] as const;
const far = 1e6;
const pageLines = 10;

const scrolling = (id: string, title: string, keys: readonly string[], lines: number): Command => ({
  id: `info.${id}`,
  title,
  keys,
  where: contexts,
  run: (context) => scrollInfo(context, lines * context.count),
});

export const info: readonly Command[] = [
  ...commandsIn(["reader", "list"], {
    "info.open": {
      alsoCalled:
        "who read,read receipts,seen by,history,edit history,view edits,details,who reacted",
      title: "Show details, or why it is listed",
      hint: "details",
      keys: ["i"],
      onRows: "cursor",
      disabled: ({ screen }) =>
        (isShownByOpening(screen) && openList(screen)?.cursor !== undefined) ||
        subjectOf(screen) !== undefined
          ? undefined
          : "select a message or a row",
      run: open,
    },
    "info.server": {
      title: "Show what could not be read",
      keys: ["g !"],
      where: inPanes,
      disabled: ({ session }) => (session.skipped.length > 0 ? undefined : "nothing was left out"),
      run: ({ store }) => openDialog(store, { kind: "info", about: { kind: "server" }, chosen: 0 }),
    },
    "info.rules": {
      alsoCalled: "filters,automation",
      title: "Show your rules, and what they did",
      keys: ["g R"],
      where: inPanes,
      disabled: ({ session }) =>
        session.rules.all.length > 0 ? undefined : "there are none: see weir man rules",
      run: ({ store }) => openDialog(store, { kind: "info", about: { kind: "rules" }, chosen: 0 }),
    },
    "info.leave": {
      title: "Close",
      hint: "close",
      keys: ["Esc", "i", "q", "Enter", "h", "Left"],
      where: ["info"],
      run: ({ store }) => closeDialog(store),
    },
  }),
  { ...scrolling("down", "Down", ["j", "Down", "^N"], 1), hint: "scroll" },
  scrolling("up", "Up", ["k", "Up", "^P"], -1),
  scrolling("page-down", "Page down", ["Space", "^D", "PageDown"], pageLines),
  scrolling("page-up", "Page up", ["b", "^U", "PageUp"], -pageLines),
  { ...scrolling("first", "To the first line", ["g", "Home"], -far), where: ["info"] },
  { ...scrolling("card-first", "To the first line", ["g g", "Home"], -far), where: ["card"] },
  scrolling("last", "To the last line", ["G", "End"], far),
];
