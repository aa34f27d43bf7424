/** The document model: blocks of spans with roles and targets, independent of width and colour. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { GroupId, MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { LinkTerm } from "#wire/narrow-link.ts";

/** What users can act on: open, copy, answer, view. */
export type Target =
  | {
      readonly kind: "link";
      readonly url: string;
      /** Where it leads, if its text or its URL suggests another address; absent if nothing is hidden. */
      readonly hiddenHost?: string;
    }
  /** A file of this realm; the URL is as written, relative to the realm or absolute. */
  | { readonly kind: "upload"; readonly url: string; readonly isImage: boolean }
  /** A location in this realm, as the terms of its link; unknown operators are kept. */
  | { readonly kind: "narrow"; readonly url: string; readonly terms: readonly LinkTerm[] }
  | { readonly kind: "user"; readonly userId: UserId }
  | { readonly kind: "group"; readonly groupId: GroupId }
  | { readonly kind: "stream"; readonly streamId: StreamId }
  | {
      readonly kind: "topic";
      readonly streamId: StreamId;
      readonly topic: string;
      /** A message of the topic. */
      readonly near?: MessageId;
    }
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "code"; readonly text: SafeText; readonly language: string | undefined }
  /** Identified by its index among the message's spoilers, from 0. */
  | { readonly kind: "spoiler"; readonly index: number };

export type Role =
  | "text"
  | "mention"
  /** A mention of the reader, or of a group that includes the reader. */
  | "selfMention"
  | "silentMention"
  | "stream"
  | "link"
  | "code"
  | "math"
  | "emoji"
  | "time"
  | "sender"
  | "heading"
  | "error"
  /** Added by the layout, not part of the message. */
  | "ornament"
  | "hint"
  /** In blocks of source code. */
  | "block"
  | "keyword"
  | "string"
  | "number"
  | "name"
  | "comment";

/** Emphasis flags. */
export const stress = { strong: 1, emphasis: 2, struck: 4, quoted: 8 } as const;

export type Span = {
  readonly text: SafeText;
  readonly role: Role;
  /** A combination of `stress` flags. */
  readonly stress: number;
  readonly target?: Target;
  /** The stream's colour on the server. */
  readonly colour?: string;
};

export type Alignment = "left" | "center" | "right";

export type ListItem = { readonly checked: boolean | undefined; readonly blocks: readonly Block[] };

/** `apart`: preceded by a blank line. */
export type Block = { readonly apart: boolean } & (
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "heading"; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: "code"; readonly text: SafeText; readonly language: string | undefined }
  /** `drawn` is the formula in signs; undefined: only its source can be shown. */
  | { readonly kind: "math"; readonly text: SafeText; readonly drawn: SafeText | undefined }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "spoiler";
      readonly index: number;
      readonly header: readonly Span[];
      readonly blocks: readonly Block[];
    }
  /** `start` is the first number; undefined for bullet lists. */
  | {
      readonly kind: "list";
      readonly start: number | undefined;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: "table";
      readonly alignments: readonly Alignment[];
      readonly header: readonly (readonly Span[])[];
      readonly rows: readonly (readonly (readonly Span[])[])[];
    }
  | { readonly kind: "rule" }
);

export type Document = {
  readonly blocks: readonly Block[];
  /** Links, mentions, files, code and spoilers in text order, for pickers. */
  readonly targets: readonly Target[];
};

export const emptyDocument: Document = { blocks: [], targets: [] };

// A one-line preview of a message, for lists and notifications.

/** Enough for the widest list; the rest is ignored. */
const longest = 400;

/** The plain text of a message; spoilers stay hidden, images and code are named. */
export function preview(document: Document, glyphs: Glyphs): SafeText {
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
      return block.text;
    case "math":
      return block.drawn ?? block.text;
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
