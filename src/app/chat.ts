/** The chat screen: everything that it needs is made here and handed to each other. */
import { randomUUID } from "node:crypto";
import { chosenAccount, readConfiguration } from "#cli/accounts.ts";
import { type Invocation, text } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Account } from "#config/account.ts";
import type { Config } from "#config/file.ts";
import { isDumb } from "#host/environment.ts";
import { openLog } from "#host/log-file.ts";
import { probe } from "#host/probe.ts";
import { takeTerminal } from "#host/terminal.ts";
import { nothingKnown } from "#model/nothing.ts";
import { newScreen } from "#store/new-screen.ts";
import { newSession } from "#store/session.ts";
import { createStore } from "#store/store.ts";
import { connector } from "./connect.ts";
import { type Demo, openDemo } from "./demo.ts";
import type { EarlyScreen } from "./early-screen.ts";
import { type Files, openFiles } from "./files.ts";
import { createKeyboard } from "./keyboard.ts";
import { lookOf } from "./look.ts";
import { houseWish } from "./realm-verb.ts";
import { runScreen } from "./run-screen.ts";
import type { Surroundings } from "./surroundings.ts";

const demoNotice = "Demo: nothing leaves this machine. `weir login` connects to your server.";

type Chosen = { readonly account: Account; readonly demo: Demo | undefined };

/** The account to open, or a demo where there is none. */
async function choose(
  invocation: Invocation,
  config: Awaited<ReturnType<typeof readConfiguration>>,
  around: Surroundings,
): Promise<Chosen> {
  const wanted = { rc: text(invocation, "rc"), account: text(invocation, "account") };
  const account =
    invocation.verb === "demo" ? undefined : await chosenAccount(around, config, wanted);
  if (account !== undefined) return { account, demo: undefined };
  const demo = await openDemo(houseWish(invocation), around.worker("realm-worker"));
  return { account: demo.account, demo };
}

function storeFor(
  config: Config,
  files: Files,
  demo: Demo | undefined,
  warnings: readonly string[],
) {
  const sentences = [...warnings, ...files.sentences];
  const notice = sentences[0] ?? (demo === undefined ? undefined : demoNotice);
  const setting = { server: undefined, always: true, never: false }[config.options.enterSends];
  return createStore({
    picture: nothingKnown,
    screen: { ...newScreen(process.stdout.columns, process.stdout.rows), enterSends: setting },
    session: { ...newSession, notice },
  });
}

/** Resolves when the person has left. Throws an Exit when the screen cannot be opened. */
export async function openChat(
  invocation: Invocation,
  early: EarlyScreen,
  around: Surroundings,
): Promise<void> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new Exit(
      "usage",
      "The chat screen needs a terminal for its input and its output; weir --help lists what works without one.",
    );
  }
  if (isDumb(around.environment))
    throw new Exit("usage", "This terminal cannot draw a screen (TERM is dumb or not set).");
  const configuration = await readConfiguration(around, text(invocation, "config"));
  const { account, demo } = await choose(invocation, configuration, around);
  const log = openLog(around.folders.state, around.clock);
  const { connect } = await connector(account, around, log);
  // From here on the terminal is ours: whatever throws, leaving it is arranged first.
  const port = {
    write: (bytes: string) => void stdout.write(bytes),
    setRawMode: (on: boolean) => void stdin.setRawMode(on),
  };
  const terminal = takeTerminal(port, { mouse: configuration.config.options.mouse }, early.painted);
  early.handOver();
  try {
    const keyboard = createKeyboard(stdin, port.write, around.clock);
    const [findings, files] = await Promise.all([
      probe(keyboard.line, around.clock),
      openFiles(around.folders, account, around.worker("state-worker")),
    ]);
    if (findings.hasKeyboard) terminal.tellKeysApart();
    await runScreen({
      store: storeFor(configuration.config, files, demo, configuration.warnings),
      style: lookOf(configuration.config.options, around.environment, findings),
      overrides: Object.fromEntries(configuration.config.keys),
      storage: files.storage,
      newId: randomUUID,
      connect,
      key: account.key,
      terminal,
      keyboard,
      log,
      around,
      close: async () => {
        await demo?.close();
      },
    });
  } finally {
    terminal.leave();
    log.flush();
  }
}
