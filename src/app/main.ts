/** The program behind the entry file: parses the command line and runs the verb. Each verb is loaded on demand. */
import { existsSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { lazy } from "#base/lazy.ts";
import type { Printed } from "#cli/command-line.ts";
import { Exit, exitCodes, isExit, referringToHelp } from "#cli/exit-codes.ts";
import { bareInvocation, type Invocation, text } from "#cli/invocation.ts";
import type { Verb } from "#cli/verb.ts";
import { verbs, verbsWith } from "#cli/verbs.ts";
import { type Lifetime, startLifetime } from "#host/exits.ts";
import { type OutputWatch, watchOutput } from "#host/output-watch.ts";
import type { EarlyScreen } from "./early-screen.ts";
import { type Runtime, readRuntime } from "./runtime.ts";
import { say } from "./standard-streams.ts";
import { version } from "./version.ts";

type Run = {
  readonly verb: Verb;
  readonly invocation: Invocation;
  readonly early: EarlyScreen;
  readonly runtime: Runtime;
  readonly output: OutputWatch;
  /** Called by what runs until the user or a signal ends it. */
  readonly mayExit: () => void;
};

/** Resolves with true if it has changed something on the server. */
async function run(request: Run): Promise<unknown> {
  const { verb, invocation, runtime, output, mayExit } = request;
  if (verb.run !== undefined) {
    if (await isAnswered(verb, invocation, runtime)) return false;
    const { runScript } = await import("./script-verb.ts");
    return runScript(invocation, runtime, output);
  }
  if (screenVerbs.includes(verb.name)) {
    output.forget();
    return openScreen(request);
  }
  output.onLoss((isClosed) => isClosed && exit(mayExit));
  return (runners[verb.name] ?? manageAccounts)(request);
}

const screenVerbs: readonly string[] = ["", "open", "demo"];

async function openScreen({ verb, invocation, early, runtime, mayExit }: Run): Promise<unknown> {
  if (await isShown(verb, invocation, runtime)) return false;
  const { openChat } = await import("./chat.ts");
  mayExit();
  return openChat(invocation, early, runtime);
}

async function manageAccounts({ verb, invocation, runtime }: Run): Promise<unknown> {
  const { manageAccounts: manage } = await import("./account-verbs.ts");
  return manage(verb, invocation, runtime);
}

/** What runs the other verbs without code for an account, by name. */
const runners: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  doctor: async ({ verb, invocation, runtime }) => {
    const { examine } = await import("./doctor-verb.ts");
    return examine(verb, invocation, runtime);
  },
  completion: async ({ invocation }) => {
    const { printCompletion } = await import("./shell-verbs.ts");
    return printCompletion(invocation);
  },
  man: async ({ invocation, runtime }) => {
    const { printManual } = await import("./shell-verbs.ts");
    return printManual(invocation, allVerbs, runtime);
  },
  mcp: async ({ invocation, output, mayExit }) => {
    const { serveTools } = await import("./mcp-verb.ts");
    mayExit();
    return serveTools(invocation, output);
  },
  schema: async ({ invocation }) => {
    const { printSchema } = await import("./shell-verbs.ts");
    return printSchema(invocation, verbs);
  },
  "status-line": async ({ invocation }) => {
    const { formatProblem, statusLine } = await import("./status-line.ts");
    const request = { format: text(invocation, "format"), account: text(invocation, "account") };
    const problem = formatProblem(request);
    if (problem !== undefined) throw new Exit("misuse", problem);
    process.stdout.write(statusLine(request));
  },
  watch: async ({ invocation, runtime, mayExit }) => {
    const { watchUntilStopped } = await import("./watch-verb.ts");
    mayExit();
    return watchUntilStopped(invocation, runtime);
  },
  realm: async ({ invocation, runtime, output, mayExit }) => {
    const { serveUntilStopped } = await import("./realm-verb.ts");
    mayExit();
    return serveUntilStopped(invocation, runtime, output);
  },
  api: async ({ invocation, runtime }) => {
    const { callApi } = await import("./api-verb.ts");
    return callApi(invocation, runtime);
  },
  keys: async ({ verb, invocation, runtime }) => {
    const { listKeys } = await import("./keys-verb.ts");
    return listKeys(verb, invocation, runtime);
  },
};

/** Whether a running weir has answered. Nothing is loaded for that unless one may run. */
async function isAnswered(verb: Verb, invocation: Invocation, runtime: Runtime): Promise<boolean> {
  const isAsked = verb.isAnswered?.(invocation.options) === true;
  if (!isAsked || !existsSync(runtime.folders.runtime)) return false;
  const { printAsked } = await import("./asked-verb.ts");
  return printAsked(verb, invocation, runtime);
}

/** Whether a running weir has shown what is to be opened. */
async function isShown(verb: Verb, invocation: Invocation, runtime: Runtime): Promise<boolean> {
  const { here, plain } = invocation.options;
  const isAsked = invocation.verb === "open" && !here && !plain;
  if (!isAsked || !existsSync(runtime.folders.runtime)) return false;
  const { showAsked } = await import("./asked-verb.ts");
  return showAsked(verb, invocation, runtime);
}

/** With the options of forms, which are loaded with the code of the verbs. */
async function allVerbs(): Promise<readonly Verb[]> {
  const { loadFormOptions } = await import("./script-verb.ts");
  return verbsWith(await loadFormOptions());
}

/** The verbs with all options that the words may contain. */
async function verbsFor(words: readonly string[]): Promise<readonly Verb[]> {
  const { fillsForm } = await commandLine();
  return fillsForm(words) ? allVerbs() : verbs;
}

/** Not for the screen, which mostly has no arguments: the parser takes 4 ms of its start. */
const commandLine = lazy(() => import("#cli/command-line.ts"));

async function parsed(argv: readonly string[]): Promise<Invocation | Printed> {
  if (argv.length === 0) return bareInvocation;
  const { readCommandLine } = await commandLine();
  return readCommandLine(argv, version, await verbsFor(argv), process.stdout.columns);
}

function exit(mayExit: Lifetime["mayExit"]): void {
  mayExit();
  process.exit();
}

/** Throws an Exit if standard output is incomplete. */
async function requireWritten({ reason }: OutputWatch, hasChanged = false): Promise<void> {
  const why = await reason();
  if (why === undefined) return;
  const rest = hasChanged ? " The change was carried out." : "";
  throw new Exit("unwritten", `The output could not be written: ${why}.${rest}`);
}

/** Whatever ends the process while a verb is running, scripts must not take it for success. */
function failEarlyExit(): void {
  process.stderr.write("weir: The program ended before the command was done.\n");
  process.exitCode = exitCodes.unconfirmed.code;
}

/** Never rejects: failures become a sentence on standard error and an exit code. */
export async function main(argv: readonly string[], early: EarlyScreen): Promise<void> {
  const lifetime = startLifetime(process, systemClock, failEarlyExit);
  const output = watchOutput(process.stdout);
  try {
    const [first, ...words] = argv;
    if (first === "__complete") {
      const { printCandidates } = await import("./shell-verbs.ts");
      return await printCandidates(words, verbsFor, readRuntime(import.meta.url));
    }
    if (first === "__sign-in") {
      const { deliver } = await import("#host/scheme.ts");
      const [socket = "", address = ""] = words;
      if (!(await deliver(socket, address))) process.exitCode = exitCodes.refused.code;
      return;
    }
    const invocation = await parsed(argv);
    if ("text" in invocation) {
      early.restore();
      process.stdout.write(invocation.text);
      return await requireWritten(output);
    }
    const runtime = readRuntime(import.meta.url);
    const { mayExit } = lifetime;
    // The parser knows no others.
    const verb = verbs.find(({ name }) => name === invocation.verb) as Verb;
    const hasChanged = await run({ verb, invocation, early, runtime, output, mayExit }).catch(
      (error: unknown) => {
        throw referringToHelp(error, invocation.verb);
      },
    );
    await requireWritten(output, hasChanged === true);
  } catch (error) {
    early.restore();
    if (!isExit(error)) throw error;
    say(error.message);
    process.exitCode = error.code;
  } finally {
    lifetime.end();
  }
}
