import fc from "fast-check";
import { expect, test } from "vitest";
import { get, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { atOnce, decodeEvent, decodeMessages } from "#model/decode.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { narrowKey } from "#model/narrow.ts";
import { askedNow, mergePage } from "#model/page.ts";
import type { Picture } from "#model/picture.ts";
import { isMuted } from "#model/select/counting.ts";
import { brandOf } from "#wire/server.ts";
import { checkInvariants, plain, registered } from "../support/picture.ts";
import { type Caller, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

/**
 * Where a register and the events before it may say different things. Each row changes both pictures so that the
 * difference is gone; a test proves that none of them is idle.
 */
const exceptions = {
  /** A register leaves wildcard mentions in muted conversations out, and does not tell wildcards from names. */
  mutedWildcards: (told: Told, picture: Picture): Told => {
    const groups = [...picture.unreads.streams.values()].flatMap((group) => [...group]);
    const muted = groups.filter(([key]) => isMuted(picture, key));
    const quiet = new Set(muted.flatMap(([, { wildcards }]) => wildcards));
    const loud = (ids: readonly number[]) => ids.filter((id) => !quiet.has(id as never));
    const unread: Told["unread"] = told.unread.map(([key, { ids, mentions }]) => [
      key,
      { ids, mentions: loud(mentions) },
    ]);
    return { ...told, unread };
  },
  /** Which message is left as the newest is not known where the deleted one was the newest of a list not loaded. */
  deletedNewest: (told: Told, picture: Picture): Told => {
    const isKnown = ([key]: Told["directs"][number]) => {
      const newest = picture.directs.get(key as ConversationKey)?.newest;
      return newest !== undefined && get(picture.messages, newest) !== undefined;
    };
    return { ...told, directs: told.directs.filter(isKnown) };
  },
};

type Told = Omit<ReturnType<typeof registered>, "unread" | "directs"> & {
  readonly directs: readonly (readonly [string, unknown])[];
  readonly unread: readonly [string, { ids: readonly number[]; mentions: readonly number[] }][];
};

type Client = { readonly caller: Caller; readonly queue: string; picture: Picture; last: number };

const everything = { kind: "all" } as const;

async function pictureNow(caller: Caller): Promise<{ picture: Picture; queue: string }> {
  const answer = await caller.register({ include_subscribers: true });
  const decoded = atOnce(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  expect(decoded.misfits).toEqual([]);
  const picture = atOnce(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
  return { picture, queue: answer["queue_id"] };
}

async function pageNow(caller: Caller) {
  const wanted = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false };
  const { body } = await caller.get("/messages", wanted);
  const { messages, misfits } = atOnce(decodeMessages(body["messages"]));
  expect(misfits).toEqual([]);
  return { messages, foundOldest: true, foundNewest: true, anchor: body["anchor"] };
}

async function connect(caller: Caller): Promise<Client> {
  const { picture, queue } = await pictureNow(caller);
  const page = await pageNow(caller);
  const filled = mergePage(picture, everything, page, askedNow(picture), newBatch("page"));
  return { caller, queue, picture: filled, last: -1 };
}

/** Takes in what the queue holds; true when it changed anything but what is kept for pages under way. */
async function catchUp(client: Client): Promise<boolean> {
  const before = client.picture;
  for (const raw of await client.caller.events(client.queue, client.last)) {
    const decoded = decodeEvent(raw);
    if (decoded.kind === "malformed") throw new Error(`${decoded.path} ${decoded.reason}`);
    client.last = Math.max(client.last, raw["id"]);
    if (decoded.kind !== "event") continue;
    client.picture = apply(client.picture, decoded.event, newBatch("event"), 0);
    checkInvariants(client.picture);
  }
  const aside = new Set(["recent", "lastEvent"]);
  const keys = (Object.keys(before) as (keyof Picture)[]).filter((key) => !aside.has(key));
  return keys.some((key) => before[key] !== client.picture[key]);
}

type Doing = {
  readonly by: Caller;
  readonly ids: number[];
  readonly a: number;
  readonly b: number;
};

const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const places = [
  { streamId: streams.general, topic: "hello" },
  { streamId: streams.general, topic: "Hello" },
  { streamId: streams.dev, topic: "deploy" },
  { streamId: streams.dev, topic: "noise" },
  { streamId: streams.secret, topic: "plans" },
  { streamId: streams.dev, topic: "fresh" },
];
const crowd = [people.ana, people.bo, people.cleo];
const texts = [
  "plain",
  "@**Ana Ruiz** please",
  "@**all** hear",
  "a teapot",
  "@*crew* row",
  "@**Bo Lindt**",
];
const subscribed = [streams.general, streams.dev, streams.secret];

/** Refused where somebody may not write. */
async function say(to: Parameters<Caller["say"]>[0], { by, ids, b }: Doing): Promise<void> {
  const sent = await by.say(to, one(texts, b)).catch(() => undefined);
  if (sent !== undefined) ids.push(sent);
}

const flags =
  (op: string, flag: string) =>
  ({ by, ids, a, b }: Doing) =>
    by.post("/messages/flags", { op, flag, messages: [one(ids, a), one(ids, b)] });

const property = (name: string, value: (doing: Doing) => unknown) => (doing: Doing) => {
  const change = { stream_id: one(subscribed, doing.a), property: name, value: value(doing) };
  return doing.by.post("/users/me/subscriptions/properties", { subscription_data: [change] });
};

const tada = { emoji_name: "tada" };

/** What people do. Some of it is refused: by somebody who may not, or of a message that is gone. */
const actions: Readonly<Record<string, (doing: Doing) => Promise<unknown>>> = {
  send: (doing) => say(one(places, doing.a), doing),
  sendDirect: (doing) =>
    say(one([[people.bo], [people.ana, people.cleo], [people.ana]], doing.a), doing),
  edit: ({ by, ids, a, b }) => by.patch(`/messages/${one(ids, a)}`, { content: one(texts, b) }),
  moveTopic: ({ by, ids, a, b }) =>
    by.patch(`/messages/${one(ids, a)}`, {
      topic: one(["hello", "noise", "moved", "HELLO"], b),
      propagate_mode: one(["change_one", "change_later", "change_all"], a + b),
    }),
  moveStream: ({ by, ids, a, b }) =>
    by.patch(`/messages/${one(ids, a)}`, {
      stream_id: one([streams.dev, streams.general, streams.secret, streams.other], b),
      propagate_mode: one(["change_one", "change_later", "change_all"], a + b),
    }),
  remove: ({ by, ids, a }) => by.delete(`/messages/${one(ids, a)}`),
  read: flags("add", "read"),
  unread: flags("remove", "read"),
  star: flags("add", "starred"),
  unstar: flags("remove", "starred"),
  readAll: ({ by }) => by.post("/mark_all_as_read"),
  readStream: ({ by, a }) => by.post("/mark_stream_as_read", { stream_id: one(subscribed, a) }),
  readTopic: ({ by, a }) => {
    const { streamId, topic } = one(places, a);
    return by.post("/mark_topic_as_read", { stream_id: streamId, topic_name: topic });
  },
  react: ({ by, ids, a }) => by.post(`/messages/${one(ids, a % 2)}/reactions`, tada),
  takeBack: ({ by, ids, a }) => by.delete(`/messages/${one(ids, a % 2)}/reactions`, tada),
  policy: ({ by, a, b }) => {
    const { streamId, topic } = one(places, a);
    return by.post("/user_topics", { stream_id: streamId, topic, visibility_policy: b % 4 });
  },
  mute: property("is_muted", ({ b }) => b % 2 === 0),
  pin: property("pin_to_top", ({ b }) => b % 2 === 0),
  colour: property("color", ({ b }) => one(["#ff0000", "#00ff00"], b)),
  mutePerson: ({ by, a }) => by.post(`/users/me/muted_users/${one([...crowd, people.don], a)}`),
  unmutePerson: ({ by, a }) => by.delete(`/users/me/muted_users/${one([...crowd, people.don], a)}`),
  type: ({ by, a, b }) =>
    by.post("/typing", { op: one(["start", "stop"], a), to: [one(crowd, b)], type: "direct" }),
};

const kinds = Object.keys(actions);
const deed = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.constantFrom(...crowd),
  a: fc.nat(30),
  b: fc.nat(30),
});

const does = (kind: string, who: number, a: number, b: number) => ({ kind, who, a, b });

/** Each exception once for certain, and deeds that need another one before them. */
const examples = [
  [does("send", people.bo, 0, 2), does("mute", people.ana, 0, 0)],
  [does("remove", people.cleo, 12, 0)],
  [does("react", people.ana, 0, 0), does("takeBack", people.ana, 0, 0)],
  [does("mutePerson", people.ana, 1, 0), does("unmutePerson", people.ana, 1, 0)],
  [does("send", people.bo, 0, 0), does("readTopic", people.ana, 0, 0)],
];

/** The messages that the client claims to know, as events left them and as the server gives them now. */
async function compareMessages({ caller, picture }: Client): Promise<void> {
  const { messages } = await pageNow(caller);
  const history = picture.histories.get(narrowKey(everything));
  if (history === undefined) return;
  const { ids, oldestKnown, newestKnown } = history;
  const from = oldestKnown ? 0 : (ids[0] ?? Number.POSITIVE_INFINITY);
  const to = newestKnown ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
  const within = messages.filter(({ id }) => id >= from && id <= to);
  expect(ids).toEqual(within.map(({ id }) => id));
  const known = within.map(({ id }) => get(picture.messages, id));
  expect(plain(known)).toEqual(plain(within.map((message) => fromWireMessage(message))));
}

/** Compares with a new register, and notes which exceptions made a difference. */
async function compareTold({ caller, picture }: Client, needed: Set<string>): Promise<void> {
  const { picture: fresh } = await pictureNow(caller);
  let [told, expected] = [registered(picture) as Told, registered(fresh) as Told];
  for (const [name, leave] of Object.entries(exceptions)) {
    const [left, kept] = [leave(told, picture), leave(expected, picture)];
    const wasDifferent = JSON.stringify(told) !== JSON.stringify(expected);
    const isDifferent = JSON.stringify(left) !== JSON.stringify(kept);
    if (wasDifferent && !isDifferent) needed.add(name);
    [told, expected] = [left, kept];
  }
  expect(told).toEqual(expected);
}

test("what events told equals what a new register tells, whatever people do, and each kind of deed changes something", async () => {
  const changed = new Set<string>();
  const needed = new Set<string>();
  const runs = Number(process.env["FC_RUNS"] ?? 60);
  const property = fc.asyncProperty(
    fc.array(deed, { minLength: 8, maxLength: 24 }),
    async (deeds) => {
      const { as } = startRealm();
      const clients = await Promise.all(crowd.map((who) => connect(as(who))));
      const ids = Array.from({ length: 13 }, (_, at) => 101 + at);
      for (const { kind, who, a, b } of deeds) {
        await actions[kind]?.({ by: as(who), ids, a, b });
        for (const client of clients) if (await catchUp(client)) changed.add(kind);
      }
      for (const client of clients) {
        await compareTold(client, needed);
        await compareMessages(client);
      }
    },
  );
  await fc.assert(property, { numRuns: runs, examples: examples.map((deeds) => [deeds]) });
  expect([...changed].sort()).toEqual([...kinds].sort());
  expect([...needed].sort()).toEqual(Object.keys(exceptions).sort());
}, 60_000);
