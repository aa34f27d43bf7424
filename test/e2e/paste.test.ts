/** Pasted text is inserted, never executed as keys. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("a paste with or without brackets stays in the composer until Enter and becomes one message, as do wide characters on 20x5", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  await ana.says("general > logs", "paste it here");
  const person = await startInTerminal({
    environment: { ...realm.as("Robin").environment, WEIR_CLOCK_RATE: "1" },
  });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} q e u`);
  await person.pastes(`${lines.join("\r")}\r`);
  await person.sees("line 399");
  expect(await ana.reads("general > logs")).toEqual(["paste it here"]);

  await person.does("composer.send");
  await person.sees((screen) => !screen.some((line) => /sending/.test(line)));
  expect(await ana.reads("general > logs")).toEqual(["paste it here", lines.join("\n")]);

  await person.resizes(20, 5);
  await person.types("日本 e\u0301👍🏽");
  await person.sees(/To #general.*› 日本 e\u0301/s);
  await person.presses("Backspace");
  const { cursorX, cursorY } = person.terminal.buffer.active;
  expect([cursorX, cursorY]).toEqual([" › 日本 é".length + 2, 3]);
  await person.does("composer.send");
  await person.sees((screen) => !screen.some((line) => /sending/.test(line)));
  expect((await ana.reads("general > logs")).at(-1)).toBe("日本 e\u0301");
  await person.resizes(80, 24);

  const unmarked = Array.from({ length: 1000 }, (_, at) => `line ${at} `.padEnd(63, "qeu "));
  person.sends(`${unmarked.join("\r")}\r`, 64_000);
  await person.sees("53999 too long");
  expect(await ana.reads("general > logs")).toHaveLength(3);
});
