/** The list of what a search on the server found: newest first, or best first. */
import { memoizeEach, memoizeLru } from "#base/memoize.ts";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import {
  type Filter,
  type Keyed,
  type ListDefinition,
  openingOf,
  type Sentences,
} from "#commands/lists/list.ts";
import { overRow, type Row, text } from "#commands/lists/row.ts";
import { inputOf } from "#editor/input.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import type { RowKey } from "#store/list.ts";
import { listKey, listOfKey } from "#store/list-places.ts";
import { isAway } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";

export const away = "Searching needs the server, which cannot be reached. The query is kept.";

const found = "found";

/** What is best can only be judged among the results that are loaded. */
const filters: readonly Filter[] = [
  { key: "all", title: "Newest", sections: [found] },
  { key: "best", title: "Best", sections: [found] },
];

function messageOf(key: RowKey): MessageId {
  return Number(key) as MessageId;
}

/** Newest first. */
const keysIn = memoizeEach(({ ids }: History): readonly Keyed[] =>
  ids.map((id) => ({ key: String(id) })).toReversed(),
);

const none: readonly Keyed[] = [];

function historyIn({ view }: Pick<State, "view">, search: SearchNarrow): History | undefined {
  return view.histories.get(narrowKey(search));
}

function wordsOf({ terms }: SearchNarrow): string {
  const searched = terms.filter(({ operator, negated }) => operator === "search" && !negated);
  return searched
    .map(({ operand }) => operand)
    .join(" ")
    .toLowerCase();
}

/** The words as they were typed count most, then words in the topic, then how many of them there are. */
function scoreOf({ view, session }: State, search: SearchNarrow, key: RowKey): number {
  const id = messageOf(key);
  const matched = session.matches.get(narrowKey(search))?.get(id);
  const words = wordsOf(search);
  const isWhole =
    words !== "" && get(view.messages, id)?.content.toLowerCase().includes(words) === true;
  return (
    (isWhole ? 100 : 0) +
    (matched === undefined ? 0 : 10 * matched.topic.length + matched.content.length)
  );
}

function bestFirst(state: State, search: SearchNarrow, keys: readonly Keyed[]) {
  const scored = keys.map((keyed) => ({ keyed, score: scoreOf(state, search, keyed.key) }));
  return scored.sort((a, b) => b.score - a.score).map(({ keyed }) => keyed);
}

function rowText(message: Message | undefined, isOver: boolean): Row {
  if (message === undefined) return overRow([], "deleted");
  const conversation = conversationOfMessage(message);
  if (isOver) return overRow([{ conversation }], "does not match any more");
  return {
    ...(message.starred && { sign: text("*", "accent") }),
    subject: [{ conversation, token: "text" }],
    detail: [{ message }],
    time: { at: message.sentAt },
  };
}

/** Why there is no answer of the server. */
function problemOf({ session }: State, search: SearchNarrow): string | undefined {
  if (isAway(session.connection)) return away;
  return session.loadFailures.get(narrowKey(search));
}

function emptySentences(state: State, search: SearchNarrow): Sentences {
  const problem = historyIn(state, search)?.oldestKnown ? undefined : problemOf(state, search);
  return problem === undefined
    ? ["Nothing matches this search.", "{list.leave} changes the words|."]
    : [problem, "{program.repaint} searches again|, {list.leave} changes the words|."];
}

/** How many are loaded, and whether there are more. */
function howMany(state: State, search: SearchNarrow, count: number): string {
  if (historyIn(state, search)?.oldestKnown !== false) return `${count}`;
  const isFailed = state.session.loadFailures.has(narrowKey(search));
  return `${count} here · ${isFailed ? "not all loaded" : "more on the server"}`;
}

/** Opens the input with `text` in it, without searching yet. */
export function openSearch(store: Store, text: string): void {
  const problem = isAway(store.getState().session.connection) ? away : undefined;
  changeScreen(store, (screen) => ({
    ...screen,
    dialog: { kind: "search", input: inputOf(text), chosen: -1, problem },
  }));
}

const sources = memoizeLru(100, (key: string): ListDefinition => {
  const search = listOfKey(key) as SearchNarrow;
  const keysNow = (state: Pick<State, "view">) => {
    const history = historyIn(state, search);
    return history === undefined ? none : keysIn(history);
  };
  return {
    filters,
    fresh: (state, filter) => {
      const keys = keysNow(state);
      const ordered = filter.key === "best" ? bestFirst(state, search, keys) : keys;
      return {
        rows: ordered.map((row) => ({ key: row.key, section: found })),
        counts: { [found]: keys.length },
      };
    },
    current: (state) => [keysNow(state)],
    // Older results are added below as they are loaded; newer ones wait until the list is refreshed.
    follows: (state) => historyIn(state, search)?.ids[0],
    isEmpty: (state) => keysNow(state).length === 0,
    isLoading: (state) => {
      const { oldestKnown = false, newestKnown = false } = historyIn(state, search) ?? {};
      return !(oldestKnown && newestKnown) && problemOf(state, search) === undefined;
    },
    isOver: (state, row) => {
      const history = historyIn(state, search);
      return history !== undefined && !has(history.ids, messageOf(row));
    },
    empty: (state) => emptySentences(state, search),
    howMany: (state, count) => howMany(state, search, count),
    conversationsOf: (view, row) => {
      const message = get(view.messages, messageOf(row));
      return message === undefined ? [] : [message.conversation];
    },
    messageOf,
    preview: ({ view }, row) => {
      const message = get(view.messages, messageOf(row));
      return message && { message };
    },
    row: ({ view }, { key: row }, isOver) => rowText(get(view.messages, messageOf(row)), isOver),
    open: ({ store }, row) => {
      const id = messageOf(row);
      const message = get(store.getState().view.messages, id);
      return message && openingOf(conversationOfMessage(message), id);
    },
    leave: ({ store }) => openSearch(store, search.text),
  };
});

/** The same object for the same search. */
export function searchDefinition(search: SearchNarrow): ListDefinition {
  return sources(listKey(search));
}
