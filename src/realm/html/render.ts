/** Renders a message's Markdown to HTML, and collects its mentions and links. */
import { limits } from "#wire/limits.ts";
import type { Mentions, RenderContext, Rendering } from "./context.ts";
import { tokensOf } from "./dialect.ts";
import { escapeText } from "./escape.ts";
import { blocksHtml } from "./write.ts";

export type Rendered = {
  /** Empty for a blank source. */
  readonly html: string;
  readonly mentions: Mentions;
  /** All link targets in text order, including streams and topics. */
  readonly links: readonly string[];
};

/** Never throws. */
export function renderHtml(source: string, context: RenderContext): Rendered {
  const run: Rendering = {
    context,
    mentions: {
      users: new Set(),
      groups: new Set(),
      streamWildcard: false,
      topicWildcard: false,
    },
    links: [],
    quotes: 0,
  };
  const text = source.toWellFormed();
  // No message is longer, and parsing takes more than linear time.
  const isMessage = text.length <= 2 * limits.messageLength;
  const html = isMessage ? blocksHtml(tokensOf(text), run).trim() : `<p>${escapeText(text)}</p>`;
  return { html, mentions: run.mentions, links: run.links };
}
