/** Runs a verb of the command line against a realm in the same process, as a shell would see it. */

import { createConnection } from "#api/connection.ts";
import { fileDownloader } from "#api/files.ts";
import { chunksOf } from "#api/multipart.ts";
import { type Send, TransportError } from "#api/transport.ts";
import { configuredRules } from "#app/configured-rules.ts";
import type { Archive } from "#archive/archive.ts";
import { standardCells } from "#base/cells.ts";
import type { Clock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { seeded } from "#base/random.ts";
import type { DateOrder } from "#base/typed-time.ts";
import { tellingWaits } from "#cli/calls.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { optionsOf } from "#cli/form-options.ts";
import { runForEvery, runVerb, type VerbAccount } from "#cli/run-verb.ts";
import type { Variables, VerbPorts } from "#cli/verb-context.ts";
import { loadVerbs } from "#cli/verbs/load.ts";
import { verbs, verbsWith } from "#cli/verbs.ts";
import { readConfig } from "#config/file.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { painter } from "#theme/painter.ts";
import { themeOf } from "#theme/themes.ts";
import { realmNames } from "#ui/realm-names.ts";
import { type Network, networkTo, never } from "./client.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { memoryArchive } from "./memory-archive.ts";
import { plainContext } from "./reader.ts";
import type { StartedRealm } from "./realm.ts";
import { type Disk, memoryDisk } from "./storage.ts";

// Otherwise the clocks of tests would run while modules load.
await loadVerbs();

export type Ran = { readonly code: number; readonly out: string; readonly err: string };

export type ShellOptions = {
  readonly clock?: Clock;
  readonly email?: string;
  /** Columns of the terminal that standard output is; absent: a pipe. */
  readonly columns?: number;
  /** Replaces the body of an answer; undefined: the realm's answer. */
  readonly answer?: (call: string) => string | undefined;
  /** Sends the requests; by default they are function calls. */
  readonly send?: Send;
  /** By default empty. */
  readonly archive?: Archive;
  /** By default unlimited. */
  readonly archiveSize?: number;
  /** By default unknown. */
  readonly dateOrder?: DateOrder;
  /** By default the server's names of emoji are unavailable. */
  readonly documents?: VerbPorts["documents"];
  /** Aborted: nobody reads the output any more. */
  readonly outputLost?: AbortSignal;
  /** The name of the account. */
  readonly account?: string;
  /** By default empty. */
  readonly disk?: Disk;
  /** What the configuration file contains: its commands and rules are used. By default nothing. */
  readonly configuration?: string;
  /** The other accounts, for verbs that run for every account; undefined: one that cannot be opened. */
  readonly besides?: Readonly<Record<string, Shell | undefined>>;
  /** Called with method and path before each request. */
  readonly onRequest?: (call: string, network: Network) => void;
};

const noDocuments: VerbPorts["documents"] = {
  fetch: async () => {
    throw new Error("There is no such document.");
  },
  get: async () => undefined,
  put: async () => {},
};

/** A standard input that never ends. */
export const endless = Symbol("endless");
type Input = string | typeof endless;

type Write = (text: string) => void;

type Executed = {
  readonly command: string;
  readonly input: string;
  readonly variables: Variables;
};

export type Shell = {
  readonly ports: (
    write: Write,
    say: VerbPorts["say"],
    input: Input | undefined,
    stopped: AbortSignal,
  ) => VerbPorts;
  readonly network: Network;
  readonly disk: Disk;
  /** The commands run, each with its input. */
  readonly executed: Executed[];
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Runs one command line; `input` is the standard input, by default a terminal. */
  readonly run: (argv: readonly string[], input?: Input) => Promise<Ran>;
  /** Starts one that does not end on its own. */
  readonly start: (
    argv: readonly string[],
    input?: Input,
  ) => {
    readonly out: () => string;
    readonly err: () => string;
    readonly ended: Promise<Ran>;
    readonly stop: () => Promise<Ran>;
  };
};

function configurationIn(text: string) {
  const read = readConfig(text, "config.toml");
  if (read.kind === "broken") throw new Error(read.sentence);
  return { path: "config.toml", text, config: read.config, warnings: read.warnings };
}

/** The state that verbs of one account share: names, outbox, network. */
export function shellOn(
  { realm }: Pick<StartedRealm, "realm"> & Partial<StartedRealm>,
  options: ShellOptions = {},
): Shell {
  const { clock = fakeClock(), columns, onRequest = () => undefined } = options;
  const account = realm.accounts.find(({ email }) => email === options.email) ?? realm.accounts[0]!;
  const network = networkTo(realm);
  const disk = options.disk ?? memoryDisk();
  const executed: Executed[] = [];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let names: string | undefined;
  let count = 0;

  const ports: Shell["ports"] = (write, say, input, stopped) => ({
    account: options.account,
    connection: tellingWaits(
      createConnection({
        site: "http://realm.test",
        credentials: { email: account.email, key: account.api_key },
        send: async (request, signal) => {
          const path = new URL(request.url).pathname.replace("/api/v1", "");
          onRequest(`${request.method} ${path}`, network);
          const answer = options.answer?.(`${request.method} ${path}`);
          if (answer !== undefined) return { status: 200, headers: {}, text: answer };
          return (options.send ?? network.send)(request, signal);
        },
        clock,
        log: silent,
        userAgent: "weir-test/1",
      }),
      clock,
      columns === undefined ? () => undefined : say,
    ),
    clock,
    dateOrder: options.dateOrder,
    rules: async () => configuredRules(configurationIn(options.configuration ?? ""), clock),
    random: seeded(7),
    log: silent,
    newId: () => {
      count += 1;
      return `verb-${count}`;
    },
    sink: {
      isTerminal: columns !== undefined,
      columns: columns ?? 80,
      write,
      style: {
        painter: painter(themeOf("dark", "dark"), columns === undefined ? "none" : "16"),
        glyphs: unicodeGlyphs,
        cells: standardCells,
        hours: { timeZone: "UTC", twentyFour: true },
      },
    },
    flushed: async () => undefined,
    download: fileDownloader({
      site: "http://realm.test",
      open: async () => ({
        send: async (request, signal) => {
          const answer = await network.send(request, signal);
          await request.take?.(new TextEncoder().encode(answer.text));
          return answer;
        },
        isSlow: () => false,
        close: async () => undefined,
      }),
      clock,
      userAgent: "weir-test/1",
    }),
    say,
    readInput: (signal) => (input === endless ? never(signal) : Promise.resolve(input)),
    openFile: async (path) => {
      const bytes = files.get(path);
      if (bytes === undefined) throw new Exit("refused", `There is no file ${path}.`);
      return { name: path, type: "text/plain", ...chunksOf(bytes) };
    },
    openArchive: async () => ({
      archive: options.archive ?? memoryArchive(),
      close: async () => {},
    }),
    archiveSize: options.archiveSize ?? Number.POSITIVE_INFINITY,
    openOutbox: async () => disk.open(),
    names: {
      read: async () => names,
      write: async (text) => {
        names = text;
      },
    },
    readerFor: (replica) => ({ ...plainContext, names: realmNames()(replica) }),
    exec: async (command, text, variables) => {
      executed.push({ command, input: text, variables });
      return 0;
    },
    stopped,
    documents: options.documents ?? noDocuments,
    outputLost: options.outputLost ?? new AbortController().signal,
  });

  const start = (argv: readonly string[], input?: Input) => {
    const ran = { code: 0, out: "", err: "" };
    const stopping = new AbortController();
    const write = (text: string) => {
      ran.out += text;
    };
    const say = (sentence: string) => {
      ran.err += `weir: ${sentence}\n`;
    };
    const portsOf = (shell: Pick<Shell, "ports">) =>
      shell.ports(write, say, input, stopping.signal);
    const accounts = Object.entries({ [options.account ?? ""]: { ports }, ...options.besides });
    const every = accounts.map(([name, shell]) => ({
      name,
      open: async () => {
        if (shell === undefined) throw new Exit("signedOut", "There is no key.");
        return { ...portsOf(shell), close: async () => {} };
      },
    }));
    const ended = go(argv, portsOf({ ports }), every).catch((error: unknown) => {
      if (error instanceof TransportError && stopping.signal.aborted) return;
      if (!(error instanceof Exit)) throw error;
      ran.code = error.code;
      say(error.message);
    });
    return {
      out: () => ran.out,
      err: () => ran.err,
      ended: ended.then(() => ran),
      stop: () => {
        stopping.abort(new TransportError("no", "stopped"));
        return ended.then(() => ran);
      },
    };
  };
  const run: Shell["run"] = (argv, input) => start(argv, input).ended;
  return { ports, network, disk, executed, files, start, run };
}

/** With the options of forms. */
export const allVerbs = verbsWith(optionsOf);

async function go(
  argv: readonly string[],
  ports: VerbPorts,
  every: readonly VerbAccount[],
): Promise<unknown> {
  const invocation = readCommandLine(argv, "1.2.3", allVerbs);
  if ("text" in invocation) return ports.sink.write(invocation.text);
  const verb = verbs.find(({ name }) => name === invocation.verb);
  if (verb === undefined) throw new RangeError(`There is no verb ${invocation.verb}.`);
  return invocation.options["allAccounts"] === true
    ? runForEvery(verb, invocation, every, ports)
    : runVerb(verb, invocation, ports);
}

export const json = ({ out }: Ran): readonly Readonly<Record<string, unknown>>[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** Runs a verb without a time limit until its first output or its end. */
export async function untilOutput(
  clock: FakeClock,
  shell: Shell,
  argv: readonly string[],
): Promise<Ran> {
  const endless = shell.start(argv);
  let hasEnded = false;
  void endless.ended.then(() => {
    hasEnded = true;
  });
  while (endless.out() === "" && !hasEnded) await clock.pass("10 ms");
  return endless.stop();
}
