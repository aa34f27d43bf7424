/** A message's Markdown as HTML, for clients that ask for it; whom it mentions, and what it links to. */
import { limits } from "#wire/limits.ts";
import type { Mentions, RenderContext, Run } from "./context.ts";
import { tokensOf } from "./dialect.ts";
import { escapeText } from "./escape.ts";
import { blocksHtml } from "./write.ts";

export type Rendered = {
  /** Empty for a blank source. */
  readonly html: string;
  readonly mentions: Mentions;
  /** Every target in the order of the text, those to streams and topics too. */
  readonly links: readonly string[];
};

/** Never throws, whatever `source` is. */
export function renderHtml(source: string, context: RenderContext): Rendered {
  const run: Run = {
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
  // No message is longer, and reading takes more than proportionally long.
  const isMessage = text.length <= 2 * limits.messageLength;
  const html = isMessage ? blocksHtml(tokensOf(text), run).trim() : `<p>${escapeText(text)}</p>`;
  return { html, mentions: run.mentions, links: run.links };
}
