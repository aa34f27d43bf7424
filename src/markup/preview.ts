/** A one-line preview of a message, for lists and notifications. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Block, Document, Span } from "./document.ts";

/** Enough for the widest list; the rest is ignored. */
const longest = 400;

/** The plain text of a message; spoilers stay hidden, images and code are named. */
export function preview(document: Document): SafeText {
  let text = "";
  for (const block of document.blocks) {
    if (text.length > longest) break;
    const words = wordsOf(block);
    if (words !== "") text += text === "" ? words : ` ${words}`;
  }
  return safeLine(text.replace(/\s+/g, " ").trim().slice(0, longest).toWellFormed());
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return joined(block.spans);
    case "code":
    case "math":
      return block.text;
    case "quote":
      return `“${block.blocks.map(wordsOf).join(" ")}”`;
    case "spoiler":
      return block.header.length > 0 ? `${joined(block.header)} (hidden)` : plain("(hidden)");
    case "list":
      return block.items.map(({ blocks }) => blocks.map(wordsOf).join(" ")).join(" · ");
    case "table":
      return block.header.map(joined).join(" | ");
    case "rule":
      return "";
  }
}

function joined(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}
