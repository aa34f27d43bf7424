/** Parses a message's source to a document. */
import { partOf, type SafeText, safeText } from "#base/safe-text.ts";
import type { List, Node, Table } from "./blocks.ts";
import { blocksOf } from "./blocks.ts";
import { type Block, type Document, emptyDocument, type Span, stress } from "./document.ts";
import { newSteps, takeSteps } from "./fragment.ts";
import type { ReaderContext } from "./reader-context.ts";
import { formula, type ParseContext, spansOf } from "./spans.ts";

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
  const { sender, codeLanguage } = context.readerContext;
  const isAction = sender !== undefined && safe.startsWith("/me ");
  try {
    takeSteps(context.steps, safe.length);
    const parts = pieces(isAction ? safe.slice("/me ".length) : safe, codeLanguage);
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
    case "math": {
      const drawn = formula(piece.text, context);
      return [{ kind: "math", text: partOf(piece.text), drawn, apart: false }];
    }
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

// Splits a message at its fences, before any other parsing.
//
// Fences of this dialect nest: inside a quote or spoiler a fence with a word after it opens another one, even when it is
// no longer than the one around it. A fence that is never closed ends with the text.

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly language: string | undefined }
  | { readonly kind: "math"; readonly text: string }
  | { readonly kind: "quote"; readonly pieces: readonly Piece[] }
  | { readonly kind: "spoiler"; readonly header: string; readonly pieces: readonly Piece[] };

type Fence = {
  readonly mark: string;
  readonly word: string;
  /** The word in lower case, or the realm's language where there is none. */
  readonly kind: string;
  readonly rest: string;
};

const noSignBehind = /^(?:`+|~+)[^`~]*$/;
const opening = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)\}? *([^~`]*))?$/;
/** Quotes nested beyond this depth are treated as code: they would be indistinguishable. */
const deepest = 12;

function pieces(source: string, codeLanguage: string): readonly Piece[] {
  if (!source.includes("```") && !source.includes("~~~")) return [{ kind: "text", text: source }];
  const lines = source.split("\n");
  return piecesUntil({ lines, codeLanguage }, 0, undefined, 0).pieces;
}

type Source = { readonly lines: readonly string[]; readonly codeLanguage: string };

/** The pieces from line `from` to the line that closes fence `until`, or to the end. */
function piecesUntil(
  source: Source,
  from: number,
  until: Fence | undefined,
  depth: number,
): { readonly pieces: Piece[]; readonly next: number } {
  const { lines, codeLanguage } = source;
  const inside: Piece[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.some((line) => line.trim() !== ""))
      inside.push({ kind: "text", text: text.join("\n") });
    text = [];
  };
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    at += 1;
    if (until !== undefined && closes(line, until)) break;
    const fence = fenceIn(line, codeLanguage);
    if (fence === undefined) {
      text.push(line);
      continue;
    }
    endText();
    const inner = fenced(source, at, fence, depth);
    if (inner.piece !== undefined) inside.push(inner.piece);
    at = inner.next;
  }
  endText();
  return { pieces: inside, next: at };
}

function fenced(
  source: Source,
  from: number,
  fence: Fence,
  depth: number,
): { readonly piece: Piece | undefined; readonly next: number } {
  const isQuote = fence.kind === "quote" || fence.kind === "quoted";
  if ((isQuote || fence.kind === "spoiler") && depth < deepest) {
    const { pieces: inside, next } = piecesUntil(source, from, fence, depth + 1);
    if (isQuote) return { piece: { kind: "quote", pieces: inside }, next };
    if (inside.length === 0) return { piece: undefined, next };
    return { piece: { kind: "spoiler", header: fence.rest.trim(), pieces: inside }, next };
  }
  const { lines } = source;
  let end = from;
  while (end < lines.length && !closes(lines[end] ?? "", fence)) end += 1;
  const next = end + 1;
  const text = lines.slice(from, end).join("\n");
  if (fence.kind === "math") return { piece: { kind: "math", text: text.trim() }, next };
  const isClosed = end < lines.length;
  if (isClosed && text.trim() === "") return { piece: undefined, next };
  const trimmed = text.replace(/^\n+|\s+$/g, "");
  return { piece: { kind: "code", text: trimmed, language: fence.word || undefined }, next };
}

function fenceIn(line: string, codeLanguage: string): Fence | undefined {
  if (!line.startsWith("```") && !line.startsWith("~~~")) return undefined;
  const whole = line.trimEnd();
  // No other fence character may follow. Tested first, because the pattern below would backtrack over it.
  if (!noSignBehind.test(whole)) return undefined;
  const match = opening.exec(whole);
  if (match === null) return undefined;
  const [, mark = "", word = codeLanguage, rest = ""] = match;
  return { mark, word, kind: word.toLowerCase(), rest };
}

/** A longer one does not. */
function closes(line: string, { mark }: Fence): boolean {
  return line.trimEnd() === mark;
}
