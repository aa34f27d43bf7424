/** What is typed into a search, cut into words and `operator:operand` terms. Quotes hold blanks together. */

export type Token =
  | { readonly kind: "words"; readonly text: string; readonly from: number }
  | {
      readonly kind: "term";
      /** The whole of it, as it is typed. */
      readonly text: string;
      readonly negated: boolean;
      /** In lower case. */
      readonly operator: string;
      /** Without its quotes. */
      readonly operand: string;
      readonly from: number;
      /** Where the operand begins. */
      readonly operandFrom: number;
    };

/** A run without blanks, but for those in quotes; a quote that is open goes on to the end. */
const run = /(?:"[^"]*(?:"|$)|[^\s"])+/g;

/** An address or a name of a program's part, such as `https://…` and `std::map`, is no term. */
const term = /^(-?)([a-z][a-z_-]*):(?![:/])/i;

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(run)].map(({ 0: whole, index: from }) => {
    const [head = "", minus = "", operator = ""] = term.exec(whole) ?? [];
    if (head === "") return { kind: "words", text: whole, from };
    return {
      kind: "term",
      text: whole,
      negated: minus !== "",
      operator: operator.toLowerCase(),
      operand: whole.slice(head.length).replaceAll('"', "").trim(),
      from,
      operandFrom: from + head.length,
    };
  });
}
