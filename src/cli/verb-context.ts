/** The context of a verb. */
import type { Connection } from "#api/connection.ts";
import type { DownloadFile } from "#api/files.ts";
import type { Streamed } from "#api/multipart.ts";
import type { OpenArchive } from "#archive/client.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { DateOrder } from "#base/typed-time.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { ReaderContext } from "#markup/reader-context.ts";
import type { Replica } from "#model/replica.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";
import type { Invocation } from "./invocation.ts";
import type { Output, Sink } from "./output.ts";
import type { StatePart } from "./realm-state.ts";

export type Variables = Readonly<Record<string, string>>;

/** What the program provides to every verb. */
export type VerbPorts = {
  /** The account's name in the configuration file; absent if it is not from there. */
  readonly account?: string | undefined;
  readonly connection: Connection;
  readonly clock: Clock;
  /** Which number comes first in dates with slashes, by the locale, if that is known. */
  readonly dateOrder: DateOrder | undefined;
  readonly random: Random;
  readonly log: Log;
  readonly newId: () => string;
  readonly sink: Sink;
  /** Resolves when the sink has passed on what was written: before that, it is in memory. */
  readonly flushed: () => Promise<void>;
  /** Prints a sentence to standard error. */
  readonly say: (sentence: string) => void;
  /** The whole standard input, until `signal` is aborted; undefined if it is a terminal. Throws an Exit if it is too long. */
  readonly readInput: (signal: AbortSignal) => Promise<string | undefined>;
  /** A file to be read while it is sent. Throws an Exit if it cannot be read. */
  readonly openFile: (path: string) => Promise<Streamed>;
  /** Fetches an uploaded file from its link. */
  readonly download: DownloadFile;
  /** The rules of the configuration file that can be applied, and a warning about each other one. */
  readonly rules: () => Promise<{
    readonly all: readonly Rule[];
    readonly warnings: readonly string[];
  }>;
  /** The account's outbox, which `withStorage` opens and closes. */
  readonly openOutbox: () => Promise<JournalStorage>;
  /** What was seen of the realm; opened when a verb needs it, and closed by it. */
  readonly openArchive: () => Promise<OpenArchive>;
  /** Bytes that it may take on disk. */
  readonly archiveSize: number;
  /** The names that earlier verbs have seen. */
  readonly names: {
    readonly read: () => Promise<string | undefined>;
    readonly write: (text: string) => Promise<void>;
  };
  /** The server's public documents, cached between runs. */
  readonly documents: Documents;
  /** Names, link patterns and emoji for printing messages. */
  readonly readerFor: (replica: Replica) => ReaderContext;
  /** Runs a shell command with this input and more variables, without the account's key; resolves with its exit code. */
  readonly exec: (command: string, input: string, variables: Variables) => Promise<number>;
  /** Aborted when the user interrupts the program. */
  readonly stopped: AbortSignal;
  /** Aborted when nothing can be printed any more. */
  readonly outputLost: AbortSignal;
};

export type VerbContext = Omit<VerbPorts, "sink" | "readInput"> & {
  readonly readInput: () => Promise<string | undefined>;
  readonly invocation: Invocation;
  readonly args: readonly string[];
  readonly output: Output;
  readonly state: (...parts: readonly StatePart[]) => Promise<Replica>;
  /** The cached names only. */
  readonly cachedState: () => Promise<Replica>;
  /** The names of all views, for later completions: those of this machine are no part of the state. */
  readonly noteViews: (names: readonly string[]) => void;
  /** Likewise, the names of the user's own folders of streams. */
  readonly noteFolders: (names: readonly string[]) => void;
  /** Streams that earlier verbs have seen, and that the server does not list any more. */
  readonly goneStreams: () => Promise<readonly { readonly id: number; readonly name: string }[]>;
};
