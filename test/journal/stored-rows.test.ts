/** Reading rows that this and older versions stored. */
import { expect, test } from "vitest";
import type { Draft } from "#journal/intent.ts";
import type { RowOrigin, Step } from "#journal/journal.ts";
import {
  draftFrom,
  intentFrom,
  snoozeFrom,
  stepFrom,
  storedSnooze,
  storedStep,
} from "#journal/stored-rows.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Snooze, untilAnswered } from "#model/local-state.ts";
import type { DraftId, MessageId, UserId } from "#wire/ids.ts";
import { intentId, read, send, topic } from "../support/intents.ts";
import { proposedMessage } from "../support/proposals.ts";

test.each([
  ["maybe", "unconfirmed"],
  ["unsure", "undecided"],
])("a stored intent in phase %s is read as %s", (stored, phase) => {
  const intent = { id: intentId("a"), createdAt: 1, action: send("hello", topic), attempts: 1 };
  expect(intentFrom(JSON.stringify({ ...intent, phase: stored }))).toEqual({ ...intent, phase });
});

test("an intent of an older version, with its action under `wish`, is read", () => {
  const intent = { id: intentId("a"), createdAt: 1, phase: "waiting", attempts: 1 };
  const action = send("hello", topic);
  expect(intentFrom(JSON.stringify({ ...intent, wish: action }))).toEqual({ ...intent, action });
});

test("an upload of an older version, with its placeholder under `mark`, is read", () => {
  const upload = { kind: "upload", name: "a.txt", from: { text: "a" }, size: 1 };
  const intent = { id: intentId("a"), createdAt: 1, phase: "waiting", attempts: 1 };
  const stored = { ...intent, action: { ...upload, mark: "[a]()" } };
  expect(intentFrom(JSON.stringify(stored))?.action).toEqual({ ...upload, placeholder: "[a]()" });
});

test.each<Partial<Draft>>([
  { shared: { text: "ha", realm: 1 } },
  { shared: { id: 7 as DraftId, text: "ha", realm: 1, elsewhere: "t:2:old" } },
  { was: "soup" },
])("a stored draft with %j is read as it was written", (more) => {
  const draft = { address: topic, text: "half", updatedAt: 1, ...more };
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft);
});

const key = conversationKey(topic);
const snooze = { conversation: topic, until: 9, newest: 4, isDue: false };

test.each<Partial<Snooze>>([
  {},
  { until: untilAnswered, awaits: { userId: 7 as UserId } },
  { awaits: { userId: 7 as UserId, answer: 5 as MessageId } },
  { unlessAnswered: true, asked: 3 as MessageId },
])("a stored snooze with %j is read as it was written", (more) => {
  const one: Snooze = { ...snooze, ...more };
  expect(snoozeFrom(storedSnooze(one))).toEqual(one);
});

test("a snooze with a condition that is unknown is left to the version that wrote it", () => {
  const row = { ...snooze, unlessReacted: true };
  expect(snoozeFrom(JSON.stringify(row))).toBeUndefined();
});

const origin: RowOrigin = {
  row: {
    key,
    section: "streams",
    part: "folder:none",
    group: "stream:2",
    size: 2,
    stoodFor: topic,
    name: "Alerts",
    neededYou: true,
  },
  before: undefined,
  after: "d:1",
};
test.each<Partial<Step>>([
  { location: { kind: "conversation", address: topic } },
  {
    location: {
      kind: "list",
      list: "inbox",
      filter: "",
      rows: [origin],
      stays: true,
      reading: topic,
    },
  },
  { location: undefined, together: "t", undoneAt: 7 },
  {
    location: undefined,
    drafts: new Map([["", { address: undefined, text: "half", updatedAt: 1 }]]),
    snoozes: { before: new Map([[key, snooze]]), after: new Map([[key, undefined]]) },
  },
  {
    location: undefined,
    proposals: {
      before: new Map([[intentId("p"), proposedMessage("p", 1, "hello", { answers: "Bo: hi" })]]),
      after: new Map([[intentId("p"), undefined]]),
    },
  },
])("a stored step with %j is read as it was written", (more) => {
  const ids = [intentId("a")];
  const taken = { id: "s", sentence: "Done", done: [read("add", 1)], inverse: [read("remove", 1)] };
  const step = { ...taken, intents: ids, at: 3, ...more };
  expect(stepFrom(storedStep(step))).toEqual(step);
});

test("a step of another version is not in the log", () => {
  const forwarding = { kind: "forward", to: 4 };
  const step = { id: "s", sentence: "", done: [forwarding], inverse: [], intents: [], at: 3 };
  expect(stepFrom(JSON.stringify(step))).toBeUndefined();
  expect(stepFrom("")).toBeUndefined();
});

test("a message that waits again is read from a step of an older version, which stored it otherwise", () => {
  const id = 7 as MessageId;
  const own = { id: "s", sentence: "", done: [], inverse: [], intents: [], at: 3 };
  const stored = { ...own, dismissals: { before: [[id, false]], after: [[id, true]] } };
  const dismissals = { before: new Map([[id, undefined]]), after: new Map([[id, true]]) };
  expect(stepFrom(JSON.stringify(stored))).toEqual({ ...own, dismissals });
});
