/**
 * A server that hangs, goes away and comes back, with a clock that runs ten times as fast: 15 s take 1.5 s.
 */
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import type { LastingRealm } from "../support/realm-server.ts";
import { isDelivered, seat, times } from "../support/seat.ts";
import type { TerminalUser } from "../support/terminal.ts";

async function says(person: TerminalUser, text: string): Promise<void> {
  await person.does("message.reply");
  await person.types(text);
  person.sends("\r", 1);
}

/**
 * A send that the server performs after the deadline is sent once, one that may have arrived needs a decision; after an
 * outage the program reconnects automatically, or immediately at ^L, and nothing is missing or sent twice.
 */
test("sends in an outage are neither lost nor repeated", async () => {
  const said = { lunch: "before the storm" };
  const { realm, ana, start } = await seat(said, { WEIR_CLOCK_RATE: "10" });
  const person = await start();
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("before the storm");
  await hangs(realm, ana, person);
  await goesAway(realm, ana, person);
});

/** The server carries out what it does not answer, or does not. */
async function hangs(realm: LastingRealm, ana: Correspondent, person: TerminalUser): Promise<void> {
  await realm.fault({ kind: "hang", method: "POST", path: "/messages", delayMs: 2_500 });
  await says(person, "at noon");
  await person.sees("◌ sending");
  await person.sees(() => times(person, "at noon") === 1 && times(person, "sending") === 0);
  expect(times(person, "may have")).toBe(0);
  expect(await ana.reads("general > lunch")).toEqual(["before the storm", "at noon"]);

  await realm.fault({ kind: "drop before", method: "POST", path: "/messages" });
  await says(person, "at one");
  await person.sees(/\? .*may have.* Enter decide/);
  expect(await ana.reads("general > lunch")).toEqual(["before the storm", "at noon"]);

  await person.presses("Enter");
  await person.sees("Send again");
  await person.presses("s");
  await person.sees(() => times(person, "may have") + times(person, "sending") === 0);
  expect(times(person, "at one")).toBe(1);
  expect(await ana.reads("general > lunch")).toEqual(["before the storm", "at noon", "at one"]);
}

async function goesAway(
  realm: LastingRealm,
  ana: Correspondent,
  person: TerminalUser,
): Promise<void> {
  const before = await ana.reads("general > lunch");
  await realm.stops();
  await person.sees(/stale since \d|offline/);
  await person.does("message.reply");
  await person.types("are you there?");
  await person.does("composer.send");
  await person.sees(/offline · 1 waiting/);
  await person.sees("queued");

  await realm.restart();
  await ana.says("general > lunch", "here, it was the router");
  await person.sees("here, it was the router");
  await person.sees(isDelivered);
  const texts = await ana.reads("general > lunch");
  const said = ["are you there?", ...before, "here, it was the router"];
  expect(texts.toSorted()).toEqual(said.toSorted());
  expect(times(person, "are you there?")).toBe(1);

  // In a second outage, what cannot be fetched is reported.
  await person.presses("Esc");
  await realm.stops();
  await person.sees(/offline · next try \d+:\d\d:\d\d/);
  await person.presses("^K");
  await person.types("ana ruiz");
  await person.presses("Enter");
  await person.sees("reached to fetch them");
  await person.sees("Retrying automatically; ^L retries now.");
  await realm.restart();
  await person.presses("^L");
  await person.sees(/live/);
}
