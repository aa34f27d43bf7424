/** What managing a realm tells by events, against what a register tells afterwards: for five people of different roles. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { atOnce, decodeEvent } from "#model/decode.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import type { Picture } from "#model/picture.ts";
import { brandOf } from "#wire/server.ts";
import { fakeClock } from "../support/clock.ts";
import { checkInvariants, registered } from "../support/picture.ts";
import { type Caller, startRealm } from "../support/realm.ts";
import { people, smallBlueprint, streams } from "../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus, eva } = people;
const crowd = [ana, bo, cleo, don, gus] as const;

type Client = {
  readonly caller: Caller;
  /** Undefined while the person cannot sign in: their queue is gone, and they begin anew afterwards. */
  queue: string | undefined;
  picture: Picture;
  last: number;
};

async function pictureNow(caller: Caller): Promise<{ picture: Picture; queue: string }> {
  const answer = await caller.register({ include_subscribers: true });
  const decoded = atOnce(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  const picture = atOnce(fromRegister(decoded.register, { epoch: 1, brand: brandOf(answer) }));
  return { picture, queue: answer["queue_id"] };
}

async function connect(caller: Caller): Promise<Client> {
  return { caller, ...(await pictureNow(caller)), last: -1 };
}

/** Takes in what the queue holds; true when anything was told. */
async function catchUp(client: Client): Promise<boolean> {
  const isThere = (await client.caller.get("/users/me")).status === 200;
  if (!isThere) client.queue = undefined;
  else if (client.queue === undefined) Object.assign(client, await connect(client.caller));
  if (client.queue === undefined) return false;
  const events = await client.caller.events(client.queue, client.last);
  for (const raw of events) {
    const decoded = decodeEvent(raw);
    if (decoded.kind === "malformed") throw new Error(`${decoded.path} ${decoded.reason}`);
    client.last = Math.max(client.last, raw["id"]);
    if (decoded.kind !== "event") continue;
    client.picture = apply(client.picture, decoded.event, newBatch("event"), 0);
    checkInvariants(client.picture);
  }
  return events.length > 0;
}

type Doing = { readonly by: Caller; readonly a: number; readonly b: number; readonly now: number };
type Action = (doing: Doing) => Promise<unknown>;

const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const somebody = [ana, bo, don, gus, eva];
const everyStream = Object.values(streams);

const change =
  (wish: (doing: Doing) => object): Action =>
  (doing) =>
    doing.by.patch(`/streams/${one([...everyStream, 7, 8], doing.a)}`, { ...wish(doing) });

const manage =
  (wish: (doing: Doing) => object): Action =>
  (doing) =>
    doing.by.patch(`/users/${one(somebody, doing.a)}`, { ...wish(doing) });

const setting =
  (wish: (doing: Doing) => object): Action =>
  (doing) =>
    doing.by.patch("/settings", { ...wish(doing) });

const draft = ({ a, b }: Doing) => ({
  type: one(["stream", "private", ""], a),
  to: one([[streams.general], [bo], []], a),
  topic: a % 3 === 0 ? "t" : "",
  content: `draft ${b}`,
  timestamp: 100 + b,
});

const names = ["general", "dev", "secret", "news", "other", "web", "made 0", "made 1"];

const actions: Readonly<Record<string, Action>> = {
  makeStream: ({ by, a, b }) =>
    by.post("/users/me/subscriptions", {
      subscriptions: [{ name: `made ${b % 2}`, description: "d" }],
      principals: one([[ana, bo], [ana], [bo, don, gus]], a),
    }),
  makePrivate: ({ by, b }) =>
    by.post("/users/me/subscriptions", {
      subscriptions: [{ name: `made ${b % 2}` }],
      invite_only: true,
    }),
  join: ({ by, a }) =>
    by.post("/users/me/subscriptions", { subscriptions: [{ name: one(names, a) }] }),
  bring: ({ by, a, b }) =>
    by.post("/users/me/subscriptions", {
      subscriptions: [{ name: one(names, a) }],
      principals: [one([ana, bo, don, gus], b)],
    }),
  leave: ({ by, a }) => by.delete("/users/me/subscriptions", { subscriptions: [one(names, a)] }),
  takeOut: ({ by, a, b }) =>
    by.delete("/users/me/subscriptions", {
      subscriptions: [one(names, a)],
      principals: [one([ana, bo, don, gus], b)],
    }),
  renameStream: change(({ b }) => ({ new_name: one(["renamed", "other name"], b) })),
  describe: change(({ b }) => ({ description: `d ${b % 3}` })),
  postPolicy: change(({ b }) => ({ stream_post_policy: 1 + (b % 4) })),
  retention: change(({ b }) => ({ message_retention_days: one(['"unlimited"', "30"], b) })),
  removers: change(({ b }) => ({ can_remove_subscribers_group: one([4, 5], b) })),
  closeStream: change(() => ({ is_private: true })),
  openStream: change(() => ({ is_private: false })),
  archive: ({ by, a }) => by.delete(`/streams/${one([streams.news, streams.other, 7], a)}`),
  emptyTopic: ({ by, a }) =>
    by.post("/streams/2/delete_topic", { topic_name: one(["deploy", "noise"], a) }),
  renamePerson: manage(({ b }) => ({ full_name: `Name ${b % 3}` })),
  promote: manage(() => ({ role: 200 })),
  moderate: manage(() => ({ role: 300 })),
  demote: manage(() => ({ role: 400 })),
  makeGuest: manage(() => ({ role: 600 })),
  deactivate: ({ by, a }) => by.delete(`/users/${one([bo, gus, don], a)}`),
  reactivate: ({ by, a }) => by.post(`/users/${one([eva, bo, gus, don], a)}/reactivate`),
  makeGroup: ({ by, b }) =>
    by.post("/user_groups/create", { name: `g ${b % 2}`, description: "", members: [ana, gus] }),
  renameGroup: ({ by, a, b }) =>
    by.patch(`/user_groups/${one([1, 10], a)}`, { name: `n ${b % 3}`, description: `${b}` }),
  fillGroup: ({ by, a, b }) =>
    by.post(`/user_groups/${one([1, 10], a)}/members`, { add: [one([don, cleo], b)] }),
  thinGroup: ({ by, a, b }) =>
    by.post(`/user_groups/${one([1, 10], a)}/members`, { delete: [one([don, ana], b)] }),
  nestGroup: ({ by }) => by.post("/user_groups/1/subgroups", { add: [10] }),
  deleteGroup: ({ by, a }) => by.delete(`/user_groups/${one([1, 10], a)}`),
  status: ({ by, b }) => by.post("/users/me/status", { status_text: one(["out", ""], b) }),
  statusEmoji: ({ by, b }) => by.post("/users/me/status", { emoji_name: one(["car", ""], b) }),
  away: ({ by, b }) => by.post("/users/me/status", { away: b % 2 === 0 }),
  hours: setting(({ b }) => ({ twenty_four_hour_time: b % 2 === 0 })),
  enter: setting(({ b }) => ({ enter_sends: b % 2 === 0 })),
  zone: setting(({ b }) => ({ timezone: one(["Asia/Tokyo", "Europe/Paris"], b) })),
  ownName: setting(({ b }) => ({ full_name: `Own ${b % 3}` })),
  addWord: ({ by, b }) => by.post("/users/me/alert_words", { alert_words: [`w${b % 3}`] }),
  removeWord: ({ by, b }) => by.delete("/users/me/alert_words", { alert_words: [`w${b % 3}`] }),
  addDraft: (doing) => doing.by.post("/drafts", { drafts: [draft(doing)] }),
  editDraft: (doing) => doing.by.patch(`/drafts/${1 + (doing.b % 4)}`, { draft: draft(doing) }),
  deleteDraft: ({ by, b }) => by.delete(`/drafts/${1 + (b % 4)}`),
  schedule: ({ by, b, now }) =>
    by.post("/scheduled_messages", {
      type: "stream",
      to: streams.general,
      topic: "later",
      content: `s ${b}`,
      scheduled_delivery_timestamp: now + 1000 + b,
    }),
  reschedule: ({ by, b }) =>
    by.patch(`/scheduled_messages/${1 + (b % 3)}`, { content: `changed ${b}` }),
  unschedule: ({ by, b }) => by.delete(`/scheduled_messages/${1 + (b % 3)}`),
  makeField: ({ by, b }) => by.post("/realm/profile_fields", { name: `f ${b}`, field_type: 1 }),
  fillField: ({ by, b }) =>
    by.patch("/users/me/profile_data", { data: [{ id: 1, value: one(["x", ""], b) }] }),
};

const kinds = Object.keys(actions);
const deed = fc.record({
  kind: fc.constantFrom(...kinds),
  /** The owner, who may do most, does most. */
  who: fc.constantFrom(...crowd, cleo, cleo, cleo),
  a: fc.nat(30),
  b: fc.nat(30),
});

function start() {
  const clock = fakeClock();
  const now = Math.floor(clock.now() / 1000);
  const blueprint = smallBlueprint(now);
  const users = blueprint.users.map((user) =>
    user.id === cleo ? { ...user, role: 100 as const } : user,
  );
  return { now, ...startRealm({ clock, blueprint: { ...blueprint, users } }) };
}

type Told = Omit<ReturnType<typeof registered>, "streams" | "policies"> & {
  readonly streams: readonly (readonly [number, unknown])[];
  readonly policies: readonly (readonly [string, unknown])[];
};
type Pair = { readonly told: Told; readonly fresh: Told };

/** Where events and a register may differ, because a real server tells some changes to nobody. */
const exceptions: Readonly<Record<string, (pair: Pair) => Pair>> = {
  /** Whoever loses a stream because it closed is not told so, and keeps what they knew of it. */
  closedStream: ({ told, fresh }) => {
    const known = new Set(fresh.streams.map(([id]) => id));
    const isKnown = ([key]: readonly [string, unknown]) =>
      known.has(Number(/^t:(\d+):/.exec(key)?.[1]));
    const streams = told.streams.filter(([id]) => known.has(id));
    return { told: { ...told, streams, policies: told.policies.filter(isKnown) }, fresh };
  },
};

async function compare({ caller, picture }: Client, needed: Set<string>): Promise<void> {
  const { picture: now } = await pictureNow(caller);
  let pair: Pair = { told: registered(picture) as Told, fresh: registered(now) as Told };
  for (const [name, leave] of Object.entries(exceptions)) {
    const left = leave(pair);
    if (JSON.stringify(left) !== JSON.stringify(pair)) needed.add(name);
    pair = left;
  }
  expect(pair.told).toEqual(pair.fresh);
}

/** Carries deeds out while everybody listens; whoever cannot sign in any more is left out of the comparison. */
async function live(deeds: readonly Deed[], changed: Set<string>, needed: Set<string>) {
  const { as, now } = start();
  const clients: Client[] = [];
  for (const who of crowd) clients.push(await connect(as(who)));
  for (const { kind, who, a, b } of deeds) {
    await actions[kind]?.({ by: as(who), a, b, now });
    for (const client of clients) if (await catchUp(client)) changed.add(kind);
  }
  for (const client of clients) if (client.queue !== undefined) await compare(client, needed);
}

type Deed = {
  readonly kind: string;
  readonly who: number;
  readonly a: number;
  readonly b: number;
};

const does = (kind: string, who: number, a = 0, b = 0): Deed => ({ kind, who, a, b });

/** Deeds that take another one before them. */
const examples: readonly Deed[][] = [
  [does("schedule", ana), does("reschedule", ana, 0, 3), does("unschedule", ana)],
  [does("addDraft", bo), does("editDraft", bo, 0, 1), does("deleteDraft", bo, 0, 1)],
  [does("makeGroup", ana), does("nestGroup", ana), does("deleteGroup", ana, 1)],
  [does("deactivate", cleo), does("reactivate", cleo, 1), does("makeGuest", cleo, 1)],
  [does("addWord", bo), does("removeWord", bo)],
  [does("makeField", cleo), does("fillField", ana), does("fillField", ana, 0, 1)],
  [does("closeStream", cleo, 1, 1), does("bring", cleo, 1, 2), does("openStream", cleo, 1)],
];

const runs = Number(process.env["FC_RUNS"] ?? 25);

test("what events tell of a realm that is managed is what a register tells, and each kind of deed is told", async () => {
  const changed = new Set<string>();
  const needed = new Set<string>();
  const property = fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 40 }), (deeds) =>
    live(deeds, changed, needed),
  );
  await fc.assert(property, { numRuns: runs, examples: examples.map((deeds) => [deeds]) });
  for (const kind of kinds) {
    for (const at of [0, 1, 2, 4]) {
      await live([does(kind, cleo, at, at % 3)], changed, needed);
      if (at === 1) await live([does(kind, ana, at, at)], changed, needed);
    }
  }
  expect([...changed].sort()).toEqual([...kinds].sort());
  expect([...needed].sort()).toEqual(Object.keys(exceptions).sort());
}, 60_000);
