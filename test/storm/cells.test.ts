/**
 * Every kind of change, and everything that may happen to it between the key and the server's event: in the end the realm has
 * it once, or, if it was undone, not at all, and nothing is left in the journal.
 */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { actionKinds } from "#journal/actions/table.ts";
import type { Action } from "#journal/intent.ts";
import type { Realm } from "#realm/realm.ts";
import { act, addIntents, undoStep } from "#store/store.ts";
import type { MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import { type Client, startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { isStorm, patientMs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { deploy, inDeploy } from "../support/small-client.ts";
import { type Disk, memoryDisk } from "../support/storage.ts";

const dev = streams.dev as StreamId;
const thumb = { name: "+1", code: "1f44d", type: "unicode_emoji" };

type World = {
  readonly clock: FakeClock;
  readonly realm: Realm;
  readonly disk: Disk;
  readonly at: number;
  client: Client;
  readonly restart: () => void;
  /** Messages of Cleo: a text, a poll and a to-do list; and what the server sends later. */
  readonly own: MessageId;
  readonly poll: MessageId;
  readonly tasks: MessageId;
  readonly timed: ScheduledId;
};

const attention = { lastKeyAt: () => 0, reportsFocus: () => false };

/** Cleo, who is an administrator, at the keys. */
async function start(): Promise<World> {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const cleo = as(people.cleo);
  const at = Math.floor(clock.now() / 1000) + 86_400;
  const own = (await cleo.say(inDeploy, "first words")) as MessageId;
  const poll = (await cleo.say(inDeploy, "/poll lunch\nsoup\nsalad")) as MessageId;
  const tasks = (await cleo.say(inDeploy, "/todo chores\nsweep")) as MessageId;
  const there = { type: "stream", to: streams.dev, topic: "deploy" };
  const { body } = await cleo.post("/scheduled_messages", {
    ...there,
    content: "at ten",
    scheduled_delivery_timestamp: at,
  });
  await cleo.post("/reminders", { message_id: 104, scheduled_delivery_timestamp: at });
  const disk = memoryDisk();
  let starts = 0;
  const open = () => {
    starts += 1;
    const email = "cleo@small.example";
    return startClient({ clock, realm, disk, email, attention, name: `start ${starts}` });
  };
  const timed = body["scheduled_message_id"] as ScheduledId;
  const world = { clock, realm, disk, at, own, poll, tasks, timed, client: open() };
  await clock.pass("5 s");
  world.client.open(deploy);
  await clock.pass("5 s");
  return Object.assign(world, {
    restart: () => {
      disk.crash();
      world.client.network.plug(false);
      world.client = open();
      world.client.open(deploy);
    },
  });
}

const changes: Readonly<Record<string, (world: World) => Action>> = {
  send: () => ({ kind: "send", address: deploy, content: "sent once" }),
  read: ({ own }) => ({ kind: "read", op: "add", ids: sorted([own]) }),
  unread: () => ({ kind: "read", op: "remove", ids: sorted([104 as MessageId]) }),
  star: ({ own }) => ({ kind: "star", op: "add", ids: sorted([own]) }),
  react: ({ own }) => ({ kind: "react", op: "add", messageId: own, emoji: thumb }),
  edit: ({ own }) => ({ kind: "edit", messageId: own, content: "other", was: "first words" }),
  "delete-message": ({ own }) => ({ kind: "delete-message", messageId: own }),
  vote: ({ poll }) => ({ kind: "tick", op: "add", messageId: poll, of: "poll", key: "canned,0" }),
  tick: ({ tasks }) => ({
    kind: "tick",
    op: "add",
    messageId: tasks,
    of: "tasks",
    key: "0,canned",
  }),
  option: ({ poll }) => ({
    ...{ kind: "widget-add", messageId: poll, of: "poll", text: "bread", description: "" },
  }),
  task: ({ tasks }) => ({
    ...{ kind: "widget-add", messageId: tasks, of: "tasks", text: "mop", description: "wet" },
  }),
  move: ({ own }) => ({
    ...{ kind: "move", messageId: own, from: inDeployOf("deploy"), to: inDeployOf("rollout") },
    ...{ mode: "change_all", quiet: true },
  }),
  "topic-policy": () => ({ kind: "topic-policy", streamId: dev, topic: "deploy", policy: 3 }),
  "delete-topic": ({ tasks }) => ({
    ...{ kind: "delete-topic", streamId: dev, topic: "deploy", newest: tasks },
  }),
  archiving: () => ({ kind: "archiving", streamId: streams.web as StreamId, isArchived: true }),
  leave: () => ({ kind: "subscription", op: "remove", streamId: dev }),
  "subscription-property": () => ({
    ...{ kind: "subscription-property", streamId: dev, property: "pin_to_top", value: true },
  }),
  "mute-person": () => ({ kind: "mute-person", op: "add", userId: people.bo as UserId }),
  setting: () => ({ kind: "setting", property: "enter_sends", value: false }),
  status: () => ({ kind: "status", text: "lunch", emoji: thumb }),
  "schedule-add": ({ at }) => ({ kind: "schedule-add", address: deploy, content: "later", at }),
  "schedule-edit": ({ at, timed: id }) => ({
    ...{ kind: "schedule-edit", id, address: deploy, content: "at noon", at: at + 60 },
  }),
  "schedule-delete": ({ at, timed: id }) => ({
    ...{ kind: "schedule-delete", id, address: deploy, content: "at ten", at },
  }),
  "schedule-send": ({ at, timed: id }) => ({
    ...{ kind: "schedule-send", id, address: deploy, content: "at ten", at },
  }),
  "remind-add": ({ at }) => ({ kind: "remind-add", messageId: 104 as MessageId, at, note: "ask" }),
  "remind-delete": ({ at }) => ({ kind: "remind-delete", messageId: 104 as MessageId, at }),
  view: () => ({
    kind: "view",
    fragment: "narrow/is/starred",
    to: { name: "Stars", isPinned: true },
  }),
};

function inDeployOf(topic: string) {
  return { streamId: dev, topic };
}

type Submessage = { readonly type?: string; readonly key?: string; readonly vote?: number };

/** What a poll or a to-do list amounts to: the last vote counts, each tick is the opposite of the one before. */
function offersIn(all: readonly Submessage[]): readonly string[] {
  const set = new Map<string, boolean>();
  for (const { type, key = "", vote, ...rest } of all) {
    const name = JSON.stringify([type, key, rest]);
    if (type === "vote") set.set(name, vote === 1);
    else if (type === "strike") set.set(name, set.get(name) !== true);
    else set.set(name, true);
  }
  return [...set].flatMap(([name, isSet]) => (isSet ? [name] : []));
}

/** What the realm has, without IDs that it gives. */
function stateOf({ realm }: World): Readonly<Record<string, unknown>> {
  const { state } = realm.control.server;
  const personal = state.personal.get(people.cleo);
  const person = state.people.byId.get(people.cleo);
  return {
    messages: [...state.messages.byId.values()].map((one) => ({
      ...{ topic: one.topic, streamId: one.streamId, content: one.content },
      reactions: one.reactions.map(({ code }) => code),
      offers: offersIn(one.submessages.map(({ content }) => JSON.parse(content))),
    })),
    unread: sorted(personal?.unread ?? []),
    starred: sorted(personal?.starred ?? []),
    policies: [...(personal?.topicPolicies.values() ?? [])].map((one) => [one.topic, one.policy]),
    muted: [...(personal?.mutedPeople.keys() ?? [])],
    subscriptions: [...(personal?.subscriptions ?? [])],
    scheduled: personal?.scheduled.map(({ content, at }) => [content, at]),
    reminders: personal?.reminders.map(({ messageId, at, content }) => [messageId, at, content]),
    views: personal?.views,
    settings: [...(personal?.settings ?? [])],
    status: person?.status && { ...person.status, at: 0 },
    streams: [...state.streams.byId.values()].map((one) => [
      ...[one.isArchived, sorted(one.subscribers)],
    ]),
  };
}

type Cell = (world: World, change: () => void) => Promise<void> | void;

const fault = (fault: Parameters<Realm["control"]["fault"]>[0]): Cell => {
  return ({ realm }, change) => {
    for (const method of ["POST", "PATCH", "DELETE"]) realm.control.fault({ ...fault, method });
    change();
  };
};

const late: Cell = ({ realm }, change) => {
  for (const method of ["POST", "PATCH", "DELETE"])
    realm.control.fault({ kind: "delay", delayMs: 3_000, method });
  change();
};

const undisturbed: Cell = (_, change) => change();

const cells: Readonly<Record<string, Cell>> = {
  "nothing happens": undisturbed,
  "it is done offline": async ({ client, clock }, change) => {
    client.network.plug(false);
    change();
    await clock.pass("1 min");
  },
  "weir is killed before it is sent": async ({ client, clock, restart }, change) => {
    client.network.plug(false);
    change();
    await clock.pass("5 s");
    restart();
  },
  "weir is killed before the answer": async (world, change) => {
    await late(world, change);
    await world.clock.pass("1 s");
    world.restart();
  },
  "weir is killed after the answer was lost": async (world, change) => {
    await fault({ kind: "drop after" })(world, change);
    await world.clock.pass(100);
    world.restart();
  },
  "the request is lost": fault({ kind: "drop before" }),
  "the answer is lost": fault({ kind: "drop after" }),
  "the answer is cut": fault({ kind: "truncate" }),
  "a gateway fails": fault({ kind: "bad gateway" }),
  "the server is busy": fault({ kind: "unavailable", retryAfter: 3 }),
  "the rate is limited": fault({ kind: "rate limit", retryAfter: 3 }),
  "the key is refused for a while": async ({ client, clock, realm }, change) => {
    const body = { result: "error", code: "UNAUTHORIZED", msg: "Invalid API key" };
    const refusing = { ...realm, fetch: async () => Response.json(body, { status: 401 }) };
    client.network.replace(refusing);
    change();
    await clock.pass("5 s");
    client.network.replace(realm);
  },
  "the answer and the queue are lost": async (world, change) => {
    await fault({ kind: "drop after" })(world, change);
    world.realm.control.expireQueues();
  },
  "the queue is lost before the answer": async (world, change) => {
    await late(world, change);
    await world.clock.pass("1 s");
    world.realm.control.expireQueues();
  },
  "the queue is lost before it is sent": async ({ client, clock, realm }, change) => {
    client.network.plug(false);
    change();
    realm.control.expireQueues();
    await clock.pass("1 min");
  },
};

/** Not repeated: where the answer was lost and the server has nothing, the user decides. */
const once: ReadonlySet<string> = new Set(["send", "schedule-add", "remind-add"]);

async function ends(world: World) {
  const { clock, realm } = world;
  realm.control.clearFaults();
  world.client.network.plug(true);
  await clock.pass("10 min");
  const { journal } = world.client.store.getState();
  return { state: stateOf(world), left: [...journal.intents.values()].map(({ phase }) => phase) };
}

/** The change is undone so many milliseconds after the cell, if at all. */
async function run(name: string, cell: Cell, undoneAfter?: number) {
  const world = await start();
  const { clock } = world;
  const before = stateOf(world);
  let isStep = false;
  await cell(world, () => {
    const { store, newId } = world.client;
    const action = changes[name]?.(world);
    if (action === undefined) throw new RangeError(`No change is called ${name}.`);
    isStep = act(store, { clock, newId }, [action]) !== undefined;
    if (!isStep) addIntents(store, { clock, newId }, [action]);
  });
  if (undoneAfter !== undefined && isStep) {
    await clock.pass(undoneAfter);
    undoStep(world.client.store, { clock });
  }
  return { before, isStep, ...(await ends(world)) };
}

type Ended = Awaited<ReturnType<typeof run>>;

/** How it ended otherwise than in one of these ways. */
function problemsOf(title: string, { state, left }: Ended, allowed: readonly Ended["state"][]) {
  const others = Object.entries(state).filter(([key, value]) =>
    allowed.every((one) => JSON.stringify(one[key]) !== JSON.stringify(value)),
  );
  return [
    ...left.map((phase) => `${title}: ${phase}`),
    ...others.map(([key, value]) => `${title}: ${key} is ${JSON.stringify(value).slice(-400)}`),
  ];
}

test("every kind of change is tried, but for those with tests of their own", () => {
  const tried = Object.values(changes).map((change) => change({} as World).kind);
  const others = ["upload", "read-older"];
  expect([...new Set([...tried, ...others])].sort()).toEqual(Object.keys(actionKinds).sort());
});

/** A plain run takes some of them, others for each kind of change. */
function sampled<One>(all: readonly One[], kind: string, count: number): readonly One[] {
  if (isStorm) return all;
  const from = Object.keys(changes).indexOf(kind) * count;
  return Array.from({ length: count }, (_, at) => all[(from + at) % all.length] as One);
}

const timeout = patientMs;

test.each(Object.keys(changes))("%s is done once, whatever happens", { timeout }, async (name) => {
  const done = await run(name, undisturbed);
  expect(done.left).toEqual([]);
  expect(done.state).not.toEqual(done.before);
  const problems: string[] = [];
  for (const [title, cell] of sampled(Object.entries(cells), name, 3)) {
    const ended = await run(name, cell);
    const isOpen = once.has(name) && ended.left.join() === "undecided";
    const expected = isOpen ? ended.before : done.state;
    problems.push(...problemsOf(title, { ...ended, left: isOpen ? [] : ended.left }, [expected]));
  }
  expect(problems).toEqual([]);
});

/** Milliseconds: before the request leaves, while it is under way, and after the answer. */
const moments = [0, 700, 20_000];
const undoings = Object.entries(cells).flatMap(([title, cell]) =>
  moments.map((ms) => ({ title: `${title}, ${ms}`, cell, ms })),
);

test.each(Object.keys(changes))("%s that is undone is not done", { timeout }, async (name) => {
  // Some values are set to what was their default.
  const { state, before, isStep } = await run(name, undisturbed, 20_000);
  const problems: string[] = [];
  for (const { title, cell, ms } of isStep ? sampled(undoings, name, 2) : [])
    problems.push(...problemsOf(title, await run(name, cell, ms), [before, state]));
  expect(problems).toEqual([]);
});
