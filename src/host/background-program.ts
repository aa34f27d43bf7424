/** Runs a program of the user's beside the screen: it cannot touch the terminal, run for ever, or print without end. */
import { spawn } from "node:child_process";
import type { Clock } from "#base/clock.ts";
import type { Environment } from "./paths.ts";

export type Invoked = {
  /** The program and its arguments, which no shell reads. */
  readonly words: readonly [string, ...string[]];
  /** What its standard input reads, if anything. */
  readonly input?: string;
  readonly environment: Environment;
};

export type Bounds = {
  /** If absent, it runs as long as it likes. */
  readonly ms?: number;
  /** The limit of standard output. If absent, nobody reads it. */
  readonly bytes?: number;
  /** Ends it when it is aborted. */
  readonly signal?: AbortSignal;
};

/** Nothing here is safe for a terminal. */
export type Ran =
  /** `errors` is the end of what it printed on standard error. */
  | {
      readonly kind: "ended";
      readonly code: number;
      readonly output: string;
      readonly errors: string;
    }
  | { readonly kind: "not found" | "took too long" | "printed too much" | "stopped" }
  /** The system refused to start it, in its own words. */
  | { readonly kind: "refused"; readonly reason: string };

const keptErrors = 2_000;
/** What it left running may hold its output open. */
const lastOutputMs = 500;

/** Never rejects. One that is not allowed to go on is ended with all that it started, unless that has left its group. */
export function runInBackground(
  { words: [program, ...rest], input, environment }: Invoked,
  { ms, bytes, signal }: Bounds,
  clock: Pick<Clock, "after">,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawnQuietly(program, rest, environment);
    if (child instanceof Error) return resolve({ kind: "refused", reason: child.message });
    const forgets: (() => void)[] = [];
    const after = (wait: number, work: () => void) => void forgets.push(clock.after(wait, work));
    const end = (ran: Ran) => {
      for (const forget of forgets) forget();
      signal?.removeEventListener("abort", stop);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(ran);
    };
    const kill = (kind: "took too long" | "printed too much" | "stopped") => {
      endGroup(child.pid);
      end({ kind });
    };
    const stop = () => kill("stopped");
    if (ms !== undefined) after(ms, () => kill("took too long"));
    signal?.addEventListener("abort", stop);
    child.once("error", (error: NodeJS.ErrnoException) =>
      end(
        error.code === "ENOENT"
          ? { kind: "not found" }
          : { kind: "refused", reason: error.message },
      ),
    );
    const printed: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (part: Buffer) => {
      if (bytes === undefined) return;
      size += part.length;
      if (size > bytes) kill("printed too much");
      else printed.push(part);
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      errors = (errors + part).slice(-keptErrors);
    });
    const ended = (code: number | null) =>
      end({
        kind: "ended",
        code: code ?? 1,
        output: Buffer.concat(printed).toString("utf8"),
        errors,
      });
    child.once("close", ended);
    child.once("exit", (code) => after(lastOutputMs, () => ended(code)));
    // It may end before it has read all of its input.
    child.stdin.once("error", () => undefined);
    child.stdin.end(input);
    if (signal?.aborted) stop();
  });
}

/** In a group of its own, so that all of it can be ended; too many or impossible arguments are an error at once. */
function spawnQuietly(program: string, rest: readonly string[], environment: Environment) {
  try {
    return spawn(program, rest, {
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      env: environment,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
