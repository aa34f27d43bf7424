/** Full-text search: whole words in any case, wherever they stand in a topic or a text, and phrases by their letters. */
import { escapeHtml } from "#realm/html/escape.ts";
import type { Condition } from "./conditions.ts";

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a query, and what stands in quotes there, in lower case. */
function soughtIn(query: string) {
  const plain = query.toLowerCase();
  const phrases = [...plain.matchAll(/"([^"]+)"/g)].map(([, phrase = ""]) => phrase);
  return { words: new Set(plain.match(word)), phrases };
}

/** All words of the query are in the message. Without a word there is nothing to find. */
export function searchCondition(query: string): Condition {
  const { words, phrases } = soughtIn(query);
  return {
    holds: ({ content, topic }) => {
      const text = `${topic}\n${content}`.toLowerCase();
      if (![...words, ...phrases].every((one) => text.includes(one))) return false;
      const known = new Set(text.match(word));
      return words.size > 0 && [...words].every((one) => known.has(one));
    },
  };
}

/** `html` with the words that were searched for wrapped in highlights; tags are left alone. */
export function highlighted(html: string, query: string): string {
  const { words } = soughtIn(query);
  const mark = (text: string) =>
    text.replace(word, (one) =>
      words.has(one.toLowerCase()) ? `<span class="highlight">${one}</span>` : one,
    );
  const parts = html.split(/(<[^>]*>|&[#\w]+;)/);
  return parts.map((part, index) => (index % 2 === 0 ? mark(part) : part)).join("");
}

/** A topic as HTML, highlighted. */
export function highlightedTopic(topic: string, query: string): string {
  return highlighted(escapeHtml(topic), query);
}
