/** Reads the narrow of a queue: pairs of words and nothing else. */
import { Refusal } from "#realm/failures.ts";
import { parsed } from "#realm/parameters.ts";

export function readPairs(text: string | undefined): readonly (readonly [string, string])[] {
  if (text === undefined) return [];
  const value = parsed("narrow", text, true);
  if (!Array.isArray(value)) throw new Refusal("narrow is not a list");
  return value.map((pair, index) => {
    const place = `narrow[${index}]`;
    if (!Array.isArray(pair)) throw new Refusal(`${place} is not a list`);
    if (pair.length !== 2) throw new Refusal(`${place} should have exactly 2 items`);
    const [operator, operand] = pair;
    if (typeof operator !== "string") throw new Refusal(`${place}[0] is not a string`);
    if (typeof operand !== "string") throw new Refusal(`${place}[1] is not a string`);
    return [operator, operand];
  });
}
