/** Reminders of the server: created once, deleted, and replaced, with undo; none is lost. */
import { describe, expect, test } from "vitest";
import type { RemindDelete, Reminding } from "#journal/actions/reminder.ts";
import type { Action } from "#journal/intent.ts";
import { noteOf } from "#model/personal.ts";
import { redoStep } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { callerOf } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const posted = /^POST \/reminders/;
const messageId = 104 as MessageId;

async function started(level?: number) {
  const world = await startSmall({ level });
  const { clock, store, control, act } = world;
  const at = Math.floor(clock.now() / 1000) + 7_200;
  const note = (level ?? since.reminderNotes) < since.reminderNotes ? {} : { note: "roll back" };
  const add = (keys: Partial<Reminding> = {}): Action => ({
    ...{ kind: "remind-add", messageId, at, ...note },
    ...keys,
  });
  /** Note, and seconds after `at`, of each reminder. */
  const listed = (which: "view" | "replica") =>
    [...store.getState()[which].reminders.values()].map((one) => [
      noteOf(one),
      one.scheduled_delivery_timestamp - at,
    ]);
  const stored = () =>
    (control.server.state.personal.get(people.ana)?.reminders ?? []).map((one) => one.at - at);
  const remove = (keys: Partial<RemindDelete> = {}): Action => ({
    ...{ kind: "remind-delete", messageId, at, ...note },
    ...keys,
  });
  const change = (to: number) =>
    act(add({ at: to })) !== undefined &&
    act(remove({ instead: { at: to, ...note } })) !== undefined;
  return { ...world, at, add, remove, change, listed, stored };
}

test("a reminder is shown at once, with its note, and undo deletes it", async () => {
  const { act, undo, add, listed, clock, stored, open, store } = await started();
  expect(act(add())).toBe("Remind you of Bo Lindt's message in #dev › deploy");
  expect([listed("view"), listed("replica")]).toEqual([[["roll back", 0]], []]);
  await clock.pass("2 s");
  expect([listed("replica"), stored(), open()]).toEqual([[["roll back", 0]], [0], 0]);
  expect(act(add())).toBeUndefined();
  undo();
  expect(listed("view")).toEqual([]);
  await clock.pass("2 s");
  expect([stored(), open()]).toEqual([[], 0]);
  redoStep(store, { clock });
  await clock.pass("2 s");
  expect([listed("replica"), open()]).toEqual([[["roll back", 0]], 0]);
});

test("a reminder undone before the request is never requested", async () => {
  const { act, undo, add, client, clock, sent, open } = await started();
  client.network.plug(false);
  await clock.pass("1 s");
  act(add());
  undo();
  client.network.plug(true);
  await clock.pass("40 s");
  expect([sent(/reminders/), open()]).toEqual([0, 0]);
});

describe("a reminder whose answer is lost", () => {
  test("is found if it arrived", async () => {
    const { addIntent, add, clock, control, sent, stored, open, toast } = await started();
    control.fault({ kind: "drop after", path: "/reminders" });
    addIntent(add());
    await clock.pass("40 s");
    expect([sent(posted), stored(), open(), toast()]).toEqual([1, [0], 0, undefined]);
  });

  test("is not requested again if it is not found, and needs a decision", async () => {
    const { addIntent, add, clock, control, sent, stored, intents, toast } = await started();
    control.fault({ kind: "bad gateway", path: "/reminders" });
    addIntent(add());
    await clock.pass("60 s");
    expect([sent(posted), stored()]).toEqual([1, []]);
    expect(intents()).toMatchObject([{ phase: "undecided", action: { note: "roll back" } }]);
    expect(toast()).toMatch(/^No response/);
  });

  test("needs a decision where the server lists none", async () => {
    const { addIntent, add, clock, control, sent, stored, intents } = await started(
      since.reminders - 1,
    );
    control.fault({ kind: "drop after", path: "/reminders" });
    addIntent(add());
    await clock.pass("60 s");
    expect([sent(posted), sent(/^GET \/reminders/), stored()]).toEqual([1, 0, [0]]);
    expect(intents()).toMatchObject([{ phase: "undecided" }]);
  });
});

test("a deletion survives a lost answer, and undo sets the reminder again", async () => {
  const { addIntent, act, undo, add, remove, listed, stored, clock, control, sent, open, toast } =
    await started();
  addIntent(add());
  await clock.pass("2 s");
  control.fault({ kind: "drop after", path: "/reminders" });
  expect(act(remove())).toBe("Delete the reminder of Bo Lindt's message in #dev › deploy");
  expect(listed("view")).toEqual([]);
  await clock.pass("40 s");
  expect([stored(), open(), sent(/^DELETE/), toast()]).toEqual([[], 0, 1, undefined]);
  undo();
  await clock.pass("2 s");
  expect([listed("replica"), open()]).toEqual([[["roll back", 0]], 0]);
});

test("one that was deleted elsewhere before its event came is deleted without a complaint", async () => {
  const { realm, addIntent, add, remove, client, clock, control, store, open, toast } =
    await started();
  addIntent(add());
  await clock.pass("2 s");
  const [id] = store.getState().replica.reminders.keys();
  control.fault({ kind: "delay", path: "/events", delayMs: 20_000 });
  client.session.poke();
  await clock.pass(10);
  await callerOf(realm, people.ana).delete(`/reminders/${id}`);
  addIntent(remove());
  await clock.pass("40 s");
  expect([open(), toast()]).toEqual([0, undefined]);
});

describe("a reminder at another time", () => {
  test("takes the place of the earlier one", async () => {
    const { addIntent, add, change, listed, stored, clock, at, open } = await started();
    addIntent(add());
    await clock.pass("2 s");
    change(at + 60);
    expect(listed("view")).toEqual([["roll back", 60]]);
    await clock.pass("2 s");
    expect([listed("replica"), stored(), open()]).toEqual([[["roll back", 60]], [60], 0]);
  });

  test("leaves the earlier one where the server refuses it", async () => {
    const { addIntent, add, remove, stored, clock, at, intents, toast } = await started();
    addIntent(add());
    await clock.pass("2 s");
    const next = { at: at + 60, note: "x".repeat(501) };
    addIntent(add(next));
    addIntent(remove({ instead: next }));
    await clock.pass("2 s");
    expect(stored()).toEqual([0]);
    expect(toast()).toMatch(/^It stays, because the one that was to take its place is not set yet/);
    expect(intents()).toMatchObject([{ phase: "failed", action: { at: at + 60 } }]);
  });
});

/** The reminders that this machine keeps: seconds after `at`, and whether they are due. */
function keptHere({ store, at }: Awaited<ReturnType<typeof started>>) {
  return [...store.getState().journal.snoozes.values()].flatMap(({ until, isDue, reminds }) =>
    reminds === undefined ? [] : [[reminds.note, until - at, isDue]],
  );
}

test("what could not be requested before its time is back in the inbox at its time, with its undo", async () => {
  const world = await started();
  const { act, undo, add, client, clock, sent, open, store } = world;
  client.network.plug(false);
  await clock.pass("1 s");
  act(add());
  await clock.pass("121 min");
  expect([keptHere(world), open()]).toEqual([[["roll back", 0, true]], 0]);
  client.network.plug(true);
  await clock.pass("1 min");
  expect(sent(/reminders/)).toBe(0);
  undo();
  expect(keptHere(world)).toEqual([]);
  redoStep(store, { clock });
  await clock.pass("1 min");
  expect([keptHere(world), sent(/reminders/), open()]).toEqual([[["roll back", 0, true]], 0, 0]);
});

test("this machine reminds where the server's clock is past the time, and says so", async () => {
  const world = await started();
  const { addIntent, add, clock, at, realm, toast, open } = world;
  const ahead = { ...clock, now: () => clock.now() + 3_600_000 };
  Object.assign(realm.control.server, { clock: ahead });
  addIntent(add({ at: at - 7_200 + 1_800 }));
  await clock.pass("2 s");
  expect(toast()).toBe("It is later already by the server's clock: this machine will remind you.");
  expect([keptHere(world), open()]).toEqual([[["roll back", -5_400, false]], 0]);
  await clock.pass("31 min");
  expect(keptHere(world)).toEqual([["roll back", -5_400, true]]);
});

test("this machine reminds where the server turns out not to", async () => {
  const world = await started(since.reminding - 1);
  const { addIntent, add, clock, sent, toast, open } = world;
  addIntent(add());
  await clock.pass("2 s");
  expect([sent(/reminders/), keptHere(world), open()]).toEqual([0, [[undefined, 0, false]], 0]);
  expect(toast()).toBe("This server does not remind of messages: this machine will.");
});

test("a note that the server cannot take is not left out", async () => {
  const { addIntent, add, clock, sent, toast, intents } = await started(since.reminderNotes - 1);
  addIntent(add({ note: "x" }));
  await clock.pass("2 s");
  expect([sent(/reminders/), intents()]).toMatchObject([0, [{ phase: "failed" }]]);
  expect(toast()).toMatch(/^This server has no notes in reminders/);
});

test("a server that lists none gets the reminder, and cannot delete it", async () => {
  const { addIntent, add, remove, clock, stored, toast, open } = await started(since.reminders - 1);
  addIntent(add());
  await clock.pass("2 s");
  expect([stored(), open()]).toEqual([[0], 0]);
  addIntent(remove());
  await clock.pass("2 s");
  expect(stored()).toEqual([0]);
  expect(toast()).toMatch(/^This server neither lists nor deletes reminders/);
});
