/** The pane to read in: the end of what the selected row stands for, before it is opened. It marks nothing as read. */
import type { Clock } from "#base/clock.ts";
import { memoizeEach, memoizeLast, sameList } from "#base/memoize.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import type { Keys } from "#commands/command.ts";
import type { Peeked } from "#commands/lists/list.ts";
import { type Peeking, peeking } from "#commands/lists/peek.ts";
import { keyOf, withKeys } from "#commands/sentences.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, narrowKey, type ReadNarrow } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { composerAt } from "#store/composer.ts";
import { follow } from "#store/follow.ts";
import { listKey } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { asideOf, withPeekedRow } from "#store/peek.ts";
import { isLean, type State, type Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { type ComposerFacts, composerLines } from "#ui/composer/lines.ts";
import { aboutPerson } from "#ui/dialogs/cards.ts";
import { labelledRows } from "#ui/dialogs/content.ts";
import { type Geometry, isIn, type Region } from "#ui/geometry.ts";
import { type Hint, hintSpans, hintsFor } from "#ui/hints.ts";
import { type Cell, type Lines, type PaneParts, partsOf } from "#ui/pane-parts.ts";
import { sentenceLines } from "#ui/reader/lines.ts";
import { indentedText, textColumns } from "#ui/reader/message-lines.ts";
import {
  type NarrowDrawer,
  narrowDrawer,
  nothingMarked,
  type OpenReader,
} from "#ui/reader/pane.ts";
import { countOf, indexOfRow } from "#ui/reader/rows.ts";
import { clickedLine, lineOf, type Span, span } from "#ui/spans.ts";

export type PeekPane = {
  /** What is shown of a narrow; undefined if anything else is, or the pane is not on the screen. */
  readonly reading: (state: State) => OpenReader | undefined;
  readonly lines: (state: State) => Lines;
  readonly foot: (state: State) => Lines;
  /** The strokes of the key that is named there. */
  readonly keyAt: (state: State, cell: Cell) => string | undefined;
};

type Narrow = Extract<Peeked, { readonly narrow: ReadNarrow }>;

function isNarrow(peeked: Peeked | undefined): peeked is Narrow {
  return peeked !== undefined && "narrow" in peeked;
}

/** What waits in the composer of what is shown; undefined if that will have none. */
export function textBelow(state: State): string | undefined {
  const now = peeking(state);
  if (now === undefined || !isNarrow(now.peeked)) return undefined;
  const { narrow, text } = now.peeked;
  if (!isConversation(narrow)) return undefined;
  return text ?? composerAt(now.state.screen, conversationKey(narrow)).editor.text;
}

/** Whether Enter leads to what is shown. */
function isEntered(state: State): boolean {
  const peeked = peeking(state)?.peeked;
  return peeked !== undefined && isNarrow(peeked) && peeked.isShownOnly !== true;
}

export function peekPane(
  parts: PaneParts,
  geometry: (state: State) => Geometry,
  own: NarrowDrawer,
): PeekPane {
  const drawerOf = drawersOf(parts, own);
  const { hintsOf, bar, foot } = hintBars(parts);
  const reading = memoizeLast((state: State): OpenReader | undefined => {
    const { beside, gutter, isWide } = geometry(state);
    const now = peeking(state);
    if (now === undefined || !isNarrow(now.peeked) || beside?.pane === undefined) return undefined;
    const { state: there, reader, peeked } = now;
    const { pane } = beside;
    const { narrow } = peeked;
    return drawerOf(now.account).reading({ state: there, narrow, reader, pane, gutter, isWide });
  });
  const others = otherThings(parts);
  const marked = memoizeLast(withMark);
  const lastLine = memoizeLast((line: string): Lines => [line]);
  const body = (state: State, now: Peeking | undefined, pane: Region, gutter: 1 | 2): Lines => {
    const shown = reading(state);
    if (now === undefined || shown === undefined || !isNarrow(now.peeked))
      return others(state, now, pane, gutter);
    const { place, peeked, state: there } = now;
    if (isNotFetched(there, shown)) return others(state, { ...now, peeked: lean }, pane, gutter);
    const search = place.kind === "search" ? place : undefined;
    const look = { focused: false, find: "", search, marked: nothingMarked };
    return drawerOf(now.account).lines(there, marked(shown, peeked.at), look);
  };
  return {
    reading,
    lines: (state) => {
      const { beside, gutter } = geometry(state);
      return beside?.pane === undefined ? [] : body(state, peeking(state), beside.pane, gutter);
    },
    foot: (state) => {
      const { beside, gutter, composerFrame } = geometry(state);
      if (beside?.foot === undefined) return [];
      const text = textBelow(state);
      if (text === undefined)
        return lastLine(bar(beside.foot.columns, gutter, hintsOf(state)).line);
      return foot(beside.foot, gutter, composerFrame, text, hintsOf(state), isEntered(state));
    },
    keyAt: (state, cell) => {
      const { beside, gutter, composerFrame } = geometry(state);
      const region = beside?.foot;
      if (!isIn(region, cell)) return undefined;
      if (cell.y - region.y !== Math.max(0, composerFrame - 1)) return undefined;
      return bar(region.columns, gutter, hintsOf(state)).targetAt(cell.x - region.x);
    },
  };
}

/** The drawer of each account, by its name; `own` is the shown one's. */
function drawersOf(parts: PaneParts, own: NarrowDrawer) {
  const foreign = memoizeEach(narrowDrawer);
  return (account: string | undefined): NarrowDrawer =>
    account === undefined ? own : foreign(partsOf(parts, account));
}

/** The line of keys, and where a composer will be also the text that waits in it. */
function hintBars({ style, keys }: PaneParts) {
  const hide = hintsFor(keys, ["pane.preview", "hide"]);
  const ofNothing = spansOf(...hide);
  const open = spansOf(...hintsFor(keys, ["list.open", "open"]), ...hide);
  const goIn = spansOf(...hintsFor(keys, ["list.open", "in"]), ...hide);
  const scroll = scrollSpans(keys);
  const [scrollOrOpen, scrollOrGoIn] = [
    [...scroll, ...open],
    [...scroll, ...goIn],
  ];
  const hintsOf = (peeked: Peeked | undefined): readonly Span[] => {
    if (peeked === undefined) return ofNothing;
    if (!isNarrow(peeked)) return open;
    return peeked.isShownOnly ? scrollOrOpen : scrollOrGoIn;
  };
  const bar = memoizeLast((columns: number, gutter: 1 | 2, hints: readonly Span[]) =>
    clickedLine(style, columns, [span(plain(" ".repeat(gutter))), ...hints]),
  );
  const invitation = safeLine(withKeys(keys, "{list.reply} writes here"));
  const facts = memoizeLast(
    (text: string, recipient: readonly Span[], isOffered: boolean): ComposerFacts => ({
      ...blankComposer,
      text,
      recipient,
      placeholder: isOffered ? invitation : "",
    }),
  );
  return {
    hintsOf: (state: State) => hintsOf(peeking(state)?.peeked),
    bar,
    foot: memoizeLast(
      (
        region: Region,
        gutter: 1 | 2,
        frame: 0 | 1 | 2,
        text: string,
        hints: readonly Span[],
        isOffered: boolean,
      ): Lines => {
        const { columns, rows } = region;
        const size = { columns, rows, gutter, frame };
        return composerLines(style, size, facts(text, hints, isOffered)).lines;
      },
    ),
  };
}

/** Before anything was typed, and without anything to say. */
const blankComposer = {
  text: "",
  cursor: 0,
  selection: undefined,
  focused: false,
  lead: plain(""),
  typing: "",
  draft: "",
  news: undefined,
  upload: undefined,
  limit: Number.MAX_SAFE_INTEGER,
  placeholder: "",
  problem: "",
} as const;

const lean: Peeked = { sentences: ["Not fetched, because the line is slow."] };

/** On a slow line, only what is opened is fetched. */
function isNotFetched(state: State, { narrow, sheet: { rows } }: OpenReader): boolean {
  const isKnown = rows.startKnown && rows.endKnown;
  const isLoading = state.session.loading.has(narrowKey(narrow));
  return countOf(rows) === 0 && !isKnown && !isLoading && isLean(state);
}

/** Only the message that the row stands for is marked: no key applies to the others. */
function withMark(shown: OpenReader, at: Narrow["at"]): OpenReader {
  const { rows } = shown.sheet;
  const index = at === undefined ? -1 : indexOfRow(rows, at);
  return { ...shown, selected: rows.ids.includes(at ?? (-1 as never)) ? index : -1 };
}

/** Both keys in one hint; each can be clicked. */
function scrollSpans(keys: Keys): readonly Span[] {
  const [down, up] = [keyOf(keys, "scroll.down"), keyOf(keys, "scroll.up")];
  if (down === undefined || up === undefined) return [];
  const named = (key: string): Span => ({ ...span(safeLine(key), "strong"), target: key });
  const gap = span(plain(" "));
  return [named(down), gap, named(up), span(plain(" scroll"), "dim"), span(plain("   "))];
}

function spansOf(...hints: readonly Hint[]): readonly Span[] {
  return hints.flatMap((hint, at) => [
    ...(at === 0 ? [] : [span(plain("   "))]),
    ...hintSpans(hint),
  ]);
}

const minuteMs = 60_000;

/** Texts, what is known about somebody, and sentences, from the top of the pane on. */
function otherThings({ style, bodies, clock }: PaneParts) {
  let view: Replica | undefined;
  const written = memoizeLast(
    (text: string, columns: number, gutter: 1 | 2, _revision: string): Lines =>
      bodies
        .ofText(view as Replica, text, textColumns(columns, gutter))
        .map((line) => indentedText({ style, columns, gutter }, line)),
  );
  const card = memoizeLast(
    (replica: Replica, person: Person, now: number, columns: number, gutter: 1 | 2): Lines => {
      const room = { style, columns: textColumns(columns, gutter) };
      const about = aboutPerson({ view: replica, style, bodies, now }, person);
      const indent = span(plain(" ".repeat(gutter)));
      return labelledRows(room, about).map(({ left = [] }) =>
        lineOf(style, columns, [indent, ...left]),
      );
    },
  );
  const filled = memoizeLast((lines: Lines, { columns, rows }: Region): Lines => {
    const room = rows - 1;
    const more = lines.length - room + 1;
    const note = lineOf(style, columns, [], [span(plain(`${more} more lines  `), "dim")]);
    const shown = lines.length > room ? [...lines.slice(0, room - 1), note] : lines;
    const blank = " ".repeat(columns);
    return Array.from({ length: rows }, (_, at) => shown[at] ?? blank);
  });
  let said: Lines = [];
  const sentences = memoizeLast((of: Lines, { columns, rows }: Region, gutter: 1 | 2) =>
    sentenceLines(style, { columns, rows, gutter }, of),
  );
  const nothing: Lines = [];
  return (state: State, now: Peeking | undefined, pane: Region, gutter: 1 | 2): Lines => {
    const { columns } = pane;
    view = now?.state.view ?? state.view;
    const peeked = now?.peeked;
    if (peeked === undefined || "narrow" in peeked) return filled(nothing, pane);
    if ("sentences" in peeked) {
      said = sameList(said, peeked.sentences);
      return sentences(said, pane, gutter);
    }
    if ("text" in peeked)
      return filled(written(peeked.text, columns, gutter, bodies.revision(view)), pane);
    const second = Math.floor(clock.now() / minuteMs) * 60;
    return filled(card(view, peeked.person, second, columns, gutter), pane);
  };
}

/** While keys follow each other more quickly, what is shown of a row waits: drawing it would delay the next one. */
const lagMs = 40;
/** Whoever looks at a row for so long gets what is missing of it. */
const restMs = 300;

/** Lets what is shown of a row follow the cursor. */
export function keepPeek(store: Store, clock: Clock): void {
  let cancel = () => {};
  const rowUnderCursor = ({ screen }: State): string | undefined => {
    if (!isList(screen.place) || asideOf(screen) === undefined) return undefined;
    const { cursor } = listOf(screen, screen.place);
    return cursor && `${listKey(screen.place)}\n${cursor.key}`;
  };
  const rest = () => {
    cancel = clock.after(restMs, () =>
      changeScreen(store, (screen) =>
        screen.peek === undefined || screen.peek.isRested
          ? screen
          : { ...screen, peek: { ...screen.peek, isRested: true } },
      ),
    );
  };
  const show = () => {
    changeScreen(store, (screen) => withPeekedRow(screen));
    rest();
  };
  const turn = ({ screen }: State) => {
    cancel();
    if (rowUnderCursor(store.getState()) === undefined || !isList(screen.place)) return;
    const isSameList = screen.peek?.list === listKey(screen.place);
    if (isSameList) cancel = clock.after(lagMs, show);
    else show();
  };
  turn(store.getState());
  follow(store, [rowUnderCursor], turn);
}
