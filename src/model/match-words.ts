/**
 * The words of a message that a server's search matched.
 *
 * The server marks them in HTML, whose offsets match neither the Markdown nor the lines: only the words are stored.
 */
import type * as wire from "#wire/message.ts";

export type MatchWords = {
  /** Each word once, as it is written in the text: not safe for a terminal. */
  readonly content: readonly string[];
  readonly topic: readonly string[];
};

const highlight = /<span class="?highlight"?>([^<]*)<\/span>/g;

const signs: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&",
};

function wordsIn(html: string): readonly string[] {
  const words = new Set<string>();
  for (const [, word = ""] of html.matchAll(highlight))
    words.add(word.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (sign) => signs[sign] ?? sign).trim());
  words.delete("");
  return [...words];
}

/** Undefined if the server marked nothing: only searches for words have matches. */
export function matchWordsOf({
  match_content: content = "",
  match_subject: topic = "",
}: Pick<wire.Message, "match_content" | "match_subject">): MatchWords | undefined {
  const words = { content: wordsIn(content), topic: wordsIn(topic) };
  return words.content.length + words.topic.length === 0 ? undefined : words;
}
