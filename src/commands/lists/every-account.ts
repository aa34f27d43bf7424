/**
 * The filter under which a list has the rows of all live accounts, section by section.
 *
 * What acts on a row runs in the row's account (`in-account.ts`), so a definition is only asked about rows of its own:
 * here it is decided where a row of another account comes from, and whether it was dealt with.
 */
import { memoizeEach, memoizeFor, memoizePer, sameList } from "#base/memoize.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { FreshRows } from "#store/list.ts";
import { foreignRowsOf, otherNamed } from "#store/others.ts";
import { foreignKey, foreignRow, keysOfRows, type RowKey, type RowKeys } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import {
  type EveryAccount,
  everyAccount,
  type Filter,
  isEvery,
  type Keyed,
  keyForEvery,
  keyForOne,
  type ListDefinition,
} from "./list.ts";
import { overRow, type Row, text } from "./row.ts";

/** The definition of the same list in another account. */
type DefinitionIn = (from: Pick<State, "view">, to: Pick<State, "view">) => ListDefinition;

/**
 * The definition with the filter in front, which shows of each account what the first one does, and at the end the filters
 * named by `more` for all accounts.
 */
export function withEveryAccount(
  definition: ListDefinition,
  more: readonly string[] = [],
  definitionIn: DefinitionIn = () => definition,
): ListDefinition {
  const [first] = definition.filters;
  if (first === undefined) throw new RangeError("A list without filters.");
  const every: Filter = { ...first, key: everyAccount, title: "Every account", isApart: true };
  const others = definition.filters
    .filter(({ key }) => more.includes(key))
    .map((filter): Filter => {
      const key = keyForEvery(filter.key);
      return { key, title: `${filter.title}, every account`, sections: [key], isApart: true };
    });
  const baseOf = ({ key }: Pick<Filter, "key">) =>
    definition.filters.find((one) => one.key === keyForOne(key)) ?? first;
  const own = <Shown extends Pick<Filter, "key">>(filter: Shown) =>
    isEvery(filter) ? baseOf(filter) : filter;
  const { current, conversations, row, everyAccount: order } = definition;
  if (order === undefined) throw new RangeError("A list without ranks.");
  const inOthers: InOthers = ({ view, others: all }) =>
    all.map(({ name, state: its }) => ({ name, its, there: definitionIn({ view }, its) }));
  return {
    ...definition,
    filters: [every, ...definition.filters, ...others],
    empty: (state, filter) => definition.empty(state, own(filter)),
    isEmpty: (state, filter) =>
      definition.isEmpty(state, own(filter)) &&
      (!isEvery(filter) ||
        inOthers(state).every(({ its, there }) => there.isEmpty(its, baseOf(filter)))),
    ...filling(definition, inOthers),
    ...triaging(definition, own, definitionIn),
    row: (facts, placed, over) => goneRow(placed) ?? row(facts, placed, over),
    ...(conversations && {
      conversations: {
        ...conversations,
        of: (view, key) => (foreignRow(key) === undefined ? conversations.of(view, key) : []),
      },
    }),
    fresh: (state, filter, words) => {
      const ofOne = (one: State) => {
        const its = one === state ? definition : definitionIn(state, one);
        return its.fresh(one, baseOf(filter), words);
      };
      return isEvery(filter)
        ? everyRow(state, ofOne, { ...order, filter: baseOf(filter) })
        : definition.fresh(state, filter, words);
    },
    ...(current && {
      current: (state, filter) => {
        const parts = current(state, own(filter));
        if (!isEvery(filter) || parts === undefined) return parts;
        const others = inOthers(state).flatMap(({ name, its, there }) =>
          (there.current?.(its, own(filter)) ?? []).map((part) => foreignPart(part, name)),
        );
        return [...parts, ...others];
      },
    }),
  };
}

/** Of an account that is not live any more; others draw their rows themselves. */
function goneRow({ key }: GroupedRow): Row | undefined {
  const foreign = foreignRow(key);
  return foreign && overRow([text(foreign.account)], "account removed");
}

function statesOf({ others }: Pick<State, "others">): readonly State[] {
  return others.map(({ state }) => state);
}

type InOthers = (
  state: Pick<State, "view" | "others">,
) => readonly { readonly name: string; readonly its: State; readonly there: ListDefinition }[];

/** What shows that rows of any account are still coming. */
function filling({ coming }: ListDefinition, inOthers: InOthers): Pick<ListDefinition, "coming"> {
  if (coming === undefined) return {};
  const { isLoading, follows } = coming;
  const comingThere = (state: Pick<State, "view" | "journal" | "others">) =>
    inOthers(state).map(({ its, there }) => ({ its, ...there.coming }));
  let followed: readonly unknown[] = [];
  return {
    coming: {
      ...coming,
      ...(isLoading && {
        isLoading: (state) =>
          isLoading(state) || comingThere(state).some((one) => one.isLoading?.(one.its)),
      }),
      ...(follows && {
        follows: (state) => {
          const all = comingThere(state).map((one) => one.follows?.(one.its));
          followed = sameList(followed, [follows(state), ...all]);
          return followed;
        },
      }),
    },
  };
}

/** Of a row of another account, its definition there knows; filters that show all accounts count all their rows. */
function triaging(
  { triage }: ListDefinition,
  own: <Shown extends Pick<Filter, "key">>(filter: Shown) => Shown | Filter,
  definitionIn: DefinitionIn,
): Pick<ListDefinition, "triage"> {
  if (triage === undefined) return {};
  const { stay, size } = triage;
  // What the base filter shows, in the sections of the one that is shown.
  const shown = memoizeEach(
    (filter: Filter): Filter => ({
      ...own(filter),
      sections: filter.sections,
    }),
  );
  return {
    triage: {
      ...triage,
      stay: (state, key, filter) => {
        const foreign = foreignRow(key);
        if (foreign === undefined) return stay(state, key, shown(filter));
        const other = otherNamed(state, foreign.account);
        if (other === undefined) return "over";
        const there = definitionIn(state, other.state).triage;
        return there?.stay(other.state, foreign.key, shown(filter)) ?? "restored";
      },
      ...(size && {
        size: (state, filter) => {
          if (!isEvery(filter)) return size(state, filter);
          const one = { ...filter, key: keyForOne(filter.key) };
          const sizes = [state, ...statesOf(state)].flatMap((each) => size(each, one) ?? []);
          return sizes.length === 0 ? undefined : sizes.reduce((sum, each) => sum + each);
        },
      }),
    },
  };
}

const foreignPart = memoizePer((part: readonly Keyed[], account: string) =>
  part.map((row) => ({ ...row, key: foreignKey(account, row.key) })),
);

type OfAccount = {
  /** Undefined for the shown one. */
  readonly name: string | undefined;
  readonly state: State;
  readonly rows: readonly GroupedRow[];
  /** As they are in the account. */
  readonly keys: ReadonlySet<RowKey>;
};

type Order = EveryAccount & { readonly filter: Pick<Filter, "key"> };

/** The rows of all accounts by section; the counts are the shown account's, since those of several mean nothing. */
function everyRow(state: State, fresh: (state: State) => FreshRows, order: Order): FreshRows {
  const { rows, counts } = fresh(state);
  const of = (isBefore: boolean) =>
    state.others
      .filter((other) => other.isBefore === isBefore)
      .map(({ name, state: its }): OfAccount => {
        const own = fresh(its).rows;
        return { name, state: its, rows: foreignRowsOf(own, name), keys: keysOfRows(own) };
      });
  const shown: OfAccount = { name: undefined, state, rows, keys: keysOfRows(rows) };
  const all = [...of(true), shown, ...of(false)];
  const names = new Set(Object.keys(counts));
  for (const one of all) for (const name of sectionsOf(one.rows).keys()) names.add(name);
  const merged = [...names].map((name) => kept(rows)(name, merge(all, name, order)));
  const from = [...all.map((one) => one.rows), ...merged.filter(({ length }) => length > 0)];
  return {
    rows: joined(rows, from, () => merged.flat()),
    counts,
    rowKeys: keysOfAll(rows, from, () => new Map(all.map(({ name, keys }) => [name, keys]))),
  };
}

const sectionsOf = memoizeEach((rows: readonly GroupedRow[]) =>
  Map.groupBy(rows, ({ section }) => section),
);

const none: readonly GroupedRow[] = [];

/** Keyed by the shown account's rows, as is what is made of them: the same sections while nothing in them changes. */
const kept = memoizeEach((_: readonly GroupedRow[]) => {
  const before = new Map<string, readonly GroupedRow[]>();
  return (name: string, rows: readonly GroupedRow[]) => {
    const now = sameList(before.get(name) ?? none, rows);
    before.set(name, now);
    return now;
  };
});

/** The same array for the same rows of each account, and the same keys. */
const joined = memoizeFor<readonly GroupedRow[], readonly GroupedRow[]>();
const keysOfAll = memoizeFor<readonly GroupedRow[], RowKeys>();

function merge(
  all: readonly OfAccount[],
  section: string,
  { rank, unranked = [], filter }: Order,
): readonly GroupedRow[] {
  const parts = all.map(({ state, rows }) => ({
    state,
    rows: sectionsOf(rows).get(section) ?? none,
  }));
  if (unranked.includes(section)) return parts.flatMap(({ rows }) => rows);
  const ranked = parts.flatMap(({ state, rows }) => {
    let last = Number.POSITIVE_INFINITY;
    // A row whose rank is not known stays behind the one before it.
    return rows.map((row) => {
      const key = foreignRow(row.key)?.key ?? row.key;
      last = Math.min(last, rank(state, { key, section }, filter) ?? last);
      return { row, rank: last };
    });
  });
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ row }) => row);
}
