/** Formulas. The source is kept where a reader finds it; they are not drawn. */
import { escapeText } from "./escape.ts";
import type { Pattern } from "./run.ts";
import { holdsMark, keepRaw } from "./stash.ts";

/** Not within a word: `a$$b$$c` is about money. */
const inlineFormula = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;

export const tex: Pattern = (text, run) =>
  text.includes("$$")
    ? text.replace(inlineFormula, (all, source: string) =>
        holdsMark(source) ? all : keepRaw(run.stash, formula(source, "")),
      )
    : text;

function formula(source: string, attributes: string): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeText(source)}</annotation>`;
  return `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"${attributes}><semantics>${annotation}</semantics></math></span></span>`;
}

/** The inside of a `math` fence: each paragraph is a formula of its own. */
export function displayFormulas(source: string): string {
  return source
    .split("\n\n")
    .map(
      (paragraph) => `<span class="katex-display">${formula(paragraph, ' display="block"')}</span>`,
    )
    .join("\n\n");
}
