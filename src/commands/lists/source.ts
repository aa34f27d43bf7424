/** Where a list's rows come from, and what its filters are called; one source for each kind of list. */

import type { Clock } from "#base/clock.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { FreshRows, List, RowKey } from "#store/list.ts";
import type { State } from "#store/state.ts";

export type Filter = {
  readonly key: string;
  readonly title: string;
  /** The sections whose rows it shows, or what the list's counts call them. */
  readonly sections: readonly string[];
};

export type ListSource = {
  /** In the order of the title line; the first is the one that a list begins with. */
  readonly filters: readonly Filter[];
  /** The rows as they should stand now. May cost what the list is long: it is asked when a person asks. */
  readonly fresh: (state: State, filter: Filter, words?: string) => FreshRows;
  /** Called when its key opens the list: work that the first letter of a filter would have to wait for. */
  readonly prepare?: (state: State, clock: Clock) => void;
  /** The rows can be narrowed by a few letters. */
  readonly narrows?: true;
  /** How many rows the list lacks that a fresh one would have. */
  readonly arrived: (state: State, list: List) => number;
  /** Whether no filter has a row. */
  readonly isEmpty: (state: State) => boolean;
  /** The conversations that a row stands for. Absent: triage has nothing to do here. */
  readonly conversationsOf?: (view: Replica, key: RowKey) => readonly ConversationKey[];
  /** Whether a row was dealt with, so that it goes when the cursor leaves it. Absent: rows stay. */
  readonly isOver?: (state: Pick<State, "view" | "journal">, key: RowKey) => boolean;
  /** False while the rest is being fetched: the list is refreshed once it is there. Absent: always. */
  readonly isComplete?: (state: State) => boolean;
  /** The list is refreshed whenever this changes. Absent: rows stand until a person asks. */
  readonly follows?: (state: Pick<State, "view">) => unknown;
  /** Absent: what arrived is shown whenever the list is opened by its key. */
  readonly staysAsLeft?: true;
};

/** The filter that a list has on. */
export function filterOf({ filters }: ListSource, { filter }: Pick<List, "filter">): Filter {
  const [first] = filters;
  if (first === undefined) throw new RangeError("A list without filters.");
  return filters.find(({ key }) => key === filter) ?? first;
}

/** How many rows a filter has, as the list stands. */
export function countOf(list: Pick<List, "counts">, { sections }: Filter): number {
  return sections.reduce((sum, section) => sum + (list.counts[section] ?? 0), 0);
}
