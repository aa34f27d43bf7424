import { expect, test } from "vitest";
import { isoMoment } from "#base/time.ts";
import { scheduledDefinition } from "#commands/scheduled/list.ts";
import { scheduledById } from "#model/drafts.ts";
import { openList } from "#store/lists.ts";
import { changeScreen } from "#store/store.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import { acme, ana, general, now, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

function due(id: number, after: number, rest: Partial<ScheduledMessage> = {}): ScheduledMessage {
  return {
    scheduled_message_id: id as never,
    type: "stream",
    to: general,
    topic: "lunch",
    content: `soup ${id}`,
    scheduled_delivery_timestamp: now + after,
    failed: false,
    ...rest,
  };
}

const messages = [
  due(1, 90_000),
  due(2, 3600, { type: "private", to: [ana], topic: "" }),
  due(3, -60, { failed: true }),
];

function scheduled() {
  const store = storeOf({ ...acme(), scheduled: scheduledById(messages) });
  const press = keyPresser(store);
  press("g", "t");
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key);
  return { store, press, rows };
}

test.each([
  ["all", ["3", "2", "1"]],
  ["failed", ["3"]],
])("the filter %s lists failed messages first, then by time", (name, expected) => {
  const filter = scheduledDefinition.filters.find(({ key }) => key === name);
  const { rows, counts } = scheduledDefinition.fresh(scheduled().store.getState(), filter!);
  expect(rows.map(({ key }) => key)).toEqual(expected);
  expect(counts).toEqual({ failed: 1, due: 2 });
});

test("i on a scheduled message opens the same dialog as Enter", () => {
  const { store, press } = scheduled();
  press("i");
  expect(store.getState().screen.dialog).toMatchObject({ about: { kind: "scheduled", id: 3 } });
});

test("o in the dialog of a scheduled message opens its conversation", () => {
  const { store, press } = scheduled();
  press("G", "Enter", "o");
  expect(store.getState().screen.place).toMatchObject({ narrow: { topic: "lunch" } });
});

test("D deletes a scheduled message and selects the next, and u restores it with the cursor", () => {
  const { store, press, rows } = scheduled();
  press("j", "D");
  expect(openRows(store.getState())).toEqual({ over: ["2"], left: ["3", "1"] });
  expect(openList(store.getState().screen)?.cursor?.key).toBe("1");
  expect(store.getState().screen.toast?.text).toBe("Deleted the scheduled message to Ana Ruiz");
  expect([...store.getState().journal.intents.values()].map(({ action }) => action)).toMatchObject([
    { kind: "schedule-delete", id: 2 },
  ]);
  press("u");
  expect(store.getState().journal.intents.size).toBe(0);
  expect(rows()).toEqual(["3", "2", "1"]);
  expect(openList(store.getState().screen)?.cursor?.key).toBe("2");
});

test("what undo schedules again after its deletion replaces its row, and is selected", async () => {
  const { settles, press, rowKeys, row, store, toast } = await startSmall({
    first: async (as, clock) => {
      for (const days of [1, 2, 3])
        await as(people.ana).post("/scheduled_messages", {
          type: "stream",
          to: inDeploy.streamId,
          topic: inDeploy.topic,
          content: `in ${days} days`,
          scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + days * 86_400,
        });
    },
  });
  press("g", "t");
  const [first = "", second = "", third = ""] = rowKeys();
  press("j", "D");
  await settles();
  press("u");
  expect([rowKeys(), row()]).toEqual([[first, third], third]);
  await settles();
  const [, again = ""] = rowKeys();
  expect([rowKeys(), row()]).toEqual([[first, again, third], again]);
  expect(again).not.toBe(second);
  expect(store.getState().view.scheduled.size).toBe(3);
  press("^R");
  expect(openRows(store.getState())).toEqual({ over: [again], left: [first, third] });
  expect([row(), toast()]).toEqual([
    third,
    "Redid: Deleted the scheduled message to #dev › deploy",
  ]);
});

test("rows show the recipient, the beginning of the text and the time", async () => {
  const { store } = scheduled();
  const screen = await showScreen(store, { columns: 140, rows: 30 });
  expect(screen.title.shows("Scheduled All 3 Failed 1")).toBe(true);
  expect(screen.pane.shows("✗ #general › lunch the server could not send it: soup 3")).toBe(true);
  expect(screen.pane.shows("◷ Ana Ruiz soup 2 12:42")).toBe(true);
  expect(screen.pane.shows("◷ #general › lunch soup 1 Sat 12:42")).toBe(true);
  expect(screen.sidebar.shows("Scheduled 3")).toBe(true);
  screen.ends();
});

test("! sends the chosen messages without waiting; with undo_send, u leaves them scheduled until then", () => {
  const { store, press } = scheduled();
  const ids = () => [...store.getState().view.scheduled.keys()];
  press("G", "!");
  expect(store.getState().screen.toast).toMatchObject({ text: "Sending to #general › lunch" });
  expect(ids()).toEqual([2, 3]);
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, undoSendSeconds: 5 },
  }));
  press("^A", "!");
  expect(store.getState().screen.toast?.text).toBe("Sends in 5 s: u cancels it.");
  expect(ids()).toEqual([]);
  press("u");
  expect(store.getState().screen.toast?.text).toBe("Not sent: it is still scheduled.");
  expect(ids()).toEqual([2, 3]);
});

test("help, footer and palette give the keys of scheduled messages their own names", async () => {
  const { store, press } = scheduled();
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.footer.lines().join()).toMatch(/T time +! send now .*D delete/);
  press("^K", ..."> change the time", "Enter");
  expect(store.getState().screen.dialog).toMatchObject({ kind: "time" });
  press("Esc", "?", ..."send now");
  await screen.settles();
  expect(screen.whole.shows("! Send now")).toBe(true);
  press("Enter");
  expect(store.getState().screen.toast?.text).toBe("Sending to #general › lunch");
  screen.ends();
});

test("T asks for another time", () => {
  const { store, press } = scheduled();
  press("T");
  expect(store.getState().screen.dialog).toMatchObject({
    kind: "time",
    purpose: { kind: "reschedule", id: 3 },
  });
});

test.each([80, 120])("at %d columns the time in another year is shown whole", async (columns) => {
  const later = due(4, 0, { scheduled_delivery_timestamp: isoMoment("2027-01-05T08:00Z") ?? 0 });
  const store = storeOf({ ...acme(), scheduled: scheduledById([later]) });
  keyPresser(store)("g", "t");
  const screen = await showScreen(store, { columns, rows: 24 });
  expect(screen.whole.lines().join("\n")).toMatch(/ 5 Jan 2027 \d+:00$/m);
  screen.ends();
});

test("times take no more columns than the widest of them, so that the texts have the rest", async () => {
  const soon = { content: "This is read up to its last word" };
  const detailOf = async (...messages: readonly ReturnType<typeof due>[]) => {
    const store = storeOf({ ...acme(), scheduled: scheduledById(messages) });
    keyPresser(store)("g", "t");
    const screen = await showScreen(store, { columns: 80, rows: 24 });
    const line = screen.pane.lines().find((each) => each.includes("This is")) ?? "";
    screen.ends();
    return /This is[\w ]*/.exec(line)?.[0].length ?? 0;
  };
  const later = due(5, 0, { scheduled_delivery_timestamp: isoMoment("2027-01-05T08:00Z") ?? 0 });
  const beside = await detailOf(due(4, 60, soon), later);
  expect(beside).toBeGreaterThan(0);
  expect(await detailOf(due(4, 60, soon))).toBeGreaterThan(beside + 5);
});
