import { expect, test } from "vitest";
import { readNarrow } from "#realm/narrow/terms.ts";

const level = 278;

/** The complaint about a narrow of this one term. */
function complaint(term: unknown): string {
  try {
    readNarrow(JSON.stringify([term]), level);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const term = (operator: unknown, operand: unknown, rest = {}) => ({ operator, operand, ...rest });

test.each([
  [term("channel", 1, { negated: "yes" }), 'narrow[0]["negated"] is not a boolean'],
  [term("channel", 1, { negated: null }), 'narrow[0]["negated"] is not a boolean'],
  [term(5, 1), 'narrow[0]["operator"] is not a string'],
  [{}, "Invalid narrow[0]: Value error, operand is missing"],
  [{ operand: 1 }, "Invalid narrow[0]: Value error, operator is missing"],
  [7, "Invalid narrow[0]: Value error, dict or list required"],
  [["a"], "Invalid narrow[0]: Value error, element is not a string pair"],
  [term("dm", ["a@x.org"]), "operand[0] is not an integer"],
  [term("dm", [1, 1.5]), "operand[1] is not an integer"],
  [term("dm", 1), "operand is not a string or an integer list"],
  [term("pm_with", [1]), "operand is not a string"],
  [term("group_pm_with", 1), "operand is not a string"],
  [term("sender", [1]), "operand is not a string or integer"],
  [term("id", 1.5), "operand is not a string or integer"],
  [term("with", {}), "operand is not a string or integer"],
  [term("channels", 1), "operand is not a string"],
  [term("is", true), "operand is not a string"],
  [term("search", " "), "operand cannot be blank."],
  [term("search", 1), "operand is not a string"],
  [term("colour", 1), "operand is not a string"],
])("%j is complained about in the words of real servers", (given, words) => {
  expect(complaint(given)).toBe(words);
});

test("legacy words are read as today's", () => {
  const operators = ["stream", "streams", "pm-with", "pm_with", "group_pm_with"];
  const narrow = JSON.stringify(operators.map((operator) => [operator, "x"]));
  expect(readNarrow(narrow, level).map(({ operator }) => operator)).toEqual([
    "channel",
    "channels",
    "dm",
    "dm",
    "group-pm-with",
  ]);
});
