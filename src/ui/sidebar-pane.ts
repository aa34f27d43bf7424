/**
 * The sidebar: places, direct conversations, streams and their topics, with unread counts.
 *
 * Counts have a column of their own, so a growing number moves nothing. Only visible rows become text.
 */

import { memoizeFields, memoizeFor, memoizeLast } from "#base/memoize.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { markedKey, type SidebarRow, sidebarRows } from "#commands/sidebar/sidebar-rows.ts";
import { emptyTopicName } from "#model/empty-topic.ts";
import type { Undecided, UndecidedSends } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { presenceOf } from "#model/select/conversations.ts";
import type { Policy } from "#model/stream.ts";
import { streamOfKey } from "#model/unreads.ts";
import { keysWithDraft } from "#store/composer.ts";
import type { Place, SidebarFilter } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { selectedLine } from "#ui/reader/message-lines.ts";
import type { UserId } from "#wire/ids.ts";
import type { Geometry, Region } from "./geometry.ts";
import { peopleNames, safeName, statusSpans, streamSign, topicSpan } from "./names.ts";
import type { Cell, Lines, PaneParts } from "./pane-parts.ts";
import { type Presence, presenceSign } from "./person-parts.ts";
import { countText, lineOf, noSpans, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";
import { type TypedLine, typedLine } from "./typed-line.ts";
import { firstShown } from "./viewport.ts";

export type SidebarPane = {
  readonly lines: (state: State) => Lines;
  /** How many lines are scrolled above the first visible one; undefined while the sidebar is hidden. */
  readonly above: (state: State) => number | undefined;
  /** In the filter, or on the selected row; undefined while the sidebar is hidden. */
  readonly cursor: (state: State) => Cell | undefined;
  /** The key of the row on that line of the region. */
  readonly keyAt: (state: State, line: number) => string | undefined;
};

type Drawing = Omit<SidebarFacts, keyof LineFacts> & {
  readonly region: Region;
  readonly visible: readonly SidebarLine[];
  readonly people: LineFacts;
};

/** From this many lines on, there are blank lines between the sections. */
const spaciousRows = 20;

export function sidebarPane(parts: PaneParts, geometry: (state: State) => Geometry): SidebarPane {
  // Avoids going through all streams for keys that change neither the replica nor the sidebar.
  let last: { readonly state: State; readonly rows: readonly SidebarRow[] } | undefined;
  const placeRows = (state: State) => {
    const isSame = last !== undefined && sameRows(last.state, state);
    if (last === undefined || !isSame) last = { state, rows: sidebarRows(state) };
    return last.rows;
  };
  const layout = memoizeLast((rows: readonly SidebarRow[], spacious: boolean) =>
    sidebarLayout(rows, spacious),
  );
  const index = memoizeLast(indexOf);
  const openIndex = memoizeLast(indexOf);
  const facts = peopleFacts(parts.clock);
  const lineOfRow = memoizeFor<SidebarRow, string>();
  const marked = memoizeLast((rows: readonly SidebarRow[], place: Place) =>
    markedKey(rows, { place }),
  );
  const shown = (state: State, region: Region) => {
    const { place, sidebar, focus } = state.screen;
    const { above = 0, filter } = sidebar;
    const rowsNow = placeRows(state);
    const all = layout(rowsNow, region.rows >= spaciousRows);
    const rows = listRows(region.rows, filter);
    const open = marked(rowsNow, place);
    const hasCursor = focus === "sidebar";
    const selected = sidebar.selected ?? (hasCursor ? open : undefined);
    const first = firstShown(above, index(all, selected), all.length, rows);
    const kept = hasCursor || filter !== undefined ? -1 : openIndex(all, open);
    return { all, open, selected, first, visible: visibleLines(all, first, rows, kept) };
  };
  const visibleLines = memoizeLast(linesWith);
  const lines = memoizeFields(({ region, visible, people, ...looks }: Drawing) =>
    sidebarLines(parts.style, region, visible, { ...looks, ...people }, (row, make) =>
      lineOfRow(row, [region.columns, people], make),
    ),
  );
  return {
    lines: (state) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return [];
      const { visible, selected, open } = shown(state, region);
      const { screen } = state;
      const focused = screen.focus === "sidebar" && screen.dialog === undefined;
      const { filter } = screen.sidebar;
      const people = facts(state);
      return lines({ region, visible, selected, focused, open, filter, people });
    },
    above: (state) => {
      const region = geometry(state).sidebar;
      return region && shown(state, region).first;
    },
    cursor: (state) => {
      const region = geometry(state).sidebar;
      const { filter } = state.screen.sidebar;
      if (region === undefined) return undefined;
      if (filter === undefined) {
        const { visible, selected } = shown(state, region);
        const at = visible.findIndex((line) => line !== undefined && line.key === selected);
        return { x: region.x, y: region.y + Math.max(0, at) };
      }
      return filterCursor(parts.style, region, filter);
    },
    keyAt: (state, line) => {
      const region = geometry(state).sidebar;
      if (region === undefined) return undefined;
      const { all, first, visible } = shown(state, region);
      return (line in visible ? visible[line] : all[first + line])?.key;
    },
  };
}

/** Undefined if there is no room for the filter. */
function filterCursor(
  style: Style,
  region: Region,
  filter: Parameters<typeof typedFilter>[2],
): Cell | undefined {
  if (listRows(region.rows, filter) >= region.rows) return undefined;
  const { caret } = typedFilter(style, region.columns, filter);
  const x = region.x + Math.min(region.columns - 1, filterColumns + caret);
  return { x, y: region.y + region.rows - 1 };
}

/** Whether nothing changed that the rows depend on. */
function sameRows(before: State, now: State): boolean {
  return (
    before.view === now.view &&
    before.journal.drafts === now.journal.drafts &&
    before.journal.intents === now.journal.intents &&
    before.session.connection.kind === now.session.connection.kind &&
    before.screen.place === now.screen.place &&
    before.screen.terminal.rows === now.screen.terminal.rows &&
    before.screen.sidebar.toggled === now.screen.sidebar.toggled &&
    before.screen.sidebar.filter === now.screen.sidebar.filter
  );
}

/** Names and presences are looked up for visible rows only. */
function peopleFacts(clock: PaneParts["clock"]): (state: State) => LineFacts {
  let view: Replica;
  const factsOf = memoizeFields(
    ({ minute, undecided, drafts }: ReturnType<typeof lookedUp>): LineFacts => ({
      undecided,
      drafts,
      topicOf: (topic, token) => topicSpan(view, topic, token),
      namesOf: (userIds) => peopleNames(view, userIds),
      statusOf: (userIds) => statusSpans(view, userIds),
      presenceOf: ([userId, ...others]) =>
        userId === undefined || others.length > 0
          ? undefined
          : presenceOf(view, userId, minute * 60),
    }),
  );
  return (state) => {
    view = state.view;
    return factsOf(lookedUp(state, Math.floor(clock.now() / 60_000)));
  };
}

/** What the lookups depend on: rows stay cached until some of this changes. */
function lookedUp({ view, journal }: State, minute: number) {
  const { namesRevision, presences, clockAhead, statuses, realm, undecided } = view;
  const people = { namesRevision, presences, clockAhead, statuses, realm };
  const emptyTopic = emptyTopicName(view);
  return { ...people, emptyTopic, minute, undecided, drafts: keysWithDraft(journal) };
}

// The sidebar: places, direct conversations, streams and their topics, with unread counts.
// Counts have a column of their own, so a growing number moves nothing. Only visible rows become text.

type RowOf<Kind extends SidebarRow["kind"]> = Extract<SidebarRow, { kind: Kind }>;

type SidebarFacts = {
  /** The name of a topic, without its mark. */
  readonly topicOf: (topic: string, token: Token) => Span;
  /** Everybody in a direct conversation except the user. */
  readonly namesOf: (userIds: readonly UserId[]) => SafeText;
  /** The status emoji of the only other participant. */
  readonly statusOf: (userIds: readonly UserId[]) => readonly Span[];
  /** Conversations with sends that need a decision. */
  readonly undecided: UndecidedSends;
  /** The keys of conversations with a draft. */
  readonly drafts: ReadonlySet<string>;
  /** Of the only other participant; undefined for groups. */
  readonly presenceOf: (userIds: readonly UserId[]) => Presence | undefined;
  readonly selected: string | undefined;
  readonly focused: boolean;
  /** The key of the row whose place is open in the pane. */
  readonly open: string | undefined;
  readonly filter: SidebarFilter | undefined;
};

/** One line of the sidebar: a row, or the blank line above a section. */
type SidebarLine = SidebarRow | undefined;

/** Rows with a blank line above each section, if there is room; cached for the same rows. */
function sidebarLayout(rows: readonly SidebarRow[], spacious: boolean): readonly SidebarLine[] {
  if (!spacious) return rows;
  const lines: SidebarLine[] = [];
  for (const row of rows) {
    if (row.kind === "section" && lines.length > 0) lines.push(undefined);
    lines.push(row);
  }
  return lines;
}

function indexOf(lines: readonly SidebarLine[], key: string | undefined): number {
  return key === undefined ? -1 : lines.findIndex((line) => line?.key === key);
}

/**
 * The lines from `first` on, among them that of the open place, wherever it is: if it is scrolled away, it stands at the
 * edge, below its stream. So opening one conversation after the other moves nothing else.
 */
function linesWith(
  all: readonly SidebarLine[],
  first: number,
  rows: number,
  open: number,
): readonly SidebarLine[] {
  const lines = all.slice(first, first + rows);
  const row = all[open];
  if (row === undefined || (open >= first && open < first + rows)) return lines;
  const rest = open < first ? lines.slice(1) : lines.slice(0, -1);
  const isUnderStream = row.kind === "topic" && !rest.some((line) => line?.key === row.parent);
  const stream = isUnderStream ? all[indexOf(all, row.parent)] : undefined;
  if (stream === undefined) return open < first ? [row, ...rest] : [...rest, row];
  return open < first ? [stream, row, ...rest.slice(1)] : [...rest.slice(0, -1), stream, row];
}

/** What a row contains; the count is not shown if it is 0. */
type RowParts = {
  readonly left: readonly Span[];
  readonly count: number;
  readonly token: Token;
  /** Behind the count, or instead of it: more may be unread than is known here. */
  readonly more?: SafeText;
};

/** The columns of a row: bar, sign, name; the count ends one column before the rule. */
function rowLine(style: Style, columns: number, { left, count, token, more }: RowParts): string {
  const room = Math.max(0, columns - 1);
  const right = [
    span(count === 0 ? plain("") : countText(count), token),
    ...(more === undefined ? [] : [span(more, count === 0 ? "faint" : token)]),
  ];
  return `${lineOf(style, room, [span(plain(" ")), ...left], right)}${columns > 0 ? " " : ""}`;
}

function nameLook(unread: number, muted: boolean): Token {
  if (muted) return "muted";
  return unread > 0 ? "unread" : "text";
}

/** The sign for sends that need a decision in any of these conversations; undefined without any. */
function undecidedSign({ glyphs }: Style, waiting: readonly (Undecided | undefined)[]) {
  const sends = waiting.filter((one) => one !== undefined);
  if (sends.length === 0) return undefined;
  const isFailed = sends.some(({ failed }) => failed > 0);
  return isFailed ? span(glyphs.failed, "bad") : span(glyphs.undecided, "warning");
}

function streamParts(
  style: Style,
  { row, isOpen }: RowOf<"stream">,
  { undecided }: LineFacts,
): RowParts {
  const { stream, unread, quiet, mentions } = row;
  const muted = stream.subscription?.muted ?? false;
  const hex = stream.subscription?.colour;
  const sign: Span = muted
    ? span(style.glyphs.muted, "muted")
    : {
        text: streamSign(style, stream),
        ...(hex === undefined ? {} : { colour: style.painter.streamColour(hex) }),
      };
  const name = { text: safeName(stream.name), token: nameLook(unread, muted), shrinks: true };
  const count = unread > 0 ? unread : quiet;
  const isFolded = isOpen === false && count > 0 && !muted;
  const folded = isFolded ? [span(plain(` ${style.glyphs.closed}`), "faint")] : [];
  // If its topics are shown, they are marked themselves.
  const hidden = [...undecided].filter(
    ([key]) => isOpen !== true && streamOfKey(key) === stream.id,
  );
  const waiting = undecidedSign(
    style,
    hidden.map(([, one]) => one),
  );
  const mark = waiting === undefined ? noSpans : [span(plain(" ")), waiting];
  const left = [sign, span(plain(" ")), name, ...folded, ...mark];
  return { left, count, token: countLook(unread === 0, mentions) };
}

function topicParts(style: Style, { row }: RowOf<"topic">, facts: LineFacts): RowParts {
  const { unread, policy, muted, resolved, mentions } = row;
  const isQuiet = muted || (resolved && unread === 0);
  const sign = undecidedSign(style, [facts.undecided.get(row.key)]) ?? topicSign(style, policy);
  const token = isQuiet && !muted ? "dim" : nameLook(unread, muted);
  const left: readonly Span[] = [
    span(plain("  ")),
    sign,
    span(plain(" ")),
    facts.topicOf(row.name, token),
    ...draftSpans(style, facts, row.key),
  ];
  return { left, count: unread, token: countLook(muted, mentions) };
}

function draftSpans({ glyphs }: Style, { drafts }: LineFacts, key: string): readonly Span[] {
  return drafts.has(key) ? [span(plain(` ${glyphs.draft}`), "accent")] : noSpans;
}

function topicSign({ glyphs }: Style, policy: Policy): Span {
  if (policy === 3) return span(glyphs.followed, "followed");
  return policy === 1 ? span(glyphs.muted, "muted") : span(glyphs.topic, "faint");
}

function countLook(quiet: boolean, mentions: number): Token {
  if (mentions > 0) return "mention";
  return quiet ? "muted" : "unread";
}

function directParts(style: Style, { row }: RowOf<"direct">, facts: LineFacts): RowParts {
  const { userIds, unread, key, others } = row;
  const name = { text: facts.namesOf(userIds), token: nameLook(unread, false), shrinks: true };
  const sign =
    undecidedSign(style, [facts.undecided.get(key)]) ??
    presenceSign(style, facts.presenceOf(others));
  const draft = draftSpans(style, facts, key);
  const left = [sign, span(plain(" ")), name, ...facts.statusOf(userIds), ...draft];
  return { left, count: unread, token: "mention" };
}

/** A number that may be too small ends with a plus. */
function viewParts({ saved, isReadable, count }: RowOf<"view">): RowParts {
  const { certain = 0, unknown = 0 } = count ?? {};
  const name = {
    text: safeName(saved.name),
    token: isReadable ? nameLook(certain, false) : ("dim" as const),
    shrinks: true,
  };
  return {
    left: [span(plain("  ")), name],
    count: certain,
    token: "unread",
    ...(unknown > 0 && { more: plain(certain > 0 ? "+" : "?") }),
  };
}

function partsOf(style: Style, row: SidebarRow, facts: LineFacts): RowParts {
  switch (row.kind) {
    case "place": {
      const { name, unread: count, urgent } = row;
      const left = [span(plain("  ")), span(safeLine(name), nameLook(count, false))];
      return { left, count, token: urgent ? "mention" : "unread" };
    }
    case "section": {
      const { open, closed } = style.glyphs;
      const foldable = row.isOpen === true ? open : closed;
      const sign = row.isOpen === undefined ? plain(" ") : foldable;
      const left = [span(sign, "faint"), span(safeLine(` ${row.name.toUpperCase()}`), "faint")];
      return { left, count: row.isOpen === false ? row.unread : 0, token: "dim" };
    }
    case "view":
      return viewParts(row);
    case "direct":
      return directParts(style, row, facts);
    case "stream":
      return streamParts(style, row, facts);
    case "topic":
      return topicParts(style, row, facts);
    case "more":
      return { left: [span(plain(`    ${row.count} more`), "faint")], count: 0, token: "faint" };
  }
}

/** What a row shows besides its own fields. */
type LineFacts = Pick<
  SidebarFacts,
  "topicOf" | "namesOf" | "statusOf" | "presenceOf" | "undecided" | "drafts"
>;

/**
 * The visible lines of the sidebar; with a filter, the last line is the filter's. `cached` returns the last line of a
 * row while nothing that it depends on has changed.
 */
function sidebarLines(
  style: Style,
  size: { readonly columns: number; readonly rows: number },
  visible: readonly SidebarLine[],
  facts: SidebarFacts,
  cached: (row: SidebarRow, make: () => string) => string,
): readonly string[] {
  const { columns } = size;
  const blank = " ".repeat(columns);
  const height = listRows(size.rows, facts.filter);
  const lines = Array.from({ length: height }, (_, at) => {
    const row = visible[at];
    if (row === undefined) return blank;
    const line = cached(row, () => rowLine(style, columns, partsOf(style, row, facts)));
    if (row.key === facts.selected && facts.focused) return selectedLine(style, line, true);
    return row.key === facts.open ? withBar(style, line) : line;
  });
  if (visible.length === 0 && height > 0 && facts.filter !== undefined) {
    lines[0] = lineOf(style, columns, [span(plain("  ")), span(plain("no matches"), "dim")]);
  }
  const { filter } = facts;
  const isWhole = height === size.rows || filter === undefined;
  return isWhole ? lines : [...lines, filterLine(style, columns, filter)];
}

/** Where the pane is: a thin bar without a background, less prominent than that of the focus. */
function withBar({ painter, glyphs }: Style, line: string): string {
  return painter.paint("dim", glyphs.here) + line.slice(1);
}

/** Lines for rows; the filter takes the last one while it is on. */
function listRows(rows: number, filter: SidebarFacts["filter"]): number {
  return filter === undefined || rows < 2 ? rows : rows - 1;
}

/** The filter as it is typed, in a sidebar of that width. */
function typedFilter(style: Style, columns: number, { input }: SidebarFilter): TypedLine {
  return typedLine(style, input, Math.max(1, columns - filterColumns));
}

/** Columns before the filter. */
const filterColumns = 2;

function filterLine(style: Style, columns: number, filter: SidebarFilter): string {
  const { spans } = typedFilter(style, columns, filter);
  return lineOf(style, columns, [span(plain(" /"), "accent"), ...spans]);
}
