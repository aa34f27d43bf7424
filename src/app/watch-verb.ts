/**
 * `weir watch`: the live accounts without a screen, for notifications on the desktop, the user's rules and a warm cache. It is
 * never needed.
 *
 * While a weir with a screen has the account open, that one notifies and answers other programs, and rules are left to it: what it
 * has not dealt with after some seconds is dealt with here.
 */
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { lazy } from "#base/lazy.ts";
import type { Log } from "#base/log.ts";
import { plain, safeLine, safeText } from "#base/safe-text.ts";
import { watchAccounts } from "#cli/account-changes.ts";
import {
  type AccountOptions,
  accountOptionsOf,
  type ChosenAccount,
  chosenAccount,
  noAccount,
} from "#cli/accounts.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import { isExit, referringToHelp } from "#cli/exit-codes.ts";
import { type Invocation, oneOf, text } from "#cli/invocation.ts";
import { optionsAlone } from "#cli/long-options.ts";
import { watchOptions } from "#cli/watch-options.ts";
import { preferencesOf } from "#commands/account/options.ts";
import { notifyDesktop } from "#host/desktop-notifications.ts";
import { engineMemory } from "#host/engine-memory.ts";
import { startLifetime } from "#host/exits.ts";
import { openLog } from "#host/log-file.ts";
import { type StorageThread, storageThread } from "#host/state-db.ts";
import { emptyReplica } from "#model/replica.ts";
import type { Rule } from "#model/rules/rule.ts";
import { follow, parts } from "#store/follow.ts";
import { noRules } from "#store/rules.ts";
import { newScreen } from "#store/screen.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { createStore } from "#store/store.ts";
import { wordsOf } from "#sync/context.ts";
import { startSession } from "#sync/session.ts";
import { type NotificationPorts, watchNotifications } from "#ui/notifications.ts";
import { accountParts, openAccountOf } from "./account-parts.ts";
import { askFirst } from "./ask-first.ts";
import { collectWhileAway } from "./collecting.ts";
import { openFilesHere } from "./files-here.ts";
import { createOffers, type Offer } from "./offers.ts";
import { type Runtime, readRuntime } from "./runtime.ts";
import { newWarnings, setRules } from "./set-rules.ts";
import { say } from "./standard-streams.ts";
import { styleOf } from "./style.ts";
import { tellUnsaved } from "./terminal.ts";
import { ownFlags, unitFor, unitKinds } from "./watch-unit.ts";

/**
 * Without what parses all commands. Resolves with false, and does nothing, if the words are not only options: the parser has to say
 * what is wrong.
 */
export async function watchAlone(words: readonly string[]): Promise<boolean> {
  const invocation = optionsAlone("watch", watchOptions, words);
  if (invocation === undefined) return false;
  const { end } = startLifetime(process, systemClock, () => {});
  try {
    await watchUntilStopped(invocation, readRuntime(import.meta.url));
  } catch (error) {
    const reason = referringToHelp(error, "watch");
    if (!isExit(reason)) throw reason;
    say(reason.message);
    process.exitCode = reason.code;
  } finally {
    end();
  }
  return true;
}

/** Resolves when a signal ends it, and nothing is left to be stored. */
export async function watchUntilStopped(invocation: Invocation, runtime: Runtime): Promise<void> {
  if (text(invocation, "unit") !== undefined) return printUnit(invocation);
  const named = text(invocation, "config");
  const configuration = await readConfiguration(runtime, named);
  for (const warning of configuration.warnings) say(warning);
  const options = accountOptionsOf(invocation, runtime);
  const first = await chosenAccount(runtime, configuration, { ...options, ofAll: noneShown });
  if (first === undefined) throw noAccount();
  const ruling = await rulingFor(configuration, runtime);
  const program = startProgram(configuration, options, runtime, ruling);
  const isAlone = options.account !== undefined || first.name === undefined;
  const { live } = configuration.config;
  const stopped = stopSignal();
  const stopFollowing = followFile(program, configuration, runtime, isAlone);
  try {
    await program.begin(first);
    const besides = isAlone ? [] : live.filter((name) => name !== first.name);
    for (const name of besides) void program.open(name);
    await stopped;
  } finally {
    stopFollowing();
    await program.end();
  }
}

const noneShown = { shownLast: undefined };

/** Other programs start weir by its own path and that of its Node. */
function printUnit(invocation: Invocation): void {
  const kind = oneOf(invocation, "unit", unitKinds);
  const program = realpathSync(process.argv[1] ?? "");
  const account = text(invocation, "account");
  const chosen = account === undefined ? [] : [`--account=${account}`];
  const flags = process.execArgv.length > 0 ? process.execArgv : ownFlags(program);
  const command = [process.execPath, ...flags, program, "watch", ...chosen];
  process.stdout.write(safeText(unitFor(kind, command)));
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => resolve());
  });
}

type Watched = {
  readonly retry: () => void;
  readonly rule: (ruling: Ruling) => void;
  readonly end: () => Promise<void>;
};

type Program = {
  readonly begin: (chosen: ChosenAccount) => Promise<void>;
  /** Says why an account cannot be opened. */
  readonly open: (name: string) => Promise<void>;
  readonly retry: (name: string) => void;
  readonly close: (name: string) => Promise<void>;
  /** Applies other rules from now on. */
  readonly rule: (ruling: Ruling) => void;
  readonly end: () => Promise<void>;
};

function startProgram(
  configuration: Configuration,
  options: AccountOptions,
  runtime: Runtime,
  first: Ruling,
): Program {
  const log = openLog(runtime.folders.state, runtime.clock);
  const thread = storageThread(runtime.worker("state-worker"));
  const offer = createOffers({ ...runtime, log });
  const memory = engineMemory(systemClock);
  const stopCollecting = collectWhileAway(systemClock, neverThere, memory);
  const watched = new Map<string, Promise<Watched>>();
  let ruling = first;
  const begin = async (chosen: ChosenAccount) => {
    const name = chosen.name ?? "";
    if (watched.has(name)) return;
    for (const warning of chosen.warnings) say(warning);
    const begun = watchAccount(chosen, configuration, { runtime, log, thread, offer, ruling });
    watched.set(name, begun);
    await begun;
  };
  const close = async (name: string) => {
    const ending = watched.get(name);
    watched.delete(name);
    await (await ending)?.end();
  };
  return {
    begin,
    close,
    open: async (name) => {
      try {
        const now = await readConfiguration(runtime, configuration.path);
        const one = { ...options, rc: undefined, account: name };
        const chosen = await chosenAccount(runtime, now, one);
        if (chosen !== undefined) await begin(chosen);
      } catch (error) {
        watched.delete(name);
        say(`${name}: ${wordsOf(error)}`);
      }
    },
    retry: (name) => void watched.get(name)?.then(({ retry }) => retry()),
    rule: (next) => {
      ruling = next;
      for (const one of watched.values())
        void one.then(
          (account) => account.rule(next),
          // Whoever opens it says why it is not open.
          () => undefined,
        );
    },
    end: async () => {
      stopCollecting();
      await Promise.allSettled([...watched.keys()].map(close));
      log.flush();
    },
  };
}

/** The returned function stops it. `isAlone`: other accounts of the file are no concern. */
function followFile(
  { open, close, retry, rule }: Program,
  configuration: Configuration,
  runtime: Runtime,
  isAlone: boolean,
): () => void {
  const readRules = (now: Configuration) => {
    for (const warning of newWarnings(configuration, now)) say(warning);
    rulingFor(now, runtime).then(rule, (error: unknown) => say(wordsOf(error)));
  };
  return watchAccounts(configuration, runtime, runtime.clock, (change) => {
    if (change.kind === "unreadable") return say(change.sentence);
    if (change.kind === "rules") return readRules(change.configuration);
    if (isAlone) return;
    for (const name of change.removed) void close(name);
    for (const name of change.replaced) void close(name).then(() => open(name));
    for (const name of change.added) void open(name);
    for (const name of change.changed) retry(name);
  });
}

type Ports = {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly thread: StorageThread;
  readonly offer: Offer;
  readonly ruling: Ruling;
};

const neverThere = { lastKeyAt: () => 0, leftAt: () => 0 };

/** Nobody looks at it, and it says nothing of the user to others. */
const unseen = { lastKeyAt: () => 0, reportsFocus: () => false, isUnseen: true };

async function watchAccount(
  chosen: ChosenAccount,
  configuration: Configuration,
  { runtime, log, thread, offer, ruling }: Ports,
): Promise<Watched> {
  const { options } = configuration.config;
  const files = await openFilesHere(runtime.folders, chosen.account, thread, options);
  for (const sentence of files.sentences) say(sentence);
  const asked = await askFirst(chosen, runtime, log, options, files.nothingToShow).catch(
    async (error: unknown) => {
      await files.storage.close();
      throw error;
    },
  );
  const { close, owner, ...rest } = accountParts(asked, files);
  const store = createStore({
    replica: emptyReplica,
    screen: { ...newScreen(80, 24), preferences: preferencesOf(options) },
    session: {
      ...newSession,
      account: openAccountOf(configuration.config, chosen),
      rules: { ...noRules, all: ruling.all },
    },
  });
  let isOwner = false;
  const session = startSession({
    ...rest,
    ...runtime,
    store,
    log,
    newId: randomUUID,
    attention: unseen,
    yieldsRules: () => owner !== undefined && !isOwner,
  });
  let stopNotifying = () => {};
  const owning = (owns: boolean) => {
    isOwner = owns;
    stopNotifying();
    if (owns) stopNotifying = notifying(store, configuration, runtime);
  };
  let stopRuling = ruling.run(store);
  const stopTelling = [tellSignedOut(store), tellRules(store)];
  const { connection } = session;
  const { archive, ownKey } = rest;
  const name = chosen.name ?? "";
  const endOffer = owner && offer({ name, owner, ownKey, store, connection, archive, owning });
  return {
    retry: () => void session.key?.tryStoredKey().catch((error: unknown) => say(wordsOf(error))),
    rule: (next) => {
      stopRuling();
      setRules(store, next.all);
      stopRuling = next.run(store);
    },
    end: async () => {
      stopRuling();
      for (const stop of stopTelling) stop();
      await Promise.all([session.stop(tellUnsaved), endOffer?.()]);
      await close();
    },
  };
}

/** Until the returned function is called. */
function notifying(store: Store, { config }: Configuration, runtime: Runtime): () => void {
  const { environment, clock } = runtime;
  const desktop = { environment, platform: process.platform };
  let isTold = false;
  const show: NotificationPorts["show"] = ({ title, body }, configured) => {
    if (configured === "off") return () => {};
    void notifyDesktop(title, body, desktop).then((isShown) => {
      if (!isShown && !isTold) say(noProgram);
      isTold ||= !isShown;
    });
    return () => {};
  };
  const style = styleOf(config.options, environment, { hasKeyboard: false });
  return watchNotifications(store, { style, clock, attention: unseen, show, answer: () => {} });
}

// The user's rules. Nothing is loaded for them if there are none.

type Ruling = {
  readonly all: readonly Rule[];
  /** Runs the commands of rules, until the returned function is called. */
  readonly run: (store: Store) => () => void;
};

const runsNone = () => () => {};

const loadRules = lazy(() => import("./configured-rules.ts"));
const loadCommands = lazy(() => import("./ruled-commands.ts"));

async function rulingFor(configuration: Configuration, runtime: Runtime): Promise<Ruling> {
  const { rules, options } = configuration.config;
  if (rules.length === 0) return { all: [], run: runsNone };
  const { configuredRules } = await loadRules();
  const { all, warnings } = configuredRules(configuration, runtime.clock);
  for (const warning of warnings) say(warning);
  if (!all.some(({ deed }) => deed.kind === "command")) return { all, run: runsNone };
  const { runsRuledCommands } = await loadCommands();
  const style = styleOf(options, runtime.environment, { hasKeyboard: false });
  return { all, run: runsRuledCommands(configuration.config, style, runtime) };
}

/** Nobody sees the screen's line for what waits, and for what went wrong. */
function tellRules(store: Store): () => void {
  const told = new Set<string>();
  return follow(
    store,
    [({ session }) => session.notice, ({ screen }) => screen.toast],
    ({ session, screen }) => {
      const { notice } = session;
      if (notice !== undefined && !told.has(notice)) say(safeLine(notice));
      if (notice !== undefined) told.add(notice);
      if (screen.toast?.tone === "error") say(safeLine(screen.toast.text));
    },
  );
}

const noProgram =
  process.platform === "darwin"
    ? "Notifications cannot be shown: osascript failed."
    : "Notifications cannot be shown: notify-send, which is in libnotify, is missing or failed.";

/** Nobody sees the screen's question for the key. */
function tellSignedOut(store: Store): () => void {
  return follow(store, [parts.connection], ({ session: { connection, account } }) => {
    if (connection.kind !== "signed-out") return;
    const name = account?.name === undefined ? plain("") : safeLine(`${account.name}: `);
    say(`${name}${safeLine(connection.sentence)} Sign in again with weir login.`);
  });
}
