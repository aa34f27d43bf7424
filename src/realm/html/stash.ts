/**
 * Finished pieces of a message, kept out of the reach of later patterns.
 *
 * In the text a piece is a number between two control characters, which no source keeps. Each pattern of the dialect
 * runs over the whole text in its turn; what an earlier one made must not be read again.
 */
import { escapeText } from "./escape.ts";

const start = "\u0002";
const end = "\u0003";
const mark = new RegExp(`${start}(\\d+)${end}`);
const marks = new RegExp(mark, "g");
const onlyMark = new RegExp(`^${start}(\\d+)${end}$`);
const strayMarks = new RegExp(`[${start}${end}]`, "g");

export type Link = {
  readonly target: string;
  /** The text of the link up to the first piece in it. */
  readonly text: string;
};

/** A link where it stands in a text. */
export type PlacedLink = Link & {
  /** How many elements of the text it is in. */
  readonly depth: number;
};

/** A stretch of a text as HTML: letters and breaks, or one element. */
export type Stretch = {
  readonly html: string;
  /** The link that the element is. */
  readonly link?: PlacedLink;
};

type ElementPiece = {
  readonly kind: "element";
  readonly open: string;
  /** Text, with the marks of other pieces. */
  content: string;
  readonly close: string;
  readonly link?: Link;
  /** Its text was read by the patterns; that of others is letters. */
  readonly isRead?: boolean;
};

export type Piece =
  /** HTML as it is; a block replaces the paragraph that holds nothing else. */
  { readonly kind: "raw"; readonly html: string; readonly isBlock: boolean } | ElementPiece;

export type Stash = { readonly pieces: Piece[] };

/** The mark that stands for `piece` in a text. */
export function keep(stash: Stash, piece: Piece): string {
  stash.pieces.push(piece);
  return `${start}${stash.pieces.length - 1}${end}`;
}

export function keepRaw(stash: Stash, html: string, isBlock = false): string {
  return keep(stash, { kind: "raw", html, isBlock });
}

/** `source` without the two characters that marks are made of. */
export function withoutMarks(source: string): string {
  return source.replace(strayMarks, "");
}

/** Whether a pattern took in an earlier piece, as a target of a link must not. */
export function holdsMark(text: string): boolean {
  return text.includes(start);
}

/** `text` up to the first piece. */
export function beforeMarks(text: string): string {
  const at = text.indexOf(start);
  return at < 0 ? text : text.slice(0, at);
}

/** `text` with the words of its elements for their marks; undefined where a piece of HTML is among them. */
export function unmarked(stash: Stash, text: string): string | undefined {
  let words = "";
  for (const [index, part] of text.split(mark).entries()) {
    const piece = index % 2 === 0 ? undefined : stash.pieces[Number(part)];
    if (piece?.kind === "raw") return undefined;
    const inner = piece === undefined ? part : unmarked(stash, piece.content);
    if (inner === undefined) return undefined;
    words += inner;
  }
  return words;
}

/**
 * The text of an element once more: `read` is applied to what stands behind the elements in it, and to what the texts of
 * those begin with.
 */
export function readAgain(stash: Stash, text: string, read: (part: string) => string): string {
  let known = "";
  let open = "";
  let isBehind = false;
  for (const [index, part] of text.split(mark).entries()) {
    const piece = index % 2 === 0 ? undefined : stash.pieces[Number(part)];
    if (piece?.kind !== "element") {
      open += piece === undefined ? part : start + part + end;
      continue;
    }
    known += (isBehind ? read(open) : open) + start + part + end;
    if (piece.isRead === true) beginAgain(stash, piece, read);
    open = "";
    isBehind = true;
  }
  return known + (isBehind ? read(open) : open);
}

function beginAgain(stash: Stash, piece: ElementPiece, read: (part: string) => string): void {
  const first = [...piece.content.matchAll(marks)].find(
    ([, id]) => stash.pieces[Number(id)]?.kind === "element",
  );
  const at = first?.index ?? piece.content.length;
  piece.content = read(piece.content.slice(0, at)) + piece.content.slice(at);
}

/** The piece that is all of `text`, if one is. */
export function onlyPiece(stash: Stash, text: string): Piece | undefined {
  const found = onlyMark.exec(text);
  return found === null ? undefined : stash.pieces[Number(found[1])];
}

/** `text` as HTML; links are added to `links` in the order of the text. Outside of elements a line end is a break. */
export function inlineHtml(stash: Stash, text: string, links: PlacedLink[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let html = "";
  let blanks = "";
  for (const [index, part] of text.split(mark).entries()) {
    if (index % 2 === 0) {
      const [broken, rest] = withBreaks(part);
      html += part === "" ? "" : blanks + broken;
      blanks = part === "" ? blanks : rest;
      continue;
    }
    const piece = stash.pieces[Number(part)];
    // Blanks between a break and an element vanish; between a break and text they stay.
    if (piece?.kind === "raw") html += blanks + piece.html;
    blanks = "";
    if (piece?.kind !== "element") continue;
    stretches.push({ html }, elementStretch(stash, piece, links));
    html = "";
  }
  return [...stretches, { html }];
}

function elementStretch(stash: Stash, piece: ElementPiece, links: PlacedLink[]): Stretch {
  const known = links.length;
  const html = elementHtml(stash, piece, links, 0);
  const link = piece.link === undefined ? undefined : links[known];
  return { html, ...(link === undefined ? {} : { link }) };
}

/** The text with breaks, and the blanks after the last break, which depend on what follows. */
function withBreaks(text: string): readonly [string, string] {
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => (line.trim() === "" ? "" : line));
  const lastLine = rest.at(-1) ?? "";
  const html = [first, ...lines].map(escapeText).join("<br>\n");
  return [html, lastLine.trim() === "" ? lastLine : ""];
}

function elementHtml(
  stash: Stash,
  { open, content, close, link }: ElementPiece,
  links: PlacedLink[],
  depth: number,
): string {
  if (link !== undefined) links.push({ ...link, depth });
  let html = "";
  for (const [index, part] of content.split(mark).entries()) {
    const inner = index % 2 === 0 ? undefined : stash.pieces[Number(part)];
    if (inner === undefined) html += escapeText(part);
    else html += inner.kind === "raw" ? inner.html : elementHtml(stash, inner, links, depth + 1);
  }
  return open + html + close;
}
