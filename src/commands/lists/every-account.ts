/**
 * The filter under which a list has the rows of all live accounts, section by section.
 *
 * What acts on a row runs in the row's account (`in-account.ts`), so a definition is only asked about rows of its own:
 * here it is decided where a row of another account comes from, and whether it was dealt with.
 */
import { memoizeFor } from "#base/memoize.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { FreshRows } from "#store/list.ts";
import { foreignKey, foreignRow, foreignRowsOf, otherNamed } from "#store/others.ts";
import type { State } from "#store/state.ts";
import { everyAccount, type Filter, isEvery, type Keyed, type ListDefinition } from "./list.ts";

type Ranked = {
  /** Among rows of a section, those with the higher number come first. Absent: by account. */
  readonly rank?: (state: State, key: GroupedRow["key"]) => number;
};

/** The definition with the filter in front, which shows of each account what the first one does. */
export function withEveryAccount(
  definition: ListDefinition,
  { rank }: Ranked = {},
): ListDefinition {
  const [base] = definition.filters;
  if (base === undefined) throw new RangeError("A list without filters.");
  const every: Filter = { ...base, key: everyAccount, title: "Every account", isApart: true };
  const own = <Shown extends Pick<Filter, "key">>(filter: Shown) =>
    isEvery(filter) ? base : filter;
  const { isOver, isComplete, current, conversationsOf, preview } = definition;
  return {
    ...definition,
    filters: [every, ...definition.filters],
    empty: (state, filter) => definition.empty(state, own(filter)),
    isEmpty: (state, filter) =>
      definition.isEmpty(state, own(filter)) &&
      (!isEvery(filter) || state.others.every((other) => definition.isEmpty(other.state, base))),
    ...(isComplete && {
      isComplete: (state) =>
        isComplete(state) && state.others.every((other) => isComplete(other.state)),
    }),
    ...(isOver && {
      isOver: (state, key, filter) => {
        const foreign = foreignRow(key);
        if (foreign === undefined) return isOver(state, key, own(filter));
        const other = otherNamed(state, foreign.account);
        return other !== undefined && isOver(other.state, foreign.key, base);
      },
    }),
    ...(conversationsOf && {
      conversationsOf: (view, key) =>
        foreignRow(key) === undefined ? conversationsOf(view, key) : [],
    }),
    ...(preview && {
      preview: (state, key) => (foreignRow(key) === undefined ? preview(state, key) : undefined),
    }),
    fresh: (state, filter, words) =>
      isEvery(filter)
        ? everyRow(state, (one) => definition.fresh(one, base, words), rank)
        : definition.fresh(state, filter, words),
    ...(current && {
      current: (state, filter) => {
        const parts = current(state, own(filter));
        if (!isEvery(filter) || parts === undefined) return parts;
        const others = state.others.flatMap((other) =>
          (current(other.state, base) ?? []).map((part) => foreignPart(other.name, part)),
        );
        return [...parts, ...others];
      },
    }),
  };
}

const foreignParts = memoizeFor<readonly Keyed[], readonly Keyed[]>();

function foreignPart(account: string, part: readonly Keyed[]): readonly Keyed[] {
  return foreignParts(part, [account], () =>
    part.map((row) => ({ ...row, key: foreignKey(account, row.key) })),
  );
}

type OfAccount = { readonly state: State; readonly rows: readonly GroupedRow[] };

/** The rows of all accounts by section; the counts are the shown account's, since those of several mean nothing. */
function everyRow(
  state: State,
  fresh: (state: State) => FreshRows,
  rank: Ranked["rank"],
): FreshRows {
  const { rows, counts } = fresh(state);
  const before: OfAccount[] = [];
  const after: OfAccount[] = [];
  for (const { name, state: its, isBefore } of state.others)
    (isBefore ? before : after).push({
      state: its,
      rows: foreignRowsOf(name, fresh(its).rows),
    });
  const all = [...before, { state, rows }, ...after];
  const sections = new Set(Object.keys(counts));
  for (const one of all) for (const { section } of one.rows) sections.add(section);
  const inSection = (section: string) => {
    const found = all.flatMap((one) =>
      one.rows.flatMap((row) => (row.section === section ? [{ row, state: one.state }] : [])),
    );
    if (rank === undefined) return found.map(({ row }) => row);
    const ranks = new Map(
      found.map(({ row, state: its }) => [row, rank(its, foreignRow(row.key)?.key ?? row.key)]),
    );
    return found
      .map(({ row }) => row)
      .toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
  };
  return { rows: [...sections].flatMap(inSection), counts };
}
