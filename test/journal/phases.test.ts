import { expect, test } from "vitest";
import type { Intent } from "#journal/intent.ts";
import {
  answered,
  leaving,
  notArrived,
  recovered,
  refused,
  unanswered,
  undecided,
} from "#journal/phases.ts";
import { intentId, messageId, read, send } from "../support/intents.ts";

const sent: Intent = {
  id: intentId("a"),
  createdAt: 0,
  action: send("x"),
  phase: "waiting",
  attempts: 0,
};
const marked: Intent = { ...sent, action: read("add", 1) };

test("the first request records which messages were known before", () => {
  const once = leaving(7)(sent);
  expect(once).toMatchObject({ phase: "sending", attempts: 1, knownBefore: 7 });
  expect(leaving(9)(notArrived(once))).toMatchObject({ attempts: 2, knownBefore: 7 });
});

test("a send without an answer is unconfirmed, and a flag change without one is retried", () => {
  expect(unanswered(leaving(7)(sent)).phase).toBe("unconfirmed");
  expect(unanswered({ ...leaving(7)(sent), messageId: messageId(8) }).phase).toBe("answered");
  expect(unanswered(leaving(7)(marked)).phase).toBe("waiting");
});

test("the reason is removed with its phase", () => {
  expect(refused("No.")(sent)).toMatchObject({ phase: "failed", reason: "No." });
  expect(undecided("Who knows?")(sent)).toMatchObject({ phase: "undecided", reason: "Who knows?" });
  expect(notArrived(refused("No.")(sent))).not.toHaveProperty("reason");
  expect(answered(messageId(1))(undecided("Who knows?")(sent))).not.toHaveProperty("reason");
});

test("sends pending at a crash are unconfirmed, and answered ones are done", () => {
  expect(recovered(leaving(7)(sent))?.phase).toBe("unconfirmed");
  expect(recovered(leaving(7)(marked))?.phase).toBe("waiting");
  expect(recovered(answered(messageId(8))(sent))).toBeUndefined();
  expect(recovered(sent)).toBe(sent);
});
