import { expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import { runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { isFollowed, isMuted } from "#model/select/counting.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const key = topicKey(make.general, "Deploy");
const policyEvent = (visibility_policy: number, topic_name = "deploy") =>
  make.event("user_topic", { stream_id: make.general, topic_name, visibility_policy });

test("a topic is muted or followed whatever the case of its name, and policy 0 removes the entry", () => {
  const muted = step(make.replica(), policyEvent(1));
  expect([isMuted(muted, key), isFollowed(muted, key)]).toEqual([true, false]);
  const followed = step(muted, policyEvent(3, "DEPLOY"));
  expect([isMuted(followed, key), isFollowed(followed, key)]).toEqual([false, true]);
  const none = step(followed, policyEvent(0));
  expect(none.policies.size).toBe(0);
  expect(step(none, policyEvent(0))).toBe(none);
  expect(step(none, policyEvent(9)).policies.size).toBe(0);
});

test("a topic in a muted stream is not muted if it is unmuted", () => {
  const subscriptions = [make.subscription(make.general, { is_muted: true })];
  const muted = make.replica({ subscriptions });
  expect(isMuted(muted, key)).toBe(true);
  expect(isMuted(step(muted, policyEvent(2)), key)).toBe(false);
});

test("the legacy list of muted topics is only used on servers without policies", () => {
  const list = make.event("muted_topics", {
    muted_topics: [
      ["general", "Deploy", 5],
      ["gone", "x", 5],
    ],
  });
  const modern = make.replica();
  expect(step(modern, list)).toBe(modern);
  const keys = { user_topics: undefined, muted_topics: [["backend", "noise", 5]] };
  const brand = { ...make.brand, featureLevel: 133 };
  const old = runToEnd(fromRegister(make.register(keys), { epoch: 1, brand }));
  expect([...old.policies]).toEqual([[topicKey(make.backend, "noise"), 1]]);
  expect([...step(old, list).policies]).toEqual([[key, 1]]);
});
