/** Inline formulas: `$$x^2$$`. */
import type { Replacement } from "./fragment.ts";

const wordOrDollar = /[\p{L}\p{N}_$]/u;

/** Word characters may not touch the dollars, so that prices are not formulas. */
export function formulas(text: string): readonly Replacement[] {
  const found: Replacement[] = [];
  let start = text.indexOf("$$");
  while (start >= 0) {
    const from = start + 2;
    const to = mayBegin(text, start) ? dollarAfter(text, from + 1) : undefined;
    if (to !== undefined && mayEnd(text, to)) {
      const make = () => ({ kind: "math", text: text.slice(from, to) }) as const;
      found.push({ start, from, to, end: to + 2, make });
      start = text.indexOf("$$", to + 2);
    } else start = text.indexOf("$$", start + 1);
  }
  return found;
}

function mayBegin(text: string, start: number): boolean {
  const [before, first] = [text[start - 1], text[start + 2]];
  if (first === undefined || first === "\n" || first === "_" || first === "$") return false;
  return before === undefined || !wordOrDollar.test(before);
}

const dollarOrNewline = /(?<!\\)\$|\n/g;

/** The next dollar of the line; an escaped one is part of the formula. */
function dollarAfter(text: string, from: number): number | undefined {
  dollarOrNewline.lastIndex = from;
  const at = dollarOrNewline.exec(text)?.index;
  return at !== undefined && text[at] === "$" ? at : undefined;
}

function mayEnd(text: string, to: number): boolean {
  const after = text[to + 2];
  return text[to + 1] === "$" && (after === undefined || !wordOrDollar.test(after));
}
