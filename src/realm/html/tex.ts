/** Formulas. The source is kept where a reader finds it; they are not drawn. */
import { escapeCode, escapeHtml } from "./escape.ts";
import { keepElement, type Pattern, type Run } from "./run.ts";
import { holdsMark, keepRaw } from "./stash.ts";
import { isFormula } from "./tex-syntax.ts";

/** Not within a word: `a$$b$$c` is about money. */
const inlineFormula = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;

export const tex: Pattern = (text, run) =>
  text.includes("$$")
    ? text.replace(inlineFormula, (all, source: string) =>
        holdsMark(source) ? all : inlineFormulaOf(source, run),
      )
    : text;

function inlineFormulaOf(source: string, run: Run): string {
  if (isFormula(source, false)) return keepRaw(run.stash, formula(source, ""));
  return keepElement(run, "span", { class: "tex-error" }, `$$${source}$$`);
}

function formula(source: string, attributes: string): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeCode(source)}</annotation>`;
  return `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"${attributes}><semantics>${annotation}</semantics></math></span></span>`;
}

/** The inside of a `math` fence: each paragraph is a formula of its own. */
export function displayFormulas(source: string): string {
  return source
    .split("\n\n")
    .map((paragraph) =>
      isFormula(paragraph, true)
        ? `<span class="katex-display">${formula(paragraph, ' display="block"')}</span>`
        : `<span class="tex-error">${escapeHtml(paragraph)}</span>`,
    )
    .join("\n\n");
}
