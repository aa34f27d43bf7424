/** The list of what happened since a time. */
import { expect, test } from "vitest";
import { missing } from "#commands/conversation/digest-text.ts";
import { openList } from "#store/lists.ts";
import { archiveIn } from "../../support/archive-in.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

const lunch = { streamId: streams.general, topic: "lunch" };

/** A client with the list open: of the last day. */
async function startCatchingUp(...[options, clientOptions]: Parameters<typeof startSmall>) {
  const world = await startSmall(options, clientOptions);
  world.press("g", ".");
  await world.settles();
  const { store } = world;
  const place = () => store.getState().screen.place;
  const narrow = () => {
    const open = place();
    return open.kind === "narrow" ? open.narrow : undefined;
  };
  const selected = () => {
    const open = narrow();
    const reader = [...store.getState().screen.readers.values()].at(-1);
    return open === undefined ? undefined : reader?.selected;
  };
  return { ...world, place, narrow, selected };
}

test("g . tells what happened in the last day: who wrote, and lines of each conversation", async () => {
  const { rowKeys, sent } = await startCatchingUp();
  expect(rowKeys().slice(0, 3)).toEqual(["people 111", "first 111", "last 113"]);
  expect(rowKeys()).toContain("link 102 2");
  expect(sent(/^GET \/messages/)).toBeGreaterThan(0);
});

test("Enter opens the message of a line", async () => {
  const world = await startCatchingUp({
    first: async (as) => void (await as(people.bo).say(lunch, "@**Ana Ruiz** soup?")),
  });
  const { press, row, narrow, selected, settles } = world;
  press("j");
  expect(row()).toBe("question 114");
  await world.bo.say(lunch, "or rice");
  await settles();
  press("Enter");
  await settles();
  expect(narrow()).toMatchObject({ kind: "topic", topic: "lunch" });
  expect(selected()).toBe(114);
});

test("filters show what was asked, decided and linked to", async () => {
  const { bo, ana, press, rowKeys, settles } = await startCatchingUp();
  const asked = await bo.say(inDeploy, "@**Ana Ruiz** now?");
  await ana.patch(`/messages/${asked}`, { topic: "✔ deploy", propagate_mode: "change_all" });
  await settles();
  press("^L", "]");
  expect(rowKeys()).toEqual([`question ${asked}`]);
  press("]");
  expect(rowKeys()).toEqual([expect.stringMatching(/^resolved /)]);
  press("]");
  expect(rowKeys()).toEqual(["link 102 2"]);
});

test("what arrives waits, and is counted, until the list is refreshed", async () => {
  const { bo, store, press, rowKeys, settles } = await startCatchingUp();
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  const before = rowKeys();
  await bo.say(lunch, "soup");
  await settles();
  await screen.settles();
  expect(rowKeys()).toEqual(before);
  expect(screen.title.shows("2 new")).toBe(true);
  press("^L");
  expect(rowKeys().slice(0, 2)).toEqual(["people 114", "first 114"]);
  screen.ends();
});

test("T chooses another time, typed or one of a few", async () => {
  const { press, type, place, rowKeys, settles, store } = await startCatchingUp();
  press("T");
  type("11:39");
  press("Enter");
  await settles();
  expect(place()).toEqual({ kind: "digest", since: 1_795_174_740 });
  expect(rowKeys()).toEqual(["people 113", "first 113"]);
  press("T");
  type("tomorrow");
  press("Enter");
  expect(store.getState().screen.dialog?.kind).toBe("time");
  press("Esc");
  press("T", "Down", "Enter");
  expect(place()).toMatchObject({ since: 1_795_132_800 });
});

test("y t copies all of it as Markdown", async () => {
  const { press, toast, settles } = await startCatchingUp();
  press("y", "t");
  await settles();
  expect(toast()).toContain("10 messages in 6 conversations");
});

test("older messages are fetched until the time, and what is not fetched is said to be missing", async () => {
  const say = 1_100;
  const world = await startCatchingUp({
    first: async (as) => {
      for (let at = 0; at < say; at += 1) await as(people.bo).say(lunch, `${at}`);
    },
  });
  expect(world.rowKeys()).toContain("people 111");
  const [row] = openList(world.store.getState().screen)?.rows ?? [];
  expect(row?.group).toBe("t:1:lunch");
});

test("without the server it tells what was seen, and where messages may be missing", async () => {
  const archive = archiveIn();
  const world = await startSmall({}, { archive });
  const { client, press, settles, store, rowKeys, clock } = world;
  await clock.pass("10 s");
  client.network.plug(false);
  await clock.pass("2 min");
  press("g", ".");
  await settles();
  expect(rowKeys()).toContain("first 104");
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.pane.lines()[1]).toMatch(/SINCE THU 19 NOV, .* Messages may be missing before /);
  screen.ends();
});

test("where messages may be missing is told in as few words as it takes", () => {
  const momentOf = (at: number) => `minute ${Math.floor(at / 60)}`;
  const told = (before?: number, after?: number) => missing({ before, after }, momentOf);
  expect(told()).toBe("");
  expect(told(60)).toBe("Messages may be missing before minute 1.");
  expect(told(60, 119)).toBe("Messages may be missing before and after minute 1.");
  expect(told(60, 120)).toBe("Messages may be missing before minute 1 and after minute 2.");
});

test("a deleted message leaves its line, which says so", async () => {
  const { bo, press, rowKeys, settles, store } = await startCatchingUp();
  const said = await bo.say(lunch, "soup");
  await settles();
  press("^L");
  await bo.delete(`/messages/${said}`);
  await settles();
  expect(rowKeys()[1]).toBe(`first ${said}`);
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.pane.shows("deleted")).toBe(true);
  screen.ends();
  press("^L");
  expect(rowKeys()[1]).not.toBe(`first ${said}`);
});
