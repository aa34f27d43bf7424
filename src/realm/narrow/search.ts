/** Full-text search, as simple as it can be: words by their beginnings, phrases by their letters. */
import { escapeHtml } from "#realm/html/escape.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Asking, Condition } from "./conditions.ts";
import type { Term } from "./terms.ts";

/** The words and phrases of a query, in lower case. */
export function needles(query: string): readonly string[] {
  return [...query.toLowerCase().matchAll(/"([^"]+)"|(\S+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? "").trim())
    .filter((needle) => needle !== "");
}

export function searchCondition(_asking: Asking, { operand }: Term): Condition {
  const wanted = needles(String(operand));
  const contains = ({ content, topic }: Message) => {
    const hay = `${topic}\n${content}`.toLowerCase();
    return wanted.every((needle) => hay.includes(needle));
  };
  return { holds: contains };
}

/** `html` with what was searched for wrapped in highlights; tags are left alone. */
export function highlighted(html: string, query: string): string {
  const words = needles(query).map((needle) =>
    escapeHtml(needle).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  if (words.length === 0) return html;
  const pattern = new RegExp(`(<[^>]*>)|(${words.join("|")})`, "giu");
  return html.replace(pattern, (whole, tag?: string) =>
    tag === undefined ? `<span class="highlight">${whole}</span>` : whole,
  );
}

/** A topic as HTML, highlighted. */
export function highlightedTopic(topic: string, query: string): string {
  return highlighted(escapeHtml(topic), query);
}
