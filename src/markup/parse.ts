/** Parses a message's source to a document. */
import { partOf, type SafeText, safeText } from "#base/safe-text.ts";
import { blocksOf } from "./blocks.ts";
import { type Block, type Document, emptyDocument, type Span, stress } from "./document.ts";
import { type Piece, pieces } from "./fences.ts";
import type { List, Node, Table } from "./nodes.ts";
import type { ReaderContext } from "./reader-context.ts";
import { type ParseContext, spansOf } from "./spans.ts";
import { newSteps, takeSteps } from "./steps.ts";

/** A few times the limit of servers. Longer messages are hostile. */
export const longestSource = 40_000;

/** Parses a message. Never fails: text that takes too many steps is shown verbatim. */
export function parse(source: string, readerContext: ReaderContext, steps = newSteps()): Document {
  const truncated = source.length > longestSource ? source.slice(0, longestSource) : source;
  const safe = safeText(truncated);
  if (safe.trim() === "") return emptyDocument;
  const document = read(safe, {
    readerContext,
    targets: [],
    counts: { spoilers: 0 },
    steps,
    stress: 0,
  });
  const missing = source.length - truncated.length;
  if (missing === 0) return document;
  const note = hint(`Too long to show: ${missing} more characters.`);
  return { ...document, blocks: [...document.blocks, note] };
}

function read(safe: SafeText, context: ParseContext): Document {
  const { sender } = context.readerContext;
  const isAction = sender !== undefined && safe.startsWith("/me ");
  try {
    takeSteps(context.steps, safe.length);
    const parts = pieces(isAction ? safe.slice("/me ".length) : safe);
    const blocks = ofPieces(parts, context, true);
    return { blocks: isAction ? withSender(sender, blocks) : blocks, targets: context.targets };
  } catch {
    // Any other parser error is handled the same way: the text is shown verbatim.
    return verbatim(safe);
  }
}

function verbatim(text: SafeText): Document {
  const spans: Span[] = [{ text, role: "text", stress: 0 }];
  const note = hint("Too complex to format: shown as plain text.");
  return { blocks: [{ kind: "paragraph", spans, apart: false }, note], targets: [] };
}

function hint(words: string): Block {
  const spans: Span[] = [{ text: partOf(words), role: "hint", stress: 0 }];
  return { kind: "paragraph", spans, apart: true };
}

/** `/me waves` as "Ana waves". */
function withSender(sender: SafeText, blocks: readonly Block[]): readonly Block[] {
  const name: Span = { text: partOf(`${sender} `), role: "sender", stress: 0 };
  const [first, ...rest] = blocks;
  if (first?.kind === "paragraph") return [{ ...first, spans: [name, ...first.spans] }, ...rest];
  return [{ kind: "paragraph", spans: [name], apart: false }, ...blocks];
}

/** `lists`: whether a list may begin directly below a line of text; not in spoilers. */
function ofPieces(
  parts: readonly Piece[],
  context: ParseContext,
  lists: boolean,
): readonly Block[] {
  return parts.flatMap((piece) => ofPiece(piece, context, lists));
}

function ofPiece(piece: Piece, context: ParseContext, lists: boolean): readonly Block[] {
  switch (piece.kind) {
    case "text":
      return ofNodes(blocksOf(piece.text, lists, context.steps), context);
    case "code":
      return [codeBlock(piece.text, piece.language, context)];
    case "math":
      return [{ kind: "math", text: partOf(piece.text), apart: false }];
    case "quote": {
      const blocks = ofPieces(piece.pieces, quoted(context), lists);
      return blocks.length > 0 ? [{ kind: "quote", blocks, apart: false }] : [];
    }
    case "spoiler": {
      const index = context.counts.spoilers;
      context.counts.spoilers += 1;
      context.targets.push({ kind: "spoiler", index });
      const header = spansOf(piece.header, context);
      const blocks = ofPieces(piece.pieces, context, false);
      return [{ kind: "spoiler", index, header, blocks, apart: false }];
    }
  }
}

function quoted(context: ParseContext): ParseContext {
  return { ...context, stress: context.stress | stress.quoted };
}

function codeBlock(text: string, language: string | undefined, context: ParseContext): Block {
  const code = partOf(text);
  context.targets.push({ kind: "code", text: code, language });
  return { kind: "code", text: code, language, apart: false };
}

function ofNodes(nodes: readonly Node[], context: ParseContext): readonly Block[] {
  return nodes.flatMap((node) => ofNode(node, context));
}

function ofNode(node: Node, context: ParseContext): readonly Block[] {
  const { apart = false } = node;
  switch (node.kind) {
    case "paragraph": {
      const spans = spansOf(node.text, context);
      return spans.length > 0 ? [{ kind: "paragraph", spans, apart }] : [];
    }
    case "heading":
      return [{ kind: "heading", level: node.level, spans: spansOf(node.text, context), apart }];
    case "code":
      return [{ ...codeBlock(node.text, undefined, context), apart }];
    case "quote":
      return [{ kind: "quote", blocks: ofNodes(node.nodes, quoted(context)), apart }];
    case "list":
      return [listBlock(node, apart, context)];
    case "table":
      return [tableBlock(node, apart, context)];
    case "rule":
      return [{ kind: "rule", apart }];
  }
}

const box = /^\[([ xX])\](?: |$)/;

/** Items that begin with a checkbox are tasks. */
function listBlock({ start, items }: List, apart: boolean, context: ParseContext): Block {
  return {
    kind: "list",
    start,
    apart,
    items: items.map(([first, ...rest]) => {
      const [whole, sign] = (first?.kind === "paragraph" && box.exec(first.text)) || [];
      if (whole === undefined || first?.kind !== "paragraph") {
        return { checked: undefined, blocks: ofNodes(first ? [first, ...rest] : [], context) };
      }
      const text = { ...first, text: first.text.slice(whole.length) };
      return { checked: sign !== " ", blocks: ofNodes([text, ...rest], context) };
    }),
  };
}

function tableBlock(
  { alignments, header, rows }: Table,
  apart: boolean,
  context: ParseContext,
): Block {
  const cells = (row: readonly string[]) => row.map((cell) => spansOf(cell, context));
  return { kind: "table", alignments, header: cells(header), rows: rows.map(cells), apart };
}
