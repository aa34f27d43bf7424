/** Searching on the server: the input with operators, completion and recent searches. */

import { withoutEntry } from "#base/copy-on-write.ts";
import { get, values } from "#base/table.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
  inPanes,
} from "#commands/command.ts";
import { selectedPerson } from "#commands/person/list.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { closeDialog, contextOf, orToast } from "#commands/screen.ts";
import { replaceAll } from "#editor/history.ts";
import type { Input } from "#editor/input.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import { quoted } from "#model/search.ts";
import type { DialogOf } from "#store/dialog.ts";
import { listKey } from "#store/list-places.ts";
import type { Screen } from "#store/screen.ts";
import { isAway } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { searchChoices } from "./completing.ts";
import { goToDay, type TimeReader, timeReaderFor } from "./day.ts";
import { away, openSearch } from "./list.ts";
import { dateIn, namesTime, queryOf } from "./query.ts";

type SearchDialog = DialogOf<"search">;

const maxSearches = 30;

/** Opens the input for messages of one user. */
export function openSearchOf(store: Store, userId: UserId): void {
  const { people } = store.getState().view;
  const name = get(people, userId)?.name ?? "";
  const isTwice = [...values(people)].filter((person) => person.name === name).length > 1;
  openSearch(store, `sender:${quoted(isTwice ? `${name}|${userId}` : name)} `);
}

/** Opens the input for messages of one stream. */
export function openSearchIn(store: Store, streamId: StreamId): void {
  const stream = get(store.getState().view.streams, streamId);
  if (stream !== undefined) openSearch(store, `stream:${quoted(stream.name)} `);
}

/** On a row of users, the search begins with that user. */
function openForSelection({ store }: CommandContext): void {
  const state = store.getState();
  const userId = contextOf(state.screen) === "list" ? selectedPerson(state) : undefined;
  if (userId === undefined) openSearch(store, initialText(state.screen));
  else openSearchOf(store, userId);
}

/** The open search, or the one that was left unfinished. */
function initialText({ place, kept: { unfinishedSearch = "" } }: Screen): string {
  if (place.kind !== "search") return unfinishedSearch;
  return unfinishedSearch === "" ? `${place.text} ` : unfinishedSearch;
}

function changeSearch(store: Store, change: (dialog: SearchDialog) => SearchDialog): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "search" ? { ...screen, dialog: change(screen.dialog) } : screen,
  );
}

function dialogOf({ screen: { dialog } }: State): SearchDialog | undefined {
  return dialog?.kind === "search" ? dialog : undefined;
}

function changeInput(context: CommandContext, input: Input): void {
  const { store } = context;
  const before = dialogOf(store.getState());
  changeSearch(store, (dialog) =>
    input.text === dialog.input.text ? { ...dialog, input } : { kind: "search", input, chosen: -1 },
  );
  if (input.text !== before?.input.text) orToast(store, showDay(context));
}

/** Shows which day the text means, unless it has changed meanwhile. */
async function showDay(context: CommandContext): Promise<void> {
  const text = dialogOf(context.store.getState())?.input.text ?? "";
  const date = dateIn(text);
  const period = date === undefined ? undefined : (await timeReaderFor(context))(date);
  if (period === undefined) return;
  const { from: at } = period;
  changeSearch(context.store, (dialog) =>
    dialog.input.text === text ? { ...dialog, day: { text, at } } : dialog,
  );
}

function choicesOf(state: State, { input }: SearchDialog) {
  return searchChoices(state.view, input.text, state.screen.kept.searches ?? []);
}

function complete(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const dialog = dialogOf(state);
  if (dialog === undefined) return;
  const choice = choicesOf(state, dialog)[Math.max(0, dialog.chosen)];
  if (choice !== undefined) changeInput(context, replaceAll(dialog.input, choice.text));
}

/** Selects the next completion, or returns to newer searches while recalling older ones. */
function down(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const dialog = dialogOf(state);
  if (dialog?.recalled !== undefined && dialog.chosen < 0) recall(context, -1);
  else if (dialog !== undefined) {
    const last = choicesOf(state, dialog).length - 1;
    changeSearch(store, (now) => ({ ...now, chosen: Math.min(last, now.chosen + 1) }));
  }
}

function up(context: CommandContext): void {
  const { store } = context;
  const dialog = dialogOf(store.getState());
  if (dialog === undefined) return;
  if (dialog.chosen < 0) recall(context, 1);
  else changeSearch(store, (now) => ({ ...now, chosen: now.chosen - 1 }));
}

/** Replaces the text with an older or newer search; after the newest, with what was typed. */
function recall(context: CommandContext, by: 1 | -1): void {
  const { store } = context;
  const searches = store.getState().screen.kept.searches ?? [];
  changeSearch(store, (dialog) => {
    const { at, typed } = dialog.recalled ?? { at: -1, typed: dialog.input.text };
    const next = Math.min(searches.length - 1, at + by);
    const recalled = next < 0 ? undefined : { at: next, typed };
    const input = replaceAll(dialog.input, searches[next] ?? typed);
    return { kind: "search", input, chosen: -1, recalled };
  });
  orToast(store, showDay(context));
}

function refuse(store: Store, problem: string): void {
  changeSearch(store, (dialog) => ({ ...dialog, problem }));
}

/** Accepts the selected completion; else searches, or goes to the typed day. */
function acceptSearch(context: CommandContext): void {
  const dialog = dialogOf(context.store.getState());
  if (dialog === undefined) return;
  if (dialog.chosen >= 0) {
    const choice = choicesOf(context.store.getState(), dialog)[dialog.chosen];
    if (choice?.kind === "recent") askFor(context, choice.text);
    else complete(context);
    return;
  }
  askFor(context, dialog.input.text);
}

function askFor(context: CommandContext, text: string): void {
  if (dateIn(text) === undefined && !namesTime(text)) ask(context, text);
  else orToast(context.store, askWithTimes(context, text));
}

async function askWithTimes(context: CommandContext, text: string): Promise<void> {
  const readTime = await timeReaderFor(context);
  // It may have been closed while the parser was loading.
  if (dialogOf(context.store.getState()) === undefined) return;
  const date = dateIn(text);
  const day = date === undefined ? undefined : readTime(date);
  if (day === undefined) ask(context, text, readTime);
  else if (isAway(context.store.getState().session.connection)) refuse(context.store, away);
  else {
    closeAsked(context.store, text);
    goToDay(context, day.from);
  }
}

function ask({ store }: CommandContext, text: string, readTime?: TimeReader): void {
  const { view, session } = store.getState();
  const query = queryOf(view, text, readTime);
  if (query.kind === "problem") refuse(store, query.sentence);
  else if (query.kind !== "terms") return;
  else if (isAway(session.connection)) refuse(store, away);
  else {
    closeAsked(store, text);
    openResults(store, { kind: "search", text: text.trim(), terms: query.terms });
  }
}

function closeAsked(store: Store, text: string): void {
  closeDialog(store);
  changeScreen(store, (screen) => {
    const asked = text.trim();
    const others = (screen.kept.searches ?? []).filter((one) => one !== asked);
    return {
      ...screen,
      kept: {
        ...screen.kept,
        unfinishedSearch: undefined,
        searches: [asked, ...others].slice(0, maxSearches),
      },
    };
  });
}

/** Earlier results may be outdated: events do not tell what a search would find now. */
function openResults(store: Store, narrow: SearchNarrow): void {
  const key = narrowKey(narrow);
  changeReplica(store, (replica, batch) =>
    replica.histories.has(key)
      ? { ...replica, histories: withoutEntry(replica.histories, key, batch) }
      : replica,
  );
  changeSession(store, (session) => {
    const loadFailures = new Map(session.loadFailures);
    return loadFailures.delete(key) ? { ...session, loadFailures } : session;
  });
  changeScreen(store, (screen) => {
    const lists = new Map(screen.lists);
    return lists.delete(listKey(narrow)) ? { ...screen, lists } : screen;
  });
  openNarrow(store, narrow);
}

/** Keeps the text for the next time. */
function leave(store: Store): void {
  changeScreen(store, (screen) => {
    if (screen.dialog?.kind !== "search") return screen;
    return {
      ...screen,
      dialog: undefined,
      kept: { ...screen.kept, unfinishedSearch: screen.dialog.input.text },
    };
  });
}

export const searchKeys: Partial<DialogKeys> = {
  change: changeInput,
  take: acceptSearch,
  leave: ({ store }) => leave(store),
  step: (context, by) => (by > 0 ? down(context) : up(context)),
  complete,
};

export const search: readonly Command[] = commandsIn(inPanes, {
  "search.open": {
    title: "Go to a search on the server",
    keys: ["g /"],
    run: openForSelection,
  },
  "search.day": {
    title: "Go to a day",
    keys: ["g D"],
    run: ({ store }) => openSearch(store, "on "),
  },
});
