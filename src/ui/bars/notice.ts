/** The notice below the header, in as many lines as its words need, and the key that hides it. */
import { memoizeLast } from "#base/memoize.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Session } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { Depth } from "#theme/themes.ts";
import type { Geometry } from "#ui/geometry.ts";
import { hintSpans } from "#ui/hints.ts";
import type { Cell, Lines } from "#ui/pane-parts.ts";
import { clickedLine, noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export type Notice = {
  readonly lines: Lines;
  /** The strokes of the key that is named at that cell of it. */
  readonly keyAt: (cell: Cell) => string | undefined;
};

/** Its words, in lines of a screen that wide; there may be more than the screen has room for. */
export type NoticeWords = (columns: number, notice: Session["notice"]) => readonly SafeText[];

export function noticeWords(style: Style): NoticeWords {
  return memoizeLast((columns, notice) => {
    if (notice === undefined) return [];
    const room = columns - spansWidth(style, [marginOf(columns), ...hidesOf(columns)]) - 2;
    return style.cells.wrap(safeLine(notice), Math.max(20, room));
  });
}

export function noticePane(
  style: Style,
  words: NoticeWords,
  geometry: (state: State) => Geometry,
): (state: State) => Notice {
  const drawn = memoizeLast((columns: number, rows: number, all: readonly SafeText[]) =>
    noticeOf(style, columns, [...all.slice(0, rows - 1), joined(all.slice(rows - 1), plain(" "))]),
  );
  return (state) => {
    const { columns, notice } = geometry(state);
    return drawn(columns, notice?.rows ?? 1, words(columns, state.session.notice));
  };
}

/** With fewer colours, a background is the loudest thing on the screen: it is left to what is selected. */
const shades: ReadonlySet<Depth> = new Set(["true", "256"]);

function noticeOf(style: Style, columns: number, texts: readonly SafeText[]): Notice {
  const { painter } = style;
  const isShaded = shades.has(painter.depth) && painter.theme.styles.toast.inverse !== true;
  const drawn = texts.map((text, at) => {
    const words: Span = { text, token: "text", shrinks: true };
    const hides = at === 0 ? hidesOf(columns) : noSpans;
    return clickedLine(style, columns, [marginOf(columns), words], hides);
  });
  return {
    lines: drawn.map(({ line }) => (isShaded ? painter.behind("toast", line) : line)),
    keyAt: ({ x, y }) => drawn[y]?.targetAt(x),
  };
}

function marginOf(columns: number): Span {
  return span(plain(columns >= 40 ? " " : ""));
}

function hidesOf(columns: number): readonly Span[] {
  return [...hintSpans({ key: "Esc", words: "hides" }), marginOf(columns)];
}
