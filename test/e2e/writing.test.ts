/** What is written stays where it was written. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm-process.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("a paste that was undone does not come back after the program was killed", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > logs", "paste it here");
  const seat = { environment: realm.as("Robin").environment, home: folder() };
  const person = await sitDown(seat);
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  await person.types("keep this");
  await person.pastes("all of\rthe secrets\r");
  await person.sees("the secrets");
  await person.presses("^_");
  await person.leaves();

  const again = await sitDown(seat);
  await again.sees("keep this");
  expect(again.text()).not.toContain("secrets");
});

test("what is typed is previewed as it will look, and a draft in a topic of nobody else is found by name", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > logs", "when?");
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  await person.types("<time:tomorrow 9:00");
  await person.sees(/tomorrow 9:00 .*, 0?9:00/);
  await person.presses("Tab");
  await person.types("at the latest");
  await person.presses("Ctrl+Shift+Left", "^G", "b", "Alt+p");
  await person.sees(/Preview.*, 0?9:00 at the latest.*To #general.*00Z> at the \*\*latest\*\*/s);
  await person.presses("Enter");
  await person.sees("Nothing to preview yet.");

  await person.presses("Esc", "g", "i", "c");
  await person.types("general > spring rota");
  await person.presses("Enter");
  await person.types("I take the first week");
  await person.presses("Esc", "g", "i", "^K");
  await person.types("spring");
  await person.sees(/› spring rota +#general +✎ draft/);
  await person.presses("Enter");
  await person.sees(/✎ draft from \d+:\d\d/);
  await person.sees("I take the first week");
});

test("offline, what cannot be fetched says so, the next try is told, and ^L tries at once", async () => {
  const realm = await startRealm({ seed: "empty", state: `${folder()}/realm.jsonl` });
  const person = await sitDown({ environment: realm.as("Robin").environment, columns: 100 });
  await person.sees(/live/);
  await person.rests();
  await realm.isKilled();
  await person.sees(/offline · next try \d+:\d\d:\d\d/, 40_000);
  await person.presses("^K");
  await person.types("ana ruiz");
  await person.presses("Enter");
  await person.sees("reached to fetch them");
  await person.sees("Retrying automatically; ^L retries now.");
  await realm.startsAgain();
  const pressedAt = performance.now();
  await person.presses("^L");
  await person.sees(/live/, 2_000);
  expect(performance.now() - pressedAt).toBeLessThan(2_000);
}, 60_000);
