/** What all kinds of undoable actions have in common. */
import { describe, expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { Action } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

type Row = {
  readonly name: string;
  readonly action: Action;
  /** The part of a replica that it changes. */
  readonly part: (replica: Replica) => unknown;
  readonly after: unknown;
  readonly sentence: string;
  /** Matches method and path of its request. */
  readonly request: RegExp;
  /** Part of it is shown only after the server's event. */
  readonly lags?: true;
  /** It asks what the server has before it sends anything again. */
  readonly asksFirst?: true;
};

const dev = streams.dev as StreamId;
const policyOf = (topic: string) => (replica: Replica) =>
  replica.policies.get(topicKey(dev, topic));
const emoji = { name: "tada", code: "1f389", type: "unicode_emoji" };
const followed = "narrow/is/followed";
const viewOf =
  (fragment: string) =>
  ({ navigationViews }: Replica) =>
    navigationViews.get(fragment);
const statusOf = ({ statuses, ownId }: Replica) => statuses.get(ownId)?.text;
const subscriptionOf = (id: number) => (replica: Replica) =>
  get(replica.streams, id as StreamId)?.subscription;

const rows: readonly Row[] = [
  {
    name: "muting a topic",
    action: { kind: "topic-policy", streamId: dev, topic: "deploy", policy: 1 },
    part: policyOf("deploy"),
    after: 1,
    sentence: "Mute #dev › deploy",
    request: /^POST \/user_topics/,
  },
  {
    name: "following a muted topic",
    action: { kind: "topic-policy", streamId: dev, topic: "Noise", policy: 3 },
    part: policyOf("noise"),
    after: 3,
    sentence: "Follow #dev › noise",
    request: /^POST \/user_topics/,
  },
  {
    name: "muting a person",
    action: { kind: "mute-person", op: "add", userId: people.cleo as UserId },
    part: ({ mutedPeople, unreads }) => [[...mutedPeople], get(unreads.where, 108 as MessageId)],
    after: [[people.cleo], undefined],
    sentence: "Mute Cleo Vane",
    request: /^(POST|DELETE) \/users\/me\/muted_users/,
    lags: true,
  },
  {
    name: "setting a status",
    action: { kind: "status", text: " rowing ", emoji },
    part: statusOf,
    after: "rowing",
    sentence: "Set status “ rowing ”",
    request: /^POST \/users\/me\/status/,
  },
  {
    name: "a setting",
    action: { kind: "setting", property: "send_stream_typing_notifications", value: false },
    part: ({ settings }) => settings.send_stream_typing_notifications,
    after: false,
    sentence: "Change the setting send_stream_typing_notifications",
    request: /^PATCH \/settings/,
  },
  {
    name: "muting a stream",
    action: { kind: "subscription-property", streamId: dev, property: "is_muted", value: true },
    part: (replica) => subscriptionOf(dev)(replica)?.muted,
    after: true,
    sentence: "Mute #dev",
    request: /^POST \/users\/me\/subscriptions\/properties/,
  },
  {
    name: "colouring a stream",
    action: { kind: "subscription-property", streamId: dev, property: "color", value: "#102030" },
    part: (replica) => subscriptionOf(dev)(replica)?.colour,
    after: "#102030",
    sentence: "Change #dev",
    request: /^POST \/users\/me\/subscriptions\/properties/,
  },
  {
    name: "leaving a stream",
    action: { kind: "subscription", op: "remove", streamId: streams.news as StreamId },
    part: (replica) => subscriptionOf(streams.news)(replica) === undefined,
    after: true,
    sentence: "Leave #news",
    request: /^(POST|DELETE) \/users\/me\/subscriptions$/,
  },
  {
    name: "saving a view",
    action: { kind: "view", fragment: "narrow/is/dm", to: { name: "Direct", isPinned: true } },
    part: viewOf("narrow/is/dm"),
    after: { fragment: "narrow/is/dm", name: "Direct", is_pinned: true },
    sentence: "Save the view “Direct”",
    request: /^POST \/navigation_views/,
    asksFirst: true,
  },
  {
    name: "renaming a view",
    action: { kind: "view", fragment: followed, to: { name: "Ours", isPinned: false } },
    part: viewOf(followed),
    after: { fragment: followed, name: "Ours", is_pinned: false },
    sentence: "Change the view “Ours”",
    request: /^PATCH \/navigation_views/,
    asksFirst: true,
  },
  {
    name: "deleting a view",
    action: { kind: "view", fragment: followed },
    part: viewOf(followed),
    after: undefined,
    sentence: "Delete the view “Mine”",
    request: /^DELETE \/navigation_views/,
    asksFirst: true,
  },
];

/** From the level on at which servers store views, and with one. */
const start = () =>
  startSmall({
    level: since.navigationViews,
    first: async (as) => {
      const view = { fragment: followed, is_pinned: false, name: "Mine" };
      await as(people.ana).post("/navigation_views", view);
    },
  });

describe.each(rows)("$name", ({ action, part, after, sentence, request, lags, asksFirst }) => {
  test("is shown immediately, confirmed by the event, and can be undone", async () => {
    const { store, clock, act, undo, open } = await start();
    const partOf = (which: "view" | "replica") => part(store.getState()[which]);
    const before = partOf("replica");
    expect(act(action)).toBe(sentence);
    if (lags !== true) expect(partOf("view")).toEqual(after);
    expect(partOf("replica")).toEqual(before);
    await clock.pass("2 s");
    expect(partOf("replica")).toEqual(after);
    expect(open()).toBe(0);
    expect(act(action)).toBeUndefined();
    undo();
    await clock.pass("5 s");
    expect([partOf("replica"), partOf("view")]).toEqual([before, before]);
    expect(open()).toBe(0);
    expect(store.getState().screen.toast).toBeUndefined();
  });

  test("is never requested if it was undone before it was sent", async () => {
    const { store, clock, client, act, undo, sent, open } = await start();
    const before = part(store.getState().view);
    client.network.plug(false);
    await clock.pass("1 s");
    act(action);
    undo();
    expect(part(store.getState().view)).toEqual(before);
    client.network.plug(true);
    await clock.pass("40 s");
    expect([sent(request), open()]).toEqual([0, 0]);
  });

  test("is confirmed even if its answer was lost", async () => {
    const { store, clock, control, act, open, sent } = await start();
    control.fault({ kind: "drop after", path: "/u" });
    control.fault({ kind: "drop after", path: "/settings" });
    control.fault({ kind: "drop after", path: "/navigation_views" });
    act(action);
    await clock.pass("40 s");
    expect(part(store.getState().replica)).toEqual(after);
    expect([sent(request), open()]).toEqual([asksFirst === true ? 1 : 2, 0]);
    expect(store.getState().screen.toast).toBeUndefined();
  });
});
