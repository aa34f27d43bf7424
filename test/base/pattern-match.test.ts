import fc from "fast-check";
import { expect, test } from "vitest";
import { UnknownPattern } from "#base/pattern-classes.ts";
import { findsIn, matchAt, programOf } from "#base/pattern-match.ts";
import { parsePattern } from "#base/pattern-syntax.ts";
import { newSteps } from "#markup/fragment.ts";

function match(pattern: string, text: string, steps = newSteps()) {
  return matchAt(programOf(parsePattern(pattern)), text, 0, () => true, steps);
}

const matched = (pattern: string, text: string) => {
  const found = match(pattern, text);
  return found && text.slice(0, found.end);
};

test.each([
  ["#(?P<id>[0-9]{2,5})", "#1234x", "#1234", { id: "1234" }],
  ["(?P<org>[\\w-]+)/(?P<repo>[\\w.-]+)#(?P<n>\\d+)", "a-b/c.d#7.", "a-b/c.d#7", { repo: "c.d" }],
  ["(?<a>x)?y", "y", "y", {}],
  ["(?i)bug-(?P<n>\\d+)", "BuG-7", "BuG-7", { n: "7" }],
  ["(?:a|ab)(?:c|bcd)", "abcd", "abcd", {}],
  ["a+?", "aaa", "a", {}],
  ["(?P<last>\\w,?)+", "a,b,c", "a,b,c", { last: "c" }],
  ["[^\\]a-c]+", "xyz]b", "xyz", {}],
  ["[]x]+", "]x]y", "]x]", {}],
  ["[[:upper:]\\d_-]+", "AB_1-c", "AB_1-", {}],
  ["\\pL+", "éaß1", "éaß", {}],
  ["\\p{Greek}+\\P{L}", "αβ1", "αβ1", {}],
  ["\\x41\\x{1F389}", "A🎉", "A🎉", {}],
  [".{2}$", "🎉🎉", "🎉🎉", {}],
  ["a\\b-\\Bx?", "a-", "a-", {}],
  ["(?s:.)+", "a\nb", "a\nb", {}],
  ["x{,2}", "x{,2}", "x{,2}", {}],
  ["", "a", "", {}],
])("%j matches %j", (pattern, text, whole, groups) => {
  expect(matched(pattern, text)).toBe(whole);
  expect(match(pattern, text)?.groups).toMatchObject(groups);
});

test.each([
  "(a",
  "a)",
  "[a",
  "*a",
  "a**",
  "a++",
  "(?=a)",
  "(?<!a)b",
  "(a)\\1",
  "(?P=a)",
  "\\Qa\\E",
  "\\p{Nonsense}",
  "[z-a]",
  "a{1001}",
  "a{2,1}",
  "(?:(?:a{100}){100}){100}",
  "(".repeat(60) + ")".repeat(60),
  "\\",
])("%s is not supported", (pattern) => {
  expect(() => programOf(parsePattern(pattern))).toThrow(UnknownPattern);
});

// Repeated parts are never empty here, because engines differ in how often they repeat an empty match.
const nonEmpty = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "a|b", "ab|a");
const quantifier = fc.constantFrom("", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?");
const repeated = fc.tuple(nonEmpty, quantifier).map(([inside, times]) => `(?:${inside})${times}`);
const assertion = fc.constantFrom("", "\\b", "\\B", "$");
const simple = fc
  .array(fc.oneof(repeated, repeated, assertion), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const nested = fc
  .tuple(simple, quantifier, simple)
  .map(([inside, times, behind]) => `(?:a${inside}|${inside}b)${times}${behind}`);

test("any pattern matches like a backtracking engine", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(fc.oneof(simple, nested), text, (pattern, written) => {
      const theirs = new RegExp(pattern, "y").exec(written)?.[0];
      expect(matched(pattern, written), pattern).toBe(theirs);
    }),
  );
});

test.each(["(a|a)*b", "(a+a+)+b", "(a*)*b", "(?:a?){30}a{30}b", "(.*)(.*)(.*)(.*)[b]"])(
  "%s takes steps in proportion to the length of the text",
  (pattern) => {
    const stepsFor = (length: number) => {
      const steps = newSteps();
      const { forPatterns } = steps;
      match(pattern, "a".repeat(length), steps);
      return forPatterns - steps.forPatterns;
    };
    expect(stepsFor(400)).toBeLessThan(2.5 * stepsFor(200));
    // The number of steps has a limit.
    expect(stepsFor(10_000)).toBeLessThan(1.1 * stepsFor(5_000));
  },
);

test.each(["po+l", "^v\\d", "b$", "(?:a|ab)c", "\\bx", "a*b", "[^a-z]{3}", ".🎉", ""])(
  "%j is found wherever a regular expression finds it",
  (pattern) => {
    const program = programOf(parsePattern(pattern));
    const pieces = fc.constantFrom(
      "a",
      "b",
      "ab",
      "abc",
      "po",
      "ol",
      "v1",
      "🎉",
      " ",
      "\n",
      "x",
      "-",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (all) => {
        const text = all.join("");
        const isFound = findsIn(program, text, { forPatterns: 100_000 });
        expect(isFound).toBe(new RegExp(pattern, "u").test(text));
      }),
    );
  },
);

test("finding anywhere takes a number of steps in proportion to the text", () => {
  const program = programOf(parsePattern("(?:a+)+.*z"));
  const stepsFor = (length: number) => {
    const steps = { forPatterns: 10_000_000 };
    findsIn(program, "a".repeat(length), steps);
    return 10_000_000 - steps.forPatterns;
  };
  expect(stepsFor(4000)).toBeLessThan(2.1 * stepsFor(2000));
});

test("a pattern is found wherever a regular expression finds it, whatever character it needs", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", "-", "5", "c"), maxLength: 10 });
  const part = fc.constantFrom(
    "a",
    "b",
    "-",
    "[0-9]",
    "[^b]",
    "(?:a|-)",
    "c?",
    "-*",
    "(?:-5)+",
    ".",
  );
  const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (written, found, ignoresCase) => {
      const program = programOf(parsePattern(`${ignoresCase ? "(?i)" : ""}${written}`));
      const theirs = new RegExp(written, ignoresCase ? "i" : "").test(found);
      expect(findsIn(program, found, newSteps())).toBe(theirs);
    }),
    { numRuns: 2_000 },
  );
});
