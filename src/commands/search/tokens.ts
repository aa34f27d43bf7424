/** Splits a search into words and `operator:operand` terms. Quotes protect blanks. */

export type Token =
  | { readonly kind: "words"; readonly text: string; readonly from: number }
  | {
      readonly kind: "term";
      /** The complete token, as typed. */
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

/** A run without blanks, except in quotes; an open quote extends to the end. */
const run = /(?:"[^"]*(?:"|$)|[^\s"])+/g;

/** URLs and qualified names, such as `https://…` and `std::map`, are not terms. */
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
