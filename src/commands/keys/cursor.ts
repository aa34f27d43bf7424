/** Moves the cursor: by rows, lines and pages, to the ends, and between panes. */
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { addArrivals } from "#commands/lists/lists.ts";
import { landOn } from "#commands/places/navigation.ts";
import { contextOf, openReader, showToast } from "#commands/screen.ts";
import { selectSidebarRow, sidebarCursor, sidebarRowKeys } from "#commands/sidebar/sidebar-rows.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { firstUnreadOf, historyOf } from "#model/select/conversations.ts";
import { writing } from "#store/composer.ts";
import { moved as movedInList, toRow } from "#store/list.ts";
import { changeList, isList } from "#store/lists.ts";
import { asideOf } from "#store/peek.ts";
import type { Focus, Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";

/** The index after moving by `rows` in a list of `length`, clamped to its ends. */
function moved(at: number, rows: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at + rows));
}

function moveInSidebar({ store }: CommandContext, rows: number): void {
  const keys = sidebarRowKeys(store.getState());
  const at = keys.indexOf(sidebarCursor(store.getState()) ?? "");
  const key = keys[moved(at, rows, keys.length)];
  if (key !== undefined) selectSidebarRow(store, key);
}

function move(context: CommandContext, rows: number): void {
  switch (contextOf(context.store.getState().screen)) {
    case "sidebar":
      moveInSidebar(context, rows);
      break;
    case "list":
      changeList(context.store, (list) => movedInList(list, rows));
      break;
    default:
      context.viewport.select(rows);
  }
}

/** Paging scrolls the text of a reader, and moves the selection in a list. */
function page(context: CommandContext, share: number): void {
  const lines = Math.trunc(
    Math.max(1, context.viewport.height() * Math.abs(share) - (Math.abs(share) === 1 ? 1 : 0)),
  );
  const signed = Math.sign(share) * lines * context.count;
  if (contextOf(context.store.getState().screen) === "reader") context.viewport.scroll(signed);
  else move(context, signed);
}

/** In a list, going to the first row shows new arrivals. */
function toEdge(context: CommandContext, edge: "first" | "last"): void {
  const { store, viewport } = context;
  const { screen } = store.getState();
  switch (contextOf(screen)) {
    case "reader":
      viewport.selectEdge(edge);
      break;
    case "list":
      if (edge === "first" && isList(screen.place)) addArrivals(store, screen.place);
      changeList(store, (list) => toRow(list, edge === "first" ? 0 : list.rows.length));
      break;
    default:
      move(context, edge === "first" ? -1e6 : 1e6);
  }
}

/** The panes in Tab order; a list has no composer. Selecting a hidden sidebar shows it. */
function panesOf({ place }: Screen): readonly Focus[] {
  return isList(place) ? ["sidebar", "pane"] : ["sidebar", "pane", "composer"];
}

function turnTo({ store }: CommandContext, step: number): void {
  changeScreen(store, (screen) => {
    const panes = panesOf(screen);
    const at = panes.indexOf(screen.focus);
    const focus = panes[(at + step + panes.length) % panes.length] ?? "pane";
    if (focus === "composer") return writing(screen);
    return { ...screen, focus, sidebar: { ...screen.sidebar, isShown: focus === "sidebar" } };
  });
}

/** If everything in the conversation was seen during this visit, the message that was unread first when it began. */
function firstUnread({ screen, view }: State): MessageId | undefined {
  const { place } = screen;
  if (place.kind !== "narrow") return undefined;
  const { narrow } = place;
  if (isConversation(narrow))
    return firstUnreadOf(view, conversationKey(narrow)) ?? openReader(screen)?.newFrom;
  const isUnread = (id: MessageId) => get(view.unreads.where, id) !== undefined;
  return historyOf(view, narrow)?.ids.find(isUnread);
}

/** Why nothing can be scrolled. */
function withoutText({ screen }: State): string | undefined {
  if (!isList(screen.place) || asideOf(screen) !== undefined) return undefined;
  return "no text is shown";
}

/** Shows the pane to read in where it is hidden or there is only just room for it, or hides it. */
function togglePreview({ store }: CommandContext): void {
  const { screen } = store.getState();
  const isShown = asideOf(screen) !== undefined;
  const terminal = { ...screen.terminal, wantsPreview: !isShown };
  if (!isShown && asideOf({ ...screen, terminal }) === undefined)
    showToast(store, "There is no room to read beside a list: that takes 100 columns or 30 rows.");
  else changeScreen(store, (now) => ({ ...now, terminal }));
}

export const cursor = commandsIn(inPanes, {
  "move.down": {
    title: "Down",
    keys: ["j", "Down"],
    run: (context) => move(context, context.count),
  },
  "move.up": {
    title: "Up",
    keys: ["k", "Up"],
    run: (context) => move(context, -context.count),
  },
  "move.first": {
    title: "To the first",
    keys: ["g g", "Home"],
    run: (context) => toEdge(context, "first"),
  },
  "move.last": {
    title: "To the last; in messages, to the newest",
    keys: ["G", "End"],
    run: (context) => toEdge(context, "last"),
  },
  "move.half-down": {
    title: "Half page down",
    keys: ["^D"],
    run: (context) => page(context, 0.5),
  },
  "move.half-up": {
    title: "Half page up",
    keys: ["^U"],
    run: (context) => page(context, -0.5),
  },
  "move.page-down": {
    title: "Page down",
    keys: ["PageDown", "^F"],
    run: (context) => page(context, 1),
  },
  "move.page-up": {
    title: "Page up",
    keys: ["PageUp", "^B"],
    run: (context) => page(context, -1),
  },
  "scroll.down": {
    title: "Scroll the text down",
    keys: ["J"],
    screenOnly: true,
    disabled: withoutText,
    run: (context) => context.viewport.scroll(context.count),
  },
  "scroll.up": {
    title: "Scroll the text up",
    keys: ["K"],
    screenOnly: true,
    disabled: withoutText,
    run: (context) => context.viewport.scroll(-context.count),
  },
  "pane.next": {
    title: "Next pane",
    keys: ["Tab"],
    screenOnly: true,
    run: (context) => turnTo(context, 1),
  },
  "pane.preview": {
    alsoCalled: "preview,reading pane,split view",
    title: "Show or hide the pane to read in beside a list",
    keys: ["P"],
    screenOnly: true,
    run: togglePreview,
  },
  "pane.previous": {
    title: "Previous pane",
    keys: ["Shift+Tab"],
    where: ["sidebar", "list", "reader", "composer"],
    screenOnly: true,
    run: (context) => turnTo(context, -1),
  },
  "move.first-unread": {
    title: "To the first unread message",
    keys: ["g n"],
    where: ["reader"],
    run: ({ store }) => {
      const id = firstUnread(store.getState());
      if (id === undefined) showToast(store, "Nothing is unread here.");
      else landOn(store, id);
    },
  },
});
