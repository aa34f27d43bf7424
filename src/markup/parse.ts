/** A message's source to its document. */
import { partOf, type SafeText, safeText } from "#base/safe-text.ts";
import { blocksOf } from "./blocks.ts";
import { type Block, type Document, emptyDocument, type Span, stress } from "./document.ts";
import { type Piece, pieces } from "./fences.ts";
import type { List, Node, Table } from "./nodes.ts";
import type { Reading } from "./reading.ts";
import { type Surroundings, spansOf } from "./spans.ts";
import { newSteps, takeSteps } from "./steps.ts";

/** A few times what servers take. What is longer comes from a server that wants to see us at work. */
export const longestSource = 40_000;

/** What a message holds. Any text has an answer: one that takes too many steps to read is shown as it stands. */
export function parse(source: string, reading: Reading, steps = newSteps()): Document {
  const kept = source.length > longestSource ? source.slice(0, longestSource) : source;
  const safe = safeText(kept);
  if (safe.trim() === "") return emptyDocument;
  const document = read(safe, { reading, targets: [], counts: { spoilers: 0 }, steps, stress: 0 });
  const missing = source.length - kept.length;
  if (missing === 0) return document;
  const note = hint(`Too long to show: ${missing} more characters.`);
  return { ...document, blocks: [...document.blocks, note] };
}

function read(safe: SafeText, around: Surroundings): Document {
  const { sender } = around.reading;
  const says = sender !== undefined && safe.startsWith("/me ");
  try {
    takeSteps(around.steps, safe.length);
    const parts = pieces(says ? safe.slice("/me ".length) : safe);
    const blocks = ofPieces(parts, around, true);
    return { blocks: says ? saidBy(sender, blocks) : blocks, targets: around.targets };
  } catch {
    // Any other fault of the parser ends here too: the words are shown all the same.
    return asItStands(safe);
  }
}

function asItStands(text: SafeText): Document {
  const spans: Span[] = [{ text, role: "text", stress: 0 }];
  const note = hint("Too complex to format: shown as it was written.");
  return { blocks: [{ kind: "paragraph", spans, apart: false }, note], targets: [] };
}

function hint(words: string): Block {
  const spans: Span[] = [{ text: partOf(words), role: "hint", stress: 0 }];
  return { kind: "paragraph", spans, apart: true };
}

/** `/me waves` as "Ana waves". */
function saidBy(sender: SafeText, blocks: readonly Block[]): readonly Block[] {
  const name: Span = { text: partOf(`${sender} `), role: "sender", stress: 0 };
  const [first, ...rest] = blocks;
  if (first?.kind === "paragraph") return [{ ...first, spans: [name, ...first.spans] }, ...rest];
  return [{ kind: "paragraph", spans: [name], apart: false }, ...blocks];
}

/** `lists`: whether a list may begin right below a line of text; in spoilers none does. */
function ofPieces(parts: readonly Piece[], around: Surroundings, lists: boolean): readonly Block[] {
  return parts.flatMap((piece) => ofPiece(piece, around, lists));
}

function ofPiece(piece: Piece, around: Surroundings, lists: boolean): readonly Block[] {
  switch (piece.kind) {
    case "text":
      return ofNodes(blocksOf(piece.text, lists, around.steps), around);
    case "code":
      return [codeBlock(piece.text, piece.language, around)];
    case "math":
      return [{ kind: "math", text: partOf(piece.text), apart: false }];
    case "quote": {
      const blocks = ofPieces(piece.pieces, quoted(around), lists);
      return blocks.length > 0 ? [{ kind: "quote", blocks, apart: false }] : [];
    }
    case "spoiler": {
      const index = around.counts.spoilers;
      around.counts.spoilers += 1;
      around.targets.push({ kind: "spoiler", index });
      const header = spansOf(piece.header, around);
      const blocks = ofPieces(piece.pieces, around, false);
      return [{ kind: "spoiler", index, header, blocks, apart: false }];
    }
  }
}

function quoted(around: Surroundings): Surroundings {
  return { ...around, stress: around.stress | stress.quoted };
}

function codeBlock(text: string, language: string | undefined, around: Surroundings): Block {
  const code = partOf(text);
  around.targets.push({ kind: "code", text: code, language });
  return { kind: "code", text: code, language, apart: false };
}

function ofNodes(nodes: readonly Node[], around: Surroundings): readonly Block[] {
  return nodes.flatMap((node) => ofNode(node, around));
}

function ofNode(node: Node, around: Surroundings): readonly Block[] {
  const { apart = false } = node;
  switch (node.kind) {
    case "paragraph": {
      const spans = spansOf(node.text, around);
      return spans.length > 0 ? [{ kind: "paragraph", spans, apart }] : [];
    }
    case "heading":
      return [{ kind: "heading", level: node.level, spans: spansOf(node.text, around), apart }];
    case "code":
      return [{ ...codeBlock(node.text, undefined, around), apart }];
    case "quote":
      return [{ kind: "quote", blocks: ofNodes(node.nodes, quoted(around)), apart }];
    case "list":
      return [listBlock(node, apart, around)];
    case "table":
      return [tableBlock(node, apart, around)];
    case "rule":
      return [{ kind: "rule", apart }];
  }
}

const box = /^\[([ xX])\](?: |$)/;

/** Items with a box before their text are tasks. */
function listBlock({ start, items }: List, apart: boolean, around: Surroundings): Block {
  return {
    kind: "list",
    start,
    apart,
    items: items.map(([first, ...rest]) => {
      const [whole, sign] = (first?.kind === "paragraph" && box.exec(first.text)) || [];
      if (whole === undefined || first?.kind !== "paragraph") {
        return { checked: undefined, blocks: ofNodes(first ? [first, ...rest] : [], around) };
      }
      const text = { ...first, text: first.text.slice(whole.length) };
      return { checked: sign !== " ", blocks: ofNodes([text, ...rest], around) };
    }),
  };
}

function tableBlock(
  { alignments, header, rows }: Table,
  apart: boolean,
  around: Surroundings,
): Block {
  const cells = (row: readonly string[]) => row.map((cell) => spansOf(cell, around));
  return { kind: "table", alignments, header: cells(header), rows: rows.map(cells), apart };
}
