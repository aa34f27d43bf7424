/** What a running weir makes of rules and commands that were changed in the file. */
import { expect, test } from "vitest";
import { rulesAgain } from "#app/rules-again.ts";
import { customCommands } from "#commands/custom/commands.ts";
import { readConfig } from "#config/file.ts";
import { changeSession } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";

function configured(text: string) {
  const read = readConfig(text, "config.toml");
  if (read.kind === "broken") throw new Error(read.sentence);
  return { path: "config.toml", text, config: read.config, warnings: read.warnings };
}

const file = (stream: string, run: string) => `
[[rule]]
title = "Tell"
stream = "${stream}"
do = "command"
command = "Log"

[[command]]
title = "Log"
context = "message"
run = ["${run}"]
output = "none"
`;

function start() {
  const first = configured(file("dev", "log"));
  const { commands } = customCommands(first.config.commands);
  const again = rulesAgain(first, fakeClock(), commands);
  const store = storeOf(acme());
  const rules = () => store.getState().session.rules;
  const read = (text: string) => again.read(configured(text), [store]);
  /** As `weir rules test` of the rules that run. */
  const passTest = () =>
    changeSession(store, (session) => {
      const tested = new Set(session.rules.all.map(({ digest }) => digest));
      return { ...session, rules: { ...session.rules, tested } };
    });
  return { read, rules, passTest };
}

test("a rule whose command has changed too waits for the next start, and not for a test", () => {
  const { read, rules } = start();
  expect(read(file("dev", "log"))).toEqual([]);
  expect(rules().all).toHaveLength(1);
  const [waits, stays] = read(file("general", "other"));
  expect(waits).toBe(
    "The rule Tell waits for the next start of weir: the command that it runs has changed.",
  );
  expect(stays).toMatch(/^Your commands in the configuration have changed/);
  expect(rules().all).toEqual([]);
});

test("a rule that was tested goes on with the command of the start", () => {
  const { read, rules, passTest } = start();
  read(file("dev", "log"));
  passTest();
  expect(read(file("dev", "other"))).toHaveLength(1);
  expect(rules().all).toHaveLength(1);
});
