/**
 * The Markdown of this API family, told to marked.
 *
 * It differs from the usual kind in what is missing (underscores, escapes, HTML, images, setext headings, reference links)
 * and in what it adds (mentions, streams, emoji names, times, formulas). Fences are cut out before, in `fences.ts`.
 */
import { Marked, type Token, type TokenizerExtension, type Tokens, type TokensList } from "marked";
import { closingEmphasis, closingStrong } from "./emphasis.ts";
import { urlAt } from "./links.ts";

/** What this dialect adds to marked's own tokens. */
export type DialectToken =
  | {
      readonly type: "mention";
      readonly raw: string;
      readonly name: string;
      readonly isGroup: boolean;
      readonly isSilent: boolean;
    }
  | {
      readonly type: "stream";
      readonly raw: string;
      readonly name: string;
      readonly topic: string | undefined;
    }
  | { readonly type: "emoji"; readonly raw: string; readonly name: string }
  | { readonly type: "time"; readonly raw: string; readonly value: string }
  | { readonly type: "math"; readonly raw: string; readonly text: string };

/** Where a run of ordinary text may end: every beginning of something else. */
const special = /[\\<[`*~\n]|!\[|[@#]_?\*|:[\w+-]+:|\$\$|https?:\/\//g;
const mention = /^@(_?)(?:\*\*([^*`\\>"@\n]+)\*\*|\*([^*`\\>"@\n]+)\*(?!\*))/;
const stream = /^#\*\*([^*>`\n]+)(?:>([^*`\n]+))?\*\*/;
const emoji = /^:([\w+-]+):/;
const time = /^<time:([^>\n]+)>/;
const math = /^\$\$([^\n_$][^$\n]*)\$\$(?![$\w])/;
const struck = /^~~([^~\n]+)~~(?!~)/;
const strongEmphasis = /^\*\*\*(?!\s)([^*\n]+)(?<!\s)\*\*\*/;
const image = /^!\[[^\]\n]*\]\([^)\n]*\)/;
const mayPrecedeMention = /[\s'"({[/<]/;

type Inline = Tokens.Generic | undefined;
type Reader = (source: string, before: string, inside: (text: string) => Token[]) => Inline;

const text = (raw: string): Tokens.Generic => ({ type: "text", raw, text: raw });

/** What may begin with a character; what begins with none of these is ordinary text or marked's own business. */
const readers: Readonly<Record<string, Reader>> = {
  // There are no escapes, but a backslash keeps a backtick from beginning code.
  "\\": (source) => text(source[1] === "`" ? "\\`" : "\\"),
  _: () => text("_"),
  "@": (source, before) => {
    const match = mayMention(before) ? mention.exec(source) : null;
    if (match === null) return undefined;
    const [raw, silent, user, group] = match;
    const name = user ?? group ?? "";
    return { type: "mention", raw, name, isGroup: user === undefined, isSilent: silent === "_" };
  },
  "#": (source, before) => {
    const match = mayMention(before) ? stream.exec(source) : null;
    return match ? { type: "stream", raw: match[0], name: match[1], topic: match[2] } : undefined;
  },
  ":": (source) => {
    const match = emoji.exec(source);
    return match ? { type: "emoji", raw: match[0], name: match[1] } : undefined;
  },
  "<": (source) => {
    const match = time.exec(source);
    return match ? { type: "time", raw: match[0], value: match[1] } : text("<");
  },
  $: (source, before) => {
    const match = /[\w$]/.test(before) ? null : math.exec(source);
    return match ? { type: "math", raw: match[0], text: match[1] } : undefined;
  },
  "!": (source) => {
    const raw = image.exec(source)?.[0];
    return raw === undefined ? undefined : text(raw);
  },
  "~": (source, before, inside) => {
    const match = before === "~" ? null : struck.exec(source);
    if (match === null) return text("~");
    const [raw, content = ""] = match;
    return { type: "del", raw, text: content, tokens: inside(content) };
  },
  "*": (source, _before, inside) => stars(source, inside),
  h: (source, before) => {
    const raw = /\w/.test(before) ? undefined : urlAt(source);
    if (raw === undefined) return undefined;
    return { type: "link", raw, href: raw, text: raw, tokens: [text(raw)] };
  },
};

function mayMention(before: string): boolean {
  return before === "" || mayPrecedeMention.test(before);
}

function stars(source: string, inside: (text: string) => Token[]): Tokens.Generic {
  const both = strongEmphasis.exec(source);
  if (both !== null) {
    const [raw, content = ""] = both;
    const inner = { type: "em", raw: content, text: content, tokens: inside(content) };
    return { type: "strong", raw, text: content, tokens: [inner] };
  }
  const strongEnd = closingStrong(source);
  if (strongEnd !== undefined) {
    const content = source.slice(2, strongEnd);
    const raw = source.slice(0, strongEnd + 2);
    return { type: "strong", raw, text: content, tokens: inside(content) };
  }
  const end = closingEmphasis(source);
  if (end === undefined) return text("*");
  const content = source.slice(1, end);
  return { type: "em", raw: source.slice(0, end + 1), text: content, tokens: inside(content) };
}

const inline: TokenizerExtension = {
  name: "dialect",
  level: "inline",
  tokenizer(source, tokens) {
    const reader = readers[source[0] ?? ""];
    if (reader === undefined) return undefined;
    const before = tokens.at(-1)?.raw.at(-1) ?? "";
    return reader(source, before, (content) => this.lexer.inlineTokens(content));
  },
};

/** Quotes in quotes beyond this depth are drawn no deeper; marked would take ages over thousands. */
const tooDeepQuote = /^(?: {0,3}> ?){13,}/gm;

const noList = /^ {0,3}(?:\d{1,9}\)|(?:[*+-]|\d{1,9}\.)(?:\n|$))/;

/** A marked of this dialect; each has renderers of its own. */
export function dialect(): Marked {
  return new Marked({
    gfm: true,
    breaks: true,
    extensions: [inline],
    tokenizer: {
      html: () => undefined,
      def: () => undefined,
      lheading: () => undefined,
      fences: () => undefined,
      url: () => undefined,
      // A number with a bracket begins no list here, nor does a mark with nothing after it; `false` leaves the rest to marked.
      list: (source) => (noList.test(source) ? undefined : false),
      inlineText: (source) => {
        special.lastIndex = 1;
        const end = special.exec(source)?.index ?? source.length;
        const raw = source.slice(0, end);
        return { type: "text", raw, text: raw, escaped: false };
      },
    },
  });
}

const marked = dialect();

/** The blocks of a text without fences. */
export function blockTokens(source: string): TokensList {
  return marked.lexer(source.includes(">>") || source.includes("> >") ? shallower(source) : source);
}

function shallower(source: string): string {
  return source.replace(tooDeepQuote, "> ".repeat(12));
}

/** One line of text, such as the header of a spoiler. */
export function inlineTokens(source: string): Token[] {
  return marked.Lexer.lexInline(source, marked.defaults);
}
