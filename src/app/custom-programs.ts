/** Runs the programs of the user's own commands, and says why one did not run. */
import type { Clock } from "#base/clock.ts";
import type { Desktop, Program, ProgramEnd } from "#commands/command.ts";
import { type Ran, runInBackground } from "#host/background-program.ts";
import type { Environment } from "#host/paths.ts";
import { runInTerminal } from "#host/programs.ts";
import { wordsOf } from "#sync/context.ts";

const mostBytes = 1_000_000;

/** `lend` gives the terminal away until the work is done. */
export function programsFor(
  environment: Environment,
  clock: Pick<Clock, "after">,
  lend: <Value>(work: () => Promise<Value>) => Promise<Value>,
): Pick<Desktop, "run" | "runInTerminal"> {
  const environmentOf = ({ variables }: Program) => ({ ...environment, ...variables });
  return {
    run: async (program, ms, signal) => {
      const { words, input } = program;
      const invoked = { words, environment: environmentOf(program), ...(input && { input }) };
      const bounds = {
        ...(ms !== undefined && { ms, bytes: mostBytes }),
        ...(signal !== undefined && { signal }),
      };
      return endOf(await runInBackground(invoked, bounds, clock), words[0], ms);
    },
    runInTerminal: (program) =>
      lend(() => runInTerminal(program.words, environmentOf(program))).then(
        (code) =>
          code === 127
            ? { kind: "failed", because: notFound(program.words[0]) }
            : { kind: "ended", code, output: "", errors: "" },
        (error: unknown) => ({ kind: "failed", because: refusal(wordsOf(error)) }),
      ),
  };
}

function refusal(reason: string): string {
  const isLong = reason.includes("E2BIG");
  return `was not run: ${isLong ? "its arguments are longer than the system passes on" : reason}`;
}

function notFound(name: string): string {
  return `was not run: there is no program ${name}`;
}

function endOf(ran: Ran, name: string, ms = 0): ProgramEnd {
  switch (ran.kind) {
    case "ended":
      return ran;
    case "not found":
      return { kind: "failed", because: notFound(name) };
    case "took too long":
      return { kind: "failed", because: `was ended: it took longer than ${ms / 1000} s` };
    case "printed too much":
      return { kind: "failed", because: "was ended: it printed more than a megabyte" };
    case "stopped":
      return { kind: "failed", because: "was stopped" };
    case "refused":
      return { kind: "failed", because: refusal(ran.reason) };
  }
}
