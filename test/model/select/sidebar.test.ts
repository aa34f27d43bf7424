import { expect, test } from "vitest";
import { sidebar, topicsShown } from "#model/select/sidebar.ts";
import type { StreamId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";
import { step } from "../../support/replica.ts";

const open: ReadonlySet<StreamId> = new Set();
const say = (subject: string, flags: string[] = [], keys = {}) =>
  make.arrival(make.message({ subject, ...keys }), flags);

test("pinned streams come first, muted ones last, others by name", () => {
  const subscriptions = [
    make.subscription(make.general, { name: "Beta" }),
    make.subscription(make.backend, { name: "alpha", is_muted: true }),
    make.subscription(make.attic, { name: "zeta", pin_to_top: true }),
    make.subscription(8 as StreamId, { name: "aleph" }),
  ];
  const rows = sidebar(make.replica({ subscriptions }), open).streams;
  expect(rows.map(({ stream }) => stream.name)).toEqual(["zeta", "aleph", "Beta", "alpha"]);
});

test("unread topics come first, newest first, and muted ones last", () => {
  const replica = make.after(
    make.replica(),
    say("old read", ["read"]),
    say("old"),
    say("✔ new", ["mentioned"]),
    say("noise"),
    say("new read", ["read"]),
    make.event("user_topic", {
      stream_id: make.general,
      topic_name: "noise",
      visibility_policy: 1,
    }),
  );
  const [row] = sidebar(replica, open).streams.filter(({ stream }) => stream.id === make.general);
  expect(row?.topics.map(({ name }) => name)).toEqual([
    "✔ new",
    "old",
    "new read",
    "old read",
    "noise",
  ]);
  expect(row).toMatchObject({ unread: 2, quiet: 1, mentions: 1, more: 0 });
  expect(row?.topics[0]).toMatchObject({ resolved: true, unread: 1, mentions: 1 });
});

test("an expanded stream shows a limited number of topics and the number of others; a collapsed one shows none", () => {
  const many = Array.from({ length: topicsShown + 3 }, (_, at) => say(`topic ${at}`));
  const replica = make.after(make.replica(), ...many);
  const row = (collapsed: ReadonlySet<StreamId>) =>
    sidebar(replica, collapsed).streams.find(({ stream }) => stream.id === make.general);
  expect([row(open)?.topics.length, row(open)?.more]).toEqual([topicsShown, 3]);
  expect(row(new Set([make.general]))).toMatchObject({ topics: [], unread: many.length });
});

test("a filter finds streams, topics and people by a part of their names", () => {
  const replica = make.after(
    make.replica(),
    say("Deploy window"),
    say("lunch"),
    make.arrival(make.message({ to: [make.me, make.brook] })),
  );
  const found = sidebar(replica, new Set([make.general]), "DEPLOY");
  expect(found.streams.map(({ topics }) => topics.map(({ name }) => name))).toEqual([
    ["Deploy window"],
  ]);
  expect(found.directs).toEqual([]);
  expect(sidebar(replica, open, "back").streams.map(({ stream }) => stream.name)).toEqual([
    "backend",
  ]);
  expect(sidebar(replica, open, "brook").directs.map(({ others }) => others)).toEqual([
    [make.brook],
  ]);
});

test("direct conversations are sorted by their newest message", () => {
  const recent_private_conversations = [{ user_ids: [make.ada], max_message_id: 5 }];
  const before = make.replica({ recent_private_conversations });
  const after = step(before, make.arrival(make.message({ to: [make.me, make.brook] })));
  const rows = sidebar(after, open).directs;
  expect(rows.map(({ others, unread }) => [others, unread])).toEqual([
    [[make.brook], 1],
    [[make.ada], 0],
  ]);
});

test("the sidebar is the same object while nothing in it changed", () => {
  const replica = make.after(make.replica(), say("topic"));
  const before = sidebar(replica, open);
  const elsewhere = step(replica, make.event("alert_words", { alert_words: ["tea"] }));
  expect(sidebar(elsewhere, open)).toBe(before);
  const later = step(elsewhere, say("topic", [], { stream_id: make.backend }));
  const after = sidebar(later, open);
  expect(after).not.toBe(before);
  expect(after.streams[1]).toBe(before.streams[1]);
});
