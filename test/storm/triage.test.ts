/**
 * Random triage of the inbox while others write and read: what undo restores, where the cursor stays, and that the inbox
 * equals one of a new register.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refreshList, watchLists } from "#commands/lists/lists.ts";
import { conversationKey } from "#model/conversation.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import { isList, openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { keyPresser } from "../support/key-presser.ts";
import type { Body } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";
import { anyLevel } from "../support/versions.ts";

const places = [
  { streamId: streams.general, topic: "hello" },
  { streamId: streams.dev, topic: "deploy" },
  { streamId: streams.dev, topic: "noise" },
  { streamId: streams.news, topic: "today" },
  [people.ana],
] as const;

const deed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("key" as const),
      stroke: fc.constantFrom("j", "k", "e", "e", "e", "f", "m", "u", "^R", "Space", "V", "^A"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("say" as const), at: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("elsewhere" as const),
      op: fc.constantFrom("add", "remove"),
      at: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("go" as const), out: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("plug" as const), on: fc.boolean() }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** The cursor's row and height in the open list. */
function cursorOf({ screen }: State): readonly unknown[] | undefined {
  const list = openList(screen);
  const { cursor } = list ?? {};
  if (list === undefined || cursor === undefined || list.rows.length === 0) return undefined;
  return [screen.place, cursor.key, cursor.at, list.rows[cursor.at]?.key];
}

async function startTriage(level?: number) {
  const world = await startSmall({ level });
  const { store, clock, control, ana, cleo, client } = world;
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
  refreshList(store);
  const stop = watchLists(store);
  const press = keyPresser(store, undefined, undefined, clock);
  let isPressing = false;
  const strays: unknown[] = [];
  const unsubscribe = store.subscribe((state, before) => {
    if (isPressing || before.screen === state.screen) return;
    const [was, is] = [cursorOf(before), cursorOf(state)];
    if (was !== undefined && JSON.stringify(was) !== JSON.stringify(is)) strays.push([was, is]);
  });
  const byPerson = (act: () => void) => {
    isPressing = true;
    act();
    isPressing = false;
  };
  const { state } = control.server;
  const own = () => state.personal.get(people.ana);
  const touched = new Set<number>();
  const arrived = new Set<number>();
  const does = async (one: Deed) => {
    switch (one.kind) {
      case "key":
        if (store.getState().screen.dialog !== undefined) byPerson(() => press("Esc"));
        byPerson(() => press(one.stroke));
        return;
      case "say": {
        const to = places[one.at] ?? places[0];
        arrived.add(await cleo.say(to, `said ${arrived.size}`));
        return;
      }
      case "elsewhere": {
        const ids = [...state.messages.byId.keys()];
        const id = ids[one.at % ids.length] ?? 0;
        touched.add(id);
        await ana.post("/messages/flags", { op: one.op, flag: "read", messages: [id] });
        return;
      }
      case "go":
        // In a conversation the same key opens the composer.
        if (!one.out && !isList(store.getState().screen.place)) return;
        return byPerson(() => (one.out ? press("g", "i") : press("Enter")));
      case "refresh":
        return byPerson(() => press("^L"));
      case "wait":
        return clock.pass(one.ms);
      case "plug":
        client.network.plug(one.on);
        return clock.pass(100);
    }
  };
  const settles = async () => {
    client.network.plug(true);
    await clock.pass("2 min");
  };
  return {
    ...world,
    does,
    byPerson,
    press,
    settles,
    strays,
    touched,
    arrived,
    unread: () => [...(own()?.unread ?? [])].sort((a, b) => a - b),
    policies: () =>
      [...(own()?.topicPolicies.values() ?? [])]
        .filter(({ policy }) => policy !== 0)
        .map(({ streamId, topic, policy }) => `${streamId} ${topic.toLowerCase()} ${policy}`)
        .sort(),
    ends: () => {
      unsubscribe();
      stop();
    },
  };
}

const key = (stroke: "e" | "u" | "^R") => ({ kind: "key" as const, stroke });
/** Undone, redone and undone again before the event of e arrives: only the answer to e tells what the server has. */
const undoneTwiceOffline: Deed[] = [
  key("e"),
  { kind: "say", at: 0 },
  { kind: "elsewhere", op: "add", at: 0 },
  { kind: "plug", on: false },
  key("u"),
  key("^R"),
];

const deeds = fc.array(deed, { minLength: 5, maxLength: 40 });

/** Computes the inbox from a register without the client's code. */
function naiveInbox({ unread_msgs: unread, user_topics: topics, subscriptions }: Body) {
  const rows = new Map<string, { count: number; first: number; newest: number }>();
  const add = (key: string, ids: readonly number[]) => {
    const all = [...ids].sort((a, b) => a - b);
    const before = rows.get(key);
    rows.set(key, {
      count: (before?.count ?? 0) + all.length,
      first: Math.min(before?.first ?? Number.POSITIVE_INFINITY, all[0] ?? 0),
      newest: Math.max(before?.newest ?? 0, all.at(-1) ?? 0),
    });
  };
  const direct = (ids: readonly number[]) =>
    conversationKey({ kind: "direct", userIds: [...ids].sort((a, b) => a - b) as never });
  for (const { other_user_id: other, unread_message_ids: ids } of unread.pms)
    add(direct(other === people.ana ? [other] : [other, people.ana]), ids);
  for (const { user_ids_string: all, unread_message_ids: ids } of unread.huddles)
    add(direct(all.split(",").map(Number)), ids);
  for (const { stream_id: streamId, topic, unread_message_ids: ids } of unread.streams) {
    const policy =
      topics.find(
        (one: Body) =>
          one["stream_id"] === streamId && one["topic_name"].toLowerCase() === topic.toLowerCase(),
      )?.visibility_policy ?? 0;
    const stream = subscriptions.find((one: Body) => one["stream_id"] === streamId);
    const isMuted = policy === 1 || (stream?.is_muted === true && policy === 0);
    const isCalled = ids.some((id: number) => unread.mentions.includes(id));
    if (stream !== undefined && (!isMuted || isCalled))
      add(conversationKey({ kind: "topic", streamId: streamId as StreamId, topic }), ids);
  }
  return Object.fromEntries(rows);
}

test("undoing everything restores the server's flags for any arrivals in between", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, anyLevel, async (list, level) => {
      const world = await startTriage(level);
      const before = { unread: world.unread(), policies: world.policies() };
      for (const one of list) await world.does(one);
      const steps = world.store.getState().journal.undo.length;
      world.byPerson(() => world.press("Esc", ...Array.from({ length: steps }, () => "u")));
      expect(world.store.getState().journal.undo).toHaveLength(0);
      await world.settles();
      const isOwn = (id: number) => !world.touched.has(id);
      const expected = [...new Set([...before.unread, ...world.arrived])].sort((a, b) => a - b);
      expect(world.unread().filter(isOwn)).toEqual(expected.filter(isOwn));
      expect(world.policies()).toEqual(before.policies);
      expect(world.open()).toBe(0);
      world.ends();
    }),
    { numRuns: runs(0.2, 5), examples: [[undoneTwiceOffline, 278]] },
  );
});

test("undoing the mute of a person restores their unread messages, even those never fetched", async () => {
  const world = await startTriage();
  const before = world.unread();
  world.byPerson(() => world.press("j", "m", "m"));
  await world.clock.pass("1 s");
  expect(world.unread()).not.toEqual(before);
  world.byPerson(() => world.press("u"));
  await world.settles();
  expect(world.unread()).toEqual(before);
  world.ends();
});

test("the cursor only leaves its row by a key, and the inbox equals one of a new register", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, anyLevel, async (list, level) => {
      const world = await startTriage(level);
      for (const one of list) await world.does(one);
      await world.settles();
      expect(world.strays).toEqual([]);
      const shown = [...inboxRows(inbox(world.store.getState().replica))].map((row) => [
        row.key,
        { count: row.count, first: row.firstUnread, newest: row.newestUnread },
      ]);
      expect(Object.fromEntries(shown)).toEqual(naiveInbox(await world.ana.register()));
      world.ends();
    }),
    { numRuns: runs(0.2, 5) },
  );
});
