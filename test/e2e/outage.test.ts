/** Twenty seconds without a server, lived through ten times as fast. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm-process.ts";
import { sitDown } from "../support/terminal.ts";

test("after an outage the program is live again by itself, nothing is missing, and what was sent goes out once", async () => {
  const realm = await startRealm({ seed: "empty", state: `${folder()}/realm.jsonl` });
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "before the storm");
  const person = await sitDown({
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

  await realm.startsAgain();
  await ana.says("general > lunch", "here, it was the router");
  await person.sees("here, it was the router", 30_000);
  await person.sees(
    (lines) => / live /.test(`${lines[0]} `) && !/waiting|queued|sending/.test(lines.join(" ")),
  );
  const texts = await ana.reads("general > lunch");
  expect(texts.toSorted()).toEqual([
    "are you there?",
    "before the storm",
    "here, it was the router",
  ]);
  expect(person.lines().filter((line) => line.includes("are you there?"))).toHaveLength(1);
});
