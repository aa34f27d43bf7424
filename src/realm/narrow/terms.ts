/** Reads a narrow as it came, with the complaints of real servers about its shape. */
import { entryOf } from "#base/entry.ts";
import { badNarrow, Refusal } from "#realm/failures.ts";
import { parsed } from "#realm/parameters.ts";
import { since } from "#wire/levels.ts";

export type Operand = string | number | boolean | readonly number[];

export type Term = {
  /** One spelling for each: `channel`, `dm`, `group-pm-with` and so on. */
  readonly operator: string;
  readonly operand: Operand;
  readonly negated: boolean;
};

const spellings: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
};

/** What an operand may be, by the operator as it was spelled; all others take strings alone. */
const operandKinds: Readonly<Record<string, "id" | "ids">> = {
  channel: "id",
  stream: "id",
  sender: "id",
  "group-pm-with": "id",
  "dm-including": "id",
  id: "id",
  with: "id",
  dm: "ids",
  "pm-with": "ids",
};

/** The first level of operators that came late; unknown before it. */
const operatorsSince: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  "dm-including": since.dmOperators,
};

/** The terms of a narrow's JSON text; null and absence are no terms. */
export function readNarrow(text: string | undefined, level: number): readonly Term[] {
  if (text === undefined) return [];
  const value = parsed("narrow", text);
  if (value === null) return [];
  if (!Array.isArray(value)) throw new Refusal("narrow is not a list");
  return value.map((element, index) => termOf(element, `narrow[${index}]`, level));
}

function invalid(place: string, complaint: string): Refusal {
  return new Refusal(`Invalid ${place}: Value error, ${complaint}`);
}

function termOf(element: unknown, place: string, level: number): Term {
  if (Array.isArray(element)) {
    const [operator, operand] = element;
    if (element.length !== 2 || typeof operator !== "string" || typeof operand !== "string") {
      throw invalid(place, "element is not a string pair");
    }
    return checked(operator, operand, false, level);
  }
  if (typeof element !== "object" || element === null) {
    throw invalid(place, "dict or list required");
  }
  const { operator, operand, negated = false } = element as Record<string, unknown>;
  if (operand === undefined || operand === null) throw invalid(place, "operand is missing");
  if (operator === undefined || operator === null) throw invalid(place, "operator is missing");
  if (typeof operator !== "string") throw new Refusal(`${place}["operator"] is not a string`);
  if (typeof negated !== "boolean") throw new Refusal(`${place}["negated"] is not a boolean`);
  return checked(operator, operand, negated, level);
}

function checked(operator: string, operand: unknown, negated: boolean, level: number): Term {
  if ((entryOf(operatorsSince, operator) ?? 0) > level)
    throw badNarrow(`unknown operator ${operator}`);
  const known = entryOf(spellings, operator) ?? operator;
  if (operator === "search" && typeof operand === "string" && operand.trim() === "") {
    throw new Refusal("operand cannot be blank.");
  }
  return { operator: known, operand: operandOf(operator, operand), negated };
}

function operandOf(operator: string, operand: unknown): Operand {
  if (typeof operand === "string") return operand;
  const kind = entryOf(operandKinds, operator);
  if (kind === undefined) throw new Refusal("operand is not a string");
  if (kind === "ids") return idsOf(operand);
  // Python's booleans are numbers; what becomes of one is an unknown stream, person or message.
  if (Number.isInteger(operand) || typeof operand === "boolean") return operand as number | boolean;
  throw new Refusal("operand is not a string or integer");
}

function idsOf(operand: unknown): readonly number[] {
  if (!Array.isArray(operand)) throw new Refusal("operand is not a string or an integer list");
  const wrong = operand.findIndex((id) => !Number.isInteger(id));
  if (wrong >= 0) throw new Refusal(`operand[${wrong}] is not an integer`);
  return operand;
}
