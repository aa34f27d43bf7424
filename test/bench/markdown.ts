/** Pathological messages: how long parsing and layout of one of them block the screen. */

import { newSteps } from "#markup/fragment.ts";
import { lazyHighlighter } from "#markup/highlight.ts";
import { layout } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { painted, readerContext } from "../support/reader.ts";
import { dialectTokens, repeated } from "../support/texts.ts";
import type { Figure } from "./figures.ts";

const usualLimit = 10_000;
/** The width of text on a small terminal. */
const columns = 57;
const listed = 10;

/** Code is highlighted by a library with slow grammars for some languages. */
const codeTokens = ["c", "cpp", "csharp", "java", "python"].flatMap((language) =>
  ["a", "aA ", "a\n", "..return "].map((code) => [language, code] as const),
);

type Timed = { readonly name: string; readonly source: string; readonly ms: number };

/** Repetitions of every token of the dialect, of pairs of tokens, and code; `quick`: of single tokens only. */
export async function contrivedMessages(quick: boolean): Promise<readonly Figure[]> {
  const { highlight, ready } = lazyHighlighter();
  await ready();
  const draw = (source: string) => {
    const startedAt = performance.now();
    layout(parse(source, readerContext), { ...painted, columns, highlight });
    return performance.now() - startedAt;
  };
  // Highlighted code is cached, so the first line differs each time.
  let times = 0;
  const timed = ({ name, source, ms }: Timed): Timed => {
    times += 1;
    return { name, source, ms: Math.min(ms, draw(source.replace("\n", `\n${times}\n`))) };
  };
  const all = sourcesOf(quick).map((one) => timed({ ...one, ms: Number.POSITIVE_INFINITY }));
  const slowest = all.toSorted((a, b) => b.ms - a.ms).slice(0, 5 * listed);
  // The first run may include compilation or garbage collection, so the minimum counts.
  const settled = slowest.map((one) => [1, 2, 3, 4, 5].reduce(timed, one));
  return settled
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, listed)
    .map(({ name, source, ms }, place) => ({
      name: `slow Markdown, no. ${place + 1} of ${all.length}`,
      value: ms,
      unit: "ms",
      budget: 30,
      note: `${usualLimit} characters of ${name}, ${stepsOf(source)} steps`,
    }));
}

function stepsOf(source: string): number {
  const steps = newSteps();
  const { left } = steps;
  parse(source, readerContext, steps);
  return left - steps.left;
}

function sourcesOf(quick: boolean): readonly Pick<Timed, "name" | "source">[] {
  const pairs = quick ? [] : dialectTokens.flatMap((a) => dialectTokens.map((b) => a + b));
  const texts = [...dialectTokens, ...pairs].map((tokens) => ({
    name: JSON.stringify(tokens),
    source: repeated(tokens, usualLimit),
  }));
  const codes = codeTokens.map(([language, code]) => ({
    name: `${language} made of ${JSON.stringify(code)}`,
    source: `\`\`\`${language}\n${repeated(code, usualLimit)}`.slice(0, usualLimit),
  }));
  return [...texts, ...codes];
}
