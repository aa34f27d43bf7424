import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { selectSidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { timeChoices, timeProblem } from "#commands/time-choices.ts";
import { conversationKey } from "#model/conversation.ts";
import { untilAnswered } from "#model/local-state.ts";
import { inbox } from "#model/select/inbox.ts";
import { listOf } from "#store/lists.ts";
import { changeLocal, changeScreen } from "#store/store.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, elsewhere, hello, startSmall } from "../../support/small-client.ts";

const place = { kind: "inbox" } as const;

function inboxOf(start?: number) {
  const store = storeOf(acme());
  refreshList(store);
  const list = () => listOf(store.getState().screen, place);
  return {
    store,
    list,
    first: list().rows[0]?.key ?? "",
    rows: () => list().rows.map(({ key }) => key),
    toast: () => store.getState().screen.toast?.text,
    dialog: () => store.getState().screen.dialog,
    press: keyPresser(store, noViewport, noDesktop, fakeClock(start)),
  };
}

test("b and a letter snooze the row, u restores it, and the filter lists it", () => {
  const { press, first, rows, toast, list, store } = inboxOf();
  const before = inbox(store.getState().view).size;
  press("b", "t");
  expect(toast()).toMatch(/^Snoozed until Sat 21 Nov, 9:00: ./);
  expect(openRows(store.getState()).over).toEqual([first]);
  expect(list().cursor?.key).not.toBe(first);
  expect(inbox(store.getState().view).size).toBe(before - 1);
  press("[");
  expect(rows()).toEqual([first]);
  press("]", "u");
  expect(list().cursor?.key).toBe(first);
  expect(inbox(store.getState().view).size).toBe(before);
});

test("on a place of the sidebar, a key that snoozes asks first", () => {
  const { store, press, dialog } = inboxOf();
  const before = inbox(store.getState().view).size;
  changeScreen(store, (screen) => ({ ...screen, focus: "sidebar" }));
  selectSidebarRow(store, "inbox");
  press("b", "t");
  expect(inbox(store.getState().view).size).toBe(before);
  expect(dialog()).toMatchObject({ kind: "time", purpose: { title: "the inbox" } });
});

test("a row says until when it is snoozed, whole at 80 columns", async () => {
  const { store, press } = inboxOf();
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  press("b", "t");
  await screen.settles();
  expect(screen.pane.lines().filter((line) => /^.✓ .* until Sat 9:00 *$/.test(line))).toHaveLength(
    1,
  );
  screen.ends();
});

test("snoozing shows the time with its day, and refuses one that has passed", () => {
  const friday = 1_795_174_920_000;
  const untilFor = (key: string, start = friday) => {
    const { press, toast } = inboxOf(start);
    press("b", key);
    return toast()?.replace(/^Snoozed until (.*): .*/, "$1");
  };
  expect(untilFor("h")).toBe("Fri 20 Nov, 12:42");
  expect(untilFor("e")).toBe("Fri 20 Nov, 20:00");
  expect(untilFor("m")).toBe("Mon 23 Nov, 9:00");
  const monday = friday + 3 * 86_400_000;
  expect(untilFor("m", monday)).toBe("Mon 30 Nov, 9:00");
  expect(untilFor("e", friday + 9 * 3_600_000)).toBe("It is already past 20:00.");
});

test("a typed time is shown as parsed, and times in the past are refused", async () => {
  const { press, dialog, toast, store } = inboxOf();
  press("b", "b");
  await undefined;
  const open = () => {
    const now = dialog();
    if (now?.kind !== "time") throw new Error("The dialog is not open.");
    return now;
  };
  const offered = () =>
    timeChoices(store.getState().view, open())
      .filter(({ condition }) => condition === undefined)
      .map(({ at }) => at);
  expect(offered()).toEqual([1_795_178_520, 1_795_204_800, 1_795_251_600, 1_795_424_400]);
  press(..."toni");
  expect(offered()).toEqual([1_795_204_800]);
  press("^U", ..."yesterday", "Enter");
  expect(offered()).toEqual([]);
  expect(toast()).toBe("That is in the past.");
  press("^U", ..."soonish");
  expect(timeProblem(store.getState().view, open())).toContain("Not a time");
  press("^U", ..."sun 14:30");
  expect(offered()).toEqual([1_795_357_800]);
  press("Enter");
  expect(toast()).toContain("until Sun 22 Nov, 14:30");
  expect(dialog()).toBeUndefined();
});

test("the last choice of the dialog ends a snooze", () => {
  const { press, first, rows, toast } = inboxOf();
  press("b", "h", "[", "b", "b", "Up", "Enter");
  expect(toast()).toMatch(/^Unsnoozed /);
  press("]");
  expect(rows()).toContain(first);
});

test("a snooze that is due is listed first, e marks it as done, and u undoes that", () => {
  const { press, first, rows, store, list } = inboxOf();
  press("b", "h");
  const [[key, snooze] = []] = store.getState().view.snoozes;
  if (key === undefined || snooze === undefined) throw new Error("Nothing is snoozed.");
  changeLocal(store, "snoozes", new Map([[key, { ...snooze, isDue: true }]]));
  press("^L");
  expect(rows()[0]).toBe(first);
  press("g", "g", "e");
  expect(store.getState().view.snoozes.size).toBe(0);
  expect(openRows(store.getState()).over).toEqual([first]);
  press("u");
  expect(store.getState().view.snoozes.get(key)?.isDue).toBe(true);
  expect(list().cursor?.key).toBe(first);
});

test("in the filter for snoozes, b and a letter change or end the snooze", () => {
  const { press, first, rows, store, toast } = inboxOf();
  press("b", "h", "[", "b", "m");
  expect(rows()).toEqual([first]);
  expect([...store.getState().journal.snoozes.values()]).toMatchObject([{ until: 1_795_424_400 }]);
  press("b", "n");
  expect(toast()).toMatch(/^Unsnoozed /);
  expect(openRows(store.getState())).toEqual({ over: [first], left: [] });
  press("u");
  expect(store.getState().journal.snoozes.size).toBe(1);
});

/** Ana's client in a topic where Bo, Ana and Cleo wrote, in this order. */
async function inHello(who: "ana" | "bo" = "ana") {
  const small = await startSmall({
    who,
    first: async (as) => {
      const to = { streamId: streams.general, topic: "hello" };
      await as(people.don).say(to, "fourth");
      await as(people.robot).say(to, "beep");
      await as(people[who]).say(to, "@**Cleo Vane** what do you think?");
    },
  });
  small.client.open(hello);
  await small.settles();
  const names = () => {
    const dialog = small.dialog();
    if (dialog?.kind !== "time") return [];
    return timeChoices(small.store.getState().view, dialog).map(({ name, at }) => name ?? at);
  };
  const snooze = () => small.store.getState().journal.snoozes.get(conversationKey(hello));
  return { ...small, names, snooze };
}

test("b a names the people of the conversation: whom the user asked, then who wrote last", async () => {
  const { press, names, toast, snooze } = await inHello();
  press("b", "a");
  expect(names()).toEqual([
    "Until Cleo Vane answers",
    "Until Don Marsh answers",
    "Until Bo Lindt answers",
  ]);
  press(..."do", "Enter");
  expect(toast()).toBe("Snoozed until Don Marsh answers: #general › hello");
  expect(snooze()).toMatchObject({ until: untilAnswered, awaits: { userId: people.don } });
  press("u");
  expect(snooze()).toBeUndefined();
});

test("a snooze until a time may end before, when somebody answers", async () => {
  const { press, names, toast, snooze } = await inHello();
  press("b", "c", ..."unless");
  expect(names()).toEqual([
    "Unless somebody answers by tomorrow",
    "Unless somebody answers by Monday",
  ]);
  press(..." sun 14:30");
  expect(names()).toEqual(["Unless somebody answers by then"]);
  press("Enter");
  expect(toast()).toBe(
    "Snoozed until Sun 22 Nov, 14:30, unless somebody answers: #general › hello",
  );
  expect(snooze()).toMatchObject({ until: 1_795_357_800, unlessAnswered: true });
  press("b", "c", ..."sun 14:30");
  expect(names()).toEqual([1_795_357_800, "Unless somebody answers by then"]);
});

test("what is neither a time nor a person of the conversation is said to be none", async () => {
  const { press, names, store, dialog, snooze } = await inHello();
  press("b", "a", ..."nobody");
  const open = dialog();
  if (open?.kind !== "time") throw new Error("The dialog is not open.");
  expect(timeProblem(store.getState().view, open)).toMatch(/^Neither a time nor somebody who has/);
  press("Enter");
  expect(snooze()).toBeUndefined();
  press("^U", ..."until mon");
  expect(names()).toEqual([1_795_424_400, "Unless somebody answers by then"]);
});

test("a choice does not move when somebody writes while the dialog is open", async () => {
  const { press, names, bo, settles } = await inHello();
  press("b", "a");
  const before = names();
  await bo.say({ streamId: streams.general, topic: "hello" }, "me");
  await settles();
  expect(names()).toEqual(before);
});

test("the rows say whose answer is waited for, and what brought the conversation back", async () => {
  const small = await inHello();
  const { store, press, cleo, settles } = small;
  press("b", "a", "Enter");
  press("g", "i", "[");
  const screen = await showScreen(store, { columns: 100, rows: 24 });
  await screen.settles();
  const row = () => screen.pane.lines().find((line) => line.includes("hello"));
  expect(row()).toContain("until Cleo Vane answers");
  press("g", "l");
  await screen.settles();
  expect(screen.pane.lines().join("\n")).toContain("WHEN SOMEBODY ANSWERS");
  expect(row()).toContain("snoozed until Cleo Vane answers");
  await cleo.say({ streamId: streams.general, topic: "hello" }, "I think so");
  await settles();
  press("g", "i", "]");
  await screen.settles();
  expect(row()).toMatch(/Cleo: I think so +4 +11:42/);
  screen.ends();
});

test("nobody answers where the user is not subscribed, or is alone with a bot", async () => {
  const { press, client, settles, names, store } = await inHello();
  client.open(elsewhere);
  await settles();
  press("b", "a");
  expect(store.getState().screen.dialog).toBeUndefined();
  press("b", "c", ..."unless");
  expect(names()).toEqual([]);
});

/** Ana's client with the dialog for a time open, about all of the inbox or about the open topic. */
async function asked(about: "inbox" | "topic") {
  const world = await startSmall();
  const { store, clock, cleo } = world;
  const press = keyPresser(store, noViewport, noDesktop, clock);
  if (about === "inbox") {
    changeScreen(store, (screen) => ({ ...screen, place }));
    refreshList(store);
    press("^A");
  }
  press("b", "b");
  const { body } = await cleo.get(`/users/me/${streams.dev}/topics`);
  const topics = body["topics"] as readonly { name: string; max_id: number }[];
  const id = topics.find(({ name }) => name === "deploy")?.max_id;
  await cleo.patch(`/messages/${id}`, { topic: "later", propagate_mode: "change_all" });
  await clock.pass("5 s");
  press("Enter");
  const { screen, view, journal } = store.getState();
  return {
    toast: screen.toast?.text,
    snoozed: [...view.snoozes].flatMap(([key, { stays }]) => (stays === undefined ? [key] : [])),
    steps: journal.undo.length,
  };
}

test("a topic that is renamed while its snooze is being chosen is not reported as snoozed", async () => {
  const { toast, snoozed, steps } = await asked("inbox");
  expect(toast).toMatch(/^Snoozed until .*: 2 conversations; 1 no longer exists$/);
  expect(snoozed).toHaveLength(2);
  expect(snoozed).not.toContain(conversationKey(deploy));
  expect(steps).toBe(1);
});

test("if no target exists any more, nothing is snoozed, and the toast says so", async () => {
  expect(await asked("topic")).toEqual({
    toast: "#dev › deploy no longer exists.",
    snoozed: [],
    steps: 0,
  });
});
