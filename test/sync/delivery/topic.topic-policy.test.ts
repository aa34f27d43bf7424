/** Policies of topics at servers that support none or only some of them. */
import { describe, expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import type { Policy } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const streamId = streams.dev as StreamId;

async function started(level: number) {
  const { store, clock, client, addIntent, toast, open } = await startSmall({ level });
  const setPolicy = async (topic: string, policy: Policy) => {
    addIntent({ kind: "topic-policy", streamId, topic, policy });
    await clock.pass("2 s");
    return store.getState().replica.policies.get(topicKey(streamId, topic)) ?? 0;
  };
  return {
    setPolicy,
    sent: () => client.network.sent.filter((line) => /topics/.test(line) && !/^GET/.test(line)),
    toast,
    open,
  };
}

describe.each([since.userTopics - 1, since.topicPolicies - 1])("at level %i", (level) => {
  test("topics are muted and unmuted with the older endpoint", async () => {
    const { setPolicy, sent, open } = await started(level);
    expect([
      await setPolicy("deploy", 1),
      await setPolicy("deploy", 0),
      await setPolicy("noise", 0),
    ]).toEqual([1, 0, 0]);
    expect(new Set(sent())).toEqual(new Set(["PATCH /users/me/subscriptions/muted_topics"]));
    expect(open()).toBe(0);
  });

  test("an unsupported policy is reported and not requested", async () => {
    const { setPolicy, sent, toast, open } = await started(level);
    expect(await setPolicy("deploy", 2)).toBe(0);
    expect(toast()).toMatch(/^This server cannot unmute topics/);
    expect([sent(), open()]).toEqual([[], 0]);
  });
});

test("following a topic is reported and not requested below its level", async () => {
  const { setPolicy, sent, toast } = await started(since.followedPolicy - 1);
  expect(await setPolicy("deploy", 3)).toBe(0);
  expect(toast()).toMatch(/^This server cannot follow topics/);
  expect(await setPolicy("deploy", 2)).toBe(2);
  expect(sent()).toEqual(["POST /user_topics"]);
});
