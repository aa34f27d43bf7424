/** Runs a verb, also for several accounts, within its deadline, and converts failures to a sentence and an exit code. */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import type { Clock } from "#base/clock.ts";
import type { Skip } from "#wire/skips.ts";
import {
  doneBefore,
  failureExit,
  type Seen,
  TooLate,
  unconfirmed,
  unreadText,
  watched,
} from "./calls.ts";
import { Exit, exitCodes, isExit, referringToHelp } from "./exit-codes.ts";
import { type Invocation, timeoutIn } from "./invocation.ts";
import {
  type CachedNames,
  goneStreams,
  namesFrom,
  noNames,
  parseNames,
  replicaOf,
  withMessages,
  withoutDeleted,
  withTopics,
  withUsers,
} from "./names-cache.ts";
import { outputFor, type RankedRow, type Sink, writeRows } from "./output.ts";
import { fetchReplica } from "./realm-state.ts";
import type { Verb } from "./verb.ts";
import type { VerbPorts } from "./verb-context.ts";
import { loadVerbs } from "./verbs/load.ts";

const defaultDeadlineMs = 60_000;

/**
 * Throws an Exit for every failure that has a sentence for the user. Resolves with whether something has been changed
 * on the server.
 */
export async function runVerb(
  verb: Verb,
  invocation: Invocation,
  ports: VerbPorts,
): Promise<boolean> {
  try {
    return await run(verb, invocation, ports);
  } catch (error) {
    throw referringToHelp(error, verb.name);
  }
}

async function run(verb: Verb, invocation: Invocation, ports: VerbPorts): Promise<boolean> {
  if (verb.run === undefined) throw new Error(`${verb.name} cannot be run here.`);
  const output = outputFor(ports.sink, invocation, verb.fields ?? [], ports.say, ports.account);
  const limit = deadline(verb, invocation, ports.clock);
  const unread = new AbortController();
  const stopping = AbortSignal.any([unread.signal, ports.stopped]);
  const signal = AbortSignal.any([limit.signal, stopping]);
  // What goes on until it is stopped ends well when its time is over.
  const stopped = verb.deadlineMs === Number.POSITIVE_INFINITY ? signal : stopping;
  const seen: Seen = { topics: new Map(), states: [], messages: [], deletions: [] };
  const { connection, isInDoubt, made } = watched(ports.connection, {
    clock: ports.clock,
    signal,
    onWait: limit.postpone,
    seen,
  });
  const { outputLost } = ports;
  // What has begun to change things is finished, even if nobody reads its report.
  const stopReading = () => void (made().length > 0 || unread.abort(outputLost.reason));
  outputLost.addEventListener("abort", stopReading, { once: true });
  const background: Promise<unknown>[] = [];
  const later: (() => Promise<void>)[] = [];
  const startLater = () => background.push(...later.splice(0).map((work) => work()));
  // After a request of the verb, which gets the connection that is free, instead of opening one.
  const call: Connection["call"] = (...request) => {
    if (later.length > 0) setImmediate(startLater);
    return connection.call(...request);
  };
  const tellUnread = unreadTeller(ports);
  try {
    const carryOut = verb.run(await loadVerbs());
    await carryOut({
      ...ports,
      stopped,
      readInput: () => inputWithin(ports, signal),
      invocation,
      args: invocation.args ?? [],
      connection: { ...connection, call },
      output,
      state: async (...parts) => {
        const replica = await fetchReplica(connection, parts, (work) => later.push(work));
        seen.replica = replica;
        seen.states.push({ replica, parts });
        return replica;
      },
      cachedState: async () => replicaOf(await cachedNames(ports)),
      noteViews: (views) => {
        seen.views = views;
      },
      noteFolders: (folders) => {
        seen.folders = folders;
      },
      goneStreams: async () => goneStreams(await cachedNames(ports), seen.replica),
    });
    return made().length > 0;
  } catch (error) {
    throw exitFor(error, isInDoubt(), doneBefore(made()));
  } finally {
    limit.cancel();
    // Who changes something is told by the answer whether it was done.
    if (made().length === 0) tellUnread();
    outputLost.removeEventListener("abort", stopReading);
    startLater();
    background.push(remember(ports, seen));
    await Promise.allSettled(background);
  }
}

/** How long more may come to what is told together, in verbs that go on. */
const gatherMs = 1_000;

/** Says what the output lacks because it could not be read: soon after it came, or when called. */
function unreadTeller({ connection, clock, say }: VerbPorts): () => void {
  let fresh: readonly Skip[] = [];
  let cancel = () => {};
  const tell = () => {
    cancel();
    if (fresh.length > 0) say(`${unreadText(fresh)}, which is missing here.`);
    fresh = [];
  };
  connection.skips.listen((_, skip) => {
    cancel();
    fresh = [...fresh, skip];
    cancel = clock.after(gatherMs, tell);
  });
  return tell;
}

async function cachedNames({ names }: VerbPorts): Promise<CachedNames> {
  return parseNames(await names.read()) ?? noNames;
}

/** Failures are ignored, because the cache is only a convenience. */
async function remember({ names }: VerbPorts, seen: Seen): Promise<void> {
  const { states, people, topics, views, folders, messages, deletions } = seen;
  const count = states.length + topics.size + messages.length + deletions.length;
  if (count === 0 && people === undefined) return;
  try {
    const before = await names.read();
    const oldNames = parseNames(before) ?? noNames;
    const withStates = states.reduce(
      (sum, { replica, parts }) => namesFrom(sum, replica, parts),
      oldNames,
    );
    const withPeople = people === undefined ? withStates : withUsers(withStates, people);
    const named = [...topics].reduce((sum, [id, list]) => withTopics(sum, id, list), withPeople);
    const lists = { views: views ?? named.views, folders: folders ?? named.folders };
    const withOwn = { ...named, ...lists };
    const after = JSON.stringify(withoutDeleted(withMessages(withOwn, messages), deletions));
    if (after !== before) await names.write(after);
  } catch {
    return;
  }
}

async function inputWithin(
  { readInput }: VerbPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await readInput(signal);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    throw new Exit("refused", `Standard input did not end ${error.message}.`);
  }
}

function deadline(verb: Verb, invocation: Invocation, clock: Clock) {
  const seconds = timeoutIn(invocation);
  const ms = seconds === undefined ? (verb.deadlineMs ?? defaultDeadlineMs) : seconds * 1000;
  const late = new AbortController();
  const reason = new TooLate(`within ${Math.ceil(ms / 1000)} seconds`);
  const arm = (waitMs: number) =>
    Number.isFinite(ms) ? clock.after(waitMs + ms, () => late.abort(reason)) : () => undefined;
  let cancel = arm(0);
  return {
    signal: late.signal,
    /** The server makes the verb wait. That is part of a time limit that the user set, but not of the default one. */
    postpone: (waitMs: number) => {
      if (seconds !== undefined) return;
      cancel();
      cancel = arm(waitMs);
    },
    cancel: () => cancel(),
  };
}

/** `before`: what was done before it failed. */
function exitFor(error: unknown, isInDoubt: boolean, before: string): unknown {
  if (error instanceof TooLate) {
    const sentence = `No response ${error.message}.`;
    return isInDoubt ? unconfirmed(sentence, before) : new Exit("unreachable", sentence + before);
  }
  if (!(error instanceof ApiError)) return error;
  return isInDoubt
    ? unconfirmed(failureExit(error.failure).message, before)
    : failureExit(error.failure, "", before);
}

// Runs a verb for several accounts at once: one that fails, or does not answer, costs the others nothing but its rows.

export type VerbAccount = {
  /** In the configuration file. */
  readonly name: string;
  /** Throws an Exit if it cannot be opened. */
  readonly open: () => Promise<VerbPorts & { readonly close: () => Promise<void> }>;
};

/** The rows of the others wait for an account, so it has less time than if it was alone. */
const deadlineMs = 20_000;

/**
 * Failures are reported with the account's name; in the end, throws an Exit with the highest of their codes. Resolves
 * with whether something has been changed on a server.
 */
export async function runForEvery(
  verb: Verb,
  invocation: Invocation,
  accounts: readonly VerbAccount[],
  { sink, say }: Pick<VerbPorts, "sink" | "say">,
): Promise<boolean> {
  const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
  const { sinkOf, end } = isEndless ? live(sink) : collectingSinks(sink, invocation);
  const failures: Exit[] = [];
  const limited = isEndless ? verb : { ...verb, deadlineMs };
  const runs = accounts.map(async ({ name, open }) => {
    const tell = (sentence: string) => say(`${name}: ${sentence}`);
    const report = (error: unknown) => {
      if (!isExit(error)) throw error;
      failures.push(error);
      tell(error.message);
      return undefined;
    };
    const opened = await open().catch(report);
    if (opened === undefined) return false;
    const { close, ...ports } = opened;
    const accountPorts = { ...ports, account: name, sink: sinkOf(name), say: tell };
    try {
      return await runVerb(limited, invocation, accountPorts);
    } catch (error) {
      // What is wrong with the command is wrong for all.
      if (isExit(error) && error.isMisuse) throw error;
      return report(error);
    } finally {
      await close();
    }
  });
  const results = await Promise.allSettled(runs);
  end();
  for (const result of results) if (result.status === "rejected") throw result.reason;
  if (failures.length > 0) throw failureOf(failures, accounts.length);
  return results.some((result) => result.status === "fulfilled" && result.value);
}

function failureOf(errors: readonly Exit[], all: number): Exit {
  const worst = Math.max(...errors.map(({ code }) => code));
  const ends = Object.entries(exitCodes) as [keyof typeof exitCodes, { readonly code: number }][];
  const [end = "refused"] = ends.find(([, { code }]) => code === worst) ?? [];
  return new Exit(end, `${errors.length} of ${all} accounts failed.`);
}

type Sinks = {
  readonly sinkOf: (name: string) => Sink;
  /** All accounts are done. */
  readonly end: () => void;
};

/** Prints when all are done: one table of all rows, or one account after the other. */
function collectingSinks(sink: Sink, invocation: Invocation): Sinks {
  const texts = new Map<string, string>();
  const rows = new Map<string, readonly RankedRow[]>();
  return {
    sinkOf: (name) => {
      // In the order of the accounts, whichever answers first.
      texts.set(name, "");
      rows.set(name, []);
      return {
        ...sink,
        write: (text) => void texts.set(name, `${texts.get(name)}${text}`),
        account: {
          name,
          rows: (more) => void rows.set(name, [...(rows.get(name) ?? []), ...more]),
          // A blank line before those of the next account.
          continues: () => texts.get(name) !== "" || name === texts.keys().next().value,
        },
      };
    },
    end: () => {
      for (const text of texts.values()) if (text !== "") sink.write(text);
      writeRows(sink, invocation, [...rows.values()].flat());
    },
  };
}

/** Prints at once, as it comes. */
function live(sink: Sink): Sinks {
  let last: string | undefined;
  const writer = (name: string) => (text: string) => {
    sink.write(text);
    last = name;
  };
  return {
    sinkOf: (name) => ({
      ...sink,
      write: writer(name),
      account: { name, continues: () => last === undefined || last === name },
    }),
    end: () => {},
  };
}
