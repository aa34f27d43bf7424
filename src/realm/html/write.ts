/** Blocks to HTML, with the pictures and films that the links of a message show. */
import { codeBlockHtml } from "./code-block.ts";
import { type InlineText, renderInline } from "./inline.ts";
import { type Found, type Shown, shownBelow } from "./placed-previews.ts";
import type { Run } from "./run.ts";
import { onlyPiece } from "./stash.ts";
import type { Element } from "./tree.ts";

export type Written = { readonly html: string; readonly hasPicture: boolean };

/** A block with its text, and with the text behind it. */
type Drawn = {
  readonly node: Element;
  readonly text: InlineText | undefined;
  /** What stands in the place of a block that is none of text. */
  readonly html: string | undefined;
  readonly children: readonly Drawn[];
  readonly tail: InlineText | undefined;
};

/** Where a block stands: how deep, in what, and whether somebody else said it. */
type Place = { readonly depth: number; readonly parent: Element; readonly isQuoted: boolean };

export function writeMessage(root: Element, run: Run): Written {
  const found: Found[] = [];
  const place = { depth: 1, parent: root, isQuoted: false };
  const drawn = root.children.map((node) => draw(node, place, run, found));
  const shown = shownBelow(found, run.context);
  const html = drawn.map((each) => write(each, shown)).join("") + shown.atEnd.join("");
  return { html: html.trim(), hasPicture: shown.hasPicture };
}

function draw(node: Element, place: Place, run: Run, found: Found[]): Drawn {
  const within = {
    depth: place.depth + 1,
    parent: node,
    isQuoted: place.isQuoted || node.tag === "blockquote",
  };
  const html = wholeHtml(node, run);
  const text = html === undefined ? inlineOf(node.text, within, run, found) : undefined;
  const children = node.children.map((child) => draw(child, within, run, found));
  const tail = node.tail.trim() === "" ? undefined : inlineOf(node.tail, place, run, found);
  return { node, text, html, children, tail };
}

/** The HTML of a rule, of code, and of what was made before there were blocks. */
function wholeHtml({ tag, text }: Element, run: Run): string | undefined {
  if (tag === "hr") return "<hr>";
  if (tag === "pre") return `${codeBlockHtml(withoutHeader(text))}\n`;
  const piece = tag === "p" ? onlyPiece(run.stash, text) : undefined;
  return piece?.kind === "raw" && piece.isBlock ? piece.html : undefined;
}

/** A first line of indented code that names its language is no part of it; one with a path is a program's own. */
function withoutHeader(code: string): string {
  const header = /^(?:::+|#!)((?:\/\w+)*[/ ])?.*\n?/.exec(code);
  return header === null || header[1] !== undefined ? code : code.slice(header[0].length);
}

function inlineOf(text: string, place: Place, run: Run, found: Found[]): InlineText {
  const inline = renderInline(text, run);
  for (const link of inline.links) found.push({ ...place, link, text: inline });
  return inline;
}

function write({ node, text, html, children, tail }: Drawn, shown: Shown): string {
  const after = tail === undefined ? "\n" : htmlOf(tail, shown);
  if (html !== undefined) return html + after;
  const { tag, attributes } = node;
  const under = (shown.under.get(node) ?? []).join("");
  const words = text === undefined ? "" : htmlOf(text, shown);
  if (tag === "p") return (shown.replaced.has(node) ? "" : `<p>${words}</p>${after}`) + under;
  const isEmpty = text?.stretches.every((stretch) => stretch.html === "") === true;
  const inside = isEmpty && children.length > 0 ? "\n" : words;
  const blocks = children.map((child) => write(child, shown)).join("");
  return `<${tag}${attributes}>${inside}${blocks}${under}</${tag}>${after}`;
}

function htmlOf({ stretches }: InlineText, { replaced }: Shown): string {
  return stretches
    .filter(({ link }) => link === undefined || !replaced.has(link))
    .map(({ html }) => html)
    .join("");
}
