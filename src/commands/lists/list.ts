/** What a list is: its filters, where its rows come from, and what they say. */

import type { Clock } from "#base/clock.ts";
import { memoizeEach, memoizeFor } from "#base/memoize.ts";
import type { Command, CommandContext, Keys } from "#commands/command.ts";
import { inParts, type Named, ranked } from "#commands/fuzzy.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { folded, foldedWords } from "#editor/match.ts";
import type { Action, Address, Draft } from "#journal/intent.ts";
import type { Edited, GroupedRow, Step } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { ReadNarrow } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { continuing } from "#store/composer.ts";
import type { FormRef } from "#store/forms.ts";
import type { FreshRows, List } from "#store/list.ts";
import type { Standing, Stay } from "#store/restored-rows.ts";
import { foreignRow, keysIn, type RowKey } from "#store/row-keys.ts";
import type { Place, RowId } from "#store/screen.ts";
import { isAway } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Heading, Row, RowFacts } from "./row.ts";

export type Filter = {
  readonly key: string;
  readonly title: string;
  /** The sections that it shows, by which the list counts its rows. */
  readonly sections: readonly string[];
  /** Its rows are not among those of the filter `all`. */
  readonly isApart?: true;
};

/** The key of the filter that shows the rows of all live accounts; the key of another filter of theirs begins with it. */
export const everyAccount = "every-account";
const ofEvery = `${everyAccount}:`;

export function isEvery({ key }: Pick<Filter, "key">): boolean {
  return key === everyAccount || key.startsWith(ofEvery);
}

/** The key of the same filter for all accounts. */
export function keyForEvery(key: string): string {
  return ofEvery + key;
}

/** What a filter shows of one account. */
export function keyForOne(key: string): string {
  return key.startsWith(ofEvery) ? key.slice(ofEvery.length) : key;
}

/** The filter of what was done today, which changes only at the end of the day. */
export const doneFilter = "done";

/** What shows whether rows were dealt with. */
export type Dealt = Pick<State, "view" | "journal" | "others">;

export type ListDefinition = {
  /** In the order of the title line; the first one is the default. */
  readonly filters: readonly Filter[];
  /** The current rows. May take time proportional to the list, so it is called only on request. */
  readonly fresh: (state: State, filter: Filter, words?: string) => FreshRows;
  /** If absent, typed words do not narrow it. */
  readonly narrowing?: Narrowing;
  /**
   * The rows that a refreshed list would have, for counting them and those that the list lacks; in parts, whose counts
   * are cached while they are unchanged. If it is absent, or returns undefined, they are only counted when the list is
   * refreshed.
   */
  readonly current?: (state: State, filter: Filter) => readonly (readonly Keyed[])[] | undefined;
  /** Whether there is nothing to list, whatever the filter; for all accounts if it shows them. */
  readonly isEmpty: (state: State, filter: Filter) => boolean;
  /** If absent, rows stand for no conversations, and keys of triage do nothing. */
  readonly conversations?: RowConversations;
  /** If absent, rows are never over. */
  readonly triage?: Triage;
  /** If absent, all that will come by itself is there with the first answer of the server. */
  readonly coming?: Coming;
  /** If absent, rows are no messages, and all of them are here. */
  readonly remote?: Remote;
  /** If absent, it never has the rows of all accounts. */
  readonly everyAccount?: EveryAccount;
  /** What the pane beside the list shows of a row, instead of its conversation. */
  readonly peek?: (state: Pick<State, "view" | "journal">, key: RowKey) => Peeked | undefined;
  /** What it says while it is empty. */
  readonly empty: (state: State, filter: Filter) => Sentences;
  /**
   * What a row says; undefined if its subject is no longer known. Called for visible rows only. `isOver`: it was dealt
   * with.
   */
  readonly row: (facts: RowFacts, placed: GroupedRow, isOver: boolean) => Row | undefined;
  /** The heading of a section or a group, if it has one. */
  readonly heading?: (facts: RowFacts, key: RowKey) => Heading | undefined;
  /** If absent, rows have no number, and their times are times of day or dates. */
  readonly columns?: RowColumns;
  /** What Enter does with a row, instead of opening its conversation. */
  readonly open?: (context: RowContext, key: RowKey) => Opening | undefined;
  /** If absent, rows cannot be edited. */
  readonly edit?: (context: RowContext, key: RowKey) => Opening | undefined;
  /** If absent, rows cannot be deleted. */
  readonly remove?: (context: RowContext, keys: readonly RowKey[]) => Removal | undefined;
  /** The form that adds a row. */
  readonly addition?: FormRef;
  /** If absent, keys do what they do in any list, and the footer names only opening, editing and triage. */
  readonly keys?: ListKeys;
};

/** The columns of what rows say, and of what stands behind that. */
export type RowColumns = {
  /** The greatest width of subjects that are short; without it they take up to 40 columns. */
  readonly subject?: number;
  /** What the number of a row counts, if rows have one. */
  readonly number?: "unread" | "people";
  /**
   * The width of times, or when the rows are due (UNIX seconds): what the widest of these needs. By default, that of a
   * time of day or a date.
   */
  readonly times?: number | ((view: Replica) => readonly number[]);
};

/** What keys do with the rows of one list, and how the footer calls it. */
export type ListKeys = {
  /** What they do with the chosen rows, by the commands whose keys they are. */
  readonly work?: Readonly<Record<string, OwnKey>>;
  /** What they do with that row, in a word or two, by command; no word: nothing. */
  readonly words?: (
    view: Replica,
    key: RowKey,
    filter: Pick<Filter, "key">,
  ) => Readonly<Record<string, string>>;
  /** Which rows have something to edit; by default all, if any. */
  readonly isEditable?: (state: Pick<State, "view" | "journal">, key: RowKey) => boolean;
};

/** The conversations for which rows stand. */
export type RowConversations = {
  readonly of: (view: Replica, key: RowKey) => readonly ConversationKey[];
  /** Whether one goes on with the row after another was dealt with; by default with none. */
  readonly isUnread?: (view: Replica, key: RowKey) => boolean;
};

/** What becomes of the rows of a list when they are dealt with. */
export type Triage = {
  readonly stay: (state: Dealt, key: RowKey, filter: Filter) => Stay;
  /** Where a standing row belongs. If absent, none stands. */
  readonly standing?: (view: Replica, key: RowKey) => Standing | undefined;
  /** How many rows a filter has that `current` does not know, while another one is shown; undefined as there. */
  readonly size?: (state: State, filter: Filter) => number | undefined;
};

/** The triage of a list that has no order of its own: its rows are only dealt with. */
export function overIf(
  isOver: (state: Dealt, key: RowKey, filter: Filter) => boolean,
): Pick<Triage, "stay"> {
  return { stay: (...row) => (isOver(...row) ? "over" : "restored") };
}

/** How the rest of a list comes while it is open. */
export type Coming = {
  /** The list is refreshed whenever this changes; if absent, only on request. */
  readonly follows?: (state: Pick<State, "view" | "journal" | "others">) => unknown;
  /** False while the rest is being fetched; of one account. If absent, the list is always complete. */
  readonly isComplete?: (state: State) => boolean;
  /** Whether newer rows than it has are still missing. If absent, they come as events. */
  readonly isBehind?: (state: State) => boolean;
  /** Whether an empty list may still be filled; by default, until the first answer of the server. */
  readonly isLoading?: (state: State) => boolean;
  /** What an empty one says while the server cannot be reached, unless it knows all the same. */
  readonly unknown?: (state: State, filter: Filter) => string | undefined;
};

/** How typed words narrow a list. */
export type Narrowing = {
  /** What clearing them shows again, such as `everybody`. */
  readonly from: string;
  /** The filter whose rows are searched if typing begins in another. */
  readonly wider?: { readonly from: string; readonly to: string };
  /** Called when its key opens the list: does the work for which the first letter would have to wait. */
  readonly prepare?: (state: State, clock: Clock) => void;
};

/** What is only asked where a list has the rows of all accounts. */
export type EveryAccount = {
  /**
   * Of rows of several accounts in one section, those with the higher number come first; rows of one account keep their
   * order. Returns undefined if that is not known.
   */
  readonly rank: (
    state: Pick<State, "view" | "journal" | "screen">,
    row: Pick<GroupedRow, "key" | "section">,
    filter: Pick<Filter, "key">,
  ) => number | undefined;
  /** Sections in which the accounts follow each other instead. */
  readonly unranked?: readonly string[];
  /** Whether the ranks of the first rows are known; by default, they are. */
  readonly isRanked?: (state: Pick<State, "view">) => boolean;
};

/** What a list says and does whose rows are messages, of which the server may have more. */
export type Remote = {
  /** The message that a row stands for. */
  readonly messageOf: (key: RowKey) => MessageId;
  /** The number of rows in words, with what is not here. */
  readonly howMany: (state: State, count: number, filter: Pick<Filter, "key">) => string;
};

/** Work that a list gives to a key instead of the command's; titled for help, hinted at in the footer. */
export type OwnKey = Pick<Command, "title" | "needs"> & {
  readonly hint: string;
  /** It is about the whole list, and works without a row. */
  readonly ofList?: true;
  readonly run: (context: CommandContext, rows: readonly RowKey[]) => void;
  /** Whether it does something with that row; by default with all. */
  readonly isFor?: (key: RowKey) => boolean;
};

/** Messages, which Enter mostly opens, a text of the user's own, what is known about somebody, or sentences about something else. */
export type Peeked =
  | {
      readonly narrow: ReadNarrow;
      /** The message that the row stands for. Without one, reading begins where it does in the narrow. */
      readonly at?: MessageId;
      /** What the user has written there. */
      readonly text?: string;
      /** Enter does something else with the row than to go there. */
      readonly isShownOnly?: true;
    }
  | { readonly text: string }
  | { readonly person: Person }
  | { readonly sentences: readonly string[] };

/** What an empty list means, and which key helps; keys as in `withKeys`. */
export type Sentences = readonly [means: string, helps: string];

export const noneInFilter: Sentences = [
  "Nothing matches this filter.",
  "{list.next-filter} shows the next|.",
];

const unknownYet = "Nothing is known on this machine yet, and the server cannot be reached.";

/** The sentences of an empty list; undefined while it may still be loading. */
export function emptyText(
  keys: Keys,
  definition: ListDefinition,
  state: State,
  list: List,
): readonly string[] | undefined {
  const { isLoading = ({ view }: State) => view.epoch === 0, unknown: unknownIn } =
    definition.coming ?? {};
  const isLeft = isLoading(state);
  if (isAway(state.session.connection)) {
    const nothing = isLeft && state.view.epoch === 0 ? unknownYet : undefined;
    const unknown = unknownIn?.(state, filterOf(definition, list)) ?? nothing;
    if (unknown !== undefined) return [unknown, withKeys(keys, "{program.repaint} tries again|.")];
  }
  if (isLeft) return undefined;
  const [means, helps] =
    list.input.text === ""
      ? definition.empty(state, filterOf(definition, list))
      : ["No matches.", `{dialog.leave} shows ${definition.narrowing?.from} again|.`];
  return [means, withKeys(keys, helps)];
}

/** What acts on rows may use. Navigation depends on the lists, so where to go next is a result. */
export type RowContext = Pick<CommandContext, "store" | "clock" | "keys">;

type OpenedPlace = {
  readonly kind: "place";
  readonly place: Place;
  /** Where it is opened, if not where reading begins. */
  readonly at?: RowId | undefined;
  /** Rows that are gone by it. */
  readonly removes?: readonly RowKey[];
  readonly next?: (store: Store) => void;
};

/** Where a key on a row leads. */
export type Opening =
  | OpenedPlace
  | { readonly kind: "unfinished edit"; readonly edited: Edited; readonly draft: Draft };

export type Removal = {
  readonly keys: readonly RowKey[];
  readonly sentence: string;
  /** If absent, it cannot be undone. */
  readonly step?: {
    readonly actions: readonly Action[];
    /** What redo does, if not the actions. */
    readonly done?: readonly Action[];
    readonly inverse: readonly Action[];
    readonly drafts?: ReadonlyMap<string, Draft>;
    readonly snoozes?: Step["snoozes"];
    readonly views?: Step["views"];
    readonly proposals?: Step["proposals"];
    /** What undo calls it, if not by the sentence. */
    readonly sentence?: string;
  };
  /** What is done on this machine. */
  readonly apply?: () => void;
};

/** Opens the narrow, at that message if given. */
export function openingOf(narrow: ReadNarrow, at?: RowId): OpenedPlace {
  return { kind: "place", place: { kind: "narrow", narrow }, at };
}

/** Opens the conversation and focuses its composer. */
export function writingTo(
  address: Address,
  removes: readonly RowKey[] = [],
  said?: string,
): OpenedPlace {
  return {
    ...openingOf(address),
    removes,
    next: (store) => {
      changeScreen(store, (screen) => continuing(screen, address));
      if (said !== undefined) showToast(store, said);
    },
  };
}

/** Deleting of rows that each need confirmation; `ask` is false if a row cannot be deleted. */
export function removeOne(
  ask: (context: RowContext, key: RowKey) => boolean,
): NonNullable<ListDefinition["remove"]> {
  return (context, [key, ...more]) => {
    const { store } = context;
    if (more.length > 0)
      showToast(store, "Select one at a time: each needs confirmation.", "error");
    else if (key === undefined || !ask(context, key))
      showToast(store, "This cannot be removed here.");
    return undefined;
  };
}

export type Keyed = Pick<GroupedRow, "key" | "size">;

type PartCounts = { readonly unlisted: number; readonly listed: number; readonly all: number };

const partCounts = memoizeFor<readonly Keyed[], PartCounts>();

/** All rows of a part are of one account. */
function countsOfPart({ rowKeys }: List, rows: readonly Keyed[]): PartCounts {
  const account = foreignRow(rows[0]?.key ?? "")?.account;
  const keys = keysIn(rowKeys, account);
  return partCounts(rows, [keys], () => {
    let [unlisted, listed, all] = [0, 0, 0];
    for (const { key, size = 1 } of rows) {
      all += size;
      if (keys.has(foreignRow(key)?.key ?? key)) listed += size;
      else unlisted += 1;
    }
    return { unlisted, listed, all };
  });
}

/** How many rows the list lacks that a refreshed one would have. */
export function arrivalsIn(definition: ListDefinition, state: State, list: List): number {
  // Rows hidden by what was typed are not arrivals.
  if (definition.current === undefined || list.input.text !== "") return 0;
  const filter = filterOf(definition, list);
  return arrived(filter, [definition, ...sourcesOf(state, filter), list.rowKeys], () => {
    const parts = definition.current?.(state, filter) ?? [];
    return parts.reduce((sum, rows) => sum + countsOfPart(list, rows).unlisted, 0);
  });
}

const arrived = memoizeFor<Filter, number>();

/** What the current rows of a filter are derived from. */
function sourcesOf({ view, journal, others }: State, filter: Filter): readonly unknown[] {
  if (!isEvery(filter)) return [view, journal];
  return [view, journal, ...others.flatMap(({ state }) => [state.view, state.journal])];
}

/** A definition whose rows are in sections, of which each filter shows some. */
export function bySection(
  filters: readonly Filter[],
  rowsOf: (state: State) => readonly GroupedRow[],
): Pick<ListDefinition, "filters" | "fresh" | "current" | "isEmpty"> {
  const sections = [...new Set(filters.flatMap((filter) => filter.sections))];
  const shown = (state: State, filter: Filter) =>
    rowsOf(state).filter(({ section }) => filter.sections.includes(section));
  return {
    filters,
    fresh: (state, filter) => {
      const count = (name: string) =>
        rowsOf(state).filter(({ section }) => section === name).length;
      const counts = Object.fromEntries(sections.map((name) => [name, count(name)]));
      return { rows: shown(state, filter), counts };
    },
    current: (state, filter) => [shown(state, filter)],
    isEmpty: (state) => rowsOf(state).length === 0,
  };
}

/** A definition without sections, whose filters have rows of their own. */
export function byFilter(
  titles: Readonly<Record<string, string>>,
  rowsOf: (state: State, filter: string, words?: string) => readonly Keyed[],
): Pick<ListDefinition, "filters" | "fresh" | "current"> {
  const filters = Object.entries(titles).map(([key, title]) => ({ key, title, sections: [key] }));
  return {
    filters,
    fresh: (state, { key: shown }, words) => ({
      rows: rowsOf(state, shown, words).map(({ key }) => ({ key, section: "" })),
      counts: Object.fromEntries(filters.map(({ key }) => [key, rowsOf(state, key).length])),
    }),
    current: (state, { key }) => [rowsOf(state, key)],
  };
}

/** The active filter of a list. */
export function filterOf({ filters }: ListDefinition, { filter }: Pick<List, "filter">): Filter {
  const first = filters.find((one) => !isEvery(one));
  if (first === undefined) throw new RangeError("A list without filters.");
  return filters.find(({ key }) => key === filter) ?? first;
}

/** The filters that can be chosen: with one account, there is nothing that shows every account. */
export function filtersIn(
  { filters }: ListDefinition,
  { others }: Pick<State, "others">,
): readonly Filter[] {
  return others.length > 0 ? filters : filters.filter((one) => !isEvery(one));
}

/** Those that have rows, the active one, and those with which a list may open. */
export function filtersShown(
  definition: ListDefinition,
  state: State,
  list: List,
): readonly Filter[] {
  const first = filterOf(definition, { filter: "" });
  const active = filterOf(definition, list);
  const mayOpen = (one: Filter) => one === active || one === first || one.key === everyAccount;
  return filtersIn(definition, state).filter(
    (one) => mayOpen(one) || countOf(definition, state, list, one) > 0,
  );
}

const counted = memoizeFor<Filter, number>();

/** The number of rows for a filter; of what the active one shows, those that are listed and were not dealt with. */
export function countOf(
  definition: ListDefinition,
  state: State,
  list: List,
  filter: Filter,
): number {
  const { rowKeys, rows, counts, filter: active } = list;
  const size = definition.triage?.size?.(state, filter);
  const from = [
    definition,
    ...sourcesOf(state, filter),
    rowKeys,
    rows,
    counts,
    active,
    size,
    list.input.text,
  ];
  return counted(filter, from, () => count(definition, state, list, filter, size));
}

function count(
  definition: ListDefinition,
  state: State,
  list: List,
  filter: Filter,
  size: number | undefined,
): number {
  const active = filterOf(definition, list);
  // Its rows are shown by the active one, in which bots may be folded.
  const isShown =
    isEvery(filter) === isEvery(active) &&
    filter.sections.every((section) => active.sections.includes(section));
  const shown = isShown ? { ...active, sections: filter.sections } : filter;
  const parts = definition.triage && definition.current?.(state, shown);
  if (parts !== undefined) {
    const counts = parts.map((rows) => countsOfPart(list, rows));
    // A narrowed list lacks rows that the filter has.
    const isListed = isShown && list.input.text === "";
    return counts.reduce((sum, { listed, all }) => sum + (isListed ? listed : all), 0);
  }
  const { triage } = definition;
  if (filter === active && triage !== undefined)
    return list.rows.filter(({ key }) => triage.stay(state, key, active) !== "over").length;
  const sum = filter.sections.reduce((total, name) => total + (list.counts[name] ?? 0), 0);
  return size ?? sum;
}

export const searchable = memoizeEach((entries: readonly Named[]) => inParts(entries));

/** Typing more letters is quicker than scrolling through more matches. */
const maxMatches = 200;

/** The best matches first; the same list while nothing was typed. */
export function narrowed<T extends Named>(entries: readonly T[], words = ""): readonly T[] {
  const typed = words.trim();
  if (typed === "") return entries;
  return ranked(searchable(entries), typed, maxMatches).map(({ entry }) => entry as T);
}

/**
 * The list with a filter for typed words: it keeps the rows whose text has all of them, in their order. Clearing it shows
 * `from` again.
 */
export function withWords(
  definition: ListDefinition,
  from: string,
  textOf: (state: Pick<State, "view" | "journal">, key: RowKey) => string,
): ListDefinition {
  const texts = memoizeFor<readonly GroupedRow[], readonly string[]>();
  return {
    ...definition,
    narrowing: { from },
    fresh: (state, filter, typed = "") => {
      const fresh = definition.fresh(state, filter);
      const words = foldedWords(typed);
      if (words.length === 0) return fresh;
      const lines = texts(fresh.rows, [state.view, state.journal], () =>
        fresh.rows.map(({ key }) => folded(textOf(state, key))),
      );
      const rows = fresh.rows.filter((_, at) => words.every((word) => lines[at]?.includes(word)));
      return { ...fresh, rows };
    },
  };
}
