/** The title line of a list: its name, its filters with their counts, and how many rows it shows. */
import { memoizeEach, memoizeLast } from "#base/memoize.ts";
import { plain } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import {
  arrivalsIn,
  countOf,
  type Filter,
  filterOf,
  filtersShown,
  isEvery,
  type ListDefinition,
} from "#commands/lists/list.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { List } from "#store/list.ts";
import { type ListPlace, listNames } from "#store/list-places.ts";
import { listOf } from "#store/lists.ts";
import { isAway } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { narrowSpans, streamSpans } from "#ui/names.ts";
import type { Title } from "#ui/pane-parts.ts";
import { clickedLine, fitsAtRight, noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type TypedLine, typedLine, typedTitle } from "#ui/typed-line.ts";

/** Filters that have a colour of their own. */
const filterLooks: Readonly<Partial<Record<string, Token>>> = {
  "needs-you": "mention",
  followed: "followed",
  bots: "dim",
};

type ShownFilter = {
  readonly filter: Filter;
  /** If undefined, it is not shown. */
  readonly count: number | undefined;
  readonly isActive: boolean;
};

export function listTitles(
  style: Style,
): (state: State, place: ListPlace, columns: number, gutter: number) => Title {
  const title = memoizeLast(
    (
      columns: number,
      gutter: number,
      view: Replica,
      place: ListPlace,
      list: List,
      filters: readonly ShownFilter[],
      count: string,
      arrived: number,
    ) => {
      const { spans: right, caret } = listState(style, columns, list, count, arrived);
      // What is typed matters more than what the list is called.
      if (isTyped(list) && !fitsAtRight(columns, spansWidth(style, right)))
        return typedTitle(style, columns, gutter, list.input, [span(plain(`${count}  `), "dim")]);
      const name = listNameSpans(style, view, place);
      const lead = [span(plain(" ".repeat(gutter))), ...name, span(plain("  "))];
      const room = columns - spansWidth(style, [...lead, ...right]) - 1;
      const left = [...lead, ...filterSpans(style, room, filters)];
      const { line, targetAt } = clickedLine(style, columns, left, right);
      return { lines: [line], targetAt, caret: columns - spansWidth(style, right) + caret };
    },
  );
  let shown: readonly ShownFilter[] = [];
  return (state, place, columns, gutter) => {
    const list = listOf(state.screen, place);
    const definition = definitionOf(place);
    shown = sameFilters(shown, shownFilters(state, definition, list));
    const arrived = arrivalsIn(definition, state, list);
    const count = countText(state, definition, list, shown);
    return title(columns, gutter, state.view, place, list, shown, count, arrived);
  };
}

/** The name before the filters. */
export function listNameSpans(style: Style, view: Replica, place: ListPlace): readonly Span[] {
  if (place.kind === "search") return narrowSpans(style, view, place);
  if (place.kind === "topics")
    return streamSpans(style, get(view.streams, place.streamId), "strong");
  return [span(plain(listNames[place.kind]), "strong")];
}

function shownFilters(
  state: State,
  definition: ListDefinition,
  list: List,
): readonly ShownFilter[] {
  const active = filterOf(definition, list);
  // Before anything is known, none is not a number.
  const isKnown = (count: number) => count !== 0 || state.view.epoch > 0;
  return filtersShown(definition, state, list).map((filter) => {
    const count = countOf(definition, state, list, filter);
    // What all accounts have, and what this one has, are not to be compared.
    const isAlike = isEvery(filter) === isEvery(active);
    return {
      filter,
      count: isKnown(count) && isAlike ? count : undefined,
      isActive: filter === active,
    };
  });
}

function sameFilters(before: readonly ShownFilter[], now: readonly ShownFilter[]) {
  const isSame = now.every(({ filter, count, isActive }, at) => {
    const one = before[at];
    return one?.filter === filter && one.count === count && one.isActive === isActive;
  });
  return isSame && before.length === now.length ? before : now;
}

/** The filters; if they do not fit, those beside the active one, and that there are more. */
function filterSpans(
  style: Style,
  columns: number,
  filters: readonly ShownFilter[],
): readonly Span[] {
  const { ellipsis } = style.glyphs;
  let [from, to] = [0, filters.length];
  // A number at their end would read as one with the number of rows.
  const fits = (spans: readonly Span[]) =>
    spansWidth(style, spans) <= (to === filters.length ? columns - 2 : columns);
  const spaced = spansOf(style, filters, "   ");
  if (fits(spaced)) return spaced;
  const active = filters.findIndex(({ isActive }) => isActive);
  const shown = (all = filters) => [
    ...(from === 0 ? noSpans : [span(ellipsis, "dim"), span(plain(" "))]),
    ...spansOf(style, all.slice(from, to), "  "),
    ...(to === filters.length ? noSpans : [span(ellipsis, "dim")]),
  ];
  while (!fits(shown()) && to > active + 1) to -= 1;
  while (!fits(shown()) && from < active) from += 1;
  // The number of rows at the right says the same.
  return fits(shown()) ? shown() : shown(filters.map((one) => ({ ...one, count: undefined })));
}

function spansOf(style: Style, filters: readonly ShownFilter[], gap: string): readonly Span[] {
  return filters.flatMap((filter, at) => [
    ...(at === 0 ? noSpans : [span(plain(gap))]),
    filterSpan(style, filter),
  ]);
}

const activeLook: readonly Token[] = ["strong", "underline"];

/** Without colours, a look of its own may be that of the active one. */
function filterSpan({ painter }: Style, { filter, count, isActive }: ShownFilter): Span {
  const words = plain(count === undefined ? filter.title : `${filter.title} ${count}`);
  const own = filterLooks[filter.key] ?? "text";
  const isAlike = painter.sgr([own]).open === painter.sgr(activeLook).open;
  const look = isAlike ? "text" : own;
  return { ...span(words, isActive ? activeLook : look), target: filter.key };
}

function isTyped({ input, typing }: List): boolean {
  return input.text !== "" || typing;
}

/** How many of the rows need the user: what is done with all of them is done with these, too. */
function needingYou(rows: readonly GroupedRow[]): string {
  const count = rows.filter(({ section }) => section === "needs-you").length;
  if (count === 0) return neededYou(rows);
  return count === 1 ? ", 1 needs you" : `, ${count} need you`;
}

/** How many of the rows that are done did; beside what is read, each letter that is typed asks, and a list may be long. */
const neededYou = memoizeEach((rows: readonly GroupedRow[]): string => {
  const count = rows.filter((row) => row.neededYou).length;
  return count === 0 ? "" : `, ${count} needed you`;
});

/** What is typed, how many rows are marked and how many arrived since the list was refreshed, and how many there are. */
function listState(
  style: Style,
  columns: number,
  list: List,
  count: string,
  arrived: number,
): TypedLine {
  const { glyphs } = style;
  const { marks, input, rows } = list;
  const spans: Span[] = [];
  let caret = 0;
  if (isTyped(list)) {
    const label = span(plain("filter: "), "dim");
    const typed = typedLine(style, input, Math.max(8, Math.floor(columns / 3)), "strong");
    spans.push(label, ...typed.spans, span(plain("   ")));
    caret = spansWidth(style, [label]) + typed.caret;
  }
  if (marks.keys.size > 0) {
    const needing = needingYou(rows.filter(({ key }) => marks.keys.has(key)));
    spans.push(span(plain(`${marks.keys.size} selected${needing}  `), "accent"));
  }
  if (arrived > 0) spans.push(span(plain(`${glyphs.up} ${arrived} new  `), "accent"));
  return { spans: [...spans, span(plain(`${count}  `), "dim")], caret };
}

/** `12`, `12 here` while others cannot be known, or `12 of 48` where typing or a filter narrows the list. */
function countText(
  state: State,
  definition: ListDefinition,
  list: List,
  filters: readonly ShownFilter[],
): string {
  const { rows, input, marks } = list;
  const active = filters.find(({ isActive }) => isActive);
  const all = filters.find(({ filter }) => filter.key === "all");
  const count = active?.count ?? 0;
  if (count === 0 && state.view.epoch === 0) return "";
  if (input.text.trim() !== "") return `${rows.length} of ${count}`;
  if (definition.remote !== undefined)
    return definition.remote.howMany(state, count, filterOf(definition, list));
  const unknown = isAway(state.session.connection) ? definition.coming?.unknown : undefined;
  const isPart = unknown !== undefined && definition.coming?.isComplete?.(state) === false;
  if (isPart && active === all) return `${count} here`;
  const isWhole = all === undefined || active === all || active?.filter.isApart === true;
  const shown = isWhole || count === all.count ? `${count}` : `${count} of ${all.count}`;
  // Beside the marked ones, it is said of these.
  return marks.keys.size > 0 ? shown : `${shown}${neededYou(rows)}`;
}
