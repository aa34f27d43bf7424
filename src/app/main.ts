/** The program behind the entry file: parses the command line and runs the verb. Each verb is loaded on demand. */
import { systemClock } from "#base/clock.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { exitCodes, isExit, referringToHelp } from "#cli/exit-codes.ts";
import type { Invocation } from "#cli/invocation.ts";
import { verbs } from "#cli/verbs.ts";
import { type Lifetime, startLifetime } from "#host/exits.ts";
import type { EarlyScreen } from "./early-screen.ts";
import { type Runtime, readRuntime, version } from "./runtime.ts";
import { say } from "./say.ts";

async function run(
  invocation: Invocation,
  early: EarlyScreen,
  runtime: Runtime,
  { mayExit }: Lifetime,
): Promise<void> {
  const verb = verbs.find(({ name }) => name === invocation.verb);
  if (verb?.run !== undefined) {
    const { runScript } = await import("./script-verb.ts");
    return runScript(invocation, runtime);
  }
  const isScreen = ["", "open", "demo"].includes(invocation.verb);
  if (!isScreen) endWithReader(mayExit);
  switch (invocation.verb) {
    case "":
    case "open":
    case "demo": {
      const { openChat } = await import("./chat.ts");
      // It exits when the user quits.
      mayExit();
      return openChat(invocation, early, runtime);
    }
    case "doctor": {
      const { examine } = await import("./doctor-verb.ts");
      return verb && examine(verb, invocation, runtime);
    }
    case "completion": {
      const { printCompletion } = await import("./shell-verbs.ts");
      return printCompletion(invocation);
    }
    case "man": {
      const { printManual } = await import("./shell-verbs.ts");
      return printManual();
    }
    case "realm": {
      const { serveUntilStopped } = await import("./realm-verb.ts");
      mayExit();
      return serveUntilStopped(invocation, runtime);
    }
    case "api": {
      const { callApi } = await import("./api-verb.ts");
      return callApi(invocation, runtime);
    }
    case "keys": {
      const { listKeys } = await import("./keys-verb.ts");
      return verb && listKeys(verb, invocation, runtime);
    }
    default: {
      const { manageAccounts } = await import("./account-verbs.ts");
      return verb && manageAccounts(verb, invocation, runtime);
    }
  }
}

/** Exits when the reader closes the pipe, as `head` does. */
function endWithReader(mayExit: Lifetime["mayExit"]): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    mayExit();
    process.exit();
  });
}

/** Whatever ends the process while a verb is running, scripts must not take it for success. */
function failEarlyExit(): void {
  process.stderr.write("weir: The program ended before the command was done.\n");
  process.exitCode = exitCodes.unconfirmed.code;
}

/** Never rejects: failures become a sentence on standard error and an exit code. */
export async function main(argv: readonly string[], early: EarlyScreen): Promise<void> {
  const lifetime = startLifetime(process, systemClock, failEarlyExit);
  try {
    const [first, ...words] = argv;
    if (first === "__complete") {
      const { printCandidates } = await import("./shell-verbs.ts");
      return await printCandidates(words, readRuntime(import.meta.url));
    }
    const invocation = readCommandLine(argv, version);
    if ("text" in invocation) {
      early.restore();
      process.stdout.write(invocation.text);
      return;
    }
    await run(invocation, early, readRuntime(import.meta.url), lifetime).catch((error: unknown) => {
      throw referringToHelp(error, invocation.verb);
    });
  } catch (error) {
    early.restore();
    if (!isExit(error)) throw error;
    say(error.message);
    process.exitCode = error.code;
  } finally {
    lifetime.end();
  }
}
