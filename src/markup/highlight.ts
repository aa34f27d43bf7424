/**
 * Syntax highlighting for code with a named language.
 *
 * The highlighter is large, so it is loaded on first use; until then code is plain. Languages are not detected:
 * trying all of them on a snippet takes ten milliseconds.
 */
import { lazy, NotLoaded } from "#base/lazy.ts";
import { partOf, type SafeText } from "#base/safe-text.ts";
import type { Role, Span } from "./document.ts";

/** The lines of a text as spans; undefined if it stays plain. */
export type Highlight = (
  text: SafeText,
  language: string | undefined,
) => readonly (readonly Span[])[] | undefined;

export type Highlighter = {
  readonly highlight: Highlight;
  /** Incremented when results change, which invalidates cached layouts. */
  readonly revision: () => number;
  /** Resolves when the highlighter is loaded; starts loading it if needed. */
  readonly ready: () => Promise<void>;
};

/** No highlighting: for output outside the screen, which does not wait for a highlighter. */
export const plainHighlight: Highlight = () => undefined;

/** Longer texts stay plain. */
export const longestCode = 4_000;
/**
 * Some grammars take quadratic time, or worse for very long words. So text is highlighted in pieces of whole lines,
 * at most this long, and a piece with a longer word stays plain.
 */
const longestPiece = 1_000;
const longestWord = /\w{65}/;
const rememberedTexts = 200;

type Library = { readonly html: (text: string, language: string) => string | undefined };

const grammars = lazy(() => import("./languages.ts"));

/** A highlighter that is loaded on first use; `onReady` is called once it is loaded. */
export function lazyHighlighter(onReady: () => void = () => {}): Highlighter {
  let library: Library | undefined;
  const highlighted = new Map<string, readonly (readonly Span[])[] | undefined>();

  const ready = async () => {
    try {
      const { languages } = await grammars();
      if (library !== undefined) return;
      library = languages;
      onReady();
    } catch (error) {
      // Code is readable without highlighting.
      if (!(error instanceof NotLoaded)) throw error;
    }
  };
  const highlight: Highlight = (text, language) => {
    if (language === undefined || text.length > longestCode) return undefined;
    if (library === undefined) {
      void ready();
      return undefined;
    }
    const key = `${language}\n${text}`;
    if (highlighted.has(key)) return highlighted.get(key);
    const spans = coloured(text, language.toLowerCase(), library);
    if (highlighted.size >= rememberedTexts) highlighted.clear();
    highlighted.set(key, spans);
    return spans;
  };
  return { highlight, ready, revision: () => (library === undefined ? 0 : 1) };
}

const roles: Readonly<Record<string, Role>> = {
  keyword: "keyword",
  built_in: "keyword",
  type: "name",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  char: "string",
  subst: "block",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  meta: "comment",
  title: "name",
  attr: "name",
  attribute: "name",
  name: "keyword",
  section: "name",
  tag: "block",
  variable: "name",
  property: "name",
  symbol: "number",
  bullet: "keyword",
  link: "string",
  addition: "string",
  deletion: "keyword",
  "selector-tag": "keyword",
  "selector-class": "name",
  "selector-id": "name",
  "template-variable": "name",
};

const htmlPart = /<span class="hljs-([\w-]+)[^"]*">|<span[^>]*>|<\/span>|[^<]+/g;
const escaped: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The lines of a text; undefined for unknown languages. */
function coloured(text: string, language: string, library: Library): Span[][] | undefined {
  if (library.html("", language) === undefined) return undefined;
  return piecesOf(text).flatMap((piece) => {
    const isRead = piece.length <= longestPiece && !longestWord.test(piece);
    const html = isRead ? library.html(piece, language) : undefined;
    return html === undefined ? plainLines(piece) : spansOf(html);
  });
}

/** Splits text into pieces of whole lines. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > longestPiece) {
    const last = text.lastIndexOf("\n", from + longestPiece);
    const end = last > from ? last : text.indexOf("\n", from);
    if (end < 0) break;
    pieces.push(text.slice(from, end));
    from = end + 1;
  }
  return [...pieces, text.slice(from)];
}

function plainLines(text: string): Span[][] {
  return text.split("\n").map((line) => [{ text: partOf(line), role: "block", stress: 0 }]);
}

/** Parses the highlighter's HTML, which consists only of spans and five entities, into lines. */
function spansOf(html: string): Span[][] {
  const lines: Span[][] = [[]];
  const open: Role[] = [];
  for (const [part, name] of html.matchAll(htmlPart)) {
    if (part === "</span>") open.pop();
    else if (part.startsWith("<")) open.push(roles[name ?? ""] ?? open.at(-1) ?? "block");
    else addText(part, open.at(-1) ?? "block", lines);
  }
  return lines;
}

function addText(html: string, role: Role, lines: Span[][]): void {
  const text = html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => escaped[entity] ?? entity);
  text.split("\n").forEach((piece, index) => {
    if (index > 0) lines.push([]);
    if (piece !== "") lines.at(-1)?.push({ text: partOf(piece), role, stress: 0 });
  });
}
