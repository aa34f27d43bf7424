/** Runs a verb within its deadline, and converts failures to a sentence and an exit code. */
import { ApiError } from "#api/failure.ts";
import type { Clock } from "#base/clock.ts";
import { doneBefore, failureExit, type Seen, TooLate, unconfirmed, watched } from "./calls.ts";
import { Exit, referringToHelp } from "./exit-codes.ts";
import { type Invocation, wholeNumber } from "./invocation.ts";
import { namesFrom, noNames, parseNames, replicaOf, withTopics, withUsers } from "./names-cache.ts";
import { outputFor } from "./output.ts";
import { fetchReplica } from "./realm-state.ts";
import { loadVerbs, type Verb } from "./verb.ts";
import type { VerbPorts } from "./verb-context.ts";

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
  const stopped = AbortSignal.any([unread.signal, ports.stopped]);
  const signal = AbortSignal.any([limit.signal, stopped]);
  const seen: Seen = { topics: new Map() };
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
  try {
    const carryOut = verb.run(await loadVerbs());
    await carryOut({
      ...ports,
      stopped,
      readInput: () => inputWithin(ports, signal),
      invocation,
      args: invocation.args ?? [],
      connection,
      output,
      state: async (...parts) => {
        const replica = await fetchReplica(connection, parts, (work) => background.push(work));
        seen.replica = replica;
        return replica;
      },
      cachedState: async () => replicaOf(parseNames(await ports.names.read()) ?? noNames),
    });
    return made().length > 0;
  } catch (error) {
    throw exitFor(error, isInDoubt(), doneBefore(made()));
  } finally {
    limit.cancel();
    outputLost.removeEventListener("abort", stopReading);
    background.push(remember(ports, seen));
    await Promise.allSettled(background);
  }
}

/** Failures are ignored, because the cache is only a convenience. */
async function remember({ names }: VerbPorts, { replica, people, topics }: Seen): Promise<void> {
  try {
    const before = await names.read();
    const known = parseNames(before) ?? noNames;
    const withReplica = replica === undefined ? known : namesFrom(known, replica);
    const withPeople = people === undefined ? withReplica : withUsers(withReplica, people);
    const all = [...topics].reduce((sum, [id, list]) => withTopics(sum, id, list), withPeople);
    const after = JSON.stringify(all);
    if (after !== before && (replica ?? people ?? topics.size) !== 0) await names.write(after);
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

type Deadline = {
  readonly signal: AbortSignal;
  /** The server makes the verb wait. That is part of a time limit that the user set, but not of the default one. */
  readonly postpone: (ms: number) => void;
  readonly cancel: () => void;
};

function deadline(verb: Verb, invocation: Invocation, clock: Clock): Deadline {
  const seconds = wholeNumber(invocation, "timeout", 1_000_000);
  const ms = seconds === undefined ? (verb.deadlineMs ?? defaultDeadlineMs) : seconds * 1000;
  const late = new AbortController();
  const reason = new TooLate(`within ${Math.ceil(ms / 1000)} seconds`);
  const arm = (waitMs: number) =>
    Number.isFinite(ms) ? clock.after(waitMs + ms, () => late.abort(reason)) : () => undefined;
  let cancel = arm(0);
  return {
    signal: late.signal,
    postpone: (waitMs) => {
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
