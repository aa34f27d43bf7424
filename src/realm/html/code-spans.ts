/** `` `code` ``: as many backticks at its end as at its beginning. */
import { escapeCode } from "./escape.ts";
import { keepElement, type Pattern } from "./run.ts";

type Ticks = { readonly at: number; readonly length: number };

export const codeSpans: Pattern = (text, run) => {
  if (!text.includes("`")) return text;
  const ticks = [...text.matchAll(/`+/g)].map((found) => ({
    at: found.index,
    length: found[0].length,
  }));
  const ends = Map.groupBy(ticks, (each) => each.length);
  let marked = "";
  let done = 0;
  for (const open of ticks) {
    // An odd backslash takes the meaning of the backtick behind it.
    const begin = open.at + (backslashesBefore(text, open.at) % 2);
    const close = begin < done ? undefined : closing(open, begin, ends);
    if (close === undefined) continue;
    const code = escapeCode(text.slice(begin + close.length, close.at));
    marked +=
      unpaired(text.slice(done, begin), /(?<!\\)(?:\\\\)+(?=`|$)/g) +
      keepElement(run, "code", {}, code);
    done = close.at + close.length;
  }
  return marked + unpaired(text.slice(done), /(?<!\\)(?:\\\\)+(?=`)/g);
};

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === "\\") count += 1;
  return count;
}

/** Backslashes in pairs before a backtick are one each. */
function unpaired(text: string, pairs: RegExp): string {
  if (!text.includes("\\\\")) return text;
  return text.replace(pairs, (found) => found.slice(found.length / 2));
}

/** Where the code that opens in `open` ends. A run without a match of its length may open with fewer of its ticks. */
function closing(
  open: Ticks,
  begin: number,
  ends: ReadonlyMap<number, Ticks[]>,
): Ticks | undefined {
  for (let length = open.at + open.length - begin; length > 0; length -= 1) {
    const candidates = ends.get(length);
    if (candidates === undefined) continue;
    // Ends before this place serve nobody any more: later openings lie behind them too.
    while (candidates[0] !== undefined && candidates[0].at <= open.at) candidates.shift();
    if (candidates[0] !== undefined) return candidates[0];
  }
  return undefined;
}
