/**
 * Pairs of what comes later and what happens until then: online, offline, killed after each write of the journal, and with
 * the server's clock twenty minutes off. It comes once, whatever happens, and not at all once it was undone.
 */
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { openAt } from "#commands/places/navigation.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { conversationKey } from "#model/conversation.ts";
import { isReminder } from "#model/local-state.ts";
import { addIntents } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type Client, startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { callerOf, type StartedRealm, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { hello } from "../support/small-client.ts";
import { type Disk, memoryDisk } from "../support/storage.ts";

const key = conversationKey(hello);
const third = 103 as MessageId;
const words = "ask again";

type Press = (...strokes: readonly string[]) => unknown;

type World = {
  readonly clock: FakeClock;
  readonly realm: StartedRealm["realm"];
  readonly client: Client;
  readonly press: Press;
};

type Kind = {
  readonly level?: number;
  /** Takes it, to come in so many minutes. */
  readonly take: (world: World, minutes: number) => void;
  /** What others do so that it comes; absent: nothing. */
  readonly others?: (world: World) => Promise<unknown>;
  /** How often it came, or waits for a decision of the user. */
  readonly came: (world: World) => number;
};

const remind: Kind["take"] = ({ press }, minutes) =>
  press("b", "b", ..."note", "Enter", ...words, "Enter", "^U", ...`in ${minutes} min`, "Enter");

/** Requests that the user has to decide about. */
const undecided = ({ client }: World) =>
  [...client.store.getState().journal.intents.values()].filter(
    ({ phase }) => phase === "failed" || phase === "undecided",
  ).length;

const isDue = ({ client }: World) =>
  client.store.getState().journal.snoozes.get(key)?.isDue === true ? 1 : 0;

const remindedHere = ({ client }: World) =>
  [...client.store.getState().journal.snoozes.values()].filter(
    (one) => isReminder(one) && one.isDue,
  ).length;

const sent = ({ realm }: World) =>
  [...realm.control.server.state.messages.byId.values()].filter(({ content }) =>
    content.includes(words),
  ).length;

const kinds: Readonly<Record<string, Kind>> = {
  "a reminder of the server": {
    take: remind,
    came: (world) => sent(world) + remindedHere(world) + undecided(world),
  },
  "a reminder of this machine": {
    level: since.reminding - 1,
    take: remind,
    came: remindedHere,
  },
  "a snooze until a time": {
    take: ({ press }, minutes) => press("b", "c", ...`in ${minutes} min`, "Enter"),
    came: isDue,
  },
  "a snooze until Bo answers": {
    take: ({ press }) => press("b", "a", ..."bo", "Enter"),
    others: ({ realm }) =>
      callerOf(realm, people.bo).say({ streamId: streams.general, topic: "hello" }, "here"),
    came: isDue,
  },
  "a snooze unless somebody answers": {
    take: ({ press }, minutes) => press("b", "c", ...`unless in ${minutes} min`, "Enter"),
    came: isDue,
  },
  "a scheduled message": {
    take: ({ client, clock }, minutes) => {
      const at = Math.floor(clock.now() / 1000) + minutes * 60;
      const timed = { address: hello, content: words, at };
      const step = {
        sentence: "Scheduled",
        inverse: [{ kind: "schedule-delete", ...timed }],
      } as const;
      addIntents(
        client.store,
        { clock, newId: client.newId },
        [{ kind: "schedule-add", ...timed }],
        {
          ...step,
          location: undefined,
        },
      );
    },
    came: (world) => sent(world) + undecided(world),
  },
};

type Situation = {
  /** How many seconds the server's clock is ahead of this machine's; 0 by default. */
  readonly ahead?: number;
  /** In how many minutes it is to come; 10 by default. */
  readonly minutes?: number;
  /** For so many minutes from then on there is no line. */
  readonly offline?: number;
  /** The program dies with that write of the journal after it was taken. */
  readonly dies?: number;
};

/** More writes than any of these takes. */
const writes = [1, 2, 3, 4, 5, 6];

const situations: Readonly<Record<string, Situation>> = {
  online: {},
  "offline, then online": { offline: 5 },
  "offline until it is too late": { offline: 15 },
  ...Object.fromEntries(writes.map((dies) => [`killed at write ${dies}`, { dies }])),
  "the server's clock twenty minutes ahead": { ahead: 1_200, minutes: 30 },
  "the server's clock twenty minutes behind": { ahead: -1_200 },
  "too late by the server's clock": { ahead: 1_200 },
};

/** A storage that notes each change, before and after it is written. */
function watched(storage: JournalStorage, wrote: () => void): JournalStorage {
  const noting =
    <Args extends readonly unknown[], T>(write: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      const result = await write(...args);
      wrote();
      return result;
    };
  const { putIntent, removeIntent, putSnooze, removeSnooze, putStep, removeStep } = storage;
  return {
    ...storage,
    putIntent: noting(putIntent),
    removeIntent: noting(removeIntent),
    putSnooze: noting(putSnooze),
    removeSnooze: noting(removeSnooze),
    putStep: noting(putStep),
    removeStep: noting(removeStep),
  };
}

async function started(kind: Kind, { ahead = 0 }: Situation) {
  const clock = fakeClock();
  const serverClock = { ...clock, now: () => clock.now() + ahead * 1000 };
  const { level } = kind;
  const { realm } = startRealm({ clock: serverClock, ...(level !== undefined && { level }) });
  const disk = memoryDisk();
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
  let left: number | undefined;
  let client: Client;
  const die = () => {
    disk.crash();
    client.network.plug(false);
  };
  const wrote = () => {
    if (left === undefined) return;
    left -= 1;
    if (left === 0) die();
  };
  const dying: Disk = { ...disk, open: () => watched(disk.open(), wrote) };
  const start = async (name: string, on: Disk) => {
    client = startClient({ clock, realm, disk: on, attention, name });
    await clock.pass("5 s");
    watchLists(client.store);
    openAt(client.store, hello, third);
    await clock.pass("5 s");
    const press = keyPresser(client.store, noViewport, noDesktop, clock);
    return { clock, realm, client, press };
  };
  const world = await start("first", dying);
  return {
    world,
    disk,
    dies: (at: number) => {
      left = at;
    },
    hasDied: () => left !== undefined && left <= 0,
    next: () => start("next", disk),
  };
}

/** Takes it, and lets happen what the situation is about; the client that runs from then on. */
async function taken(kind: Kind, situation: Situation) {
  const { world, disk, dies, hasDied, next } = await started(kind, situation);
  const { clock, client } = world;
  const { minutes = 10, offline } = situation;
  if (offline !== undefined) client.network.plug(false);
  if (situation.dies !== undefined) dies(situation.dies);
  kind.take(world, minutes);
  await clock.pass(offline === undefined ? "5 s" : `${offline} min`);
  client.network.plug(!hasDied());
  await clock.pass("1 min");
  // Else nothing was written, and the row of the table would say nothing.
  if (situation.dies === 1) expect(hasDied()).toBe(true);
  /** The program that runs now. */
  const alive = async (one: World) => (one === world && hasDied() ? next() : one);
  return { world: await alive(world), disk, alive };
}

/** Servers deliver at full minutes. */
const longEnough = ({ minutes = 10, ahead = 0 }: Situation) =>
  `${minutes + Math.max(0, -ahead / 60) + 2} min`;

const pairs = Object.entries(kinds).flatMap(([what, kind]) =>
  Object.entries(situations).map(([how, situation]) => [what, how, kind, situation] as const),
);

test.each(pairs)("%s, %s: it comes once", async (_, __, kind, situation) => {
  const { world } = await taken(kind, situation);
  await kind.others?.(world);
  await world.clock.pass(longEnough(situation));
  expect(kind.came(world)).toBe(1);
  await world.clock.pass("10 min");
  expect(kind.came(world)).toBe(1);
});

test.each(pairs)("%s, %s: undone, it does not come", async (_, __, kind, situation) => {
  const { world: before, disk, alive } = await taken(kind, situation);
  const isKnown = [...disk.steps.values()].some(({ json }) => json !== "");
  before.press("u");
  await before.clock.pass("1 min");
  const world = await alive(before);
  await kind.others?.(world);
  await world.clock.pass(longEnough(situation));
  // Killed before its step was written, it cannot be undone, and comes.
  expect(kind.came(world)).toBe(isKnown ? 0 : 1);
});
