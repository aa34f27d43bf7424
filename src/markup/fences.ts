/**
 * Splits a message at its fences, before any other parsing.
 *
 * Fences of this dialect nest: inside a quote or spoiler a fence with a word after it opens another one, even when it is
 * no longer than the one around it. A fence that is never closed ends with the text.
 */

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly language: string | undefined }
  | { readonly kind: "math"; readonly text: string }
  | { readonly kind: "quote"; readonly pieces: readonly Piece[] }
  | { readonly kind: "spoiler"; readonly header: string; readonly pieces: readonly Piece[] };

type Fence = { readonly mark: string; readonly word: string; readonly rest: string };

const noSignBehind = /^(?:`+|~+)[^`~]*$/;
const opening = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)\}? *([^~`]*))?$/;
/** Quotes nested beyond this depth are treated as code: they would be indistinguishable. */
const deepest = 12;

export function pieces(source: string): readonly Piece[] {
  if (!source.includes("```") && !source.includes("~~~")) return [{ kind: "text", text: source }];
  const lines = source.split("\n");
  return read(lines, 0, undefined, 0).pieces;
}

/** The pieces from line `from` to the line that closes fence `until`, or to the end. */
function read(
  lines: readonly string[],
  from: number,
  until: Fence | undefined,
  depth: number,
): { readonly pieces: Piece[]; readonly next: number } {
  const found: Piece[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.some((line) => line.trim() !== ""))
      found.push({ kind: "text", text: text.join("\n") });
    text = [];
  };
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    at += 1;
    if (until !== undefined && closes(line, until)) break;
    const fence = opened(line);
    if (fence === undefined) {
      text.push(line);
      continue;
    }
    endText();
    const inner = fenced(lines, at, fence, depth);
    if (inner.piece !== undefined) found.push(inner.piece);
    at = inner.next;
  }
  endText();
  return { pieces: found, next: at };
}

function fenced(
  lines: readonly string[],
  from: number,
  fence: Fence,
  depth: number,
): { readonly piece: Piece | undefined; readonly next: number } {
  const isQuote = fence.word === "quote" || fence.word === "quoted";
  if ((isQuote || fence.word === "spoiler") && depth < deepest) {
    const { pieces: inside, next } = read(lines, from, fence, depth + 1);
    if (isQuote) return { piece: { kind: "quote", pieces: inside }, next };
    if (inside.length === 0) return { piece: undefined, next };
    return { piece: { kind: "spoiler", header: fence.rest.trim(), pieces: inside }, next };
  }
  let end = from;
  while (end < lines.length && !closes(lines[end] ?? "", fence)) end += 1;
  const next = end + 1;
  const text = lines.slice(from, end).join("\n");
  if (fence.word === "math") return { piece: { kind: "math", text: text.trim() }, next };
  const isClosed = end < lines.length;
  if (isClosed && text.trim() === "") return { piece: undefined, next };
  const trimmed = text.replace(/^\n+|\s+$/g, "");
  return { piece: { kind: "code", text: trimmed, language: fence.word || undefined }, next };
}

function opened(line: string): Fence | undefined {
  if (!line.startsWith("```") && !line.startsWith("~~~")) return undefined;
  const whole = line.trimEnd();
  // No other fence character may follow. Tested first, because the pattern below would backtrack over it.
  if (!noSignBehind.test(whole)) return undefined;
  const match = opening.exec(whole);
  if (match === null) return undefined;
  const [, mark = "", word = "", rest = ""] = match;
  return { mark, word, rest };
}

function closes(line: string, { mark }: Fence): boolean {
  if (!line.startsWith(mark)) return false;
  const first = mark[0] ?? "";
  const rest = line.trimEnd();
  return rest === first.repeat(rest.length);
}
