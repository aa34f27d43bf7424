/**
 * A session works with realms of every documented level; outside `npm run storm`, with the levels around changes that
 * affect the session.
 */
import { describe, expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Emoji } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { oldestLevel, since } from "#wire/levels.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { isStorm } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { before, deploy, inDeploy, withBo } from "../support/small-client.ts";
import { eras } from "./boundaries.ts";
import { long, startEveryday, tooNew } from "./everyday.ts";

type Day = Awaited<ReturnType<typeof startEveryday>>;

const heart: Emoji = { name: "heart", code: "2764", type: "unicode_emoji" };

/** Registering: sidebar, inbox and settings. */
function sees({ store, view, unreadIn }: Day, level: number): void {
  const notice =
    level < oldestLevel ? expect.stringContaining("older than weir supports") : undefined;
  expect(store.getState().session.notice).toEqual(notice);
  expect(store.getState().session.connection).toEqual({ kind: "live" });
  const { realm, ownId, streams, policies, settings } = view();
  expect([realm.featureLevel, ownId]).toEqual([level, people.ana]);
  expect(get(streams, inDeploy.streamId as StreamId)?.name).toBe("dev");
  expect(unreadIn(deploy)).toBe(1);
  expect(policies.get(topicKey(inDeploy.streamId as StreamId, "noise"))).toBe(1);
  expect(settings.twenty_four_hour_time).toBe(true);
}

/** Fetching pages of every kind of narrow, and of one conversation in both directions. */
async function reads({ store, client, clock, view }: Day): Promise<void> {
  const narrows: readonly Narrow[] = [
    { kind: "stream", streamId: streams.general as StreamId },
    withBo,
    { kind: "directs" },
    { kind: "mentions" },
    { kind: "starred" },
    { kind: "all" },
    { kind: "sender", userId: people.bo as UserId },
    long as Narrow,
  ];
  for (const narrow of narrows) {
    client.open(narrow);
    await clock.pass("2 s");
    const history = view().histories.get(narrowKey(narrow));
    expect(history?.ids.length, JSON.stringify(narrow)).toBeGreaterThan(0);
  }
  const ends = () => view().histories.get(narrowKey(long as Narrow));
  expect(ends()).toMatchObject({ oldestKnown: false, newestKnown: false });
  for (const side of ["older", "newer"] as const) {
    const want = { narrow: long as Narrow, side };
    changeScreen(store, (screen) => ({ ...screen, wants: { here: [want] } }));
    await clock.pass("2 s");
  }
  expect(ends()).toMatchObject({ oldestKnown: true, newestKnown: true });
  expect(ends()?.ids).toHaveLength(260);
}

/** Sending to a stream and to a user, and their answers. */
async function talks({ client, clock, bo, view, store }: Day, level: number): Promise<MessageId> {
  client.open(withBo);
  await clock.pass("1 s");
  client.send(withBo, "are you there?");
  await clock.pass("1 s");
  const type = level < since.directType ? "private" : "direct";
  await bo.post("/messages", { type, to: [people.ana], content: "yes" });
  await clock.pass("2 s");
  expect(client.rows(withBo)).toEqual(["psst", "are you there?", "yes"]);
  client.open(deploy);
  await clock.pass("2 s");
  client.send(deploy, "on it");
  await clock.pass("2 s");
  const news = await bo.say(inDeploy, "good");
  await clock.pass("1 s");
  expect(client.rows(deploy)).toEqual([...before, "on it", "good"]);
  expect(store.getState().journal.intents.size).toBe(0);
  const own = view().histories.get(narrowKey(deploy))?.ids.at(-2) as MessageId;
  expect(isUnread(view().unreads, own)).toBe(false);
  return news as MessageId;
}

async function reacts({ store, client, clock, bo, view }: Day, id: MessageId): Promise<void> {
  const reactors = () => get(view().messages, id)?.reactions.map(({ userIds }) => userIds);
  const react = async (op: "add" | "remove") => {
    addIntents(store, { clock, newId: client.newId }, [
      { kind: "react", op, messageId: id, emoji: heart },
    ]);
    await clock.pass("1 s");
  };
  await react("add");
  await bo.post(`/messages/${id}/reactions`, { emoji_name: "heart" });
  await clock.pass("1 s");
  expect(reactors()).toEqual([[people.ana, people.bo]]);
  await react("remove");
  expect(reactors()).toEqual([[people.bo]]);
  expect(store.getState().journal.intents.size).toBe(0);
}

/** `e` and `u`: if the server cannot mark as unread, `u` states that, and then unrun the step before. */
async function triages(day: Day, level: number): Promise<void> {
  const { store, client, clock, run, unreadIn, toast, view } = day;
  const id = view().histories.get(narrowKey(deploy))?.ids[0] as MessageId;
  const stars = () => get(view().messages, id)?.starred;
  const ids = sorted([id]);
  addIntents(store, { clock, newId: client.newId }, [{ kind: "star", op: "add", ids }], {
    sentence: "Starred",
    inverse: [{ kind: "star", op: "remove", ids }],
  });
  await clock.pass("1 s");
  expect(stars()).toBe(true);
  const unread = unreadIn(deploy);
  expect(unread).toBeGreaterThan(0);
  const isKnown = level >= since.markUnread;
  run("triage.done");
  if (!isKnown) keyPresser(store, noViewport, noDesktop, clock)("e");
  client.open(deploy);
  if (!isKnown) await clock.pass("5 s");
  await clock.pass("2 s");
  expect(unreadIn(deploy)).toBe(0);
  run("triage.undo");
  expect(toast()).toMatch(isKnown ? /^Undid: Done/ : /cannot mark messages unread: .* 121/);
  await clock.pass("2 s");
  expect(unreadIn(deploy)).toBe(isKnown ? unread : 0);
  run("triage.undo");
  await clock.pass("2 s");
  expect(toast()).toBe("Undid: Starred");
  expect(stars()).toBe(false);
}

/** Changes by others: edits, moves, deletions, typing, presence. */
async function meets({ clock, bo, cleo, client, view, run }: Day, id: MessageId): Promise<void> {
  await bo.patch(`/messages/${id}`, { content: "very good" });
  await clock.pass("1 s");
  expect(client.rows(deploy).at(-1)).toBe("very good");
  await bo.post("/typing", { op: "start", to: [people.ana] });
  await clock.pass("1 s");
  expect(view().typing.size).toBe(1);
  await cleo.delete(`/messages/${id}`);
  await clock.pass("1 s");
  expect(client.rows(deploy).at(-1)).toBe("on it");
  await cleo.delete(`/users/${people.don}`);
  await clock.pass("1 s");
  expect(get(view().people, people.don as UserId)?.isActive).toBe(false);
  await cleo.post(`/users/${people.don}/reactivate`);
  await clock.pass("1 s");
  expect(get(view().people, people.don as UserId)?.isActive).toBe(true);
  run("go.inbox");
}

/** Changes by other clients of the same user: settings, policies, mutes. */
async function isTold({ ana, clock, view }: Day, level: number): Promise<void> {
  await ana.patch("/settings", { twenty_four_hour_time: false, enter_sends: true });
  // Older servers change it by a call that weir does not know.
  const twenty_four_hour_time = level < since.settingsCall;
  const { streamId: stream_id } = inDeploy;
  const key = topicKey(stream_id as StreamId, "deploy");
  const muted =
    level < 170
      ? await ana.patch("/users/me/subscriptions/muted_topics", {
          stream_id,
          topic: "deploy",
          op: "add",
        })
      : await ana.post("/user_topics", { stream_id, topic: "deploy", visibility_policy: 1 });
  expect(muted.body["msg"]).toBe("");
  const data = [{ stream_id, property: "is_muted", value: true }];
  await ana.post("/users/me/subscriptions/properties", { subscription_data: data });
  await clock.pass("1 s");
  expect(view().settings).toMatchObject({ twenty_four_hour_time, enter_sends: true });
  expect(view().policies.get(key)).toBe(1);
  expect(get(view().streams, stream_id as StreamId)?.subscription?.muted).toBe(true);
}

/** Typing in direct messages at every level, in streams from the level that supports it. */
async function types({ client, clock, requests, store }: Day, level: number): Promise<void> {
  const typingCount = () => requests.filter(({ path }) => path === "/typing").length;
  const start = typingCount();
  client.types(withBo, "hm");
  await clock.pass("1 s");
  expect(typingCount()).toBe(start + 1);
  client.types(deploy, "hm");
  await clock.pass("1 s");
  changeScreen(store, (screen) => ({
    ...screen,
    composing: { kind: "new", address: undefined },
    focus: "pane",
  }));
  await clock.pass("30 s");
  expect(typingCount()).toBe(start + (level < since.directTyping ? 2 : 4));
  const drafted = requests.some(({ method, path }) => method === "POST" && path === "/drafts");
  expect(drafted).toBe(level >= since.sharedDrafts);
}

/** No request was too new or rejected, and no answer malformed. */
function wasQuiet({ requests, log, store }: Day, level: number): void {
  expect(requests.flatMap((one) => tooNew(one, level))).toEqual([]);
  expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
  expect(requests.length).toBeGreaterThan(25);
  const faults = log.filter(({ sentence }) => !/an unknown key/.test(sentence));
  expect(faults).toEqual([]);
  expect(store.getState().session).toMatchObject({ quarantined: [], connection: { kind: "live" } });
  expect(store.getState().replica.epoch).toBe(1);
}

/** `known` is the server's level as the client sees it. */
async function live(level: number, brand?: string, known = level): Promise<void> {
  const day = await startEveryday(level, brand, known !== level);
  sees(day, known);
  await reads(day);
  const id = await talks(day, level);
  await reacts(day, id);
  await triages(day, known);
  await meets(day, id);
  await isTold(day, level);
  await types(day, known);
  wasQuiet(day, known);
  const stopped = day.client.session.stop();
  await day.clock.pass("1 min");
  await stopped;
}

/** Besides the table: pages without an anchor, policies of topics, and presence since an update. */
const changes = [
  ...[since.anchorWords, since.sharedDrafts, since.markUnread, since.userTopics, 155, 170],
  ...[since.directType, since.dmOperators, since.directTyping, since.readBySender, 263],
];
const sides = new Set(
  changes.flatMap((first) => [
    eras.findLast((level) => level < first),
    eras.find((level) => level >= first),
  ]),
);

describe("a session works with a realm of level", () => {
  const levels = eras.filter((level, at) => isStorm || sides.has(level) || at === eras.length - 1);
  test.for(levels)("%i", (level) => live(level));
});

test("a session works with a new realm without a level, and says that it takes it for too old", () =>
  live(278, undefined, 0));

describe("a session works with a realm of the brand", () => {
  const brands = ["9lives", "my_chat", "Ünï-co", "a".repeat(60), "version"];
  test.for(brands)("%s", (brand) => live(278, brand));
});
