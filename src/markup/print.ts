/**
 * Prints a message to a scrolling terminal or a pipe, for the scriptable verbs.
 *
 * marked-terminal renders headings, paragraphs, quotes and tables from our parsed blocks. The others are rendered here:
 * lists (their first number would be lost), code (it would detect languages, which is slow), spoilers and rules. Both packages
 * are imported at the first message, because they are large; the screen does not need this file.
 */

import type { Token, Tokens } from "marked";
import { lazy } from "#base/lazy.ts";
import type { Block, Span } from "./document.ts";
import { type LayoutOptions, layout, painted } from "./layout.ts";
import { parse } from "./parse.ts";
import type { ReaderContext } from "./reader-context.ts";

export type PrintOptions = Omit<LayoutOptions, "openSpoilers">;

/** The message as text, styled by the painter, without a newline at the end. Links show their URL. */
export async function printed(
  source: string,
  readerContext: ReaderContext,
  options: PrintOptions,
): Promise<string> {
  const { blocks } = parse(source, { ...readerContext, showAddresses: true });
  const press = await pressFor(options);
  return press(blocks);
}

const libraries = lazy(() => Promise.all([import("marked"), import("marked-terminal")]));

type PrintBlocks = (blocks: readonly Block[]) => string;

async function pressFor(options: PrintOptions): Promise<PrintBlocks> {
  const [{ Marked }, { markedTerminal }] = await libraries();
  const style = (token: Parameters<typeof options.painter.sgr>[0][number]) => (text: string) => {
    const { open, close } = options.painter.sgr([token]);
    return open + text + close;
  };
  const asIs = (text: string) => text;
  const terminal = markedTerminal({
    emoji: false,
    reflowText: false,
    showSectionPrefix: false,
    unescape: false,
    heading: style("strong"),
    firstHeading: style("strong"),
    blockquote: asIs,
    paragraph: asIs,
    table: asIs,
    tableOptions: { style: { head: [], border: [] } },
  });
  // The published type is wrong: the result is an extension, not a renderer.
  const marked = new Marked().use(terminal as object).use({
    extensions: [
      { name: "spans", renderer: (token) => painted(token["spans"] as Span[], options) },
      { name: "block", renderer: (token) => `${laidOut(token["block"] as Block, options)}\n\n` },
    ],
  });
  const press: PrintBlocks = (blocks) => blocks.map(print).join("\n\n");
  const print = (block: Block): string =>
    block.kind === "quote"
      ? barred(press(block.blocks), options.glyphs.quoteBar)
      : marked.parser([tokenOf(block)]).trim();
  return press;
}

function barred(text: string, bar: string): string {
  return text
    .split("\n")
    .map((line) => `${bar} ${line}`)
    .join("\n");
}

function laidOut(block: Block, options: PrintOptions): string {
  const document = { blocks: [block], targets: [] };
  const { lines } = layout(document, { ...options, openSpoilers: "all" });
  return lines.map(({ text }) => text).join("\n");
}

/** A block as a marked token, with its content already painted. */
function tokenOf(block: Block): Token {
  switch (block.kind) {
    case "paragraph":
      return { type: "paragraph", raw: "", text: "", tokens: [{ type: "block", raw: "", block }] };
    case "heading": {
      const tokens = [spansToken(block.spans)];
      return { type: "heading", raw: "", depth: block.level, text: "", tokens };
    }
    case "table": {
      const cells = (row: readonly (readonly Span[])[], header: boolean): Tokens.TableCell[] =>
        block.header.map((_, column) => ({
          text: "",
          tokens: [spansToken(row[column] ?? [])],
          header,
          align: block.alignments[column] ?? null,
        }));
      return {
        type: "table",
        raw: "",
        align: [...block.alignments],
        header: cells(block.header, true),
        rows: block.rows.map((row) => cells(row, false)),
      };
    }
    default:
      return { type: "block", raw: "", block };
  }
}

function spansToken(spans: readonly Span[]): Token {
  return { type: "spans", raw: "", spans };
}
