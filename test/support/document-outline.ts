/** The outline of a document, in the form of `html-outline.ts`. */
import type { Block, Document, Span } from "../../src/markup/document.ts";
import { addressed, type Outline, withCollapsedBlanks } from "./html-outline.ts";

type Found = { readonly blocks: string[]; readonly languages: string[] };

export function outlineOfDocument({ blocks, targets }: Document): Outline {
  const found: Found = { blocks: [], languages: [] };
  for (const block of blocks) visit(block, "", found);
  return {
    ...found,
    links: targets.flatMap((target) => ("url" in target ? [addressed(target.url)] : [])),
    people: targets.flatMap((target) => (target.kind === "user" ? [target.userId] : [])),
  };
}

function visit(block: Block, prefix: string, found: Found): void {
  for (const text of textsOf(block)) {
    const words = withCollapsedBlanks(text);
    if (words !== "") found.blocks.push(prefix + words);
  }
  if (block.kind === "code") found.languages.push(block.language ?? "");
  if (block.kind === "quote") for (const inner of block.blocks) visit(inner, `${prefix}> `, found);
  if (block.kind === "spoiler") for (const inner of block.blocks) visit(inner, prefix, found);
  if (block.kind !== "list") return;
  block.items.forEach(({ checked, blocks }, at) => {
    const sign = block.start === undefined ? "• " : `${block.start + at}. `;
    const from = found.blocks.length;
    for (const inner of blocks) visit(inner, prefix + sign, found);
    if (checked !== undefined) addBox(found, from, prefix + sign, checked ? "[x]" : "[]");
  });
}

/** For servers, a task's checkbox is text. */
function addBox({ blocks }: Found, from: number, prefix: string, box: string): void {
  const first = blocks[from];
  if (first === undefined) blocks.push(prefix + box);
  else blocks[from] = prefix + box + first.slice(prefix.length);
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return [joined(block.spans)];
    case "code":
    case "math":
      return [block.text];
    case "spoiler":
      return [joined(block.header)];
    case "table":
      return [...block.header, ...block.rows.flat()].map(joined);
    case "quote":
    case "list":
    case "rule":
      return [];
  }
}

const joined = (spans: readonly Span[]) => spans.map(({ text }) => text).join("");
