/** weir is updated while it runs: parts that it has not loaded yet are gone. */
import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const built = new URL("../../dist", import.meta.url).pathname;

test("a missing parser of times is told when a day is typed, and weir goes on", async () => {
  const copy = folder();
  cpSync(built, copy, { recursive: true });
  const program = [...weir.slice(0, -1), join(copy, "weir.js")];
  const { environment } = (await serveRealm()).as("Robin");
  const person = await startInTerminal({ environment, program });
  await person.sees(/live/);
  const parsers = globSync(join(copy, "**/*.js")).filter((path) =>
    /parsingResult|ParsingComponents/.test(readFileSync(path, "utf8")),
  );
  expect(parsers.length).toBeGreaterThan(0);
  for (const path of parsers) rmSync(path);
  await person.presses("g", "/");
  await person.types("on 2026-11-20");
  await person.saw("could not be loaded");
  await person.presses("Esc", "?");
  await person.sees("Keys in a list");
});
