/**
 * Rows to finished lines: painted, closed, of known width.
 *
 * A line needs nothing from its neighbours and leaves nothing open. Nothing but colour and weight, and links if asked
 * for, is ever written between the characters.
 */
import type { SafeText } from "#base/safe-text.ts";
import type { Painter, Sgr } from "#theme/painter.ts";
import type { Token } from "#theme/tokens.ts";
import type { Document, Role, Span } from "./document.ts";
import { stress } from "./document.ts";
import { type Highlight, longestCode } from "./highlight.ts";
import type { RowOptions } from "./row-options.ts";
import { rowsOf } from "./rows.ts";
import { clipped, type Row } from "./wrap.ts";

export type Line = {
  /** Characters and style; write it anywhere. */
  readonly text: string;
  /** Columns it takes: never more than were asked for. */
  readonly cells: number;
};

export type LayoutOptions = Omit<RowOptions, "codeHasBackground"> & {
  readonly painter: Painter;
  /** Whether the terminal is told where links lead (OSC 8). */
  readonly hyperlinks: boolean;
};

export type Layout = { readonly rows: readonly Row[]; readonly lines: readonly Line[] };

/** A document in a width: its rows for clicks and copies, its lines for the screen, one for one. */
export function layout(document: Document, options: LayoutOptions): Layout {
  const { columns, cells, painter } = options;
  const codeHasBackground = painter.sgr(["codeBackground"]).open !== "";
  const highlight = limited(options.highlight);
  const rows = rowsOf(document, { ...options, highlight, codeHasBackground }).map((row) =>
    clipped(row, columns, cells),
  );
  const lines = rows.map((row) => ({ text: painted(row.spans, options), cells: row.cells }));
  return { rows, lines };
}

/** Colours for as much code of one message as for one block; the rest stays plain. */
function limited(highlight: Highlight): Highlight {
  let left = longestCode;
  return (text, language) => {
    if (language === undefined || text.length > left) return undefined;
    left -= text.length;
    return highlight(text, language);
  };
}

/** Spans with their looks. For rows of the layout and for single lines such as a preview. */
export function painted(
  spans: readonly Span[],
  { painter, hyperlinks }: Pick<LayoutOptions, "painter" | "hyperlinks">,
): string {
  const code = painter.sgr(["codeBackground"]);
  let line = "";
  for (const span of spans) {
    const { open, close } = look(span, painter);
    const text = hyperlinks ? linked(span) : span.text;
    // A background that goes on need not be closed and opened again.
    if (code.open !== "" && open.startsWith(code.open) && line.endsWith(code.close)) {
      line = line.slice(0, -code.close.length) + open.slice(code.open.length) + text + close;
    } else {
      line += open + text + close;
    }
  }
  return line;
}

const tokensOf: Readonly<Record<Role, readonly Token[]>> = {
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

/** Looks by role and stress, found once for each painter. */
const looks = new WeakMap<Painter, Map<string, Sgr>>();

function look(span: Span, painter: Painter): Sgr {
  let known = looks.get(painter);
  if (known === undefined) {
    known = new Map();
    looks.set(painter, known);
  }
  const key = span.stress + span.role + (span.colour ?? "");
  let found = known.get(key);
  if (found === undefined) {
    found = lookOf(span, painter);
    known.set(key, found);
  }
  return found;
}

function lookOf(span: Span, painter: Painter): Sgr {
  const tokens: Token[] = [];
  if (span.stress & stress.strong) tokens.push("strong");
  if (span.stress & stress.emphasis) tokens.push("emphasis");
  if (span.stress & stress.struck) tokens.push("struck");
  const isPlainQuote = (span.stress & stress.quoted) !== 0 && span.role === "text";
  tokens.push(...(isPlainQuote ? (["quote"] as const) : tokensOf[span.role]));
  const base = painter.sgr(tokens);
  if (span.colour === undefined) return base;
  const colour = painter.streamColour(span.colour);
  // The server's colour comes last and wins.
  return { open: base.open + colour.open, close: colour.close + base.close };
}

const mayBeTold = /^(?:https?|mailto):/i;

/** The text as a link of the terminal's own, if it leads somewhere that a browser or mail program may be sent. */
function linked({ text, target }: Span): string {
  if (target?.kind !== "link" || !mayBeTold.test(target.url)) return text;
  const url = addressOf(target.url);
  return url === undefined ? text : `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** The address in printable ASCII, so that it cannot end the sequence it stands in. */
function addressOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href } = new URL(url);
  return /^[\x21-\x7e]{1,2000}$/.test(href) ? href : undefined;
}

/** The rows without any style, for pipes, clipboards and screen readers. */
export function rowsToPlain(rows: readonly Row[]): readonly SafeText[] {
  return rows.map(({ spans }) => spans.map(({ text }) => text).join("") as SafeText);
}
