/** Marks what was searched for in painted lines. */
import type { Sgr } from "#theme/painter.ts";
import type { Style } from "./style.ts";

const styleStart = "\u001b[";

/** The line with the `hit` look on every place that holds the words, whatever their case. */
export function markHits({ painter }: Style, line: string, words: string): string {
  if (words === "") return line;
  const parts = partsOf(line);
  const text = parts.filter((part) => !part.startsWith(styleStart)).join("");
  const folded = text.toLowerCase();
  // Lower case of a few letters has another length: places would be wrong.
  if (folded.length !== text.length) return line;
  const edges = edgesOf(folded, words.toLowerCase());
  return edges.length === 0 ? line : marked(parts, edges, painter.sgr(["hit"]));
}

function marked(parts: readonly string[], edges: readonly number[], { open, close }: Sgr): string {
  let line = "";
  let at = 0;
  let isOpen = false;
  const write = (piece: string) => {
    if (edges.includes(at)) {
      line += isOpen ? close : open;
      isOpen = !isOpen;
    }
    line += piece;
    at += piece.length;
  };
  for (const part of parts) {
    // Styles that change inside a hit may close its background.
    if (part.startsWith(styleStart)) line += isOpen ? part + open : part;
    else for (const piece of piecesOf(part, at, edges)) write(piece);
  }
  return isOpen ? line + close : line;
}

/** Style sequences and the text between them. */
function partsOf(line: string): readonly string[] {
  const [first = "", ...rest] = line.split(styleStart);
  const styled = rest.flatMap((part) => {
    const end = part.indexOf("m") + 1;
    return [styleStart + part.slice(0, end), part.slice(end)];
  });
  return [first, ...styled].filter((part) => part !== "");
}

/** The text that begins at `from`, divided at the edges inside it. */
function piecesOf(text: string, from: number, edges: readonly number[]): readonly string[] {
  const inside = edges.map((edge) => edge - from).filter((at) => at > 0 && at < text.length);
  return [0, ...inside].map((at, index) => text.slice(at, inside[index]));
}

/** Where hits begin and end, in turns; one that begins where another ends makes one of both. */
function edgesOf(text: string, wanted: string): readonly number[] {
  const edges: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (edges.at(-1) === at) edges.pop();
    else edges.push(at);
    edges.push(at + wanted.length);
  }
  return edges;
}
