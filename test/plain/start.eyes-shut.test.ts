/** The demo's inbox is cleared by somebody who gets nothing but what a teletype prints. */
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { speakWith } from "../support/plain-client.ts";
import { startRealm } from "../support/realm.ts";

/** What is said of a list: how many rows it has, and the first of them. */
const heading = /^\[Inbox, unread, (\d+) rows?\]$/m;

/** Signs, addresses and abbreviations that a voice spells, or runs together with what follows. */
const spelled = /,,| [·✎] |\) \(https?:|\d \+1\b|, \d+ (?:h|min)$/m;

test("by listening, opening, answering and going on", async () => {
  // In the night: some messages are from yesterday.
  const clock = fakeClock(1_795_142_520_000);
  const blueprint = demoBlueprint(Math.floor(clock.now() / 1000));
  const { realm } = startRealm({ clock, blueprint });
  const { email = "" } =
    realm.accounts.find(({ user_id }) => user_id === blueprint.you.userId) ?? {};
  const { store } = startClient({ clock, realm, email });
  await clock.pass("5 s");
  watchLists(store);
  goTo(store, { kind: "inbox" });
  await clock.pass("5 s");
  const { output, types: typeLines } = speakWith(store, clock);
  const types = async (...lines: readonly string[]) => {
    const said = await typeLines(...lines);
    expect(said).not.toMatch(spelled);
    return said;
  };

  expect(output()).toContain('17 new; "again" shows them.');
  let heard = await types("again");
  const count = Number(heading.exec(heard)?.[1]);
  expect(count).toBeGreaterThan(10);
  expect(heard).toContain("NEEDS YOU:");
  expect(heard).toContain(", you have a draft, ");
  expect(heard).toMatch(/, 3 hours ago$/m);
  // The first one needs an answer.
  heard = await types("1");
  expect(heard).toMatch(/^\[.*unread.*\]$/m);
  expect(heard).toMatch(/^.*, new.*: .+ \d+:\d\d$/m);
  heard = await types("reply");
  expect(heard).toMatch(/^Writing to .*\.$/m);
  heard = await types(":^C", "reply", "Thank you. I will look at it today.");
  expect(heard).toContain("you: Thank you. I will look at it today.");
  // The others are done one after another: each line says which one is next.
  let turns = 0;
  for (; turns < 100 && !/^Inbox zero/m.test(heard); turns += 1) heard = await types("done");
  expect(turns).toBe(count);
  expect(await types("again")).toMatch(/^\[Inbox, unread, 0 rows\]\nInbox zero/m);
  expect(await types("undo")).toMatch(/^Undid: Done /m);
  expect(await types("go to drafts")).toMatch(/^1\. you have a draft, \S/m);
  expect(await types("go to people")).toMatch(/ Priya N\., administrator, 🚨 On call,/);
});
