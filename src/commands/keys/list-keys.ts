/** The keys of lists, and what they do: opening rows, editing, deleting, leaving, marking, and switching filters. */

import { type CommandContext, commandsIn, type DialogKeys } from "#commands/command.ts";
import { botsKey } from "#commands/conversation/inbox.ts";
import { notInThisList } from "#commands/conversation/targets.ts";
import { openNeighbour } from "#commands/conversation/triage.ts";
import { resumeEdit } from "#commands/draft/unfinished-edits.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { toggleFold } from "#commands/lists/folds.ts";
import {
  filtersShown,
  isEvery,
  type ListDefinition,
  type Opening,
  openingOf,
  type RowContext,
} from "#commands/lists/list.ts";
import { isNarrowed, leaveListFilter, narrowList } from "#commands/lists/list-words.ts";
import { selectAfter, setFilter, turnFilter } from "#commands/lists/lists.ts";
import { conversationStoodFor, streamOfHeading } from "#commands/lists/row.ts";
import { isGone, overIn } from "#commands/lists/staying.ts";
import { reply } from "#commands/message/actions.ts";
import { markRange, withoutMessage } from "#commands/message/selected.ts";
import { goTo, openNarrow } from "#commands/places/navigation.ts";
import { feedOfAll, searchAll, searchOthers } from "#commands/search/search.ts";
import { removeListedRows, stopWork } from "#commands/steps.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import { isFolderKey } from "#model/select/folders.ts";
import { askFor } from "#store/asks.ts";
import {
  chosenRows,
  isHeading,
  type List,
  moved,
  selectedRow,
  toHeading,
  withAllMarks,
  withMark,
  withoutMarks,
  withRangeFrom,
} from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { changeList, isList, listOf, openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

/**
 * Opens what the row under the cursor stands for: a conversation, a stream, or what is folded. A folder's title folds it.
 */
export function openRow(context: Pick<CommandContext, "store" | "clock" | "keys">): void {
  const { store } = context;
  const { screen } = store.getState();
  const list = openList(screen);
  const { place } = screen;
  if (list?.cursor === undefined || !isList(place)) return;
  const { key } = list.cursor;
  const streamId = streamOfHeading(key);
  if (key === botsKey) setFilter(store, place, "bots");
  else if (isFolderKey(key)) toggleFold(store, place, key);
  else if (streamId !== undefined) openNarrow(store, { kind: "stream", streamId });
  else if (isHeading(list, list.cursor)) openSection(store, place, key);
  else openListedRow(context, place, key);
}

/** Shows the section alone, if it has a filter. */
function openSection(store: Store, place: ListPlace, section: RowKey): void {
  if (definitionOf(place).filters.some(({ key }) => key === section))
    setFilter(store, place, section);
}

/** Clears marks first; then leads from the row to its heading, and from the title to the sidebar. */
function leave({ store }: CommandContext, byHeading: boolean): void {
  const list = openList(store.getState().screen);
  if (list === undefined) return;
  if (list.marks.keys.size > 0) {
    changeList(store, withoutMarks);
    return;
  }
  if (isNarrowed(store.getState().screen)) {
    leaveListFilter(store);
    return;
  }
  const heading = byHeading ? toHeading(list) : undefined;
  if (heading === undefined)
    changeScreen(store, (screen) => ({
      ...screen,
      focus: "sidebar",
      sidebar: { ...screen.sidebar, isShown: true },
    }));
  else changeList(store, (now) => toHeading(now) ?? now);
}

function turn(context: CommandContext, by: 1 | -1): void {
  const { store } = context;
  const state = store.getState();
  const feed = feedOfAll(state);
  if (feed !== undefined) searchAll(context, feed);
  else if (!isList(state.screen.place)) openNeighbour(context, by);
  else {
    turnFilter(store, by);
    searchEvery(context);
  }
}

/** A list of all accounts wants the hits of the others. */
function searchEvery(context: CommandContext): void {
  const list = openList(context.store.getState().screen);
  if (list !== undefined && isEvery({ key: list.filter })) searchOthers(context, true);
}

/** Goes to the open list, with that filter. */
export function showFilter(context: CommandContext, filter: string): void {
  const { store } = context;
  const { place } = store.getState().screen;
  if (!isList(place)) return;
  changeScreen(store, (screen) => ({ ...screen, focus: "pane" }));
  setFilter(store, place, filter);
  searchEvery(context);
}

/** Whether rows of the open list can be edited. */
export function isEditable({ place }: Pick<Screen, "place">): boolean {
  return isList(place) && definitionOf(place).edit !== undefined;
}

/** Whether rows of the open list can be deleted. */
function isRemovable({ place }: Pick<Screen, "place">): boolean {
  return isList(place) && definitionOf(place).remove !== undefined;
}

/** Whether the open list can be added to. */
export function canAdd({ place }: Pick<Screen, "place">): boolean {
  return isList(place) && definitionOf(place).addition !== undefined;
}

/** Whether the open list has more than one filter to show. */
export function canTurn(definition: ListDefinition, state: State): boolean {
  const list = openList(state.screen);
  return list !== undefined && filtersShown(definition, state, list).length > 1;
}

/** A mix of conversations is in no list. */
function withoutNext(state: State): string | undefined {
  const { place } = state.screen;
  if (isList(place)) return canTurn(definitionOf(place), state) ? undefined : "there is only one";
  if (feedOfAll(state) !== undefined) return undefined;
  return isConversation(place.narrow) ? undefined : "only in lists and their conversations";
}

/** Why a key for rows does nothing. */
function withoutRows({ screen }: State): string | undefined {
  return openList(screen)?.cursor === undefined ? "nothing is listed" : undefined;
}

/** Why a key for what the row stands for does nothing. */
function withoutSubject(state: State): string | undefined {
  const { place } = state.screen;
  const list = openList(state.screen);
  const row = list && selectedRow(list);
  if (list === undefined || row === undefined || !isList(place)) return withoutRows(state);
  if (list.marks.keys.size > 0 || !isGone(definitionOf(place), state, list, row)) return undefined;
  return "it is not there any more";
}

export const lists = commandsIn(["list"], {
  "list.open": {
    title: "Open",
    hint: "open",
    keys: ["Enter", "l", "Right"],
    onRows: "cursor",
    disabled: withoutSubject,
    run: openRow,
  },
  "list.reply": {
    title: "Open the conversation and reply",
    keys: ["r"],
    onRows: "cursor",
    disabled: withoutSubject,
    run: (context) => {
      openRow(context);
      if (context.store.getState().screen.place.kind === "narrow") reply(context);
    },
  },
  "list.edit": {
    title: "Edit a scheduled or queued message, or the row's settings",
    hint: "edit",
    keys: ["E"],
    onRows: "cursor",
    disabled: (state) => (isEditable(state.screen) ? withoutSubject(state) : notInThisList),
    run: (context) => {
      const { store } = context;
      const { screen } = store.getState();
      const list = openList(screen);
      const row = list && selectedRow(list);
      if (row !== undefined && isList(screen.place)) editListedRow(context, screen.place, row);
    },
  },
  "list.add": {
    alsoCalled: "create stream,create channel,new group,new channel",
    title: "New row, such as a stream or a group",
    hint: "new",
    keys: ["+"],
    disabled: ({ screen }) =>
      canAdd(screen) ? undefined : "in the lists of streams, groups and fields",
    run: ({ store }) => {
      const { place } = store.getState().screen;
      const form = isList(place) ? definitionOf(place).addition : undefined;
      if (form !== undefined) openForm(store, form);
    },
  },
  "list.delete": {
    title: "Delete, cancel, archive or deactivate",
    hint: "delete",
    keys: ["D"],
    onRows: "chosen",
    disabled: (state) => (isRemovable(state.screen) ? withoutSubject(state) : notInThisList),
    run: (context) => {
      const { store, count } = context;
      const { screen } = store.getState();
      const list = openList(screen);
      if (list === undefined || !isList(screen.place)) return;
      const keys = chosenRows(list, count).map(({ key }) => key);
      if (keys.length > 0) removeListedRows(context, screen.place, keys);
    },
  },
  "list.mark": {
    title: "Select and move down",
    hint: "select",
    keys: ["Space"],
    disabled: withoutRows,
    run: ({ store, count }) => {
      for (let time = 0; time < count; time += 1) {
        const list = openList(store.getState().screen);
        const row = list && selectedRow(list);
        if (row === undefined) changeList(store, (now) => moved(now, 1));
        else changeList(store, (now) => moved(withMark(now, row), 1));
      }
    },
  },
  "list.range": {
    alsoCalled: "visual mode,select several,multiple messages",
    title: "Select a range of rows or messages: from here to the cursor",
    hint: "select a range",
    keys: ["V"],
    where: ["list", "reader"],
    disabled: (state) => (isList(state.screen.place) ? withoutRows(state) : withoutMessage(state)),
    run: ({ store }) => {
      if (isList(store.getState().screen.place)) changeList(store, withRangeFrom);
      else markRange(store);
    },
  },
  "list.all": {
    title: "Select all rows, or none",
    keys: ["^A"],
    run: ({ store }) => {
      const state = store.getState();
      const { place } = state.screen;
      if (!isList(place)) return;
      changeList(store, (list) => withAllMarks(list, overIn(definitionOf(place), state, list)));
    },
  },
  "list.next-filter": {
    title: "Next filter; in a conversation, the next one of the list",
    hint: "next filter",
    keys: ["]"],
    where: ["list", "reader"],
    disabled: withoutNext,
    run: (context) => turn(context, 1),
  },
  "list.previous-filter": {
    title: "Previous filter; in a conversation, the previous one of the list",
    keys: ["["],
    where: ["list", "reader"],
    disabled: withoutNext,
    run: (context) => turn(context, -1),
  },
  "list.out": {
    title: "To the row's heading, then to the sidebar",
    keys: ["h", "Left"],
    screenOnly: true,
    run: (context) => leave(context, true),
  },
  "list.leave": {
    title: "Cancel a running task, or go to the sidebar",
    keys: ["Esc"],
    run: (context) => {
      if (!stopWork(context)) leave(context, false);
    },
  },
});

// The keys of the input that narrows a list.

const settled = (list: List): List => ({ ...list, typing: false });

/** Opens the selected row. The server can look up an address that no known user has. */
function open(context: CommandContext): void {
  const { store } = context;
  const email = addressToLookUp(store.getState().screen);
  changeList(store, settled);
  if (email === undefined) openRow(context);
  else askFor(store, { kind: "address", email });
}

export const listFilterKeys: Partial<DialogKeys> = {
  input: ({ screen }) => openList(screen)?.input,
  change: ({ store }, input) => narrowList(store, input),
  take: open,
  leave: ({ store }) => leaveListFilter(store),
  step: ({ store }, by) => changeList(store, (list) => moved(list, by)),
  // Letters are keys of the list again.
  complete: ({ store }) => changeList(store, settled),
};

const address = /^[^\s@]+@[^\s@]+$/;

/** The address in the filter of the list of users, if no known user has it. */
function addressToLookUp(screen: Screen): string | undefined {
  const list = openList(screen);
  const words = list?.input.text.trim() ?? "";
  const isNobody = isList(screen.place) && screen.place.kind === "people" && !list?.rows.length;
  return isNobody && address.test(words) ? words : undefined;
}

// Carries out what the table of lists says about its rows: opening, editing and deleting them.

function openListedRow(context: RowContext, place: ListPlace, key: RowKey): void {
  const { open } = definitionOf(place);
  const { view, screen } = context.store.getState();
  const row = listOf(screen, place).rows.find((one) => one.key === key);
  const conversation =
    conversationOfKey(view, key as ConversationKey) ?? (row && conversationStoodFor(row));
  if (open !== undefined) follow(context, open(context, key));
  else if (conversation !== undefined) {
    const { reminds } = view.snoozes.get(conversationKey(conversation)) ?? {};
    follow(context, openingOf(conversation, reminds?.messageId));
  }
}

function editListedRow(context: RowContext, place: ListPlace, key: RowKey): void {
  follow(context, definitionOf(place).edit?.(context, key));
}

function follow(context: RowContext, opening: Opening | undefined): void {
  if (opening === undefined) return;
  if (opening.kind === "unfinished edit") {
    resumeEdit(context, opening.edited, opening.draft);
    return;
  }
  const { store } = context;
  if (opening.removes !== undefined) selectAfter(store, opening.removes);
  goTo(store, opening.place, opening.at);
  opening.next?.(store);
}
