/** What HTML says, as plain text: paragraphs, lists and breaks are lines. Takes time proportional to its length. */
import { decoded } from "#base/entities.ts";

/** What stands on lines of its own, with how many line breaks around it. */
const breaks: Readonly<Record<string, number>> = {
  br: 1,
  div: 1,
  li: 1,
  tr: 1,
  p: 2,
  pre: 2,
  ul: 2,
  ol: 2,
  table: 2,
  blockquote: 2,
  h1: 2,
  h2: 2,
  h3: 2,
  h4: 2,
  h5: 2,
  h6: 2,
};

/** What browsers do not show. */
const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "head", "title"]);

/** The text is not safe for a terminal. What is no tag is text, and nothing is fetched or followed. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  /** Line breaks that are due before the next words. */
  let due = 0;
  const say = (words: string) => {
    const text = decoded(words.replace(/\s+/g, " "));
    const isApart = due > 0 || (parts.at(-1) ?? " ").endsWith(" ");
    const said = isApart ? text.trimStart() : text;
    if (said === "") return;
    if (parts.length > 0) parts.push("\n".repeat(due));
    due = 0;
    parts.push(said);
  };
  for (const piece of piecesOf(html)) {
    if (piece.kind === "words") say(piece.words);
    else {
      due = Math.max(due, breaks[piece.name] ?? 0);
      if (piece.name === "li" && !piece.isEnd) say("• ");
    }
  }
  return parts.join("").replace(/ +\n/g, "\n").trim();
}

type Piece =
  | { readonly kind: "words"; readonly words: string }
  /** Its name is in lower case; empty for comments. */
  | { readonly kind: "tag"; readonly name: string; readonly isEnd: boolean };

function* piecesOf(html: string): Iterable<Piece> {
  let at = 0;
  while (at < html.length) {
    // Only where a tag begins: looking for its end from every bracket would take the square of the time.
    const start = nextTag(html, at);
    const end = start < 0 ? -1 : html.indexOf(">", start);
    if (end < 0) {
      yield { kind: "words", words: html.slice(at) };
      return;
    }
    yield { kind: "words", words: html.slice(at, start) };
    const tag = tagIn(html.slice(start + 1, end));
    yield tag;
    at = unseen.has(tag.name) && !tag.isEnd ? endOf(html, tag.name, end + 1) : end + 1;
  }
}

/** The next angle bracket that is no text; negative without one. */
function nextTag(html: string, from: number): number {
  const begin = /<(?=[!?]|\/?[a-zA-Z])/g;
  begin.lastIndex = from;
  return begin.exec(html)?.index ?? -1;
}

function tagIn(inside: string): Extract<Piece, { readonly kind: "tag" }> {
  const [, slash = "", name = ""] = /^(\/?)([a-zA-Z][a-zA-Z\d]*)/.exec(inside) ?? [];
  return { kind: "tag", name: name.toLowerCase(), isEnd: slash !== "" };
}

/** Where an element ends that began before `from`; the end of the text if it does not. */
function endOf(html: string, name: string, from: number): number {
  const end = html.slice(from).search(new RegExp(`</${name}`, "i"));
  return end < 0 ? html.length : from + end;
}
