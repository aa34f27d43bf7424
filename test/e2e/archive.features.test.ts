/** What the archive shows meets what else is kept between starts: undo, snoozes, drafts, other windows, other accounts. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { accountSection } from "../support/correspondent.ts";
import { filesWith } from "../support/folder.ts";
import { serveLastingRealm } from "../support/realm-server.ts";
import { isDelivered, seat } from "../support/seat.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const listed = (person: TerminalUser, text: string) =>
  person.lines().some((line) => line.includes(text));

test("without the server, what an earlier start left is there, and what is done, deleted and written is so at the next start, can be cancelled there, and is carried out once it is back", async () => {
  const { realm, robin, ana, home, start } = await seat({ boats: "about boats" });
  const swordfish = await robin.says("general > boats", "swordfish by mistake");
  for (const topic of ["ropes", "oars"]) await ana.says(`general > ${topic}`, `about ${topic}`);
  await robin.post("/drafts", {
    drafts: [{ type: "stream", to: [1], topic: "letters", content: "from my phone", timestamp: 1 }],
  });
  const first = await start();
  await first.sees(/live/);
  // Rows come one after the other.
  for (const topic of ["boats", "oars", "ropes"]) await first.sees(`about ${topic}`);
  await first.untilIdle();
  await first.presses("g", "g");
  await first.sees(/▌.*boats/);
  await first.presses("j");
  await first.sees(/▌.*oars/);
  await first.presses("b", "t");
  await first.saw("Snoozed");
  await first.presses("g", "g");
  await first.sees(/▌.*boats/);
  await first.presses("Enter");
  await first.sees("swordfish by mistake");
  await first.untilIdle();
  // What was read stays in the outbox until its event has come, which this one follows.
  await ana.post(`/messages/${swordfish}/reactions`, { emoji_name: "tada" });
  await first.sees("🎉 1");
  await first.untilIdle();
  await first.quits();
  await realm.stops();

  const second = await start();
  await second.sees(/stale since/);
  await second.sees("swordfish by mistake");
  await second.does("go.inbox");
  await second.sees(/▌.*ropes/);
  expect(listed(second, "until ")).toBe(false);
  await second.does("triage.done");
  await second.sees(/Outbox +1/);
  await second.does("go.drafts");
  await second.sees("from my phone");
  await second.does("go.back", "go.back");
  await second.sees("swordfish by mistake");
  await second.presses("G");
  await second.sees(/▌ *swordfish|▌.*Robin/);
  await second.presses("D");
  await second.sees("Delete");
  await second.presses("d");
  await second.sees((lines) => !lines.join().includes("swordfish"));
  await second.sees(/Outbox +2/);
  await second.presses("r");
  await second.types("half a sentence");
  await second.untilIdle();
  await second.quits();

  const third = await start();
  await third.sees(/stale since/);
  await third.sees(/Outbox +2/);
  await third.sees("half a sentence");
  await third.sees("about boats");
  expect(listed(third, "swordfish")).toBe(false);
  await third.does("go.inbox");
  expect(listed(third, "› ropes ")).toBe(false);
  await third.does("go.outbox");
  await third.presses("D");
  await third.sees(/Outbox +1/);
  await third.does("go.back", "go.back");
  await realm.restart();
  await third.sees(isDelivered);
  await third.sees("half a sentence");
  await third.presses("r");
  await third.types(", and the rest");
  await third.does("composer.send");
  await third.sees(isDelivered);
  await third.untilIdle();
  await third.quits();
  expect(await ana.reads("general > boats")).toEqual([
    "about boats",
    "half a sentence, and the rest",
  ]);
  expect(await robin.unread()).toHaveLength(2);
  expect(filesWith(home, "swordfish")).toEqual([]);
});

test("windows that answer without the server send each answer once, and a third one shows what the others saw", async () => {
  const { realm, ana, start } = await seat({ boats: "about boats" });
  const one = await start();
  await one.sees(/live/);
  const other = await start();
  await other.sees(/live/);
  await ana.says("general > boats", "seen by both");
  for (const person of [one, other]) await person.sees(/› boats .* 2 /);
  await one.untilIdle();
  await other.untilIdle();
  await realm.stops();
  await one.quits();

  const third = await start();
  await third.sees(/stale since/);
  await third.sees(/› boats .* 2 /);
  for (const [person, text] of [
    [third, "from the third"],
    [other, "from the other"],
  ] as const) {
    await person.presses("g", "i", "G");
    await person.sees(/▌.*boats/);
    await person.presses("Enter", "r");
    await person.types(text);
    await person.does("composer.send");
    await person.sees("queued");
  }
  await realm.restart();
  await third.sees(isDelivered);
  await other.sees(isDelivered);
  const texts = await ana.reads("general > boats");
  expect(texts.slice(0, 2)).toEqual(["about boats", "seen by both"]);
  expect(texts.slice(2).toSorted()).toEqual(["from the other", "from the third"]);
});

/** The folders with an archive that contains the text. */
const archivesWith = (home: string, text: string) => [
  ...new Set(
    filesWith(home, text)
      .filter((path) => path.includes("cache.db"))
      .map((path) => dirname(path)),
  ),
];

test("without the servers, the account can be changed, and each shows what it has seen, from an archive of its own", async () => {
  const places = ["here", "there"] as const;
  const sides = [];
  for (const place of places) {
    const realm = await serveLastingRealm();
    await realm.as("Ana").says("general > lunch", `soup ${place}`);
    sides.push({ realm, place, robin: realm.as("Robin") });
  }
  // Both realms give the same IDs.
  const sections = sides.map(({ place, robin }) => accountSection(place, robin));
  const { home } = configuredHome('default_account = "here"', ...sections);
  const changes = async (person: TerminalUser) =>
    person.presses("g", ",", "Shift+Tab", "Shift+Tab", "Enter", "Right", "^S");
  const first = await startInTerminal({ home, columns: 100 });
  await first.sees(/here · live/);
  await first.sees("soup here");
  await first.untilIdle();
  await changes(first);
  await first.sees(/there · live/);
  await first.sees("soup there");
  await first.untilIdle();
  await first.quits();
  for (const { realm } of sides) await realm.stops();
  const archives = places.map((place) => archivesWith(home, `soup ${place}`));
  expect(archives).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect(new Set(archives.flat()).size).toBe(2);

  const second = await startInTerminal({ home, columns: 100 });
  // With the account that was shown last.
  await second.sees(/\bthere · .*stale since/);
  await second.sees("soup there");
  await changes(second);
  await second.sees(/\bhere · .*stale since/);
  await second.sees("soup here");
  // The inbox of every account comes first, then that of this one.
  await second.sees("soup there");
  await second.presses("]");
  await second.sees((lines) => !lines.join().includes("soup there"));
  expect(listed(second, "soup here")).toBe(true);
  await second.quits();
});
