/**
 * The Markdown dialect of chat messages as extensions of marked: tokenizes a text without resolving names.
 *
 * Compared to standard Markdown, it lacks underscores, escapes, HTML, images, reference links and underlined headings,
 * and adds mentions, links to streams, emoji, times, formulas, and fenced quotes and spoilers.
 */
import { Marked, type Token, type TokenizerExtension, type Tokens } from "marked";

type Children = { readonly tokens: readonly MessageToken[] };

/** The tokens that are rendered, each with its source text. */
export type MessageToken = { readonly raw: string } & Kind;

type Kind =
  | { readonly type: "space" | "hr" | "br" }
  | ({ readonly type: "paragraph" | "blockquote" | "strong" | "em" | "del" } & Children)
  | ({ readonly type: "heading"; readonly depth: number } & Children)
  | ({ readonly type: "spoiler"; readonly header: readonly MessageToken[] } & Children)
  | { readonly type: "text"; readonly tokens?: readonly MessageToken[] }
  | { readonly type: "code"; readonly lang?: string | undefined; readonly text: string }
  | { readonly type: "codespan" | "formula" | "mathblock"; readonly text: string }
  | ({ readonly type: "list"; readonly items: readonly Children[] } & ListStyle)
  | {
      readonly type: "table";
      readonly header: readonly Cell[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly type: "link"; readonly href: string; readonly text: string }
  | {
      readonly type: "mention";
      readonly name: string;
      readonly isGroup: boolean;
      readonly isSilent: boolean;
    }
  | { readonly type: "stream"; readonly name: string; readonly topic: string | undefined }
  | { readonly type: "emoji"; readonly name: string }
  | { readonly type: "time"; readonly value: string };

type ListStyle = Pick<Tokens.List, "ordered" | "start" | "loose">;
export type Cell = Children & { readonly align: "left" | "right" | "center" | null };

type Inside = (text: string) => Token[];
type Reader = (source: string, before: string, inside: Inside) => Tokens.Generic | undefined;

const mention = /^@(_?)(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/;
const stream = /^#\*\*([^*>\n]+)(?:>([^*\n]+))?\*\*/;
const emphasis =
  /^(?:(\*\*\*)(?!\s)([^*\n]+)(?<!\s)\*\*\*|(\*\*)([^\n]+?)\*\*|(\*)(?!\s)([^*\n]+)(?<!\s)\*)/;

function plainText(raw: string): Tokens.Generic {
  return { type: "text", raw, text: raw };
}

function mayPrecedeName(before: string): boolean {
  return before === "" || /[\s'"({[/<]/.test(before);
}

/** By first character; anything else is left to marked. */
const readers: Readonly<Record<string, Reader>> = {
  "@": (source, before) => {
    const found = mayPrecedeName(before) ? mention.exec(source) : null;
    if (found === null) return undefined;
    const [raw, silent, person, group] = found;
    const name = person ?? group;
    return { type: "mention", raw, name, isGroup: person === undefined, isSilent: silent !== "" };
  },
  "#": (source, before) => {
    const found = mayPrecedeName(before) ? stream.exec(source) : null;
    return found ? { type: "stream", raw: found[0], name: found[1], topic: found[2] } : undefined;
  },
  ":": (source) => {
    const found = /^:([\w+-]+):/.exec(source);
    return found ? { type: "emoji", raw: found[0], name: found[1] } : undefined;
  },
  "<": (source) => {
    const found = /^<time:([^>\n]*)>/.exec(source);
    return found ? { type: "time", raw: found[0], value: found[1] } : undefined;
  },
  $: (source, before) => {
    const found = /[\w$]/.test(before) ? null : /^\$\$([^$\n]+)\$\$(?![\w$])/.exec(source);
    return found ? { type: "formula", raw: found[0], text: found[1] } : undefined;
  },
  "!": (source) => {
    const found = /^!\[[^\]\n]*\]\([^)\n]*\)/.exec(source);
    return found ? plainText(found[0]) : undefined;
  },
  "~": (source, before, inside) => {
    const found = before === "~" ? null : /^~~([^~\n]+)~~(?!~)/.exec(source);
    if (found === null) return plainText("~");
    return { type: "del", raw: found[0], tokens: inside(found[1] ?? "") };
  },
  "*": (source, _before, inside) => {
    const [raw, both, bothText, strong, strongText = "", , text = ""] = emphasis.exec(source) ?? [];
    if (raw === undefined) return plainText("*");
    if (both !== undefined) {
      const em = { type: "em", raw, tokens: inside(bothText ?? "") };
      return { type: "strong", raw, tokens: [em] };
    }
    if (strong !== undefined) return { type: "strong", raw, tokens: inside(strongText) };
    return { type: "em", raw, tokens: inside(text) };
  },
};

const inline: TokenizerExtension = {
  name: "message",
  level: "inline",
  start: (source) => {
    const at = source.search(/@_?\*|#\*\*|:[\w+-]|<time:|\$\$|!\[|[~*]/);
    return at < 0 ? undefined : at;
  },
  tokenizer(source, tokens) {
    const reader = readers[source[0] ?? ""];
    const before = tokens.at(-1)?.raw.at(-1) ?? "";
    return reader?.(source, before, (text) => this.lexer.inlineTokens(text));
  },
};

const fenceStart = /^ {0,3}(`{3,}|~{3,}) *([^\n`]*)(?:\n|$)/;

/** A fence ends at a line with at least as many of the same characters, or with the text. */
const fence: TokenizerExtension = {
  name: "fence",
  level: "block",
  start: (source) => source.match(/^ {0,3}(?:`{3,}|~{3,})/m)?.index,
  tokenizer(source) {
    const found = fenceStart.exec(source);
    if (found === null) return undefined;
    const [opening, mark = "", words = ""] = found;
    const rest = source.slice(opening.length);
    const end = new RegExp(`^ {0,3}${mark}[${mark[0]}]* *(?:\\n|$)`, "m").exec(rest);
    const text = end === null ? rest : rest.slice(0, end.index);
    const raw = end === null ? source : opening + text + end[0];
    const [kind = "", ...more] = words.trim().split(" ");
    const blocks = () => this.lexer.blockTokens(text, []);
    if (kind === "quote" || kind === "quoted") return { type: "blockquote", raw, tokens: blocks() };
    if (kind === "math") return { type: "mathblock", raw, text: text.trimEnd() };
    if (kind === "spoiler") {
      const header = this.lexer.inlineTokens(more.join(" "));
      return { type: "spoiler", raw, header, tokens: blocks() };
    }
    return { type: "code", raw, lang: kind, text: text.replace(/^\n+|\n+$/g, "") };
  },
};

/** A quote, which ends at a blank line or a fence. */
const quoted = /^(?: {0,3}>[^\n]*(?:\n(?! {0,3}(?:```|~~~))[^\n]*\S[^\n]*)*)/;
const noList = /^ {0,3}(?:\d{1,9}\)|(?:[*+-]|\d{1,9}\.) *(?:\n|$))/;

const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [inline, fence],
  tokenizer: {
    fences: () => undefined,
    html: () => undefined,
    def: () => undefined,
    lheading: () => undefined,
    escape: () => undefined,
    tag: () => undefined,
    reflink: () => undefined,
    emStrong: () => undefined,
    del: () => undefined,
    blockquote(source) {
      const raw = quoted.exec(source)?.[0];
      if (raw === undefined) return undefined;
      const text = raw.replace(/^ {0,3}> ?/gm, "");
      if (text.trim() === "") return undefined;
      return { type: "blockquote", raw, text, tokens: this.lexer.blockTokens(text, []) };
    },
    // `false` delegates to marked.
    list: (source) => (noList.test(source) ? undefined : false),
  },
});

/** Deeper nesting is not parsed: it is unreadable and takes quadratic time. */
const tooDeep =
  /^((?: {0,3}(?:>|[*+-](?= )|\d{1,9}\.(?= ))){12})(?: {0,3}(?:>|[*+-](?= )|\d{1,9}\.(?= )))+/gm;

export function tokensOf(source: string): readonly MessageToken[] {
  return marked.lexer(source.replace(tooDeep, "$1")) as readonly MessageToken[];
}
