/** The list of all that comes later: reminders, snoozes and scheduled messages. */
import { expect, onTestFinished, test } from "vitest";
import { laterDefinition } from "#commands/later/list.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo, openAt, openNarrow } from "#commands/places/navigation.ts";
import { openReader } from "#commands/screen.ts";
import { ofConversations } from "#model/local-state.ts";
import { noteOf } from "#model/personal.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { speakWith } from "../../support/plain-client.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../../support/small-client.ts";

const rolling = 104 as MessageId;

/** A reminder in an hour, a snooze until tomorrow, and a message that is sent on Monday. */
async function listed(level?: number) {
  const world = await startSmall({ level });
  const { store, press, clock, control } = world;
  openNarrow(store, withBo);
  await world.settles();
  press("b", "c", ..."tomorrow", "Enter");
  openAt(store, deploy, rolling);
  await world.settles();
  press("b", "h");
  world.addIntent({ kind: "schedule-add", address: deploy, content: "later", at: 1_795_440_600 });
  await world.settles();
  press("g", "l");
  const drawn = async () => {
    const screen = await showScreen(store, { columns: 100, rows: 24 });
    const lines = screen.pane.lines().filter((line) => /#dev|Bo Lindt/.test(line));
    screen.ends();
    return lines.map((line) =>
      line
        .replace(/^.*?(?=#dev|Bo Lindt)/, "")
        .replace(/\s+/g, " ")
        .trim(),
    );
  };
  const stored = () => {
    const { reminders = [], scheduled = [] } = control.server.state.personal.get(people.ana) ?? {};
    return { reminders: reminders.map(({ at }) => at), scheduled: scheduled.map(({ at }) => at) };
  };
  const snoozed = () => {
    const { snoozes } = store.getState().journal;
    return [...ofConversations(snoozes).values()].flatMap(({ stays, until }) =>
      stays === undefined ? [until] : [],
    );
  };
  return { ...world, drawn, stored, snoozed, passes: () => clock.pass("5 s") };
}

test("all that comes later is listed by time", async () => {
  const { drawn } = await listed();
  expect(await drawn()).toEqual([
    expect.stringMatching(/^#dev › deploy reminder: Bo Lindt.*12:42/),
    expect.stringMatching(/^Bo Lindt snoozed .*9:00/),
    expect.stringMatching(/^#dev › deploy later .*13:30/),
  ]);
});

test("on a narrow screen its time is shown rather than what it says", async () => {
  const { store } = await listed();
  const screen = await showScreen(store, { columns: 40, rows: 12 });
  onTestFinished(screen.ends);
  const rows = screen.whole.lines().filter((line) => /#dev|Bo Lindt/.test(line));
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatch(/ \d+:\d\d *$/);
});

test("read out, only a message that is sent later is called scheduled", async () => {
  const { store, clock } = await listed();
  const { output } = speakWith(store, clock);
  const rows = output()
    .split("\n")
    .filter((line) => /^\d\. /.test(line));
  expect(rows).toEqual([
    expect.stringMatching(/^1\. dev > deploy, reminder: /),
    expect.stringMatching(/^2\. Bo Lindt, snoozed, /),
    expect.stringMatching(/^3\. scheduled, dev > deploy, later, /),
  ]);
});

test("D deletes a row of each kind, and u brings each back", async () => {
  const { press, stored, snoozed, passes, open } = await listed();
  const before = { ...stored(), snoozed: snoozed() };
  press("g", "g", "Space", "Space", "Space", "D");
  await passes();
  expect({ ...stored(), snoozed: snoozed() }).toEqual({
    reminders: [],
    scheduled: [],
    snoozed: [],
  });
  press("u");
  await passes();
  expect([{ ...stored(), snoozed: snoozed() }, open()]).toEqual([before, 0]);
});

test("T gives a reminder and a snooze another time, and u takes that back", async () => {
  const { press, stored, snoozed, passes, toast, clock } = await listed();
  const before = { ...stored(), snoozed: snoozed() };
  const at = Math.floor(clock.now() / 1000);
  press("g", "g", "T", ..."in 3h", "Enter");
  expect(toast()).toMatch(/^You will be reminded Fri 20 Nov, 14:42/);
  await passes();
  expect(stored().reminders).toEqual([at + 10_800]);
  press("u");
  await passes();
  expect(stored()).toEqual({ reminders: before.reminders, scheduled: before.scheduled });
  press("^L", "g", "g", "j", "T", ..."in 3h", "Enter");
  expect(snoozed()).toEqual([at + 10_810]);
  press("u");
  expect(snoozed()).toEqual(before.snoozed);
});

test("T says which time each has so far, and E of a snooze as well", async () => {
  const { store, press } = await listed();
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  for (const [down, key, soFar] of [
    [0, "T", "So far: Fri 20 Nov, 12:42"],
    [1, "T", "So far: Sat 21 Nov, 9:00"],
    [1, "E", "So far: Sat 21 Nov, 9:00"],
    [2, "T", "So far: Mon 23 Nov, 13:30"],
  ] as const) {
    press("g", "g", ..."j".repeat(down), key);
    await screen.settles();
    expect(screen.whole.shows(soFar), soFar).toBe(true);
    press("Esc");
  }
});

test("E gives a reminder another note at its time, and Esc leaves it as it is", async () => {
  const { press, stored, passes, toast, store, open } = await listed();
  const notes = () => [...store.getState().view.reminders.values()].map(noteOf);
  const before = stored();
  press("g", "g", "E", ..."ask Bo", "Enter");
  expect(toast()).toMatch(/^You will be reminded Fri 20 Nov, 12:42/);
  await passes();
  expect([stored(), notes()]).toEqual([before, ["ask Bo"]]);
  press("g", "g", "E", ..." again", "Esc");
  expect([notes(), open()]).toEqual([["ask Bo"], 0]);
  press("E", "Enter");
  expect([toast(), open()]).toEqual([undefined, 0]);
  press("E", "^U", "Enter");
  await passes();
  expect([stored(), notes()]).toEqual([before, [undefined]]);
});

test("E asks for a time where a reminder has no note", async () => {
  const { press, store } = await listed(since.reminderNotes - 1);
  press("g", "g", "E");
  expect(store.getState().screen.dialog?.kind).toBe("time");
});

test("Enter opens what a reminder is about, at the message", async () => {
  const { press, store, passes } = await listed();
  press("g", "g", "Enter");
  await passes();
  expect(openReader(store.getState().screen)?.selected).toBe(rolling);
});

test("beside the list is what a row is about: the message, the conversation, the text", async () => {
  const { rowKeys, store } = await listed();
  const peeked = rowKeys().map((key) => laterDefinition.peek?.(store.getState(), key));
  expect(peeked).toEqual([
    { narrow: deploy, at: rolling },
    { narrow: withBo },
    { narrow: deploy, text: "later", isShownOnly: true },
  ]);
});

test("a reminder of this machine is listed as one", async () => {
  const { drawn, press } = await listed(since.reminding - 1);
  expect((await drawn())[0]).toMatch(/^#dev › deploy reminder here: Bo Lindt: rolling 12:42$/);
  press("g", "g", "D");
  expect((await drawn())[0]).toMatch(/^#dev › deploy over or deleted|^Bo Lindt/);
});

test("D discards a reminder that the server refused, with the others that were selected", async () => {
  const { press, store, control, stored, passes, intents, open } = await listed();
  openAt(store, deploy, rolling);
  await passes();
  press("b", "t");
  control.server.state.messages.byId.delete(rolling);
  await passes();
  expect(intents()).toMatchObject([{ phase: "failed" }]);
  press("g", "l", "g", "g", "Space", "Space", "D");
  await passes();
  expect([stored().reminders, open()]).toEqual([[], 0]);
});

test("u requests a refused reminder anew that D discarded, with its note, and ^R discards it again", async () => {
  const { press, store, control, stored, passes, intents, open } = await listed();
  openAt(store, deploy, rolling);
  await passes();
  press("b", "b", ..."note", "Enter", ..."ask Bo", "Enter", "^U", ..."in 3h", "Enter");
  const message = control.server.state.messages.byId.get(rolling);
  control.server.state.messages.byId.delete(rolling);
  await passes();
  press("g", "l", "g", "g", "D");
  expect(intents()).toEqual([]);
  press("u");
  await passes();
  expect(intents()).toMatchObject([{ phase: "failed", action: { note: "ask Bo" } }]);
  press("^R");
  await passes();
  expect(open()).toBe(0);
  if (message !== undefined) control.server.state.messages.byId.set(rolling, message);
  press("u");
  await passes();
  expect([stored().reminders.length, open()]).toEqual([2, 0]);
});

/** The next start of the client, without its archive, with what comes later open. */
async function later({ client, clock, realm }: Awaited<ReturnType<typeof listed>>) {
  await client.session.stop();
  let asked = 0;
  const { store } = startClient({
    clock,
    realm,
    name: "later",
    over: (send) => (request, signal) => {
      if (request.url.includes("message_ids")) asked += 1;
      return send(request, signal);
    },
  });
  await clock.pass("5 s");
  watchLists(store);
  goTo(store, { kind: "later" });
  await clock.pass("5 s");
  const drawn = async () => {
    const screen = await showScreen(store, { columns: 100, rows: 24 });
    const lines = screen.pane.lines().join("\n");
    screen.ends();
    return lines;
  };
  return { lines: await drawn(), drawn, store, asked: () => asked };
}

test("what a reminder is about is fetched when it is not here, once", async () => {
  const small = await listed();
  const { lines, asked } = await later(small);
  expect(lines).toMatch(/#dev › deploy +reminder: Bo Lindt: rolling/);
  expect(asked()).toBe(1);
  await small.clock.pass("10 min");
  expect(asked()).toBe(1);
});

test("a reminder that is over is listed with where its message is, even if that was fetched since", async () => {
  const small = await listed();
  const { store, drawn } = await later(small);
  changeReplica(store, (replica) => ({ ...replica, reminders: new Map() }));
  expect(await drawn()).toMatch(/✓ #dev › deploy +over or deleted/);
});

test("what nobody may see any more is not asked for again, and listed with its time", async () => {
  const small = await listed();
  small.control.server.state.messages.byId.delete(rolling);
  const { lines, asked } = await later(small);
  expect(lines).toMatch(/a message +reminder: a message +12:42/);
  await small.clock.pass("10 min");
  expect(asked()).toBe(1);
});
