import { expect, test } from "vitest";
import { emptyReplica } from "#model/empty.ts";
import { messageProblem, topicProblem } from "#model/limits.ts";

const realm = {
  ...emptyReplica.realm,
  maxMessageLength: 10,
  maxTopicLength: 4,
};

test.each([
  ["The message", messageProblem, 10],
  ["The topic", topicProblem, 4],
])("%s may be as long as the realm's limit", (what, problem, limit) => {
  expect(problem(realm, "é".repeat(limit))).toBeUndefined();
  expect(problem(realm, "e".repeat(limit + 1))).toContain(
    `${what} is 1 character too long; the limit is ${limit}.`,
  );
  expect(problem(realm, "e".repeat(limit + 12))).toContain("12 characters too long");
  expect(problem(realm, "a\0")).toMatch(/null byte/);
});

test("characters outside the basic plane count once, and white space at the ends does not count", () => {
  expect(messageProblem(realm, "🦆".repeat(10))).toBeUndefined();
  expect(messageProblem(realm, "🦆".repeat(11))).toMatch(/1 character too long/);
  expect(messageProblem(realm, `\n${"e".repeat(10)}  \n`)).toBeUndefined();
});
