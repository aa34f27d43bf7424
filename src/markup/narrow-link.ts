/** Parses links into the realm (`#narrow/stream/9-backend/topic/deploy/near/12`). */
import type { LinkTerm } from "./document.ts";

/** The terms of a link's fragment; undefined if it is not such a link. */
export function linkTerms(url: string): readonly LinkTerm[] | undefined {
  const hash = url.indexOf("#narrow/");
  if (hash === -1) return undefined;
  const parts = url.slice(hash + "#narrow/".length).split("/");
  const terms: LinkTerm[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [operator = "", operand = ""] = [parts[at], parts[at + 1]];
    if (operator === "") return undefined;
    const negated = operator.startsWith("-");
    terms.push({
      operator: negated ? operator.slice(1) : operator,
      operand: decodedOperand(operand),
      negated,
    });
  }
  return terms.length > 0 ? terms : undefined;
}

/** In these links, percent signs are written as dots, and dots as `.2E`. */
function decodedOperand(operand: string): string {
  try {
    return decodeURIComponent(operand.replaceAll(".", "%"));
  } catch {
    return operand;
  }
}
