/** Pasted text is inserted, never executed as keys; on a terminal without colours, and by the child of a script. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pngOf } from "#pictures/protocols.ts";
import { stripes } from "../support/pictures.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { expectRestored } from "../support/restored.ts";
import { startInTerminal } from "../support/terminal.ts";

const quoted = weir.map((word) => `'${word}'`).join(" ");

/**
 * A paste with or without brackets stays in the composer until Enter and becomes one message, as do wide characters on
 * 20x5; without colours v says what a picture is; the child of a script, started on one cell, is not suspended by ^Z,
 * since no shell would resume it, and prints an uncaught error after the terminal is restored, without a secret.
 */
test("what is pasted stays in the composer, and becomes one message", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const url = await ana.uploads("flag.png", pngOf(stripes(200, 120)));
  const picture = `paste it here, not [a flag](${url})`;
  await ana.says("general > logs", picture);
  const plain = { WEIR_CLOCK_RATE: "1", NO_COLOR: "1" };
  const person = await startInTerminal({
    program: ["sh", "-c", `${quoted}; exit $?`],
    environment: { ...realm.as("Robin").environment, ...plain },
    ...{ columns: 1, rows: 1 },
  });
  await person.resizes(80, 24);
  await person.sees("Empty · live");
  expect(person.terminal.modes.bracketedPasteMode).toBe(true);
  await person.presses("^Z");
  await person.saw("Cannot suspend: no shell to return to.");
  await person.does("triage.next");
  await person.presses("v");
  await person.sees("a flag · PNG · 200 × 120");
  expect(person.text()).not.toContain("▀");
  await person.presses("Esc");
  await person.does("message.reply");
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} q e u`);
  await person.pastes(`${lines.join("\r")}\r`);
  await person.sees("line 399");
  expect(await ana.reads("general > logs")).toEqual([picture]);

  await person.does("composer.send");
  await person.sees((screen) => !screen.some((line) => /sending/.test(line)));
  expect(await ana.reads("general > logs")).toEqual([picture, lines.join("\n")]);

  await person.resizes(20, 5);
  await person.does("message.reply");
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
  await person.does("message.reply");
  person.sends(`${unmarked.join("\r")}\r`, 64_000);
  await person.sees("53999 too long");
  expect(await ana.reads("general > logs")).toHaveLength(3);

  const { WEIR_EMAIL: email, WEIR_API_KEY: key = "" } = realm.as("Robin").environment;
  const pad = "0a".repeat(32);
  const header = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
  person.throwError(`It has "${key}", ?mobile_flow_otp=${pad} and ${header}.`);
  await expectRestored(person, { code: 1, signal: 0 });
  const told = person.written().slice(person.written().lastIndexOf("\x1b[?1049l"));
  expect(told).toContain("weir failed: ");
  const [, log = ""] = /Details are in (.*weir.*log)/.exec(told.replace(/\r\n/g, "")) ?? [];
  for (const report of [told, readFileSync(log, "utf8")]) {
    expect(report.replace(/\r\n/g, "")).toMatch(/It has .*\[secret\].* and \[secret\]\./);
    for (const secret of [key, pad, header.slice("Basic ".length)])
      expect(report.replace(/\r\n/g, "")).not.toContain(secret);
  }
});
