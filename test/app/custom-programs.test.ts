/** Programs of the user's own commands that the system does not start. */
import { expect, test } from "vitest";
import { programsFor } from "#app/custom-programs.ts";
import { systemClock } from "#base/clock.ts";

const { PATH } = process.env;
const { run, runInTerminal } = programsFor({ PATH }, systemClock, (work) => work());

test.each([
  ["beside the screen", run],
  ["in the terminal", runInTerminal],
])("one that does not exist, or has too long an argument, is not run %s", async (_, runs) => {
  const end = (...words: [string, ...string[]]) => runs({ words, variables: {} });
  expect(await end("there-is-no-such-program")).toEqual({
    kind: "failed",
    because: "was not run: there is no program there-is-no-such-program",
  });
  const because = "was not run: its arguments are longer than the system passes on";
  expect(await end("true", "x".repeat(5_000_000))).toEqual({ kind: "failed", because });
});
