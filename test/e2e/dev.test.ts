/** `npm run dev`, as documented in the README. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { startInTerminal } from "../support/terminal.ts";

const root = new URL("../..", import.meta.url).pathname;

test("npm run dev builds with source maps and starts the demo", async () => {
  const program = [process.execPath, `${root}src/build/dev.ts`];
  // The bundler need not collect its garbage, which takes a fifth of its time.
  const environment = { GOGC: "off" };
  const robin = await startInTerminal({ program, environment, columns: 120, rows: 34 });
  await robin.sees("Demo, on this machine only.");
  expect(existsSync(`${root}dist/dev/main.js.map`)).toBe(true);
  robin.sends("q", 1);
  expect(await robin.ended).toEqual({ code: 0, signal: 0 });
});
