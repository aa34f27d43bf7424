/** What is kept between starts and shared with other windows and accounts, without the server. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { accountSection } from "../support/correspondent.ts";
import { filesWith } from "../support/folder.ts";
import { serveLastingRealm } from "../support/realm-server.ts";
import { isDelivered, seat } from "../support/seat.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

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
  expect(second.text()).toContain("soup here");
  await second.quits();
});
