/** Normalizes the terms of a narrow. */
import { ownProperty } from "#base/own-property.ts";
import { badNarrow, Refusal } from "#realm/failures.ts";
import { since } from "#wire/levels.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

export type Operand = string | number | readonly (string | number)[];

export type Term = {
  /** `channel`, `dm`, `group-pm-with` and so on. */
  readonly operator: string;
  readonly operand: Operand;
  readonly negated: boolean;
};

const aliases: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
};

/** The first level of newer operators. */
const operatorsSince: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  "dm-including": since.dmOperators,
};

export function readNarrow(
  narrow: readonly NarrowTerm[] | null | undefined,
  level: number,
): Term[] {
  return (narrow ?? []).map((term) => {
    const [operator, operand, negated = false] =
      "operator" in term ? [term.operator, term.operand, term.negated] : term;
    if ((ownProperty(operatorsSince, operator) ?? 0) > level) {
      throw badNarrow(`unknown operator ${operator}`);
    }
    if (operator === "search" && String(operand).trim() === "") {
      throw new Refusal("operand cannot be blank.");
    }
    return { operator: ownProperty(aliases, operator) ?? operator, operand, negated };
  });
}
