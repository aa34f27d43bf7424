/** What a list is: its filters, where its rows come from, and what they say. */

import type { Clock } from "#base/clock.ts";
import { memoizeFor } from "#base/memoize-last.ts";
import type { CommandContext } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import type { Edited } from "#journal/drafts.ts";
import type { Action, Address, Draft } from "#journal/intent.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { writing } from "#store/composer.ts";
import type { FormRef } from "#store/forms.ts";
import { type FreshRows, isListed, type List, type RowKey } from "#store/list.ts";
import type { Standing } from "#store/restored-rows.ts";
import type { Place } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Heading, Row, RowFacts } from "./row.ts";

export type Filter = {
  readonly key: string;
  readonly title: string;
  /** The sections that it shows, by which the list counts its rows. */
  readonly sections: readonly string[];
};

export type ListSource = {
  /** In the order of the title line; the first one is the default. */
  readonly filters: readonly Filter[];
  /** The current rows. May take time proportional to the list, so it is called only on request. */
  readonly fresh: (state: State, filter: Filter, words?: string) => FreshRows;
  /** Called when its key opens the list: does the work for which the first letter of a filter would have to wait. */
  readonly prepare?: (state: State, clock: Clock) => void;
  /** The rows can be narrowed by typing. */
  readonly narrows?: true;
  /**
   * The rows that a refreshed list would have, for counting those that it lacks; in parts, whose counts are cached
   * while they are unchanged. Absent: new rows are not counted.
   */
  readonly current?: (state: State, filter: Filter) => readonly (readonly Keyed[])[];
  /** Whether all filters are empty. */
  readonly isEmpty: (state: State) => boolean;
  /** The conversations that a row stands for. Absent: triage does not apply. */
  readonly conversationsOf?: (view: Replica, key: RowKey) => readonly ConversationKey[];
  /** Whether a row was dealt with and goes when the cursor leaves it. Absent: rows stay. */
  readonly isOver?: (state: Pick<State, "view" | "journal">, key: RowKey) => boolean;
  /** Where a row belongs by the rules of the list. Absent, or undefined: there are none for it. */
  readonly standing?: (view: Replica, key: RowKey) => Standing | undefined;
  /** False while the rest is being fetched: the list is refreshed afterwards. Absent: always complete. */
  readonly isComplete?: (state: State) => boolean;
  /** The list is refreshed whenever this changes. Absent: only on request. */
  readonly follows?: (state: Pick<State, "view">) => unknown;
  /** Absent: opening the list by its key refreshes it. */
  readonly staysAsLeft?: true;
  /** What a row says; undefined if its subject is no longer known. Called for visible rows only. */
  readonly row?: (facts: RowFacts, placed: GroupedRow, isTicked: boolean) => Row | undefined;
  /** The heading of a section or a group; absent or undefined: none. */
  readonly heading?: (facts: RowFacts, key: RowKey) => Heading | undefined;
  /** What the number of a row counts; absent: rows have none. */
  readonly number?: "unread" | "people";
  /** The width of times; absent: that of a time of day or a date. */
  readonly timeColumns?: number;
  /** What Enter does with a row. Absent: it opens the row's conversation. */
  readonly open?: (context: RowContext, key: RowKey) => Opening | undefined;
  /** Absent: rows cannot be edited. */
  readonly edit?: (context: RowContext, key: RowKey) => Opening | undefined;
  /** Absent: rows cannot be deleted. */
  readonly remove?: (context: RowContext, keys: readonly RowKey[]) => Removal | undefined;
  /** The form that adds a row. */
  readonly addition?: FormRef;
};

/** What acts on rows may use. Navigation depends on the lists, so where to go next is a result. */
export type RowContext = Pick<CommandContext, "store" | "clock" | "keys">;

type OpenedPlace = {
  readonly kind: "place";
  readonly place: Place;
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
  /** Absent: it cannot be undone. */
  readonly step?: {
    readonly actions: readonly Action[];
    readonly inverse: readonly Action[];
    readonly drafts?: ReadonlyMap<string, Draft>;
  };
  /** What is done on this machine. */
  readonly apply?: () => void;
};

export function openingOf(narrow: Narrow): OpenedPlace {
  return { kind: "place", place: { kind: "narrow", narrow } };
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
      changeScreen(store, (screen) => writing(screen, address));
      if (said !== undefined) showToast(store, said);
    },
  };
}

/** Deleting of rows that each need confirmation; `ask` is false if a row cannot be deleted. */
export function removeOne(
  ask: (context: RowContext, key: RowKey) => boolean,
): NonNullable<ListSource["remove"]> {
  return (context, [key, ...more]) => {
    const { store } = context;
    if (more.length > 0)
      showToast(store, "Select one at a time: each needs confirmation.", "error");
    else if (key === undefined || !ask(context, key))
      showToast(store, "This cannot be removed here.");
    return undefined;
  };
}

export type Keyed = Pick<GroupedRow, "key">;

const unlisted = memoizeFor<readonly Keyed[], number>();

/** How many rows the list lacks that a refreshed one would have. */
export function arrivalsIn(source: ListSource, state: State, list: List): number {
  // Rows hidden by what was typed are not arrivals.
  if (source.current === undefined || list.input.text !== "") return 0;
  let sum = 0;
  // A row is dropped because it changed, and with it its part.
  for (const rows of source.current(state, filterOf(source, list)))
    sum += unlisted(rows, [list.known], () => {
      return rows.filter(({ key }) => !isListed(list, key)).length;
    });
  return sum;
}

/** A source whose rows are in sections, of which each filter shows some. */
export function bySection(
  filters: readonly Filter[],
  rowsOf: (state: State) => readonly GroupedRow[],
): Pick<ListSource, "filters" | "fresh" | "current" | "isEmpty"> {
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

/** A source without sections, whose filters have rows of their own. */
export function byFilter(
  titles: Readonly<Record<string, string>>,
  rowsOf: (state: State, filter: string, words?: string) => readonly Keyed[],
): Pick<ListSource, "filters" | "fresh" | "current"> {
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
export function filterOf({ filters }: ListSource, { filter }: Pick<List, "filter">): Filter {
  const [first] = filters;
  if (first === undefined) throw new RangeError("A list without filters.");
  return filters.find(({ key }) => key === filter) ?? first;
}

/** The number of rows for a filter in the list's current state. */
export function countOf(list: Pick<List, "counts">, { sections }: Filter): number {
  return sections.reduce((sum, section) => sum + (list.counts[section] ?? 0), 0);
}
