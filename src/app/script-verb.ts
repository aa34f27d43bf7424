/** Runs the scriptable verbs: connects the account's server, the terminal and files to them. */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { mediaType } from "#api/multipart.ts";
import type { FetchDocument } from "#api/public-document.ts";
import { noArchive } from "#archive/archive.ts";
import type { OpenArchive } from "#archive/client.ts";
import { lazy } from "#base/lazy.ts";
import { silent } from "#base/log.ts";
import { plain } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import {
  type AccountOptions,
  accountOptionsOf,
  type ChosenAccount,
  chosenAccount,
  noAccount,
} from "#cli/accounts.ts";
import type { AgentSession } from "#cli/agent/session.ts";
import { longestText } from "#cli/api-fields.ts";
import { type Configuration, readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { VerbForm, VerbOption } from "#cli/form-options.ts";
import { type Invocation, text, texts } from "#cli/invocation.ts";
import { accountOfLinks } from "#cli/link-account.ts";
import { runForEvery, runVerb } from "#cli/run-verb.ts";
import type { VerbPorts } from "#cli/verb-context.ts";
import { loadVerbs } from "#cli/verbs/load.ts";
import { verbs } from "#cli/verbs.ts";
import type { Account } from "#config/account.ts";
import { defaults, type Options } from "#config/options.ts";
import { writePrivate } from "#host/credentials.ts";
import { dateOrder } from "#host/environment.ts";
import { openLocalFile } from "#host/local-files.ts";
import type { OutputWatch } from "#host/output-watch.ts";
import { accountFolder, type Folders } from "#host/paths.ts";
import { pagedOutput, runShell } from "#host/programs.ts";
import { signalIn } from "#host/signal-file.ts";
import { StateError, type StorageThread, storageThread } from "#host/state-db.ts";
import { type JournalStorage, StorageError } from "#journal/storage.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import type { Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/settings.ts";
import { realmFacts, realmLinkifiers, realmNames } from "#ui/realm-names.ts";
import { commandConnection, connector } from "./connect.ts";
import {
  cacheOwner,
  type Files,
  isQuiet,
  type Owner,
  openFiles,
  unavailableStorage,
} from "./files.ts";
import { namesPath, type Runtime, readRuntime } from "./runtime.ts";
import { standardInput } from "./standard-input.ts";
import { say } from "./standard-streams.ts";
import { styleOf } from "./style.ts";

/** The names that earlier verbs have seen. */
function namesFile(runtime: Runtime, account: Account): VerbPorts["names"] {
  const path = namesPath(runtime, account);
  return {
    read: async () => readFile(path, "utf8").catch(() => undefined),
    write: (names) => writePrivate(path, names),
  };
}

/** The cache is only opened when it is needed. */
function documentsOf(
  account: Account,
  { folders }: Runtime,
  fetch: FetchDocument,
): VerbPorts["documents"] {
  const cache = () => openDocuments(folders, account);
  return {
    fetch,
    get: async (key) => (await cache()).get(key),
    put: async (key, json) => (await cache()).put(key, json),
  };
}

function readerContext(replica: Replica, now: number): ReaderContext {
  const hours = hourStyleOf(replica, { twentyFour: true });
  return {
    names: realmNames()(replica),
    linkifiers: realmLinkifiers(silent)(replica),
    ...realmFacts(replica),
    writtenAt: undefined,
    moment: (seconds) => plain(momentLabel(seconds, now, hours)),
    sender: undefined,
    you: undefined,
    showAddresses: true,
    labelsFiles: false,
    showsDrawn: () => true,
    topicSign: plain("›"),
    emoji: true,
  };
}

/** Aborted by signals. */
function interruption(): AbortSignal {
  const stopped = new AbortController();
  for (const [signal, code] of signals)
    process.once(signal, () => {
      process.exitCode = code;
      stopped.abort(new Interrupted());
    });
  return stopped.signal;
}

/** Aborted when the reader closes the output, or it is full. */
function lossOf({ onLoss }: OutputWatch): AbortSignal {
  const lost = new AbortController();
  onLoss(() => lost.abort(new Interrupted()));
  return lost.signal;
}

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

/** The user has stopped the program, or reads no more: the verb has nothing to report. */
class Interrupted extends Error {}

async function inputText(signal: AbortSignal): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  return new TextDecoder().decode(await standardInput(longestText, signal));
}

/** The options of a form. */
export async function loadFormOptions(): Promise<(form: VerbForm) => readonly VerbOption[]> {
  return (await loadVerbs()).formOptions.optionsOf;
}

/** Stands in for the archive if nothing is to be kept on disk. */
const noFile: OpenArchive = { archive: noArchive, close: async () => {} };

/** A session for a program, which calls verbs, with the account of the command line. Throws an Exit if there is none. */
export async function openSession(
  invocation: Invocation,
  watch: OutputWatch,
): Promise<AgentSession & { readonly close: () => Promise<void> }> {
  const runtime = readRuntime(import.meta.url);
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const options = accountOptionsOf(invocation, runtime);
  const chosen = await chosenAccount(runtime, configuration, options);
  if (chosen === undefined) throw noAccount();
  const thread = storageThread(runtime.worker("state-worker"));
  const { options: configured } = configuration.config;
  const { close, ...ports } = await accountPorts(chosen, runtime, configuration, thread);
  const sessionPorts = {
    stopped: new AbortController().signal,
    outputLost: lossOf(watch),
    sink: {
      isTerminal: false,
      columns: 80,
      write: () => undefined,
      style: style(configured, runtime),
    },
    flushed: async () => undefined,
  };
  const allowed = {
    allow: texts(invocation, "allow"),
    direct: invocation.options["direct"] !== false,
  };
  const { createSession } = await sessions();
  return { ...createSession({ ...sessionPorts, ...ports }, allowed, randomUUID), close };
}

const sessions = lazy(() => import("#cli/agent/session.ts"));

/** Resolves with true if it has changed something on the server. */
export async function runScript(
  invocation: Invocation,
  runtime: Runtime,
  watch: OutputWatch,
): Promise<boolean> {
  const verb = verbs.find(({ name }) => name === invocation.verb);
  if (verb === undefined) throw new Error(`${invocation.verb} cannot be run here.`);
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  for (const warning of configuration.warnings) say(warning);
  const chosenBy = accountOptionsOf(invocation, runtime);
  const options = await accountOfLinks(runtime, configuration, chosenBy, { verb, invocation });
  const isForEvery = invocation.options["allAccounts"] === true;
  const names = isForEvery ? accountsToRun(configuration, options) : [];
  const chosen = isForEvery ? undefined : await chosenAccount(runtime, configuration, options);
  for (const warning of chosen?.warnings ?? []) say(warning);
  if (chosen === undefined && names.length === 0) throw noAccount();
  const output = pagedOutput(process.stdout, runtime.environment, verb.deadlineMs !== Infinity);
  const common = {
    stopped: interruption(),
    outputLost: lossOf(watch),
    sink: { ...output, style: style(configuration.config.options, runtime) },
    flushed: output.flushed,
  };
  const thread = storageThread(runtime.worker("state-worker"));
  const portsOf = (one: ChosenAccount) => accountPorts(one, runtime, configuration, thread);
  const open = async (name: string) => {
    const one = await chosenAccount(runtime, configuration, { ...options, account: name });
    if (one === undefined) throw new Exit("usage", `There is no account "${name}".`);
    for (const warning of one.warnings) say(`${name}: ${warning}`);
    return { ...common, ...(await portsOf(one)) };
  };
  try {
    if (chosen === undefined) {
      const accounts = names.map((name) => ({ name, open: () => open(name) }));
      return await runForEvery(verb, invocation, accounts, { ...common, say });
    }
    const { close, ...ports } = await portsOf(chosen);
    return await runVerb(verb, invocation, { ...common, ...ports }).finally(close);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return false;
  } finally {
    await output.end();
  }
}

function accountsToRun({ config }: Configuration, { account, rc }: AccountOptions) {
  if (account === undefined && rc === undefined) return config.live;
  throw new Exit("misuse", "Choose one account or --all-accounts.");
}

function style(options: Options, { environment }: Runtime): VerbPorts["sink"]["style"] {
  return styleOf(options, environment, { hasKeyboard: false });
}

async function accountPorts(
  { account, name }: ChosenAccount,
  runtime: Runtime,
  configuration: Configuration,
  thread: StorageThread,
): Promise<
  Omit<VerbPorts, "sink" | "flushed" | "stopped" | "outputLost"> & {
    readonly close: () => Promise<void>;
  }
> {
  const { clock, random, folders } = runtime;
  const { archive, archiveSize } = configuration.config.options;
  const { connect, fetchDocument, download, close } = await connector(account, runtime, silent);
  return {
    account: name,
    connection: commandConnection(connect(account.key), account, runtime),
    documents: documentsOf(account, runtime, fetchDocument),
    download,
    close,
    clock,
    dateOrder: dateOrder(runtime.environment),
    random,
    log: silent,
    newId: randomUUID,
    say,
    readInput: inputText,
    openFile: async (path) => {
      const file = await openLocalFile(path).catch((error: unknown) => {
        throw new Exit("refused", error instanceof Error ? error.message : String(error));
      });
      return { ...file, type: mediaType(file.name) };
    },
    openArchive: async () => (archive ? openArchive(folders, account, thread) : noFile),
    archiveSize: archiveSize * 1_000_000,
    rules: async () => (await rules()).configuredRules(configuration, clock),
    openOutbox: () => openJournal(folders, account, thread),
    names: namesFile(runtime, account),
    readerFor: (replica) => readerContext(replica, Math.floor(clock.now() / 1000)),
    exec: (command, input, variables) => {
      const { WEIR_API_KEY: _, ...environment } = runtime.environment;
      const { site, email } = account;
      // By these a weir that it runs finds the same account.
      const same = { WEIR_SITE: site, WEIR_EMAIL: email };
      return runShell(command, { input, environment: { ...environment, ...same, ...variables } });
    },
  };
}

// An account's files for verbs: on the main thread if SQLite prints no warning there, because that starts sooner.

const stateHere = lazy(() => import("#host/state-here.ts"));
const cacheHere = lazy(() => import("#archive/client.ts"));
const rows = lazy(() => import("./storage.ts"));
const rules = lazy(() => import("./configured-rules.ts"));

/** The journal alone. */
async function openJournal(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
): Promise<JournalStorage> {
  if (!isQuiet()) return (await openFiles(folders, account, thread, defaults)).storage;
  try {
    const { openStateHere } = await stateHere();
    const folder = accountFolder(folders, account);
    const { state, close } = await openStateHere(folder);
    const { journalStorage } = await rows();
    return journalStorage(state, close, signalIn(folder));
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const refuse = () => Promise.reject(new StorageError(error.failure));
    // A verb that lists must not take what it cannot read for nothing.
    return { ...unavailableStorage(error.failure), snoozes: refuse, values: refuse };
  }
}

/** Cached server documents. */
async function openDocuments(folders: Folders, account: Owner): Promise<Files["documents"]> {
  if (!isQuiet()) return { get: async () => undefined, put: async () => {} };
  const { documentsHere } = await cacheHere();
  return documentsHere(accountFolder(folders, account), cacheOwner(account, true));
}

/** The archive alone. */
async function openArchive(
  folders: Folders,
  account: Owner,
  thread: StorageThread,
): Promise<OpenArchive> {
  if (!isQuiet()) {
    const { archive, storage } = await openFiles(folders, account, thread, defaults);
    return { archive, close: storage.close };
  }
  const { openArchiveHere } = await cacheHere();
  return openArchiveHere(accountFolder(folders, account), cacheOwner(account, true));
}
