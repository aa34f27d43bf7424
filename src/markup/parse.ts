/** A message's source to its document. */
import type { Token, Tokens } from "marked";
import { partOf, type SafeText, safeText } from "#base/safe-text.ts";
import { blockTokens, inlineTokens } from "./dialect.ts";
import {
  type Alignment,
  type Block,
  type Document,
  emptyDocument,
  type ListItem,
  type Span,
  stress,
  type Target,
} from "./document.ts";
import { type Piece, pieces } from "./fences.ts";
import { type Surroundings, spansOf } from "./inline.ts";
import type { Reading } from "./reading.ts";

/** What a message holds. Any text has an answer: one that cannot be read as Markdown is shown as it stands. */
export function parse(source: string, reading: Reading): Document {
  const safe = safeText(source);
  if (safe.trim() === "") return emptyDocument;
  const targets: Target[] = [];
  try {
    const around: Surroundings = { reading, targets, stress: 0 };
    const { sender } = reading;
    if (sender === undefined || !safe.startsWith("/me ")) {
      return { blocks: blocksOf(pieces(safe), around), targets };
    }
    const said = blocksOf(pieces(safe.slice("/me ".length)), around);
    return { blocks: saidBy(sender, said), targets };
  } catch {
    // Marked gives up on a few contrived texts, and nesting without end exhausts the stack.
    return asItStands(safe);
  }
}

function asItStands(text: SafeText): Document {
  const spans: Span[] = [{ text, role: "text", stress: 0 }];
  return { blocks: [{ kind: "paragraph", spans, apart: false }], targets: [] };
}

/** `/me waves` as "Ana waves". */
function saidBy(sender: SafeText, blocks: readonly Block[]): readonly Block[] {
  const name: Span = { text: partOf(`${sender} `), role: "sender", stress: 0 };
  const [first, ...rest] = blocks;
  if (first?.kind === "paragraph") return [{ ...first, spans: [name, ...first.spans] }, ...rest];
  return [{ kind: "paragraph", spans: [name], apart: false }, ...blocks];
}

function blocksOf(parts: readonly Piece[], around: Surroundings): Block[] {
  return parts.flatMap((piece) => ofPiece(piece, around));
}

/** The blocks of one piece of a message. */
export function ofPiece(piece: Piece, around: Surroundings): readonly Block[] {
  switch (piece.kind) {
    case "text":
      return fromTokens(blockTokens(piece.text), around);
    case "code":
      return [codeBlock(piece.text, piece.language, around)];
    case "math":
      return [{ kind: "math", text: partOf(piece.text), apart: false }];
    case "quote": {
      const blocks = blocksOf(piece.pieces, quoted(around));
      return blocks.length > 0 ? [{ kind: "quote", blocks, apart: false }] : [];
    }
    case "spoiler": {
      const index = around.targets.filter(({ kind }) => kind === "spoiler").length;
      around.targets.push({ kind: "spoiler", index });
      const header = spansOf(inlineTokens(piece.header), around);
      const blocks = blocksOf(piece.pieces, around);
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

/** The blocks that tokens stand for. */
export function fromTokens(tokens: readonly Token[], around: Surroundings): Block[] {
  const blocks: Block[] = [];
  let apart = false;
  for (const token of tokens) {
    if (token.type === "space") {
      apart = true;
      continue;
    }
    const block = ofToken(token, around);
    if (block !== undefined) blocks.push(apart && blocks.length > 0 ? { ...block, apart } : block);
    apart = token.raw.endsWith("\n\n");
  }
  return blocks;
}

function ofToken(token: Token, around: Surroundings): Block | undefined {
  switch (token.type) {
    case "paragraph":
    case "text": {
      return paragraph(spansOf("tokens" in token && token.tokens ? token.tokens : [token], around));
    }
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      return { kind: "heading", level: depth, spans: spansOf(tokens, around), apart: false };
    }
    case "code":
      return codeBlock((token as Tokens.Code).text, undefined, around);
    case "blockquote": {
      const blocks = fromTokens((token as Tokens.Blockquote).tokens, quoted(around));
      if (blocks.length > 0) return { kind: "quote", blocks, apart: false };
      // A sign that quotes nothing is only a sign.
      return paragraph(spansOf([{ type: "text", raw: token.raw.trim() } as Token], around));
    }
    case "list":
      return listBlock(token as Tokens.List, around);
    case "table":
      return tableBlock(token as Tokens.Table, around);
    case "hr":
      return { kind: "rule", apart: false };
    case "checkbox":
      return undefined;
    default:
      return paragraph(spansOf([token], around));
  }
}

function paragraph(spans: readonly Span[]): Block | undefined {
  return spans.length > 0 ? { kind: "paragraph", spans, apart: false } : undefined;
}

function listBlock(token: Tokens.List, around: Surroundings): Block {
  const items: ListItem[] = token.items.map((item) => ({
    checked: item.task ? item.checked === true : undefined,
    blocks: fromTokens(item.tokens, around),
  }));
  const start = token.ordered ? Number(token.start || 0) : undefined;
  return { kind: "list", start, items, apart: false };
}

function tableBlock(token: Tokens.Table, around: Surroundings): Block {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.map((cell) => spansOf(cell.tokens, around));
  return {
    kind: "table",
    alignments: token.align.map((side): Alignment => side ?? "left"),
    header: cells(token.header),
    rows: token.rows.map(cells),
    apart: false,
  };
}
