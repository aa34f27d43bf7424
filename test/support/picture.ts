/** A picture as plain values, what of it a register tells, and what must hold in every picture. */
import { expect } from "vitest";
import { has } from "#base/sorted.ts";
import { get, ids, newBatch, type Table, values } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { conversationKey } from "#model/conversation.ts";
import { narrowsOf } from "#model/histories.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import { streamOfKey, type UnreadConversation } from "#model/unreads.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

function plainMap(map: ReadonlyMap<unknown, unknown>): unknown {
  return [...map].sort(byKey).map(([key, value]) => [key, plain(value)]);
}

function isTable(value: object): value is Table<number, unknown> {
  return "chunks" in value && "owner" in value;
}

/** Maps, sets and tables as sorted lists, all the way down: pictures with the same content give equal values. */
export function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map) return plainMap(value);
  if (value instanceof Set) return [...value].sort();
  if (Array.isArray(value)) return value.map(plain);
  if (isTable(value)) return plainMap(new Map([...ids(value)].map((id) => [id, get(value, id)])));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function told({ ids: unread, mentions }: UnreadConversation) {
  return { ids: unread, mentions };
}

/** The part of a picture that a register answer carries; lists whose order means nothing are sorted. */
export function registered(picture: Picture) {
  const { unreads } = picture;
  const groups = [unreads.directs, ...unreads.streams.values()];
  const unread = new Map(
    groups.flatMap((group) => [...group]).map(([key, entry]) => [key, told(entry)]),
  );
  const members = [...values(picture.groups)].map(
    (group) => [group.id, { ...group, members: [...group.members].sort() }] as const,
  );
  // Of streams that the person may not see, policies are kept and not told.
  const policies = [...picture.policies].filter(([key]) =>
    get(picture.streams, streamOfKey(key) ?? (0 as StreamId)),
  );
  return {
    unread: plain(unread),
    starred: picture.starred,
    streams: plain(picture.streams),
    people: plain(picture.people),
    groups: plain(new Map(members)),
    policies: plain(new Map(policies)),
    mutedPeople: plain(picture.mutedPeople),
    directs: plain(picture.directs),
    statuses: plain(picture.statuses),
    alertWords: [...picture.alertWords].sort(),
    settings: plain(picture.settings),
    drafts: plain(picture.drafts),
    scheduled: plain(picture.scheduled),
    realm: picture.realm.name,
  };
}

function expectRising(list: readonly number[], what: string): void {
  const rising = list.every((id, at) => at === 0 || id > (list[at - 1] ?? 0));
  expect(rising, `${what} does not rise: ${list.join(" ")}`).toBe(true);
}

function checkUnreads({ unreads, messages }: Picture): void {
  const places = new Map<number, string>();
  const groups = [...unreads.streams.values(), unreads.directs];
  for (const group of unreads.streams.values()) expect(group.size, "an empty stream").not.toBe(0);
  for (const [key, entry] of groups.flatMap((group) => [...group])) {
    expect(conversationKey(entry.conversation)).toBe(key);
    expect(entry.ids.length, `${key} has nothing unread`).not.toBe(0);
    expectRising(entry.ids, `unread of ${key}`);
    for (const id of entry.ids) {
      places.set(id, key);
      const message = get(messages, id);
      if (message !== undefined) expect(message.conversation, `where ${id} is unread`).toBe(key);
    }
    for (const part of [entry.mentions, entry.alerted, entry.byBots]) {
      expectRising(part, `a part of ${key}`);
      expect(
        part.every((id) => has(entry.ids, id)),
        `parts of ${key}`,
      ).toBe(true);
    }
    expect(entry.wildcards.every((id) => has(entry.mentions, id))).toBe(true);
  }
  expect(plain(unreads.where)).toEqual(plain(places));
}

/** What no event and no page may ever break. */
export function checkInvariants(picture: Picture): void {
  checkUnreads(picture);
  expectRising(picture.starred, "starred");
  for (const message of values(picture.messages)) {
    expect(message.starred, `the star of ${message.id}`).toBe(has(picture.starred, message.id));
    for (const reaction of message.reactions) expect(reaction.userIds.length).not.toBe(0);
  }
  for (const [key, history] of picture.histories) {
    expect(narrowKey(history.narrow)).toBe(key);
    expectRising(history.ids, `history ${key}`);
    for (const id of history.ids) {
      const message = get(picture.messages, id);
      expect(message, `${id} of ${key} is not known`).toBeDefined();
      if (message !== undefined && history.epoch === picture.epoch) {
        expect(narrowsOf(message), `${id} does not belong to ${key}`).toContain(key);
      }
    }
  }
  for (const typists of picture.typing.values()) expect(typists.length).not.toBe(0);
}

/** Applies one event as a batch of its own, and makes sure that the picture before was left alone. */
export function step(before: Picture, event: Event, now = 0): Picture {
  const copy = plain(before);
  const after = apply(before, event, newBatch("test"), now);
  expect(plain(before), `${event.type} wrote into the picture before it`).toEqual(copy);
  checkInvariants(after);
  return after;
}
