/** Fuzzy search among streams, topics and people. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { get, newBatch, put, tableOf } from "#base/table.ts";
import { findPeople, findPlaces, findStreams } from "#commands/places/finder.ts";
import { conversationKey } from "#model/conversation.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import { acme, ana, backend, bo, general, ops, withMessages } from "../../support/acme.ts";

const places = withMessages(
  acme(),
  [
    { by: ana, text: "a", to: { streamId: general, topic: "lunch" }, at: "9:00" },
    { by: ana, text: "b", to: { streamId: backend, topic: "lunch" }, at: "9:01" },
    { by: ana, text: "c", to: { streamId: backend, topic: "deploy window" }, at: "9:02" },
  ],
  3001,
);

function found(typed: string): readonly string[] {
  return findPlaces(places, typed, 9).map(({ title, detail }) => `${title} | ${detail}`);
}

test.for<readonly [string, string]>([
  ["lunch general", "lunch | general"],
  ["general lunch", "lunch | general"],
  ["back lunch", "lunch | backend"],
  ["deploy window", "deploy window | backend"],
  ["dpwin", "deploy window | backend"],
])("%s finds %s first", ([typed, expected]) => {
  expect(found(typed)[0]).toBe(expected);
});

const drafted = { kind: "topic", streamId: ops, topic: "rota for spring" } as const;

test("a topic with only a draft is found, and marked", () => {
  const drafts = new Map([[conversationKey(drafted), { address: drafted, text: "begun" }]]);
  expect(findPlaces(places, "rota", 9, { drafts })).toMatchObject([
    { kind: "topic", title: "rota for spring", detail: "ops", hasDraft: true },
  ]);
  expect(findPlaces(places, "rota", 9)).toEqual([]);
});

test("a topic with only a scheduled message is found", () => {
  const message = { type: "stream", to: ops, topic: drafted.topic, content: "begun" } as const;
  expect(findPlaces(withScheduled(message), "rota", 9)).toMatchObject([
    { kind: "topic", title: "rota for spring", detail: "ops", address: drafted },
  ]);
});

test("a conversation of several people with only a draft or a scheduled message is found", () => {
  const address = { kind: "direct", userIds: sorted([places.ownId, ana, bo]) } as const;
  const drafts = new Map([[conversationKey(address), { address, text: "begun" }]]);
  const scheduled = withScheduled({ type: "private", to: [ana, bo], content: "begun" });
  const title = "Ana Ruiz, Bo Lindqvist";
  expect(findPlaces(places, title, 9)).not.toContainEqual(expect.objectContaining({ title }));
  for (const found of [findPlaces(places, title, 9, { drafts }), findPlaces(scheduled, title, 9)])
    expect(found[0]).toMatchObject({ kind: "person", title, address });
});

function withScheduled(message: Pick<ScheduledMessage, "type" | "to" | "topic" | "content">) {
  const id = 1 as ScheduledId;
  const timed = { ...message, scheduled_message_id: id, scheduled_delivery_timestamp: 4000000000 };
  return { ...places, scheduled: new Map([[id, timed]]) };
}

test("people come before bots with an equal match", () => {
  const cleo = get(places.people, ana)!;
  const twins = [true, false].map((isBot, at) => ({
    ...cleo,
    name: "Cleo",
    isBot,
    id: (41 + at) as UserId,
  }));
  const replica = { ...places, people: tableOf(twins, ({ id }) => id) };
  expect(findPeople(replica, "cle", 9).map(({ address }) => address)).toEqual([
    expect.objectContaining({ userIds: [1, 42] }),
    expect.objectContaining({ userIds: [1, 41] }),
  ]);
});

test("a word without a match excludes the place", () => {
  expect(found("general xylophone")).toEqual([]);
});

test("a conversation of several people is found by the name of each, behind who is alone", () => {
  const messages = [{ by: bo, to: [ana, bo], at: "9:03", text: "for us" }];
  const replica = withMessages(places, messages, 4001);
  for (const typed of ["ana", "lindq", "bo ana"]) {
    const titles = findPlaces(replica, typed, 9).map(({ title }) => title);
    expect(titles).toContain("Ana Ruiz, Bo Lindqvist");
    if (typed === "ana") expect(titles[0]).toBe("Ana Ruiz");
  }
});

test("who is deactivated and what is archived is found last, says so, and only if something is typed", () => {
  const [gone, kept] = [get(places.people, bo)!, get(places.streams, general)!];
  const former = { ...gone, id: 43 as UserId, name: "Lindqvist, Old", isActive: false };
  const attic = { ...kept, id: 98 as StreamId, name: "generations", isArchived: true };
  const replica = {
    ...places,
    people: put(places.people, former.id, former, newBatch("people")),
    archived: new Map([[attic.id, attic]]),
  };
  const titles = (typed: string) =>
    findPlaces(replica, typed, 99).map(({ title, detail, problem }) => [title, problem ?? detail]);
  expect(titles("lindq")).toEqual([
    ["Bo Lindqvist", gone.email],
    ["Lindqvist, Old", "deactivated"],
  ]);
  expect(titles("gener").filter(([, detail]) => detail !== "general")).toEqual([
    ["general", ""],
    ["generations", "archived"],
  ]);
  for (const found of [titles(""), findPeople(replica, "", 99), findStreams(replica, "", 99)])
    expect(JSON.stringify(found)).not.toMatch(/Old|generations/);
});
