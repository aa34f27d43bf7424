/**
 * The outline of a message, comparable between a server's HTML and our document: a line for each block of text with its
 * containers, and the links, people and languages in order.
 */

import { decoded } from "#base/entities.ts";
import { safeText } from "../../src/base/safe-text.ts";
import { isoMoment } from "../../src/base/time.ts";
import { characterOf, emojiByName } from "../../src/emoji/catalogue.ts";
import { plainContext } from "./reader.ts";

export type Outline = {
  /** `> • 3. text`: quotes, list markers, and the text without blanks. */
  readonly blocks: readonly string[];
  readonly links: readonly string[];
  readonly people: readonly number[];
  /** Of code blocks; empty for those without one. */
  readonly languages: readonly string[];
};

const token = /<(\/?)(\w+)([^>]*)>|([^<]+)/g;
const attribute = (tag: string, name: string) =>
  decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

const textual = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
  "td",
  "th",
  "li",
  "div",
  "blockquote",
]);

/** The outline of well-formed HTML. */
export function outlineOfHtml(html: string): Outline {
  const outline: Lists = { blocks: [], links: [], people: [], languages: [] };
  const place: Place = { around: [], lists: [], text: "" };
  /** The depth within a rendered formula, whose source came before. */
  let drawing = 0;
  for (const [, slash, tag = "", rest = "", words] of withPictures(html).matchAll(token)) {
    if (drawing > 0 || /class="katex-html"/.test(rest)) {
      if (words === undefined) drawing += slash === "" ? 1 : -1;
    } else if (words !== undefined) place.text += safeText(decoded(words));
    else {
      note(outline, tag, rest, slash !== "");
      enterOrLeave(outline, place, tag, rest, slash !== "");
    }
  }
  end(outline, place);
  return outline;
}

type Lists = { [Part in keyof Outline]: Outline[Part][number][] };
type Place = {
  /** The markers of the open elements. */
  readonly around: string[];
  readonly lists: { next: number | undefined }[];
  text: string;
};

function end({ blocks }: Lists, place: Place): void {
  const words = withCollapsedBlanks(place.text);
  if (words !== "") blocks.push(place.around.join("") + words);
  place.text = "";
}

/** Links, people and languages. */
function note({ links, people, languages }: Lists, tag: string, rest: string, ends: boolean): void {
  if (tag === "a" && !ends && !/class="(?:stream|message-link)/.test(rest))
    links.push(addressed(attribute(rest, "href")));
  const id = attribute(rest, "data-user-id");
  if (/^\d+$/.test(id)) people.push(Number(id));
  if (/codehilite/.test(rest)) languages.push(attribute(rest, "data-code-language"));
}

function enterOrLeave(
  outline: Lists,
  place: Place,
  tag: string,
  rest: string,
  ends: boolean,
): void {
  const { around, lists } = place;
  if (tag === "ol" || tag === "ul") {
    end(outline, place);
    const start = Number(attribute(rest, "start") || 1);
    if (ends) lists.pop();
    else lists.push({ next: tag === "ol" ? start : undefined });
  }
  if (!textual.has(tag)) return;
  end(outline, place);
  if (ends) around.pop();
  else around.push(signOf(tag, lists.at(-1)));
}

function signOf(tag: string, list: { next: number | undefined } | undefined): string {
  if (tag === "blockquote") return "> ";
  if (tag !== "li") return "";
  if (list?.next === undefined) return "• ";
  list.next += 1;
  return `${list.next - 1}. `;
}

function withPictures(html: string): string {
  return html
    .replace(/<img alt="([^"]*)" class="emoji"[^>]*>/g, "$1")
    .replace(/<span aria-label="[^"]*" class="emoji[^>]*>:([^:]*):<\/span>/g, (whole, name) => {
      return characterOf(emojiByName(name as string)?.code ?? "") ?? (whole as string);
    })
    .replace(/<time datetime="([^"]*)">[^<]*<\/time>/g, (whole, moment) => {
      const seconds = isoMoment(moment as string);
      return seconds === undefined ? (whole as string) : plainContext.moment(seconds);
    })
    .replace(/(<span class="tex-error">)\$\$(.*?)\$\$/g, "$1$2")
    .replace(/<math[\s\S]*?<annotation[^>]*>([^<]*)<\/annotation>[\s\S]*?<\/math>/g, "$1")
    .replace(/<div class="message_(?:inline_image|inline_video|embed)[\s\S]*?<\/div>/g, "")
    .replace(/<(?:br|hr)\/?>/g, " ");
}

/** Servers shorten links into the realm, and encode URLs. */
export function addressed(url: string): string {
  const within = url.replace(/^http:\/\/localhost:\d+\/#/, "#");
  return within.replaceAll(" ", "%20");
}

export function withCollapsedBlanks(text: string): string {
  return text.replace(/[\s\u00a0]+|[>›]/g, "");
}
