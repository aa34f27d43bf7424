/** Pasting is writing, never pressing keys. */
import { expect, test } from "vitest";
import { startRealm } from "../support/realm-process.ts";
import { sitDown } from "../support/terminal.ts";

test("a paste of 400 lines stays in the composer until Enter, and goes out as one message", async () => {
  const realm = await startRealm({ seed: "empty" });
  const ana = realm.as("Ana");
  await ana.says("general > logs", "paste it here");
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} q e u`);
  await person.pastes(`${lines.join("\r")}\r`);
  await person.sees("line 399");
  expect(await ana.reads("general > logs")).toEqual(["paste it here"]);

  await person.does("composer.send");
  await person.sees((screen) => !screen.some((line) => /sending/.test(line)));
  expect(await ana.reads("general > logs")).toEqual(["paste it here", lines.join("\n")]);
});

test("64,000 characters that no terminal marked as a paste are written, and none of their lines is sent", async () => {
  const realm = await startRealm({ seed: "empty" });
  const ana = realm.as("Ana");
  await ana.says("general > logs", "paste it here");
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at} `.padEnd(63, "qeu "));
  await person.types(`${lines.join("\r")}\r`);
  await person.sees("line 999");
  await person.sees("53999 too long");
  expect(await ana.reads("general > logs")).toEqual(["paste it here"]);
});
