/** The chat screen: everything that it needs is made here and handed to each other. */
import { randomUUID } from "node:crypto";
import type { Log } from "#base/log.ts";
import type { Configuration } from "#cli/accounts.ts";
import { readOverrides } from "#commands/overrides.ts";
import { commands } from "#commands/table.ts";
import type { Account } from "#config/account.ts";
import { lineOfKeys } from "#config/file.ts";
import { openLog } from "#host/log-file.ts";
import { probe } from "#host/probe.ts";
import { takeTerminal } from "#host/terminal.ts";
import { nothingKnown } from "#model/nothing.ts";
import { newScreen } from "#store/new-screen.ts";
import { newSession } from "#store/session.ts";
import { createStore } from "#store/store.ts";
import { connector } from "./connect.ts";
import type { Demo } from "./demo.ts";
import type { EarlyScreen } from "./early-screen.ts";
import type { Files } from "./files.ts";
import { createKeyboard } from "./keyboard.ts";
import { lookOf } from "./look.ts";
import { runScreen } from "./run-screen.ts";
import type { Surroundings } from "./surroundings.ts";

/** Either an account, or a demo that is on its way; and the account's files, on their way too. */
export type Opening = {
  readonly account: Account | undefined;
  readonly demo: Promise<Demo> | undefined;
  readonly files: Promise<Files>;
  readonly configuration: Configuration;
  /** What the person should know, the most important first. */
  readonly warnings: readonly string[];
};

const demoNotice = "Demo: nothing leaves this machine. `weir login` connects to your server.";

/** The configured keys, and a sentence with its place in the file about each that does not work. */
function configuredKeys({ config, path, text }: Configuration) {
  const { overrides, complaints } = readOverrides(config.keys, commands);
  const warnings = complaints.map(({ command, sentence }) => {
    const line = lineOfKeys(text, command);
    return `${path}${line === undefined ? "" : `, line ${line}`}: ${sentence}`;
  });
  return { overrides, warnings };
}

function storeFor({ configuration, account, warnings }: Opening, files: Files, log: Log) {
  const { config } = configuration;
  // What may be lost is said before what is only odd; where the line ends, the log goes on.
  const sentences = [...files.sentences, ...warnings];
  for (const sentence of sentences) log.warn(sentence);
  const demo = account === undefined ? demoNotice : undefined;
  const notice = sentences.length > 0 ? sentences.join(" ") : demo;
  const setting = { server: undefined, always: true, never: false }[config.options.enterSends];
  return createStore({
    picture: nothingKnown,
    screen: { ...newScreen(process.stdout.columns, process.stdout.rows), enterSends: setting },
    session: { ...newSession, notice },
  });
}

/** Resolves when the person has left. Throws an Exit when the demo could not start, and leaves nothing open then. */
export async function openScreen(
  opening: Opening,
  early: EarlyScreen,
  around: Surroundings,
): Promise<void> {
  const { stdin, stdout } = process;
  const { config } = opening.configuration;
  const log = openLog(around.folders.state, around.clock);
  // From here on the terminal is ours: whatever throws, leaving it is arranged first.
  const port = {
    write: (bytes: string) => void stdout.write(bytes),
    setRawMode: (on: boolean) => void stdin.setRawMode(on),
  };
  const terminal = takeTerminal(port, { mouse: config.options.mouse }, early.painted);
  early.handOver();
  const ends: (() => unknown)[] = [];
  let probed: Promise<unknown> = Promise.resolve();
  try {
    const keyboard = createKeyboard(stdin, port.write, around.clock);
    ends.push(
      keyboard.stop,
      async () => (await opening.files).storage.close(),
      async () => (await opening.demo)?.close(),
    );
    const answers = probe(keyboard.line, around.clock);
    probed = answers;
    const [findings, files, demo] = await Promise.all([answers, opening.files, opening.demo]);
    const account = opening.account ?? demo?.account;
    if (account === undefined) return;
    const { connect, close } = await connector(account, around, log);
    ends.push(close);
    if (findings.hasKeyboard) terminal.tellKeysApart();
    const keys = configuredKeys(opening.configuration);
    const warnings = [...opening.warnings, ...keys.warnings];
    await runScreen({
      store: storeFor({ ...opening, warnings }, files, log),
      style: lookOf(config.options, around.environment, findings),
      overrides: keys.overrides,
      storage: files.storage,
      newId: randomUUID,
      connect,
      key: account.key,
      terminal,
      keyboard,
      log,
      around,
      close: async () => {
        await close();
        await demo?.close();
      },
    });
  } catch (error) {
    // What the terminal still answers would be typed into the shell.
    await probed;
    terminal.leave();
    // Any of it would keep a program alive that has nothing more to do.
    await Promise.allSettled(ends.map(async (end) => end()));
    stdin.pause();
    throw error;
  } finally {
    terminal.leave();
    log.flush();
  }
}
