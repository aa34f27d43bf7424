/** Inline code, and the pairing of backticks. */
import type { Replacement } from "./fragment.ts";

type Ticks = { readonly at: number; readonly length: number };

/** `` `code` ``: with equal numbers of backticks at both ends. A backslash escapes the next backtick. */
export function codeSpans(text: string): readonly Replacement[] {
  const runs = tickRuns(text);
  const closing = closers(runs);
  const found: Replacement[] = [];
  let done = 0;
  for (const run of runs) {
    if (run.at < done) continue;
    const begin = run.at + (isEscaped(text, run.at) ? 1 : 0);
    const close = closing(begin, run);
    if (close === undefined) continue;
    found.push(codeFrom(text, begin, close));
    done = close.at + close.length;
  }
  return found;
}

function codeFrom(text: string, start: number, { at: to, length }: Ticks): Replacement {
  const from = start + length;
  const make = () => ({ kind: "code", text: text.slice(from, to) }) as const;
  return { start, from, to, end: to + length, make };
}

function tickRuns(text: string): readonly Ticks[] {
  return [...text.matchAll(/`+/g)].map(({ 0: ticks, index: at }) => ({ at, length: ticks.length }));
}

/**
 * Finds the run that closes the one that begins at `begin`. A run without a match of its length opens with fewer of its
 * ticks. Call it in text order: runs before `begin` are dropped, so each run is visited once.
 */
function closers(runs: readonly Ticks[]): (begin: number, run: Ticks) => Ticks | undefined {
  const byLength = Map.groupBy(runs, ({ length }) => length);
  const passed = new Map<number, number>();
  return (begin, run) => {
    for (let length = run.at + run.length - begin; length > 0; length -= 1) {
      const candidates = byLength.get(length);
      if (candidates === undefined) continue;
      let next = passed.get(length) ?? 0;
      while ((candidates[next]?.at ?? Number.POSITIVE_INFINITY) <= run.at) next += 1;
      passed.set(length, next);
      if (candidates[next] !== undefined) return candidates[next];
    }
    return undefined;
  };
}

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

/** The positions of the pipes that separate a table row's cells: excludes pipes in code and escaped ones. */
export function partingPipes(row: string): readonly number[] {
  const ends = codeEnds(row);
  const pipes: number[] = [];
  let done = 0;
  for (const { 0: sign, index } of row.matchAll(/\\[\\|]|\\?`+|\|/g)) {
    if (index < done) continue;
    if (sign === "|") pipes.push(index);
    else done = ends.get(index) ?? done;
  }
  return pipes;
}

/** The ends of code spans, by the start of their backticks or of a preceding backslash. */
function codeEnds(row: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  if (!row.includes("`")) return ends;
  const next = new Map<number, number>();
  for (const { 0: sign, index } of [...row.matchAll(/\\\\|\\?`+/g)].reverse()) {
    if (sign === "\\\\") continue;
    const ticks = sign.startsWith("\\") ? sign.length - 1 : sign.length;
    const end = next.get(sign.length > ticks ? ticks - 1 : ticks);
    if (end !== undefined) ends.set(index, end);
    next.set(ticks, index + sign.length);
  }
  return ends;
}
