/** A one-line preview of a message, for lists and notifications. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type Glyphs, unicodeGlyphs } from "#theme/glyphs.ts";
import type { Block, Document, Span } from "./document.ts";

/** Enough for the widest list; the rest is ignored. */
const longest = 400;

/** The plain text of a message; spoilers stay hidden, images and code are named. */
export function preview(document: Document, glyphs: Glyphs = unicodeGlyphs): SafeText {
  let text = "";
  for (const block of document.blocks) {
    if (text.length > longest) break;
    const words = wordsOf(block, glyphs);
    if (words !== "") text += text === "" ? words : ` ${words}`;
  }
  return safeLine(text.replace(/\s+/g, " ").trim().slice(0, longest).toWellFormed());
}

function wordsOf(block: Block, glyphs: Glyphs): string {
  const allOf = (blocks: readonly Block[]) => blocks.map((each) => wordsOf(each, glyphs)).join(" ");
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return joined(block.spans);
    case "code":
    case "math":
      return block.text;
    case "quote":
      return `${glyphs.quoteBegin}${allOf(block.blocks)}${glyphs.quoteEnd}`;
    case "spoiler":
      return block.header.length > 0 ? `${joined(block.header)} (hidden)` : plain("(hidden)");
    case "list":
      return block.items.map(({ blocks }) => allOf(blocks)).join(` ${glyphs.nextItem} `);
    case "table":
      return block.header.map(joined).join(" | ");
    case "rule":
      return "";
  }
}

function joined(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}
