/** A server becomes unreachable and returns, with a clock that runs ten times as fast. */
import { expect, test } from "vitest";
import { serveLastingRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const times = (person: TerminalUser, text: string) =>
  person.lines().filter((line) => line.includes(text)).length;

const isLive = (lines: readonly string[]) =>
  / live /.test(`${lines[0]} `) && !/waiting|queued|sending/.test(lines.join(" "));

test("after an outage the program reconnects automatically, or immediately at ^L; no message is missing or sent twice", async () => {
  const realm = await serveLastingRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "before the storm");
  const person = await startInTerminal({
    environment: { ...robin.environment, WEIR_CLOCK_RATE: "10" },
    columns: 100,
  });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("before the storm");

  await realm.stops();
  await person.sees(/stale since \d|offline/);
  await person.does("message.reply");
  await person.types("are you there?");
  await person.does("composer.send");
  await person.sees(/offline · 1 waiting/, 20_000);
  await person.sees("queued");

  await realm.restart();
  await ana.says("general > lunch", "here, it was the router");
  await person.sees("here, it was the router", 30_000);
  await person.sees(isLive);
  const texts = await ana.reads("general > lunch");
  const said = ["are you there?", "before the storm", "here, it was the router"];
  expect(texts.toSorted()).toEqual(said);
  expect(times(person, "are you there?")).toBe(1);

  // In a second outage, what cannot be fetched is reported.
  await person.presses("Esc");
  await realm.stops();
  await person.sees(/offline · next try \d+:\d\d:\d\d/, 40_000);
  await person.presses("^K");
  await person.types("ana ruiz");
  await person.presses("Enter");
  await person.sees("reached to fetch them");
  await person.sees("Retrying automatically; ^L retries now.");
  await realm.restart();
  const pressedAt = performance.now();
  await person.presses("^L");
  await person.sees(/live/, 2_000);
  expect(performance.now() - pressedAt).toBeLessThan(2_000);
});
