import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { SearchTerm } from "#model/narrow.ts";
import { searchVerdict } from "#model/search.ts";
import {
  ana,
  backend,
  bo,
  emptyAcme,
  type MessageSpec,
  withMessages,
  you,
} from "../support/acme.ts";
import * as make from "../support/make.ts";

function verdict(message: Partial<MessageSpec>, ...terms: readonly SearchTerm[]) {
  const spec: MessageSpec = {
    by: bo,
    to: { streamId: backend, topic: "Deploy" },
    at: "9:00",
    text: "x",
    ...message,
  };
  const replica = withMessages(emptyAcme(), [spec], 2001);
  const stored = get(replica.messages, make.id(2001));
  if (stored === undefined) throw new RangeError("The message is not there.");
  return searchVerdict(terms, stored, you);
}

const toBo = { to: [bo] };

test.each<[Partial<MessageSpec>, readonly SearchTerm[], string]>([
  [{}, [], "matches"],
  [{}, [{ operator: "stream", operand: backend }], "matches"],
  [{}, [{ operator: "stream", operand: backend, negated: true }], "differs"],
  [{}, [{ operator: "stream", operand: "by name" }], "unknown"],
  [{}, [{ operator: "topic", operand: "deploy" }], "matches"],
  [{}, [{ operator: "topic", operand: "other" }], "differs"],
  [{}, [{ operator: "sender", operand: ana }], "differs"],
  [{}, [{ operator: "is", operand: "dm" }], "differs"],
  [toBo, [{ operator: "is", operand: "dm" }], "matches"],
  [toBo, [{ operator: "dm", operand: [bo] }], "matches"],
  [toBo, [{ operator: "dm", operand: [bo, you] }], "matches"],
  [toBo, [{ operator: "dm", operand: [ana, bo] }], "differs"],
  [toBo, [{ operator: "dm-including", operand: bo }], "matches"],
  [{}, [{ operator: "is", operand: "followed" }], "unknown"],
  [{}, [{ operator: "search", operand: "x" }], "unknown"],
  [
    {},
    [
      { operator: "search", operand: "x" },
      { operator: "sender", operand: ana },
    ],
    "differs",
  ],
])("the message %j and the terms %j: %s", (message, terms, expected) => {
  expect(verdict(message, ...terms)).toBe(expected);
});
