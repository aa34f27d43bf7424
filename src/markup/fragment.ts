/**
 * A block's text during parsing: recognized parts are extracted, so that later rules do not look into them.
 *
 * Each extracted part leaves a placeholder character, which never occurs in safe text; parts are in their order.
 */
import type { SafeText } from "#base/safe-text.ts";
import type { Role, Target } from "./document.ts";

export const placeholder = "\u0001";

export type Fragment = { readonly text: string; readonly parts: readonly FragmentPart[] };

export type FragmentPart =
  | { readonly kind: "code" | "math"; readonly text: string }
  | { readonly kind: "named"; readonly named: NamedReference }
  | { readonly kind: "time"; readonly value: string }
  /** `url` as written by the author; absent if the text is the URL, or if a pattern created the link. */
  | {
      readonly kind: "link";
      readonly target: Target;
      readonly label: Fragment;
      readonly url?: string;
    }
  /** Literal characters that no rule interprets: entities. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "emoji"; readonly text: SafeText }
  | { readonly kind: "stressed"; readonly stress: number; readonly inside: Fragment };

/** An entity of the realm, under its current name. */
export type NamedReference = {
  readonly text: SafeText;
  readonly role: Role;
  readonly target?: Target;
  readonly colour?: string;
};

type Builder = { text: string; readonly parts: FragmentPart[] };

function addTo(builder: Builder, { text, parts }: Fragment): void {
  builder.text += text;
  for (const part of parts) builder.parts.push(part);
}

function addPart(builder: Builder, part: FragmentPart): void {
  builder.text += placeholder;
  builder.parts.push(part);
}

/** Reads `fragment` sequentially: `take(to)` returns the text and parts up to `to`. */
function reader({ text, parts }: Fragment): (to: number) => Fragment {
  let at = 0;
  let used = 0;
  return (to) => {
    const slice = text.slice(at, to);
    at = to;
    if (used === parts.length) return { text: slice, parts: [] };
    const from = used;
    for (
      let next = slice.indexOf(placeholder);
      next >= 0;
      next = slice.indexOf(placeholder, next + 1)
    )
      used += 1;
    return { text: slice, parts: from === used ? [] : parts.slice(from, used) };
  };
}

/** Replaces `start` to `end` by a part, whose content is `from` to `to`. */
export type Replacement = {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly make: (inside: Fragment) => FragmentPart;
};

/** `fragment` with the matches replaced by parts; matches are sorted and do not overlap. */
export function replaced(fragment: Fragment, replacements: readonly Replacement[]): Fragment {
  if (replacements.length === 0) return fragment;
  const builder: Builder = { text: "", parts: [] };
  const take = reader(fragment);
  for (const { start, from, to, end, make } of replacements) {
    addTo(builder, take(start));
    take(from);
    addPart(builder, make(take(to)));
    take(end);
  }
  addTo(builder, take(fragment.text.length));
  return builder;
}

/** Delimiters of `width` characters around text. Pairs may nest, but do not cross. */
export type Pair = { readonly open: number; readonly close: number; readonly width: number };

/** Limits nesting, so that hostile input cannot exhaust the stack. */
const deepestPairs = 50;

/** `fragment` with each pair and its content as a part. */
export function enclosed(
  fragment: Fragment,
  pairs: readonly Pair[],
  make: (inside: Fragment) => FragmentPart,
): Fragment {
  if (pairs.length === 0) return fragment;
  const edges = pairs
    .flatMap(({ open, close, width }) => [
      { at: open, width, opens: true },
      { at: close, width, opens: false },
    ])
    .sort((a, b) => a.at - b.at);
  const outer: Builder = { text: "", parts: [] };
  const open = [outer];
  const take = reader(fragment);
  for (const { at, width, opens } of edges) {
    addTo(open.at(-1) ?? outer, take(at));
    take(at + width);
    if (opens) {
      if (open.length > deepestPairs) throw new TooManySteps("Emphasis is nested too deeply.");
      open.push({ text: "", parts: [] });
      continue;
    }
    const inside = open.pop() ?? outer;
    addPart(open.at(-1) ?? outer, make(inside));
  }
  addTo(outer, take(fragment.text.length));
  return outer;
}

// Limits the work of parsing a text, so that no hostile text can block the screen.

/** Shared by all parsing of one text. A step is about one character examined, or one part created. */
export type Steps = {
  left: number;
  /** Link patterns, which come from the server, have their own budget; without it no more links are created. */
  forPatterns: number;
};

/** Four times the cost of the most contrived message of the usual maximum length. */
const maxSteps = 400_000;
const maxPatternSteps = 300_000;

export function newSteps(): Steps {
  return { left: maxSteps, forPatterns: maxPatternSteps };
}

export class TooManySteps extends Error {}

/** Throws `TooManySteps` if the budget is used up. */
export function takeSteps(steps: Steps, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw new TooManySteps("The text takes too many steps to parse.");
}

// Inline code, and the pairing of backticks.

type Ticks = { readonly at: number; readonly length: number };

/** `` `code` ``: with equal numbers of backticks at both ends. A backslash escapes the next backtick. */
export function codeSpans(text: string): readonly Replacement[] {
  const runs = tickRuns(text);
  const closing = closers(runs);
  const replacements: Replacement[] = [];
  let done = 0;
  for (const run of runs) {
    if (run.at < done) continue;
    const begin = run.at + (isEscaped(text, run.at) ? 1 : 0);
    const close = closing(begin, run);
    if (close === undefined) continue;
    replacements.push(codeFrom(text, begin, close));
    done = close.at + close.length;
  }
  return replacements;
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
