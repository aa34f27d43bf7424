/**
 * Converts rows to painted lines of known width.
 *
 * Each line is self-contained. It contains only style sequences and, if enabled, links.
 */
import { outsideUrl } from "#base/outside-url.ts";
import type { Painter, Sgr } from "#theme/painter.ts";
import type { Token } from "#theme/tokens.ts";
import type { Document, Role, Span } from "./document.ts";
import { stress } from "./document.ts";
import { type Highlight, longestCode } from "./highlight.ts";
import type { RowOptions } from "./reader-context.ts";
import { rowsOf } from "./rows.ts";
import { clipped, type Row } from "./wrap.ts";

export type PaintedLine = {
  /** Styled text, ready to write. */
  readonly text: string;
  /** Its width in columns: never more than requested. */
  readonly cells: number;
};

export type LayoutOptions = Omit<RowOptions, "codeHasBackground" | "onCut"> & {
  readonly painter: Painter;
  /** Whether to emit terminal hyperlinks (OSC 8). */
  readonly hyperlinks: boolean;
};

export type Layout = {
  readonly rows: readonly Row[];
  readonly lines: readonly PaintedLine[];
  /** How many columns of its widest code or table do not fit; 0 if everything fits. */
  readonly cut: number;
};

/** A document at a width: rows for clicks and copying, and the corresponding lines for the screen. */
export function layout(document: Document, options: LayoutOptions): Layout {
  const { columns, cells, painter } = options;
  const codeHasBackground = painter.sgr(["codeBackground"]).open !== "";
  const highlight = limited(options.highlight);
  let cut = 0;
  const onCut = (missing: number) => {
    cut = Math.max(cut, missing);
  };
  const rows = rowsOf(document, { ...options, highlight, codeHasBackground, onCut }).map((row) =>
    clipped(row, columns, cells),
  );
  const lines = rows.map((row) => ({ text: painted(row.spans, options), cells: row.cells }));
  return { rows, lines, cut };
}

/** The highlighting limit of a block also applies to the whole message; the rest stays plain. */
function limited(highlight: Highlight): Highlight {
  let left = longestCode;
  return (text, language) => {
    if (language === undefined || text.length > left) return undefined;
    left -= text.length;
    return highlight(text, language);
  };
}

/** Paints spans, of layout rows and of single lines such as previews. */
export function painted(
  spans: readonly Span[],
  { painter, hyperlinks }: Pick<LayoutOptions, "painter" | "hyperlinks">,
): string {
  const code = painter.sgr(["codeBackground"]);
  let line = "";
  for (const span of spans) {
    const { open, close } = look(span, painter);
    const text = hyperlinks ? linked(span) : span.text;
    // A continued background is not closed and reopened.
    if (code.open !== "" && open.startsWith(code.open) && line.endsWith(code.close)) {
      line = line.slice(0, -code.close.length) + open.slice(code.open.length) + text + close;
    } else {
      line += open + text + close;
    }
  }
  return line;
}

const byRole: Readonly<Record<Role, readonly Token[]>> = {
  text: ["text"],
  mention: ["strong"],
  selfMention: ["mention"],
  silentMention: ["strong"],
  stream: ["name"],
  link: ["link"],
  code: ["code", "codeBackground"],
  math: ["string"],
  emoji: ["text"],
  time: ["name"],
  sender: ["strong"],
  heading: ["strong"],
  error: ["bad"],
  ornament: ["rule"],
  hint: ["dim"],
  block: ["code", "codeBackground"],
  keyword: ["keyword", "codeBackground"],
  string: ["string", "codeBackground"],
  number: ["number", "codeBackground"],
  name: ["name", "codeBackground"],
  comment: ["comment", "codeBackground"],
};

/** Styles by role and emphasis, cached per painter. */
const looks = new WeakMap<Painter, Map<string, Sgr>>();

function look(span: Span, painter: Painter): Sgr {
  let byStyle = looks.get(painter);
  if (byStyle === undefined) {
    byStyle = new Map();
    looks.set(painter, byStyle);
  }
  const key = span.stress + span.role + (span.colour ?? "");
  let drawn = byStyle.get(key);
  if (drawn === undefined) {
    drawn = lookOf(span, painter);
    byStyle.set(key, drawn);
  }
  return drawn;
}

/** For pieces that are painted elsewhere. */
export function tokensOf(span: Pick<Span, "stress" | "role">): readonly Token[] {
  const tokens: Token[] = [];
  if (span.stress & stress.strong) tokens.push("strong");
  if (span.stress & stress.emphasis) tokens.push("emphasis");
  if (span.stress & stress.struck) tokens.push("struck");
  const isPlainQuote = (span.stress & stress.quoted) !== 0 && span.role === "text";
  tokens.push(...(isPlainQuote ? (["quote"] as const) : byRole[span.role]));
  return tokens;
}

function lookOf(span: Span, painter: Painter): Sgr {
  const base = painter.sgr(tokensOf(span));
  if (span.colour === undefined) return base;
  const colour = painter.streamColour(span.colour, "text");
  // The server's colour comes last and takes precedence.
  return { open: base.open + colour.open, close: colour.close + base.close };
}

/**
 * The text as a terminal hyperlink, if its target is safe to open in a browser or mail program. Not one that hides
 * where it leads, because terminals open it without asking.
 */
function linked({ text, target }: Span): string {
  const isOpen = target?.kind === "link" && target.hiddenHost === undefined;
  const url = isOpen ? outsideUrl(target.url) : undefined;
  if (url === undefined || !fitsSequence.test(url)) return text;
  return `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** Printable ASCII, which cannot terminate the sequence. */
const fitsSequence = /^[\x21-\x7e]{1,2000}$/;
