/** Searching: the input with operators, completion, what the archive has for it, and recent searches. */

import { get, values, withoutEntry } from "#base/table.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
  inPanes,
} from "#commands/command.ts";
import { selectedPerson } from "#commands/lists/row.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import {
  changeDialogOf,
  closeDialog,
  contextOf,
  samePlace,
  withSelected,
} from "#commands/screen.ts";
import { replaceAll } from "#editor/history.ts";
import type { Input } from "#editor/input.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import {
  historiesOf,
  isStillFound,
  isUnknownThere,
  searchIn,
  searchOfFeed,
} from "#model/search.ts";
import { quoted } from "#model/search-text.ts";
import { answered, askedSearch, askKey, askFor as askTo } from "#store/asks.ts";
import type { DialogOf } from "#store/dialog.ts";
import { typedSearch } from "#store/dialog-answers.ts";
import { listKey } from "#store/list-places.ts";
import { changeList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import { isAway, withLoadFailure } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import { typedText, withKept } from "#store/typed-texts.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { searchChoices } from "./completing.ts";
import { goToDay, timeReaderFor } from "./day.ts";
import { openSearch } from "./list.ts";
import { dayIn, queryOf } from "./query.ts";

/** What searching in all live accounts needs. */
export type Searching = Pick<CommandContext, "store" | "accounts">;

type SearchDialog = DialogOf<"search">;

const maxSearches = 30;

const daysNeedServer = "Going to a day needs the server. The query is kept.";

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

/** The open search, or the one that was left unfinished. */
function initialText({ place, kept: { texts } }: Screen): string {
  const unfinished = texts?.get("search")?.typed["text"];
  return unfinished ?? (place.kind === "search" ? `${place.text} ` : "");
}

function changeInput(context: CommandContext, input: Input): void {
  const { store } = context;
  const before = typedSearch(store.getState());
  changeDialogOf(store, "search", (dialog) =>
    input.text === dialog.input.text ? { ...dialog, input } : typed(dialog, input),
  );
  if (input.text !== before?.input.text) showMeaning(context);
}

/** What was found here stays until there is an answer for the new text. */
function typed({ hits, terms, answer }: SearchDialog, input: Input): SearchDialog {
  const kept = answer?.kind === "not asked" ? answer : undefined;
  return { kind: "search", input, chosen: -1, hits, terms, answer: kept };
}

/** Asks the archive for what the text means. */
function showMeaning(context: CommandContext): void {
  const { store } = context;
  const text = typedSearch(store.getState())?.input.text ?? "";
  const times = timeReaderFor(context);
  const query = queryOf(store.getState().view, text, times);
  const terms =
    query.kind === "terms" && dayIn(text, times) === undefined ? query.terms : undefined;
  changeDialogOf(store, "search", (dialog) => ({
    ...dialog,
    terms,
    ...(terms === undefined && { hits: undefined, answer: undefined }),
  }));
}

function choicesOf(state: State, dialog: SearchDialog) {
  return searchChoices(state.view, dialog, state.screen.kept.searches ?? []);
}

function complete(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const dialog = typedSearch(state);
  if (dialog === undefined) return;
  const choices = choicesOf(state, dialog);
  const first = choices.find(({ kind }) => kind !== "hit");
  const choice = dialog.chosen < 0 ? first : choices[dialog.chosen];
  if (choice !== undefined && choice.kind !== "hit")
    changeInput(context, replaceAll(dialog.input, choice.text));
}

/** Selects the next completion, or returns to newer searches while recalling older ones. */
function down(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const dialog = typedSearch(state);
  if (dialog?.recalled !== undefined && dialog.chosen < 0) recall(context, -1);
  else if (dialog !== undefined) {
    const last = choicesOf(state, dialog).length - 1;
    changeDialogOf(store, "search", (now) => ({ ...now, chosen: Math.min(last, now.chosen + 1) }));
  }
}

function up(context: CommandContext): void {
  const { store } = context;
  const dialog = typedSearch(store.getState());
  if (dialog === undefined) return;
  if (dialog.chosen < 0) recall(context, 1);
  else changeDialogOf(store, "search", (now) => ({ ...now, chosen: now.chosen - 1 }));
}

/** Replaces the text with an older or newer search; after the newest, with what was typed. */
function recall(context: CommandContext, by: 1 | -1): void {
  const { store } = context;
  const searches = store.getState().screen.kept.searches ?? [];
  changeDialogOf(store, "search", (dialog) => {
    const { at, typed } = dialog.recalled ?? { at: -1, typed: dialog.input.text };
    const next = Math.min(searches.length - 1, at + by);
    const recalled = next < 0 ? undefined : { at: next, typed };
    const input = replaceAll(dialog.input, searches[next] ?? typed);
    return { kind: "search", input, chosen: -1, recalled };
  });
  showMeaning(context);
}

function refuse(store: Store, problem: string): void {
  changeDialogOf(store, "search", (dialog) => ({ ...dialog, problem }));
}

function openHit(store: Store, text: string, message: Message): void {
  closeAsked(store, text);
  openNarrow(store, conversationOfMessage(message));
  changeScreen(store, (screen) => withSelected(screen, message.id));
}

function askFor(context: CommandContext, text: string): void {
  const { store } = context;
  const times = timeReaderFor(context);
  const day = dayIn(text, times);
  if (day?.kind === "refused") {
    refuse(store, day.sentence);
    return;
  }
  if (day !== undefined) {
    if (isAway(store.getState().session.connection)) refuse(store, daysNeedServer);
    else {
      closeAsked(store, text);
      goToDay(context, day.from);
    }
    return;
  }
  const query = queryOf(store.getState().view, text, times);
  if (query.kind === "problem") refuse(store, query.sentence);
  else if (query.kind !== "terms") return;
  else {
    closeAsked(store, text);
    const search: SearchNarrow = { kind: "search", text: text.trim(), terms: query.terms };
    searchAll(context, search);
  }
}

/**
 * All live accounts search for the same words, each on its server and in its archive; `once`: not those that were asked
 * for that already.
 */
function askOthers(
  { store, accounts }: Searching,
  search: SearchNarrow,
  { once = false, isKept = false } = {},
): void {
  const shownName = store.getState().session.account?.name ?? "";
  for (const other of accounts?.live().all() ?? []) {
    if (other.name === shownName) continue;
    const there = searchIn(search, store.getState().view, other.store.getState().view);
    const asked = askedSearch(other.store.getState());
    if (once && asked !== undefined && narrowKey(asked) === narrowKey(there)) continue;
    const ask = { kind: "search", search: there } as const;
    answered(other.store, askKey(ask));
    if (isUnknownThere(there)) continue;
    if (!isKept || !isFoundStill(other.store.getState(), there, true))
      forgetResults(other.store, there);
    askTo(other.store, ask);
  }
}

/** The search that lists the open feed in all accounts; undefined if there is only one, or another place is open. */
export function feedOfAll({ screen: { place }, others }: State): SearchNarrow | undefined {
  return place.kind === "narrow" && others.length > 0 ? searchOfFeed(place.narrow) : undefined;
}

export function searchAll(context: Searching, search: SearchNarrow): void {
  openResults(context.store, search);
  askOthers(context, search);
}

/** The same, with what is known of it: only what may be missing, or may have changed since, is asked for. */
export function reopenSearch(context: Searching, search: SearchNarrow): void {
  const { store } = context;
  const state = store.getState();
  if (!isFoundStill(state, search)) openResults(store, search);
  else if (!samePlace(state.screen.place, search)) {
    openAtTop(store, search);
    if (!isFoundStill(state, search, true))
      changeList(store, (list) => ({ ...list, isBehind: true }));
  }
  askOthers(context, search, { isKept: true });
}

/** Whether nothing that is known of the search is outdated; `isWhole`: nor without its newest messages. */
function isFoundStill({ replica, session }: State, search: SearchNarrow, isWhole = false): boolean {
  const histories = historiesOf(search).flatMap((key) => replica.histories.get(key) ?? []);
  return (
    !session.loadFailures.has(narrowKey(search)) &&
    histories.every((one) => isStillFound(replica, one) && (one.newestKnown || !isWhole))
  );
}

/** The open search; again, or `once` in accounts that have not been asked since it was opened. */
export function searchOthers(context: CommandContext, once = false): void {
  const { place } = context.store.getState().screen;
  if (place.kind === "search") askOthers(context, place, { once });
}

function closeAsked(store: Store, text: string): void {
  closeDialog(store);
  changeScreen(store, (screen) => {
    const asked = text.trim();
    const others = (screen.kept.searches ?? []).filter((one) => one !== asked);
    const searches = [asked, ...others].slice(0, maxSearches);
    const after = withKept(screen, "search", undefined);
    return { ...after, kept: { ...after.kept, searches } };
  });
}

function openResults(store: Store, narrow: SearchNarrow): void {
  forgetResults(store, narrow);
  openAtTop(store, narrow);
}

function openAtTop(store: Store, narrow: SearchNarrow): void {
  changeScreen(store, (screen) => {
    const lists = new Map(screen.lists);
    return lists.delete(listKey(narrow)) ? { ...screen, lists } : screen;
  });
  openNarrow(store, narrow);
}

function forgetResults(store: Store, narrow: SearchNarrow): void {
  changeReplica(store, (replica, batch) => {
    let { histories } = replica;
    for (const old of historiesOf(narrow))
      if (histories.has(old)) histories = withoutEntry(histories, old, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
  changeSession(store, (session) => withLoadFailure(session, narrowKey(narrow)));
}

/** Keeps the text for the next time. */
function leave(store: Store): void {
  changeScreen(store, (screen) => {
    if (screen.dialog?.kind !== "search") return screen;
    return { ...withKept(screen, "search", typedText(screen)), dialog: undefined };
  });
}

export const searchKeys: Partial<DialogKeys> = {
  change: changeInput,
  // Accepts the selected completion or opens the selected hit; else searches, or goes to the typed day.
  take: (context) => {
    const dialog = typedSearch(context.store.getState());
    if (dialog === undefined) return;
    if (dialog.chosen >= 0) {
      const choice = choicesOf(context.store.getState(), dialog)[dialog.chosen];
      if (choice?.kind === "recent") askFor(context, choice.text);
      else if (choice?.kind === "hit") openHit(context.store, dialog.input.text, choice.message);
      else complete(context);
      return;
    }
    askFor(context, dialog.input.text);
  },
  leave: ({ store }) => leave(store),
  step: (context, by) => (by > 0 ? down(context) : up(context)),
  complete,
};

export const search: readonly Command[] = commandsIn(inPanes, {
  "search.open": {
    alsoCalled: "search,search messages,find messages",
    title: "Go to a search",
    keys: ["g /"],
    // On a row of users, the search begins with that user.
    run: ({ store }) => {
      const state = store.getState();
      const userId = contextOf(state.screen) === "list" ? selectedPerson(state) : undefined;
      if (userId === undefined) openSearch(store, initialText(state.screen));
      else openSearchOf(store, userId);
    },
  },
  "search.day": {
    alsoCalled: "jump to date,date,calendar",
    title: "Go to a day",
    keys: ["g D"],
    run: ({ store }) => openSearch(store, "on "),
  },
});
