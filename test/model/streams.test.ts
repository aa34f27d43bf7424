import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { historyOf } from "#model/select/conversations.ts";
import type { StreamId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const fresh = 9 as StreamId;
const created = (...streams: object[]) => make.event("stream", { op: "create", streams });
const update = (property: string, value: unknown, keys = {}) =>
  make.event("stream", {
    op: "update",
    stream_id: make.general,
    name: "general",
    property,
    value,
    ...keys,
  });

test("a stream appears without the person in it, and with its subscribers where those are kept", () => {
  const plain = step(make.replica(), created(make.stream(fresh)));
  expect(get(plain.streams, fresh)).toMatchObject({
    subscription: undefined,
    subscribers: undefined,
  });
  const subscriptions = [make.subscription(make.general, { subscribers: [make.me] })];
  const counting = step(
    make.replica({ subscriptions, never_subscribed: [] }),
    created(make.stream(fresh)),
  );
  expect(get(counting.streams, fresh)?.subscribers).toEqual([]);
});

test("an archived stream takes its unread messages, topics and histories with it; its messages stay known", () => {
  const topic = make.topic();
  const before = make.fetched(make.replica(), topic, make.page([make.message()]));
  const gone = make.event("stream", { op: "delete", streams: [make.stream(make.general)] });
  const after = step(before, gone);
  expect(get(after.streams, make.general)).toBeUndefined();
  expect([after.unreads.where.size, after.topics.size, after.messages.size]).toEqual([0, 0, 1]);
  expect(historyOf(after, topic)).toBeUndefined();
});

test("of who may post, the older word counts only where there is no newer one", () => {
  const told = (level: number, value: boolean) => {
    const plain = make.replica();
    const before = { ...plain, realm: { ...plain.realm, featureLevel: level } };
    const policy = (replica: typeof before) => get(replica.streams, make.general)?.postPolicy;
    const closed = step(before, update("stream_post_policy", 4));
    return policy(step(closed, update("is_announcement_only", value)));
  };
  expect([told(0, true), told(0, false), told(1, true), told(1, false)]).toEqual([2, 1, 4, 4]);
});

test("names, descriptions, privacy and policies change; what is not kept changes nothing", () => {
  const before = make.replica();
  const renamed = step(before, update("name", "lobby"));
  expect(get(renamed.streams, make.general)?.name).toBe("lobby");
  expect(renamed.namesRevision).toBe(before.namesRevision + 1);
  const sides = { history_public_to_subscribers: false };
  const hidden = step(renamed, update("invite_only", true, { ...sides, is_web_public: false }));
  const closed = step(hidden, update("stream_post_policy", 2));
  const told = step(closed, update("description", "All"));
  expect(get(told.streams, make.general)).toMatchObject({
    isPrivate: true,
    historyPublic: false,
    postPolicy: 2,
    description: "All",
  });
  const kept = step(told, update("message_retention_days", 5));
  const guarded = step(kept, update("can_remove_subscribers_group", 12));
  expect(get(guarded.streams, make.general)).toMatchObject({ retentionDays: 5, removers: 12 });
  expect(step(guarded, update("stream_weekly_traffic", 5))).toBe(guarded);
});
