import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const event = (op: string, keys: object) => make.event("subscription", { op, ...keys });
const property = (name: string, value: unknown) =>
  event("update", { stream_id: make.general, property: name, value });

test("subscribing adds the user's own settings, unsubscribing removes them and the unread messages", () => {
  const subscriptions = [make.subscription(make.attic, { color: "#123456", pin_to_top: true })];
  const joined = step(make.replica(), event("add", { subscriptions }));
  expect(get(joined.streams, make.attic)?.subscription).toEqual({
    colour: "#123456",
    muted: false,
    pinned: true,
    desktopNotifications: null,
    audibleNotifications: null,
    pushNotifications: null,
    emailNotifications: null,
    wildcardMentionsNotify: null,
  });
  const unread = step(joined, make.arrival(make.message({ stream_id: make.attic })));
  const left = [{ stream_id: make.attic, name: "attic" }];
  const after = step(unread, event("remove", { subscriptions: left }));
  expect(get(after.streams, make.attic)?.subscription).toBeUndefined();
  expect(after.unreads.where.size).toBe(0);
});

test("both properties for muting are applied", () => {
  const once = step(make.replica(), property("in_home_view", false));
  expect(get(once.streams, make.general)?.subscription?.muted).toBe(true);
  const twice = step(once, property("is_muted", true));
  expect(get(twice.streams, make.general)?.subscription?.muted).toBe(true);
});

test("colour, pin and notifications change, and unknown or invalid properties are ignored", () => {
  let replica = make.replica();
  for (const [name, value] of [
    ["color", "#abcdef"],
    ["pin_to_top", true],
    ["desktop_notifications", false],
    ["push_notifications", true],
  ]) {
    replica = step(replica, property(String(name), value));
  }
  expect(get(replica.streams, make.general)?.subscription).toMatchObject({
    colour: "#abcdef",
    pinned: true,
    desktopNotifications: false,
    pushNotifications: true,
  });
  expect(step(replica, property("weight", true))).toBe(replica);
  expect(step(replica, property("pin_to_top", "yes"))).toBe(replica);
});

test("other users subscribe and unsubscribe in several streams, if subscribers are known", () => {
  const subscriptions = [
    make.subscription(make.general, { subscribers: [make.me] }),
    make.subscription(make.backend, { subscribers: [make.me, make.ada] }),
  ];
  const streams = { stream_ids: [make.general, make.backend], user_ids: [make.ada, make.brook] };
  const come = step(make.replica({ subscriptions }), event("peer_add", streams));
  const everybody = [make.me, make.ada, make.brook];
  expect(get(come.streams, make.general)?.subscribers).toEqual(everybody);
  expect(get(come.streams, make.backend)?.subscribers).toEqual(everybody);
  const gone = step(come, event("peer_remove", streams));
  expect(get(gone.streams, make.backend)?.subscribers).toEqual([make.me]);
  const unknown = make.replica();
  expect(step(unknown, event("peer_add", streams))).toBe(unknown);
});
