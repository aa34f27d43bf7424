/** A message's text for screen readers: one line, with words for what the screen draws. */
import { counted } from "#base/counted.ts";
import { percentDecoded } from "#base/outside-url.ts";
import { ended, partOf, type SafeText } from "#base/safe-text.ts";
import type { Block, Document, ListItem, Span, Target } from "./document.ts";

export type SpokenOptions = {
  readonly openSpoilers: boolean;
  /** The number by which the target can be opened, from 1; undefined if it cannot be opened. */
  readonly linkNumber: (target: Target) => number | undefined;
};

/** Empty for an empty message. */
export function spoken({ blocks }: Document, options: SpokenOptions): SafeText {
  return partOf(sentences(blocks, options));
}

function sentences(blocks: readonly Block[], options: SpokenOptions): string {
  return blocks
    .map((block) => wordsOf(block, options).replace(/\s+/g, " ").trim())
    .filter((words) => words !== "")
    .map((words, at, all) => (at < all.length - 1 ? ended(words) : words))
    .join(" ");
}

function wordsOf(block: Block, options: SpokenOptions): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return textOf(block.spans, options);
    case "code":
      return codeWords(block.text, block.language);
    case "math":
      return `Formula: ${block.text}`;
    case "quote":
      return `Quote: ${ended(sentences(block.blocks, options))} End of quote.`;
    case "spoiler":
      return spoilerWords(block, options);
    case "list":
      return block.items
        .map((item, at) => itemWords(item, block.start && block.start + at, options))
        .join(" ");
    case "table":
      return tableWords(block, options);
    case "rule":
      return "";
  }
}

/** A single line of code is read; of more, only their number. */
function codeWords(text: string, language: string | undefined): string {
  const lines = text.split("\n");
  const name = language === undefined || language === "text" ? "Code" : `Code in ${language}`;
  return lines.length > 1 ? `${name}, ${lines.length} lines.` : `${name}: ${text}`;
}

function spoilerWords(
  { header, blocks }: Extract<Block, { kind: "spoiler" }>,
  options: SpokenOptions,
): string {
  const title = header.length > 0 ? `Spoiler: ${textOf(header, options)}` : "Spoiler";
  if (!options.openSpoilers) return `${title}, hidden.`;
  return `${ended(title)} ${ended(sentences(blocks, options))} End of spoiler.`;
}

function itemWords(
  { checked, blocks }: ListItem,
  number: number | undefined,
  options: SpokenOptions,
): string {
  const mark = number === undefined ? "Item:" : `${number}.`;
  const box = { true: " done,", false: " to do,", undefined: "" }[`${checked}`];
  return `${mark}${box} ${ended(sentences(blocks, options))}`;
}

function tableWords(
  { header, rows }: Extract<Block, { kind: "table" }>,
  options: SpokenOptions,
): string {
  const cells = (row: readonly (readonly Span[])[]) =>
    row.map((cell) => textOf(cell, options)).join(", ");
  const title = `Table, ${counted(rows.length, "row")}: ${cells(header)}.`;
  return [title, ...rows.map((row, at) => `Row ${at + 1}: ${cells(row)}.`)].join(" ");
}

function textOf(spans: readonly Span[], { linkNumber }: SpokenOptions): string {
  let saysHost = false;
  return spans
    .map(({ text, target }, at) => {
      if (saysHost) {
        saysHost = false;
        return "";
      }
      const isLast = target !== undefined && spans[at + 1]?.target !== target;
      const words = isLast ? text + nameOf(target, text) : text;
      const number = isLast ? linkNumber(target) : undefined;
      if (number === undefined) return words;
      const host = hostIn(spans[at + 1]);
      saysHost = host !== undefined;
      return `${words} (link ${number}${saysHost ? `, ${host}` : ""})`;
    })
    .join("");
}

const addressBeside = /^ \(https?:\/\/([^\s/?#]+)\S*\)$/;

/** Of the address beside a link: it would be spelled sign by sign, and the link can be opened by its number. */
function hostIn(beside: Span | undefined): string | undefined {
  return beside?.role === "hint" ? addressBeside.exec(beside.text)?.[1] : undefined;
}

/** The name of a picture's file, which ends with its kind, unless its text says it: that describes what is on it. */
function nameOf(target: Target, text: string): string {
  if (target.kind !== "upload" || !target.isImage) return "";
  const name = percentDecoded(target.url.split("/").at(-1) ?? "");
  return text.includes(name) ? "" : `, ${name}`;
}
