/**
 * A message printed into a scrolling terminal or a pipe, as the scriptable verbs do.
 *
 * Headings, paragraphs, quotes and tables are marked-terminal's. What it gets wrong is ours: text within lines (it
 * leaves marks in list items as they are), lists (their first number is lost) and code (it guesses languages, for ages).
 * It is imported here at the first message, because its parts are large; nothing on the screen needs this file.
 */
import type { Marked, Token, Tokens } from "marked";
import { safeText } from "#base/safe-text.ts";
import { blockTokens, dialect } from "./dialect.ts";
import type { Block } from "./document.ts";
import { type Piece, pieces } from "./fences.ts";
import { type Surroundings, spansOf } from "./inline.ts";
import { type LayoutOptions, layout, painted } from "./layout.ts";
import { fromTokens, ofPiece, parse } from "./parse.ts";
import type { Reading } from "./reading.ts";

export type PrintOptions = Omit<LayoutOptions, "openSpoilers">;

/** The message as text with colours (or none, as the painter says), ending without a newline. Links show their address. */
export async function printed(
  source: string,
  reading: Reading,
  options: PrintOptions,
): Promise<string> {
  const safe = safeText(source);
  const shown: Reading = { ...reading, showAddresses: true };
  const around: Surroundings = { reading: shown, targets: [], stress: 0 };
  try {
    const press = await pressFor(around, options);
    return press(pieces(safe));
  } catch {
    // Whatever a library stumbles over, the words still arrive.
    const document = parse(source, shown);
    return laidOut(document.blocks, options);
  }
}

type Press = (parts: readonly Piece[]) => string;

async function pressFor(around: Surroundings, options: PrintOptions): Promise<Press> {
  const { markedTerminal } = await import("marked-terminal");
  const { painter, glyphs } = options;
  const style = (token: Parameters<typeof painter.sgr>[0][number]) => (text: string) => {
    const { open, close } = painter.sgr([token]);
    return open + text + close;
  };
  const asIs = (text: string) => text;
  const press: Marked = dialect();
  const terminal = markedTerminal({
    emoji: false,
    reflowText: false,
    showSectionPrefix: false,
    unescape: false,
    heading: style("strong"),
    firstHeading: style("strong"),
    blockquote: asIs,
    paragraph: asIs,
    listitem: asIs,
    table: asIs,
    hr: asIs,
    tableOptions: { style: { head: [], border: [] } },
  });
  // The published type is that of a renderer; what is returned is an extension.
  press.use(terminal as object);
  press.use({ renderer: ours(around, options), extensions: dialectRenderers(around, options) });

  const print = (piece: Piece): string => {
    if (piece.kind === "text") return press.parser(blockTokens(piece.text)).trim();
    if (piece.kind === "quote") return barred(piece.pieces.map(print).join("\n"), glyphs.quoteBar);
    return laidOut(ofPiece(piece, around), options);
  };
  return (parts) => parts.map(print).join("\n");
}

function barred(text: string, bar: string): string {
  return text
    .split("\n")
    .map((line) => `${bar} ${line}`)
    .join("\n");
}

function laidOut(blocks: readonly Block[], options: PrintOptions): string {
  const { lines } = layout({ blocks, targets: [] }, { ...options, openSpoilers: "all" });
  return lines.map(({ text }) => text).join("\n");
}

function ours(around: Surroundings, options: PrintOptions) {
  const inline = (token: Token) => inlineText(token, around, options);
  const block = (token: Token) => `${laidOut(fromTokens([token], around), options)}\n\n`;
  return {
    text: inline,
    strong: inline,
    em: inline,
    del: inline,
    codespan: inline,
    link: inline,
    list: block,
    code: block,
    hr: block,
  };
}

function dialectRenderers(around: Surroundings, options: PrintOptions) {
  return ["mention", "stream", "emoji", "time", "math"].map((name) => ({
    name,
    renderer: (token: Tokens.Generic) => inlineText(token as Token, around, options),
  }));
}

function inlineText(token: Token, around: Surroundings, options: PrintOptions): string {
  return painted(spansOf([token], around), options);
}
