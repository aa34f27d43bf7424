/** Searching on the server, in a conversation and without the server, going to a date, and the details of a message. */
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import type { LastingRealm } from "../support/realm-server.ts";
import { seat } from "../support/seat.ts";
import type { TerminalUser } from "../support/terminal.ts";

/**
 * G / searches on the server and Enter opens the conversation there; / searches in it, and i shows reactions, an edit
 * and readers; without the server, what was seen is found, in any script, and once it is back, its hits join in.
 */
test("search finds on the server, and without it what was seen", async () => {
  const { realm, ana, start } = await seat({ 天気: "東京は雨です" }, { WEIR_CLOCK_RATE: "10" });
  for (const text of ["a zebra", "a horse"]) await ana.says("general > notes", text);
  const id = await ana.says("general > notes", "two zebras, rolling forward");
  await ana.patch(`/messages/${id}`, { content: "two zebra, rolling back" });
  await ana.post(`/messages/${id}/reactions`, { emoji_name: "+1" });
  await ana.says("general > other", "no such animal");
  const person = await start();
  await person.sees(/live/);
  await findsOnTheServer(person);
  await looksClosely(person);
  await findsDays(person);
  await findsWithoutServer(person, realm, ana);
});

async function findsOnTheServer(person: TerminalUser): Promise<void> {
  await person.presses("g", "/");
  await person.types("zebra sen");
  await person.presses("Tab");
  await person.types("ana");
  await person.presses("Tab", "Enter");
  await person.sees("Newest 2");
  await person.sees(/#general › notes +Ana[^:]*: a zebra/);
  expect(person.text()).not.toContain("a horse");
  await person.presses("g", "/");
  await person.sees('zebra sender:"Ana Ruiz"');
  await person.presses("Enter");
  await person.sees("Newest 2");
  await person.presses("Enter");
  await person.sees("a horse");
  await person.presses("g", "/", "^U");
  await person.types("id:99999999999");
  await person.sees("needs a message");
  await person.presses("Esc", "g", "D");
  await person.types("1 january 2020");
  await person.sees("to Wed 1 Jan 2020");
  await person.presses("Enter");
  await person.sees(/▌.*a zebra/);
}

async function looksClosely(person: TerminalUser): Promise<void> {
  await person.presses("/");
  await person.types("zebra");
  await person.sees("1 of 2");
  await person.presses("Enter", "n");
  await person.sees("2 of 2");
  await person.presses("Esc");
  await person.sees((lines) => !lines.some((line) => line.includes("2 of 2")));

  await person.presses("i");
  await person.sees("- two zebras, rolling forward");
  await person.sees("+ two zebra, rolling back");
  await person.sees(/👍 +Ana/);
  await person.sees("Read by");
  await person.presses("Esc");
}

async function findsDays(person: TerminalUser): Promise<void> {
  for (const [query, shown] of [
    ["zebra on:today after:1h", "a zebra"],
    ["zebra before:today", "Nothing matches this search."],
    ["before:soup", "is not a day"],
  ] as const) {
    await person.presses("g", "/", "^U");
    await person.types(query);
    await person.presses("Enter");
    await person.sees(shown);
  }
  await person.presses("Esc");
}

async function findsWithoutServer(
  person: TerminalUser,
  realm: LastingRealm,
  ana: Correspondent,
): Promise<void> {
  await person.presses("^K");
  await person.types("天気");
  await person.presses("Enter");
  await person.sees("東京は雨です");
  await realm.stops();
  await person.sees(/stale since \d|offline/);
  await person.presses("g", "/", "^U");
  await person.types("京は");
  await person.sees(/\(1 here\)/);
  await person.sees(/seen here: \d messages · server not asked/);
  await person.sees(/#general › 天気 +Ana/);
  await person.presses("Enter");
  await person.sees(/1 here · server not asked/);
  await person.presses("Enter");
  await person.sees(/▌.*東京は雨です/);

  await realm.restart();
  await ana.says("general > notes", "京は is a phrase");
  await person.sees(/live/);
  await person.presses("g", "/", "^U");
  await person.types("東京は");
  await person.sees(/\(1 here · 0 on the server\)/);
  await person.presses("^U");
  await person.types("phrase");
  await person.sees(/\(\d here · \d on the server\)/);
  await person.sees(/#general › notes +Ana.*is a phrase/);
  await person.presses("^U");
  await person.types("京は");
  await person.presses("Enter");
  await person.sees("東京は雨です");
}
