/** Which steps of rules are about a message, or about its conversation. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { stepsOfRules } from "#journal/by-rules.ts";
import { emptyJournal, type Step } from "#journal/journal.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";

const at: Conversation = { kind: "topic", streamId: 2 as StreamId, topic: "Deploy" };
const here = conversationKey(at);
const elsewhere = conversationKey({ ...at, topic: "other" });
const ids = (...all: number[]) => sorted(all as MessageId[]);

function step(id: string, keys: Partial<Step>): Step {
  const none = { done: [], inverse: [], intents: [], at: 0, location: undefined };
  return { id, sentence: id, ...none, rule: "Rule", ...keys };
}

test("steps about the conversation, and those about the message", () => {
  const snooze = { conversation: at, until: 1, newest: 1, isDue: false };
  const undo = [
    step("done", { done: [{ kind: "read", op: "add", ids: ids(4, 5), at }] }),
    step("muted", {
      done: [{ kind: "topic-policy", streamId: at.streamId, topic: "deploy", policy: 1 }],
    }),
    step("snoozed", { snoozes: { before: new Map(), after: new Map([[here, snooze]]) } }),
    step("own", { done: [{ kind: "read", op: "add", ids: ids(4), at }], rule: undefined }),
  ];
  const about = (
    ...rest: Parameters<typeof stepsOfRules> extends [unknown, ...infer R] ? R : never
  ) => stepsOfRules({ ...emptyJournal, undo }, ...rest).map(({ id }) => id);
  expect(about(here)).toEqual(["done", "muted", "snoozed"]);
  expect(about(here, 4 as MessageId)).toEqual(["done", "muted", "snoozed"]);
  expect(about(here, 6 as MessageId)).toEqual(["muted", "snoozed"]);
  expect(about(elsewhere)).toEqual([]);
});
