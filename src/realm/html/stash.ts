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
const onlyMark = new RegExp(`^${start}(\\d+)${end}$`);
const strayMarks = new RegExp(`[${start}${end}]`, "g");

export type Link = {
  readonly target: string;
  /** The text of the link up to the first piece in it. */
  readonly text: string;
};

export type Piece =
  /** HTML as it is; a block replaces the paragraph that holds nothing else. */
  | { readonly kind: "raw"; readonly html: string; readonly isBlock: boolean }
  | {
      readonly kind: "element";
      readonly open: string;
      /** Text, with the marks of other pieces. */
      readonly content: string;
      readonly close: string;
      readonly link?: Link;
    };

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

/** The piece that is all of `text`, if one is. */
export function onlyPiece(stash: Stash, text: string): Piece | undefined {
  const found = onlyMark.exec(text);
  return found === null ? undefined : stash.pieces[Number(found[1])];
}

/** `text` as HTML; links are added to `links` in the order of the text. Outside of elements a line end is a break. */
export function inlineHtml(stash: Stash, text: string, links: Link[]): string {
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
    html += piece?.kind === "raw" ? blanks : "";
    blanks = "";
    html += piece === undefined ? "" : pieceHtml(stash, piece, links);
  }
  return html;
}

/** The text with breaks, and the blanks after the last break, which depend on what follows. */
function withBreaks(text: string): readonly [string, string] {
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => (line.trim() === "" ? "" : line));
  const lastLine = rest.at(-1) ?? "";
  const html = [first, ...lines].map(escapeText).join("<br>\n");
  return [html, lastLine.trim() === "" ? lastLine : ""];
}

function pieceHtml(stash: Stash, piece: Piece, links: Link[]): string {
  if (piece.kind === "raw") return piece.html;
  if (piece.link !== undefined) links.push(piece.link);
  let html = "";
  for (const [index, part] of piece.content.split(mark).entries()) {
    const inner = index % 2 === 0 ? undefined : stash.pieces[Number(part)];
    html += inner === undefined ? escapeText(part) : pieceHtml(stash, inner, links);
  }
  return piece.open + html + piece.close;
}
