/**
 * `weir` and `weir demo`: picks the account to open, before anything heavy is loaded.
 *
 * The worker threads (the account's files and the demo's realm) start while this thread loads the screen.
 */

import type { Log } from "#base/log.ts";
import { mark } from "#base/marks.ts";
import { watchAccounts } from "#cli/account-changes.ts";
import { accountOptionsOf, type ChosenAccount, chosenAccount, noAccount } from "#cli/accounts.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { accountOfLinks } from "#cli/link-account.ts";
import { verbs } from "#cli/verbs.ts";
import { onePlace } from "#cli/written-place.ts";
import type { Account } from "#config/account.ts";
import type { Options } from "#config/options.ts";
import { asksForLines, isDumb } from "#host/environment.ts";
import { openLog } from "#host/log-file.ts";
import { storageThread } from "#host/state-db.ts";
import type { Asked, Login } from "./ask-first.ts";
import { type Demo, demoPlace, openDemo } from "./demo.ts";
import type { EarlyScreen } from "./early-screen.ts";
import { noMessages, openFiles, withoutSteps } from "./files.ts";
import type { Opening } from "./opening.ts";
import { realmServerOptions } from "./realm-options.ts";
import type { Runtime } from "./runtime.ts";
import { notKept, readShownLast, shownAccount } from "./shown-account.ts";

/** The demo's drafts are stored under one name, because its realm gets a new port each time. */
const demoOwner = { site: "demo", email: "you" };

function requireTerminal({ environment }: Runtime): void {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Exit(
      "usage",
      "The chat screen needs a terminal for its input and its output; weir --plain does not, and weir --help lists the commands that do not.",
    );
  }
  if (isDumb(environment))
    throw new Exit(
      "usage",
      "This terminal cannot display the screen (TERM is not set); weir --plain works on it.",
    );
}

/** What turns plain mode on, if something does. */
function plainBy(
  { options: given }: Invocation,
  { screenReader }: Options,
  { environment }: Runtime,
): string | undefined {
  if (given["plain"] === true) return "--plain";
  if (screenReader) return "screen_reader in the configuration file";
  // Without a terminal, nobody reads the lines.
  return process.stdin.isTTY && process.stdout.isTTY ? asksForLines(environment) : undefined;
}

/** Resolves when the user quits. Throws an Exit when the screen cannot be opened. */
export async function openChat(
  invocation: Invocation,
  early: EarlyScreen,
  runtime: Runtime,
): Promise<void> {
  mark("command line");
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const plain = plainBy(invocation, configuration.config.options, runtime);
  if (plain === undefined) requireTerminal(runtime);
  const options = accountOptionsOf(invocation, runtime);
  const shownLast = await shownLastOf(invocation, configuration, runtime);
  // The screen shows them all.
  const forAll = plain === undefined ? { ...options, ofAll: { shownLast } } : options;
  const verb = verbs.find(({ name }) => name === invocation.verb);
  const chosenBy = await accountOfLinks(runtime, configuration, forAll, { verb, invocation });
  const chosen =
    invocation.verb === "demo" ? undefined : await chosenAccount(runtime, configuration, chosenBy);
  const account = chosen?.account;
  const written = writtenIn(invocation, account);
  const thread = storageThread(runtime.worker("state-worker"));
  const started =
    chosen ?? openDemo(realmServerOptions(invocation), runtime.worker("realm-worker"));
  const files =
    account === undefined
      ? openFiles(runtime.folders, demoOwner, thread, noMessages).then(withoutSteps)
      : openFiles(runtime.folders, account, thread, configuration.config.options);
  const log = openLog(runtime.folders.state, runtime.clock);
  // Rejections are handled where the promises are awaited.
  if (started instanceof Promise) started.catch(() => undefined);
  files.catch(() => undefined);
  mark("account, threads");
  // Before the screen is loaded, because the answer takes time.
  const { askFirst } = await import("./ask-first.ts");
  const nothingToShow = files.then(
    (opened) => opened.nothingToShow,
    () => undefined,
  );
  const ask = (login: Login) =>
    askFirst(login, runtime, log, configuration.config.options, nothingToShow);
  const asked = started instanceof Promise ? askDemo(started, ask) : ask(started);
  asked.catch(() => undefined);
  mark("register asked");
  const connection = asked.then((opened) => opened.connection);
  connection.catch(() => undefined);
  const destination = written && { written, connection };
  const warnings = [...(chosen?.warnings ?? []), ...configuration.warnings];
  const choose = async (name: string) => {
    // It may have been added since the start.
    const now = await readConfiguration(runtime, text(invocation, "config"));
    const next = await chosenAccount(runtime, now, { ...options, rc: undefined, account: name });
    if (next === undefined) throw new Exit("usage", `There is no account "${name}".`);
    return {
      chosen: next,
      files: await openFiles(runtime.folders, next.account, thread, configuration.config.options),
    };
  };
  const common = { chosen, files, asked, log, choose, configuration };
  const others = accountsBeside(invocation, configuration, chosen, runtime, log);
  const opening = { ...common, ...others, warnings, destination };
  if (plain !== undefined) {
    early.restore();
    if (process.stdin.isTTY) process.stdout.write(`Plain mode, turned on by ${plain}.\n`);
    const { openPlain } = await import("./open-plain.ts");
    await openPlain(opening, runtime);
    return;
  }
  const { openScreen } = await import("./open-screen.ts");
  mark("screen loaded");
  await openScreen(opening, early, runtime);
}

/** Only several accounts need a look at the disk. What is opened by its name is one of the default account. */
async function shownLastOf(
  { verb }: Invocation,
  { config: { live } }: Configuration,
  { folders }: Runtime,
): Promise<string | undefined> {
  return live.length < 2 || verb === "open" ? undefined : readShownLast(folders);
}

/** All live accounts, unless one was named: by an option, or in an rc file or the environment. */
function accountsBeside(
  invocation: Invocation,
  configuration: Configuration,
  chosen: ChosenAccount | undefined,
  runtime: Runtime,
  log: Log,
): Pick<Opening, "besides" | "watch" | "shown"> {
  const isAlone = text(invocation, "account") !== undefined || chosen?.name === undefined;
  const { live } = configuration.config;
  return {
    besides: isAlone ? [] : live.filter((name) => name !== chosen.name),
    shown: isAlone ? notKept : shownAccount(runtime.folders, log),
    watch: (onChange) =>
      watchAccounts(configuration, runtime, runtime.clock, (change) => {
        if (!isAlone || change.kind !== "accounts") return onChange(change);
        const isChosen = (name: string) => name === chosen?.name;
        const changed = change.changed.filter(isChosen);
        const removed = change.removed.filter(isChosen);
        const replaced = change.replaced.filter(isChosen);
        onChange({ ...change, added: [], removed, changed, replaced });
      }),
  };
}

/** The demo's server, which ends with the connection. */
async function askDemo(
  starting: Promise<Demo>,
  ask: (login: Login) => Promise<Asked>,
): Promise<Asked> {
  const demo = await starting;
  const asked = await ask({ account: demo.account, place: demoPlace });
  const close = async () => {
    await asked.close();
    await demo.close();
  };
  return { ...asked, close };
}

/** What `weir open` names, in place of where the last run ended. */
function writtenIn({ verb, args = [] }: Invocation, account: Account | undefined) {
  if (verb !== "open") return undefined;
  if (account === undefined) throw noAccount();
  const written = onePlace(args);
  if (written === undefined)
    throw new Exit("misuse", "Name one message by ID or link, or one place.");
  return written;
}
