/** Full-text search: words by their roots wherever they stand, and phrases by their letters. */
import { escapeHtml } from "#realm/html/escape.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Asking, Condition } from "./conditions.ts";
import { type Word, wordsOf } from "./words.ts";

/** What stands in quotes in a query, in lower case. */
function phrasesOf(query: string): readonly string[] {
  const parts = query.match(/"[^"]+"|\S+/g) ?? [];
  return parts
    .filter((part) => /^".*"$/s.test(part) && part.length > 1)
    .map((part) => part.slice(1, -1).toLowerCase());
}

/** All words of the query are in the message, as it is drawn or in its topic. Without a word there is nothing to find. */
export function searchCondition({ server }: Asking, query: string): Condition {
  const roots = [...new Set(wordsOf(query).map(({ root }) => root))];
  const phrases = phrasesOf(query);
  return {
    holds: ({ content, topic }: Message) => {
      const raw = `${topic}\n${content}`.toLowerCase();
      if (roots.length === 0 || !phrases.every((phrase) => raw.includes(phrase))) return false;
      // Most messages need not be drawn to be told apart.
      const mayHold = (root: string) => raw.includes(beginningOf(root)) || pictures.test(content);
      if (!roots.every(mayHold)) return false;
      const known = new Set(wordsOf(`${topic}\n${textOf(server.draw(content).html)}`).map(rootOf));
      return roots.every((root) => known.has(root));
    },
  };
}

/** Emoji are found by their names. */
const pictures = /\p{ExtPict}/u;

function rootOf({ root }: Word): string {
  return root;
}

/** Letters that every form of a word begins with. */
function beginningOf(root: string): string {
  return root.slice(0, Math.max(1, root.length - 2));
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** What is read of `html`: no tags. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/&[#\w]+;/g, (entity) => entities[entity] ?? " ");
}

/** `html` with the words that were searched for wrapped in highlights; tags are left alone. */
export function highlighted(html: string, query: string): string {
  const roots = new Set(wordsOf(query).map(rootOf));
  if (roots.size === 0) return html;
  return html
    .split(/(<[^>]*>|&[#\w]+;)/)
    .map((part, index) => (index % 2 === 0 ? highlightedText(part, roots) : part))
    .join("");
}

function highlightedText(text: string, roots: ReadonlySet<string>): string {
  let marked = "";
  let done = 0;
  for (const word of wordsOf(text)) {
    if (!roots.has(word.root)) continue;
    marked += `${text.slice(done, word.at)}<span class="highlight">${word.text}</span>`;
    done = word.at + word.text.length;
  }
  return marked + text.slice(done);
}

/** A topic as HTML, highlighted. */
export function highlightedTopic(topic: string, query: string): string {
  return highlighted(escapeHtml(topic), query);
}
