/** Formats search terms as a person types them. */
import { get } from "#base/table.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type { SearchTerm } from "./narrow.ts";
import type { Replica } from "./replica.ts";

/** The operand, in quotes if it contains a blank. */
export function quoted(operand: string): string {
  const plain = operand.replaceAll('"', "");
  return /\s/.test(plain) || plain === "" ? `"${plain}"` : plain;
}

export function textOfTerms(replica: Replica, terms: readonly SearchTerm[]): string {
  const texts = terms.map(({ operator, operand, negated }) => {
    if (operator === "search") return `${operand}`;
    const named = operandText(replica, operator, operand);
    return `${negated === true ? "-" : ""}${operator}:${named}`;
  });
  return texts.join(" ");
}

function operandText(
  { people, streams }: Replica,
  operator: string,
  operand: SearchTerm["operand"],
): string {
  if (typeof operand === "string") return quoted(operand);
  const nameOf = (id: number) => {
    const name =
      operator === "stream" ? get(streams, id as StreamId)?.name : get(people, id as UserId)?.name;
    return operator === "id" || name === undefined ? `${id}` : quoted(name);
  };
  return typeof operand === "number" ? nameOf(operand) : operand.map(nameOf).join(",");
}
