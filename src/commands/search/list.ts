/** The list of what a search found, in the archive and on the server: newest first, or best first. */
import { memoizeLast, memoizePer, memoizeTexts } from "#base/memoize.ts";
import { has, sorted, union } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { withEveryAccount } from "#commands/lists/every-account.ts";
import {
  type Coming,
  type EveryAccount,
  type Filter,
  isEvery,
  type ListDefinition,
  overIf,
  type Remote,
  type Sentences,
  withWords,
} from "#commands/lists/list.ts";
import { rowsOfMessages } from "#commands/lists/message-rows.ts";
import { glyph, overRow, type Part, type Row, text } from "#commands/lists/row.ts";
import { isUnreadConversation } from "#commands/lists/unread.ts";
import { inputOf } from "#editor/input.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { narrowKey, type SearchNarrow, type SearchTerm } from "#model/narrow.ts";
import {
  archivedSearch,
  feedOfSearch,
  historiesOf,
  isForServers,
  isUnknownThere,
  searchIn,
} from "#model/search.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { isUnread } from "#model/unreads.ts";
import { searchProblem } from "#model/views.ts";
import { askedSearch } from "#store/asks.ts";
import { listKey, listOfKey } from "#store/list-places.ts";
import type { RowKey } from "#store/row-keys.ts";
import { isAway } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { saveSearch } from "./view-name.ts";

const away = "Nothing seen here matches. The server cannot be asked now.";
const unknownThere = "This account does not have who or what is searched in.";
const tooLong = "The pattern took too long: older messages were not searched.";
const onlyHere = "Nothing seen here matches. Servers cannot search for this.";

const results = "found";

/** What is best is judged among the best ones of the archive and the results that are loaded. */
const filters: readonly Filter[] = [
  { key: "all", title: "Newest", sections: [results] },
  { key: "best", title: "Best", sections: [results] },
];

function messageOf(key: RowKey): MessageId {
  return Number(key) as MessageId;
}

type Viewed = Pick<State, "view">;

/** What the server's pages have. */
function historyIn({ view }: Viewed, search: SearchNarrow): History | undefined {
  return view.histories.get(narrowKey(search));
}

/** What the archive has. */
function archivedIn(
  { view }: Viewed,
  search: SearchNarrow,
  which?: "newest" | "best",
): History | undefined {
  return view.histories.get(narrowKey(archivedSearch(search, which)));
}

type Ids = History["ids"];
const noIds: Ids = sorted([]);
const none: readonly GroupedRow[] = [];

function isFound({ view }: Viewed, search: SearchNarrow, id: MessageId): boolean {
  return historiesOf(search).some((key) => {
    const history = view.histories.get(key);
    return history !== undefined && has(history.ids, id);
  });
}

/** Those that only the server found. */
function elsewhereIn(state: Viewed, search: SearchNarrow): number {
  const here = archivedIn(state, search)?.ids ?? noIds;
  return (historyIn(state, search)?.ids ?? noIds).filter((id) => !has(here, id)).length;
}

/** How many only the server has; `more`: or more than that. */
export function countElsewhere(count: number, more: boolean): string {
  if (count === 0 && more) return "more on the server";
  return `${count}${more ? "+" : ""} on the server`;
}

/** The words that are searched for without operators, in lower case. */
export function searchedWords(terms: readonly SearchTerm[]): readonly string[] {
  const words = operandsOf(terms).join(" ").replaceAll('"', " ").split(" ");
  return words.filter((word) => word !== "");
}

function operandsOf(terms: readonly SearchTerm[]): readonly string[] {
  return terms
    .filter(({ operator, negated }) => operator === "search" && !negated)
    .map(({ operand }) => `${operand}`.toLowerCase());
}

/** The words as they were typed count most, then words in the topic, then how many and how often they are there. */
function scoreOf({ view, session }: State, search: SearchNarrow, key: RowKey): number {
  const id = messageOf(key);
  const matched = session.matches.get(narrowKey(search))?.get(id);
  const words = operandsOf(search.terms).join(" ");
  const content = get(view.messages, id)?.content.toLowerCase() ?? "";
  const times = words === "" ? 0 : content.split(words).length - 1;
  return (
    (times > 0 ? 100 + Math.min(times, 9) : 0) +
    (matched === undefined ? 0 : 10 * matched.topic.length + matched.content.length)
  );
}

function bestFirst(state: State, search: SearchNarrow, rows: readonly GroupedRow[]) {
  const scored = rows.map((row) => ({ row, score: scoreOf(state, search, row.key) }));
  return scored.sort((a, b) => b.score - a.score).map(({ row }) => row);
}

function rowText(
  message: Message,
  { terms }: SearchNarrow,
  isOver: boolean,
  isElsewhere: boolean,
): Row {
  const conversation = conversationOfMessage(message);
  if (isOver) return overRow([{ conversation }], "does not match any more");
  return {
    ...(message.starred && { sign: glyph("starred", "accent") }),
    subject: [{ conversation, token: "text" }],
    detail: [
      ...(isElsewhere ? [fromServer, text(" ")] : []),
      { message, words: searchedWords(terms) },
    ],
    time: { at: message.sentAt },
  };
}

/** Marks what only the server found, where the archive found something as well. */
const fromServer: Part = { glyph: "fromServer", token: "dim" };

/** Why there is no answer of the server. */
function problemOf(state: State, search: SearchNarrow): string | undefined {
  const { session } = state;
  if (isUnknownThere(search)) return unknownThere;
  if (!isForServers(search, state.replica)) return isStopped(state, search) ? tooLong : onlyHere;
  if (isAway(session.connection)) return away;
  return session.loadFailures.get(narrowKey(search));
}

const noneIn = { mentions: "No mentions yet.", starred: "No starred messages yet." } as const;

function emptySentences(state: State, search: SearchNarrow): Sentences {
  const problem = historyIn(state, search)?.oldestKnown ? undefined : problemOf(state, search);
  const feed = feedOfSearch(search);
  if (feed !== undefined)
    return problem === undefined
      ? [noneIn[feed], "{list.next-filter} shows the next|."]
      : [problem, "{program.repaint} searches again|."];
  return problem === undefined
    ? ["Nothing matches this search.", "{search.open} changes the words|."]
    : [problem, "{program.repaint} searches again|, {search.open} changes the words|."];
}

/** The definition of the same search in another account. */
function definitionIn(from: Viewed, to: Viewed, search: SearchNarrow): ListDefinition {
  return searchDefinition(searchIn(search, from.view, to.view));
}

/** Why an account may have more than is listed of it. */
function lackIn(state: State, search: SearchNarrow): string | undefined {
  const history = historyIn(state, search);
  if (isUnknownThere(search)) return "not there";
  const isMore = archivedIn(state, search)?.oldestKnown === false;
  if (!isForServers(search, state.replica)) return isMore ? "more" : undefined;
  if (history?.oldestKnown === true) return undefined;
  if (isAway(state.session.connection)) return "away";
  if (state.session.loadFailures.has(narrowKey(search))) return "failed";
  if (history !== undefined) return "more";
  return isAsked(state, search) ? "asking" : "not asked";
}

/** How many are listed of all accounts, and which of them may have more. */
function howManyOfAll(state: State, search: SearchNarrow, count: number): string {
  const shownAccount = { name: state.session.account?.name ?? "", lack: lackIn(state, search) };
  const others = state.others.map(({ name, state: its }) => ({
    name,
    lack: lackIn(its, searchIn(search, state.view, its.view)),
  }));
  const lacks = [shownAccount, ...others].filter(({ lack }) => lack !== undefined);
  if (lacks.length === 0) return `${count}`;
  const more = lacks.map(({ name, lack }) => `${name} ${lack}`);
  return [`${count} here`, ...more].join(" · ");
}

/** Whether the server is being asked: by the open search, or by the list of another account. */
function isAsked(state: State, search: SearchNarrow): boolean {
  const { place } = state.screen;
  const asked = askedSearch(state);
  const key = narrowKey(search);
  return [place, asked].some((one) => one?.kind === "search" && narrowKey(one) === key);
}

/** Whether a search for the archive alone has not looked at all messages: a pattern may take only so long. */
function isStopped(state: State, search: SearchNarrow): boolean {
  return !isForServers(search, state.replica) && archivedIn(state, search)?.oldestKnown === false;
}

/** How many are here, and how many more the server has. */
function howMany(state: State, search: SearchNarrow, count: number): string {
  const archived = archivedIn(state, search);
  const history = historyIn(state, search);
  const isFailed = state.session.loadFailures.has(narrowKey(search));
  if (archived === undefined || archived.ids.length === 0) {
    if (history?.oldestKnown !== false) return `${count}`;
    return `${count} here · ${isFailed ? "not all loaded" : "more on the server"}`;
  }
  const here = `${archived.ids.length}${archived.oldestKnown ? "" : "+"} here`;
  if (!isForServers(search, state.replica)) return `${here} · server not asked`;
  if (isAway(state.session.connection)) return `${here} · server not asked`;
  if (history === undefined) return isFailed ? `${here} · server failed` : here;
  const elsewhere = elsewhereIn(state, search);
  if (history.oldestKnown && elsewhere === 0) return `${count}`;
  return `${here} · ${countElsewhere(elsewhere, !history.oldestKnown)}`;
}

/** Opens the input with `text` in it, without searching yet. */
export function openSearch(store: Store, text: string): void {
  changeScreen(store, (screen) => ({
    ...screen,
    dialog: { kind: "search", input: inputOf(text), chosen: -1 },
  }));
}

/** Newest first. */
function joinedRows(one: Ids, other: Ids, best: Ids = noIds): readonly GroupedRow[] {
  return union(union(one, other), best)
    .map((id) => ({ key: String(id), section: results }))
    .toReversed();
}

function textOf({ view }: Pick<State, "view">, row: RowKey): string {
  const message = get(view.messages, messageOf(row));
  if (message === undefined) return "";
  return `${conversationTitle(view, message.conversation)} ${message.content}`;
}

function comingOf(search: SearchNarrow): Coming {
  return {
    // Older results are added below as they are loaded; newer ones wait until the list is refreshed.
    follows: (state) =>
      [
        historyIn(state, search)?.ids[0],
        archivedIn(state, search)?.ids[0],
        archivedIn(state, search, "best")?.ids[0],
      ].join(" "),
    isBehind: (state) =>
      [historyIn(state, search), archivedIn(state, search)].some(
        (history) => history?.newestKnown === false,
      ),
    isLoading: (state) => {
      const { oldestKnown = false, newestKnown = false } = historyIn(state, search) ?? {};
      const isKnown = oldestKnown && newestKnown;
      return !isKnown && isAsked(state, search) && problemOf(state, search) === undefined;
    },
  };
}

function remoteOf(search: SearchNarrow): Remote {
  return {
    messageOf,
    howMany: (state, count, filter) => {
      if (isEvery(filter)) return howManyOfAll(state, search, count);
      const stopped = isStopped(state, search);
      return stopped ? `${count} here · older ones not searched` : howMany(state, search, count);
    },
  };
}

const everyAccount: EveryAccount = {
  rank: ({ view }, { key }, filter) =>
    filter.key === "best" ? undefined : get(view.messages, messageOf(key))?.sentAt,
};

const definitions = memoizeTexts(100, (key: string): ListDefinition => {
  const search = listOfKey(key) as SearchNarrow;
  const rowsOf = { newest: memoizeLast(joinedRows), best: memoizeLast(joinedRows) };
  const rowOf = memoizePer((message: Message, isOver: boolean, isElsewhere: boolean) =>
    rowText(message, search, isOver, isElsewhere),
  );
  const rowsNow = (state: Viewed, filter?: Filter) => {
    const [history, archived] = [historyIn(state, search), archivedIn(state, search)];
    if (history === undefined && archived === undefined) return none;
    const parts = [history?.ids ?? noIds, archived?.ids ?? noIds] as const;
    return filter?.key === "best"
      ? rowsOf.best(...parts, archivedIn(state, search, "best")?.ids)
      : rowsOf.newest(...parts);
  };
  const ofMessages = rowsOfMessages(messageOf);
  const isForUnread = search.terms.some(
    ({ operator, operand, negated }) =>
      operator === "is" && operand === "unread" && negated !== true,
  );
  const own: ListDefinition = {
    ...ofMessages,
    conversations: {
      ...ofMessages.conversations,
      isUnread: (view, key) =>
        ofMessages.conversations.of(view, key).some((one) => isUnreadConversation(view, one)),
    },
    filters,
    fresh: (state, filter) => {
      const freshRows = rowsNow(state, filter);
      const rows = filter.key === "best" ? bestFirst(state, search, freshRows) : freshRows;
      return { rows, counts: { [results]: rows.length } };
    },
    current: (state, filter) => [rowsNow(state, filter)],
    isEmpty: (state) => rowsNow(state).length === 0,
    coming: comingOf(search),
    triage: overIf((state, row) => {
      const id = messageOf(row);
      // The server is not asked again what the user has just read.
      if (isForUnread && !isUnread(state.view.unreads, id)) return true;
      return rowsNow(state) !== none && !isFound(state, search, id);
    }),
    empty: (state) => emptySentences(state, search),
    remote: remoteOf(search),
    everyAccount,
    keys: {
      words: (view) => (searchProblem(view, search) === undefined ? {} : { "list.add": "" }),
      work: {
        "list.add": {
          title: "Save the search as a view",
          hint: "save as view",
          ofList: true,
          run: ({ store }) => saveSearch(store, search),
        },
      },
    },
    row: ({ view }, { key: row }, isOver) => {
      const isHere = (which: "newest" | "best") =>
        has(archivedIn({ view }, search, which)?.ids ?? noIds, messageOf(row));
      const isAnyHere = (archivedIn({ view }, search)?.ids ?? noIds).length > 0;
      const isElsewhere = isAnyHere && !isHere("newest") && !isHere("best");
      const message = get(view.messages, messageOf(row));
      return message === undefined ? overRow([], "deleted") : rowOf(message, isOver, isElsewhere);
    },
  };
  const narrowed = withWords(own, "all results", textOf);
  return withEveryAccount(narrowed, [], (from, to) => definitionIn(from, to, search));
});

/** The same object for the same search. */
export function searchDefinition(search: SearchNarrow): ListDefinition {
  return definitions(listKey(search));
}
