/**
 * What clients do after each action: most poll, some have a poll waiting, and some fail.
 *
 * It depends on the action's `luck` only, so that a failing run fails again, and shrinks to clients that just poll.
 */
import { everybody } from "#model/from-wire.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Realm } from "#realm/realm.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type { Body } from "../../support/realm.ts";
import { streams } from "../../support/small-blueprint.ts";
import { ana, cleo, one } from "./action.ts";
import {
  ask,
  askForPage,
  type Client,
  eventsIn,
  everything,
  isFilled,
  type Part,
  registerAgain,
  take,
  takePage,
  whole,
} from "./client.ts";

/** Whether the newest action caused events, and whether these changed the replica. */
export type Effect = { readonly isReported: boolean; readonly hasChanged: boolean };

export type World = { readonly realm: Realm; readonly now: () => number };

type Habit = (client: Client, world: World, luck: number) => Promise<void> | void;

const habits = {
  /** Polls and applies the events. */
  ask: hear,
  /** Does nothing: events accumulate. */
  rest: () => undefined,
  /** Opens a poll that returns with some of the next events. */
  wait: openPoll,
  /** Polls, but loses the answer. */
  lose: async (client: Client) => void (await ask(client)),
  repeat: hearTwice,
  /** Was away for too long: the queue expires. */
  expire: ({ caller }: Client, { realm }: World) =>
    void realm.control.expireQueues(caller.account.user_id),
  /** Fetches a page while events may be pending. */
  look: async (client: Client, _: World, luck: number) => {
    if (client.page === undefined)
      await askForPage(client, one(narrows, luck)(client.replica), one(parts, luck + 1));
  },
  /** Merges the fetched page after any events since. */
  turn: takePage,
} satisfies Record<string, Habit>;

type HabitName = keyof typeof habits;

/** Each occurrence has a chance of 1 in `choices`; otherwise a client polls. */
const seldom: readonly HabitName[] = [
  ...(["expire", "lose", "repeat"] as const),
  ...(["rest", "rest", "wait", "wait", "wait"] as const),
  ...(["look", "look", "turn", "turn"] as const),
];
const choices = 40;

const [general, dev] = [streams.general as StreamId, streams.dev as StreamId];
const fixed: readonly Narrow[] = [
  everything,
  { kind: "stream", streamId: dev },
  { kind: "topic", streamId: dev, topic: "deploy" },
  { kind: "directs" },
  { kind: "starred" },
  { kind: "mentions" },
  { kind: "topic", streamId: general, topic: "hello" },
  { kind: "sender", userId: cleo as UserId },
];
const narrows: readonly ((reader: Replica) => Narrow)[] = [
  ...fixed.map((narrow) => () => narrow),
  ({ ownId }) => ({ kind: "direct", userIds: everybody(ownId, [ana as UserId]) }),
];
const parts: readonly Part[] = [
  whole,
  { anchor: "newest", num_before: 4, num_after: 0 },
  { anchor: "oldest", num_before: 0, num_after: 4 },
  whole,
];

/** With `luck` 0 every client polls. */
function habitOf(luck: number, who: number): HabitName {
  if (luck === 0) return "ask";
  const mixed = Math.imul(luck * 31 + who, 0x9e3779b1) >>> 0;
  return seldom[(mixed >>> 8) % choices] ?? "ask";
}

/** Lets a client act once after an action. */
export async function live(client: Client, world: World, luck: number): Promise<Effect> {
  const nothing = { isReported: false, hasChanged: false };
  if (!(await isThere(client, world))) return nothing;
  await applyRegister(client, world);
  const { replica, last, isCurrent } = client;
  const name = habitOf(luck, client.caller.account.user_id);
  await habits[name](client, world, luck);
  client.isCurrent = name === "ask" || name === "repeat";
  if (name !== "ask" || !isCurrent) return nothing;
  return { isReported: client.last > last, hasChanged: isAnother(replica, client.replica) };
}

/** Applies all events and fetches all messages; undefined if the user cannot sign in. */
export async function settle(client: Client, world: World): Promise<Client | undefined> {
  if (!(await isThere(client, world))) return undefined;
  await applyRegister(client, world);
  await hear(client, world);
  takePage(client);
  if (isFilled(client)) return client;
  await askForPage(client, everything, whole);
  takePage(client);
  return client;
}

/** Drops the queue of a user who cannot sign in, and registers again once they can. */
async function isThere(client: Client, { realm }: World): Promise<boolean> {
  const person = realm.control.server.state.people.byId.get(client.caller.account.user_id);
  if (person?.isActive !== true) client.queue = undefined;
  else if (client.queue === undefined) await beginAgain(client);
  return client.queue !== undefined;
}

/** Registers again and refetches messages; the old ones stay until then. */
async function beginAgain(client: Client): Promise<void> {
  await registerAgain(client);
  if (client.page === undefined) await askForPage(client, everything, whole);
}

async function hear(client: Client, { now }: World): Promise<void> {
  const events = await ask(client);
  if (events === undefined) await beginAgain(client);
  else take(client, events, now());
}

async function hearTwice(client: Client, world: World): Promise<void> {
  const { queue, last } = client;
  await hear(client, world);
  const { replica, last: newest } = client;
  const again = (client.queue === queue ? await ask(client, last) : undefined) ?? [];
  const isOld = ({ id }: Body) => id <= newest;
  take(client, again.filter(isOld), world.now());
  if (isAnother(replica, client.replica)) throw new Error("Repeated events changed the replica.");
  // There may be new events by now.
  take(
    client,
    again.filter((event) => !isOld(event)),
    world.now(),
  );
}

function openPoll(client: Client): void {
  if (client.poll !== undefined) return;
  client.poll = "open";
  const { queue, last } = client;
  void client.patient.get("/events", { queue_id: queue, last_event_id: last }).then((answer) => {
    if (client.queue === queue) client.poll = answer;
  });
}

/** Applies the answer of a poll that waited, which may contain repeated events. */
async function applyRegister(client: Client, { now }: World): Promise<void> {
  const { poll } = client;
  if (poll === undefined || poll === "open") return;
  client.poll = undefined;
  const events = eventsIn(poll);
  if (events === undefined) await beginAgain(client);
  else take(client, events, now());
}

/** Ignores the keys that only serve outstanding pages. */
function isAnother(before: Replica, after: Replica): boolean {
  const keys = (Object.keys(before) as (keyof Replica)[]).filter(
    (key) => key !== "recent" && key !== "lastEvent",
  );
  return keys.some((key) => before[key] !== after[key]);
}
