/** Patterns of the configuration: words, `*`, and regular expressions between slashes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { subjectOf, textPattern } from "#base/text-pattern.ts";

function matches(written: string, text: string, of: "name" | "text" = "text"): boolean {
  const pattern = textPattern(written, of);
  if (typeof pattern !== "function") throw new Error(pattern.why);
  return pattern(subjectOf(text));
}

test.for([
  ["Builds", "builds", true],
  ["Builds", "builds 2", false],
  ["alerts-*", "Alerts-production", true],
  ["alerts-*", "no alerts-production", false],
  ["*deploy*", "the deploy window", true],
  ["a*b*b", "ab", false],
  ["a*b*b", "aXbb", true],
  ["Zürich", "Zu\u0308rich", true],
  ["/^pool-[0-9]+$/", "pool-12", true],
  ["/^pool-[0-9]+$/", "pool-", false],
  ["/OOM/", "oom", false],
  ["/oom/", "OOM killer", true],
] as const)("the name pattern %s of the name %s: %s", ([written, name, is]) => {
  expect(matches(written, name, "name")).toBe(is);
});

test.for([
  ["fail", "It did fail.", true],
  ["fail", "It failed.", false],
  ["fail*", "It failed.", true],
  ["*fail", "a prefail of it", true],
  ["build failed", "Build failed: see log", true],
  ["build * failed", "Build 12 of main failed", true],
  ["build * failed", "failed after the build", false],
  ["build * fail", "build 1 failed, but 2 did fail", true],
  ["失敗", "昨日失敗しました", true],
  ["c++", "I like C++ a lot", true],
  ["#12", "see #12.", true],
  ["#12", "see #123", false],
  ["one two", "One\n  two", true],
] as const)("the text pattern %s in the text %s: %s", ([written, text, is]) => {
  expect(matches(written, text)).toBe(is);
});

test.for([
  ["*", "it would match everything"],
  ["  ", "it would match everything"],
  ["/(/", "Unclosed group"],
  ["/(a)\\1/", expect.any(String)],
  ["/(?=a)/", expect.any(String)],
] as const)("the pattern %s is refused: %s", ([written, why]) => {
  expect(textPattern(written, "text")).toEqual({ why });
});

test("what a pattern costs is bounded, whatever the pattern and the text", () => {
  const long = "a".repeat(100_000);
  const began = performance.now();
  for (const written of ["/(a*)*b/", "/(a|a)*b/", `${"a*".repeat(200)}b`, `/${"a?".repeat(200)}b/`])
    for (const kind of ["name", "text"] as const) expect(matches(written, long, kind)).toBe(false);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("stars match as in a regular expression", () => {
  const word = fc.stringMatching(/^[ab*]{1,8}$/).filter((one) => /[ab]/.test(one));
  fc.assert(
    fc.property(word, fc.stringMatching(/^[ab]{0,12}$/), (written, name) => {
      const expression = new RegExp(`^${written.replaceAll(/\*+/g, ".*")}$`);
      expect(matches(written, name, "name")).toBe(expression.test(name));
    }),
    { numRuns: 2_000, seed: 40 },
  );
});

test("words match as in a regular expression with word boundaries", () => {
  const word = fc.stringMatching(/^[ab][ab *]{0,5}[ab]$/);
  fc.assert(
    fc.property(word, fc.stringMatching(/^[ab ]{0,12}$/), (written, text) => {
      const [pattern, line] = [written, text].map((one) => one.replaceAll(/ +/g, " ").trim());
      const expression = new RegExp(`\\b${pattern?.replaceAll(/\*+/g, ".*")}\\b`);
      expect(matches(written, text)).toBe(expression.test(line ?? ""));
    }),
    { numRuns: 2_000, seed: 40 },
  );
});
