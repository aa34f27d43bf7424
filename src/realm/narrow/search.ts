/** Full-text search: words, ignoring case, anywhere in topic or text, and exact phrases. */
import { escapeHtml } from "#realm/html.ts";
import type { Condition } from "./conditions.ts";

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** The words and quoted phrases of a query, in lower case. */
function queryParts(query: string) {
  const plain = query.toLowerCase();
  const phrases = [...plain.matchAll(/"([^"]+)"/g)].map(([, phrase = ""]) => phrase);
  return { words: new Set(plain.match(word)), phrases };
}

/** Messages that contain all words of the query. Without words, none match. */
export function searchCondition(query: string): Condition {
  const { words, phrases } = queryParts(query);
  return {
    holds: ({ content, topic }) => {
      const text = `${topic}\n${content}`.toLowerCase();
      if (![...words, ...phrases].every((one) => text.includes(one))) return false;
      const known = new Set(text.match(word));
      return words.size > 0 && [...words].every((one) => known.has(one));
    },
  };
}

/** Highlights the words of the query in `html`, outside tags. */
export function highlighted(html: string, query: string): string {
  const { words } = queryParts(query);
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
