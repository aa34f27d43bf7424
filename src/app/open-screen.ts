/** Creates everything the chat screen needs and wires it together. */
import { randomUUID } from "node:crypto";
import { lettersApart } from "#base/bidi.ts";
import { type Log, traceOf } from "#base/log.ts";
import { mark } from "#base/marks.ts";
import { memoizeLast } from "#base/memoize.ts";
import type { Configuration } from "#cli/configuration.ts";
import type { Keys } from "#commands/command.ts";
import {
  dateOrder,
  hasTitle,
  orderedBy,
  pictureQuestions,
  reversesWords,
} from "#host/environment.ts";
import { type Exits, watchExits } from "#host/exits.ts";
import type { LogFile } from "#host/log-file.ts";
import { probe } from "#host/probe.ts";
import { canBeContinued, lookUpProcess, type Terminal, takeTerminal } from "#host/terminal.ts";
import { createNotifier, type Notifier } from "#host/terminal-notifications.ts";
import type { TerminalOutput } from "#host/terminal-output.ts";
import { isActivePane } from "#host/tmux.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { Preferences } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { restoreFiles } from "#sync/session.ts";
import { accountParts } from "./account-parts.ts";
import type { ScreenAccount } from "./account-screen.ts";
import { type Asked, askFirst } from "./ask-first.ts";
import type { EarlyScreen } from "./early-screen.ts";
import type { Files } from "./files.ts";
import { createKeyboard, type Keyboard } from "./keyboard.ts";
import {
  configuredKeys,
  type LocalPreferences,
  localFiles,
  type Opening,
  storeFor,
} from "./opening.ts";
import { terminalPictures } from "./pictures.ts";
import { rulesAgain } from "./rules-again.ts";
import { runScreen } from "./run-screen.ts";
import type { Runtime } from "./runtime.ts";
import { styleOf } from "./style.ts";
import { finalMessageMs, openTerminal, printToUser } from "./terminal.ts";

/** With what earlier runs left in its store, so that the first frame shows it. */
async function restoredAccount(
  store: Store,
  asked: Asked,
  files: Files,
  { clock }: Runtime,
  log: Log,
): Promise<ScreenAccount> {
  const parts = accountParts(asked, files);
  const restored = await restoreFiles({ ...parts, store, clock, log });
  mark("archive restored");
  return { ...parts, store, restored };
}

function localPreferences(
  environment: Runtime["environment"],
  pictures: Preferences["pictures"],
): LocalPreferences {
  const order = memoizeLast(() => dateOrder(environment));
  return { dateOrder: order, ...(pictures && { pictures }) };
}

/** What the running program was opened with, for accounts that are opened later. */
type Opened = Opening & { readonly keys: Keys; readonly rules: readonly Rule[] };

/** How others are opened, and what follows from changes of the configuration file. */
function otherAccounts(opening: Opened, runtime: Runtime, log: Log, local: LocalPreferences) {
  const { configuration, keys, watch } = opening;
  const again = rulesAgain(configuration, runtime.clock, keys.commands);
  const open = async (name: string) => {
    const account = await otherAccount(opening, name, runtime, log, local);
    again.setIn(account.store);
    return account;
  };
  return { open, watch, rulesAgain: again };
}

/** Another account of the configuration file, with its own store. Rejects with a sentence when it cannot be opened. */
async function otherAccount(
  { choose, configuration, keys, rules }: Opened,
  name: string,
  runtime: Runtime,
  log: Log,
  local: LocalPreferences,
): Promise<ScreenAccount> {
  const { chosen, files } = await choose(name);
  const { warnings } = chosen;
  const { options } = configuration.config;
  const { clock } = runtime;
  const opening = { chosen, configuration, warnings, keys, rules, clock, destination: undefined };
  try {
    const store = storeFor(opening, files, log, process.stdout, local);
    const asked = await askFirst(chosen, runtime, log, options, files.nothingToShow);
    return await restoredAccount(store, asked, files, runtime, log);
  } catch (error) {
    // A bad certificate, for example: nobody else would close the files and end their thread.
    await files.storage.close();
    throw error;
  }
}

/** Handles signals and failures until a session is running: closes what was opened and restores the terminal. */
function exitsFrom(
  terminal: Terminal,
  output: TerminalOutput,
  ends: readonly (() => unknown)[],
  log: LogFile,
  { clock }: Runtime,
): Exits {
  const exits = watchExits(
    process,
    {
      restore: terminal.leave,
      written: () => output.written(finalMessageMs),
      canBeContinued: () => canBeContinued(process.pid, lookUpProcess),
      resume: terminal.enter,
      save: async () => void (await Promise.allSettled(ends.map(async (end) => end()))),
      report: (reason) => {
        const words = traceOf(reason);
        log.warn("An error was not caught.", { reason: words });
        log.flush();
        printToUser(output, `weir failed: ${words}\nDetails are in ${log.path}\n`);
      },
    },
    clock,
  );
  const hangUp = () => void exits.leave(129);
  void output.gone.then(hangUp);
  process.stdin.once("end", hangUp).once("error", hangUp);
  return exits;
}

function takenTerminal(
  output: TerminalOutput,
  { mouse, rightToLeft }: Configuration["config"]["options"],
  environment: Runtime["environment"],
  isTaken: boolean,
): Terminal {
  const port = { output, setRawMode: (on: boolean) => void process.stdin.setRawMode(on) };
  const ordered = orderedBy(environment, rightToLeft) !== "terminal";
  return takeTerminal(port, { mouse, title: hasTitle(environment), ordered }, isTaken);
}

/** Resolves when the user quits. Throws an Exit when the demo could not start; nothing is left open then. */
export async function openScreen(
  opening: Opening,
  early: EarlyScreen,
  runtime: Runtime,
): Promise<void> {
  const { stdin } = process;
  const { log, configuration } = opening;
  const { config } = configuration;
  logWarnings(log);
  const { environment } = runtime;
  const output = early.output ?? openTerminal();
  // From here on the terminal is ours: arrange its restoration before anything can throw.
  const terminal = takenTerminal(output, config.options, environment, early.output !== undefined);
  const ends: (() => unknown)[] = [];
  const exits = exitsFrom(terminal, output, ends, log, runtime);
  early.handOver();
  let probed: Promise<unknown> = Promise.resolve();
  try {
    const keyboard = createKeyboard(stdin, terminal.output.write, runtime.clock);
    ends.push(
      keyboard.stop,
      async () => (await opening.files).storage.close(),
      async () => (await opening.asked).close(),
    );
    const asks = pictureQuestions(environment, config.options.images);
    const answers = probe(keyboard.line, runtime.clock, asks);
    probed = answers;
    const [findings, files, asked] = await Promise.all([answers, opening.files, opening.asked]);
    mark("files, terminal");
    if (findings.hasKeyboard) terminal.tellKeysApart();
    const { warnings: keyWarnings, ...keys } = configuredKeys(configuration, runtime);
    const warnings = [...opening.warnings, ...keyWarnings];
    const pictures = terminalPictures(config.options, runtime, findings);
    terminal.output.write(pictures?.leftovers ?? "");
    const local = localPreferences(environment, pictures?.preference);
    const named = { ...opening, ...keys, warnings, clock: runtime.clock };
    const store = storeFor(named, files, log, process.stdout, local);
    const style = styleOf(config.options, environment, findings);
    const isOrdered = style.cells.rules.reorders === true;
    const first = await restoredAccount(store, asked, files, runtime, log);
    await runScreen(first, {
      ...otherAccounts({ ...opening, ...keys }, runtime, log, local),
      besides: opening.besides,
      shownAccount: opening.shown,
      localFiles: localFiles(configuration),
      style,
      ...(isOrdered && reversesWords(environment, findings) && { encode: lettersApart }),
      pictures,
      notifier: notifierOn(terminal, keyboard, runtime),
      ...keys,
      newId: randomUUID,
      terminal,
      print: (words) => printToUser(output, words),
      exits,
      keyboard,
      log,
      runtime,
    });
  } catch (error) {
    // Otherwise the terminal's late replies would end up in the shell.
    await probed;
    terminal.leave();
    // Anything left open would keep the process alive.
    await Promise.allSettled(ends.map(async (end) => end()));
    await output.written(finalMessageMs);
    exits.forget();
    stdin.pause();
    throw error;
  } finally {
    terminal.leave();
    log.flush();
  }
}

function notifierOn(
  { output }: Terminal,
  { line: { listen } }: Keyboard,
  { environment, clock }: Runtime,
): Notifier {
  const { write } = output;
  const isActive = () => isActivePane(environment);
  return createNotifier({
    environment,
    write,
    listen,
    newId: randomUUID,
    isActivePane: isActive,
    clock,
  });
}

/** By default Node would print its warnings on the screen, and block on a terminal that does not read. */
function logWarnings(log: LogFile): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ stack, message }) =>
    log.warn("Node warns.", { reason: stack ?? message }),
  );
}
