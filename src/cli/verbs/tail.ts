/** `weir tail`: prints new messages, across lost queues and outages. */
import { ApiError, requestedWaitMs } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { oneByOne } from "#base/one-by-one.ts";
import { get } from "#base/table.ts";
import { signedOut } from "#cli/calls.ts";
import { syncContext } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingPlace } from "#cli/finder.ts";
import { type Invocation, text, wholeNumber } from "#cli/invocation.ts";
import { type MessageRow, messageRow } from "#cli/message-output.ts";
import { fetchPage, messagesAfter, newestMessages } from "#cli/messages.ts";
import { jsonLine } from "#cli/output.ts";
import type { Place } from "#cli/place.ts";
import type { Variables, VerbContext } from "#cli/verb-context.ts";
import { onePlace, partsFor } from "#cli/written-place.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { Stopped } from "#sync/context.ts";
import { termsOf } from "#sync/fetching.ts";
import { startEviction } from "#sync/history/history.ts";
import { startQueue, watchSleep } from "#sync/queue/queue.ts";
import type { Event } from "#wire/events.ts";
import type { Message as WireMessage } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { messageParts, printerFor } from "./read.ts";

const usualCount = 10;

export async function run(context: VerbContext): Promise<void> {
  const { args, connection, state, invocation, output, say } = context;
  const written = onePlace(args);
  // What is wrong with the command is said before anything is printed.
  const [most, count, seconds] = [mostNew(context), firstCount(context), timeLimit(context)];
  let replica = await state(...messageParts(context), ...partsFor(written), "newest");
  const { narrow }: Place = written
    ? await existingPlace(context, replica, written)
    : { narrow: { kind: "all" } };
  warnOfUnsubscribed(context, replica, narrow);
  const isIncluded = filterFor(narrow, invocation);
  const print = printerFor(context, () => replica);
  const terms = termsOf(narrow, replica.ownId, connection.level());
  const before = await newestMessages(connection, { narrow: terms, count });
  await print(
    before
      .map((message) => messageRow(message, replica))
      .filter(({ message }) => isIncluded(message, replica)),
  );

  const command = text(invocation, "exec");
  let left = most;
  await followMessages(context, {
    after: Math.max(await newestId(context, replica), before.at(-1)?.id ?? 0),
    narrow: terms,
    take: async (arrived, now) => {
      replica = now;
      const all = messageRows(arrived, now).filter(({ message }) => isIncluded(message, now));
      const rows = all.slice(0, left);
      left -= rows.length;
      if (command === undefined) await print(rows);
      else for (const row of rows) await execute(context, command, row);
      return left > 0;
    },
    onConnection: ({ kind }) => {
      if (kind === "offline" && output.isTerminal) say("The server is unreachable; retrying.");
    },
  });
  // Whoever interrupts it knows that.
  const isLate = seconds !== undefined && left > 0 && most < Number.POSITIVE_INFINITY;
  if (isLate) throw new Exit("refused", `Only ${most - left} of ${most} messages came in time.`);
}

/** How many new messages end it. */
function mostNew({ invocation, output }: VerbContext): number {
  const isOnce = invocation.options["once"] === true;
  const most = wholeNumber(invocation, "max", undefined, 1);
  if (isOnce && most !== undefined) throw new Exit("misuse", "Choose --once or --max.");
  const count = isOnce ? 1 : most;
  if (count !== undefined && output.account !== undefined)
    throw new Exit("misuse", "--once and --max follow one account: leave out --all-accounts.");
  return count ?? Number.POSITIVE_INFINITY;
}

function timeLimit({ invocation }: VerbContext): number | undefined {
  return wholeNumber(invocation, "timeout");
}

/** A command is only run for new messages. */
function firstCount({ invocation }: VerbContext): number {
  const { fromNow = false, exec } = invocation.options;
  const isNew = fromNow || exec !== undefined;
  return wholeNumber(invocation, "count", 5_000) ?? (isNew ? 0 : usualCount);
}

/** Requested separately from servers whose register response lacks it. */
async function newestId({ connection }: VerbContext, { newestMessage }: Replica): Promise<number> {
  if (newestMessage > 0) return newestMessage;
  const { messages } = await fetchPage(connection, {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    narrow: [],
  });
  return messages.at(-1)?.id ?? 0;
}

function messageRows(arrived: readonly Arrived[], replica: Replica): readonly MessageRow[] {
  return arrived.map(({ message, flags }) => messageRow(message, replica, [...flags]));
}

async function execute({ exec, say, account }: VerbContext, command: string, row: MessageRow) {
  const fields = { ...row.fields, account: account ?? null };
  const code = await exec(command, `${jsonLine(fields)}\n`, variablesOf(fields));
  if (code !== 0) say(`The command ended with ${code} for message ${row.message.id}.`);
}

/** Longer ones make a command fail to start. */
const longestVariable = 30_000;

/** `WEIR_ID`, `WEIR_SENDER` …: texts as they are, others as in JSON; without what is absent or too long. */
function variablesOf(fields: Readonly<Record<string, unknown>>): Variables {
  const all = Object.entries(fields).map(([name, value]) => {
    const words = typeof value === "string" ? value : jsonLine(value ?? "");
    return [`WEIR_${name.toUpperCase()}`, words.replaceAll("\0", "")] as const;
  });
  return Object.fromEntries(all.filter(([, words]) => words.length <= longestVariable));
}

function filterFor(narrow: Narrow, { options }: Invocation) {
  const needsMe = options["needsMe"] === true;
  // A command that answers would answer itself.
  const isOthers = options["exec"] !== undefined && options["mine"] !== true;
  const notMine = isOthers || options["notMine"] === true;
  return (message: Message, replica: Replica): boolean =>
    belongs(message, narrow) &&
    (!needsMe || concerns(message, replica)) &&
    !(notMine && message.senderId === replica.ownId);
}

function belongs(message: Message, narrow: Narrow): boolean {
  switch (narrow.kind) {
    case "all":
      return true;
    case "topic":
    case "direct":
      return message.conversation === conversationKey(narrow);
    case "stream":
      return message.streamId === narrow.streamId;
    case "sender":
      return message.senderId === narrow.userId;
    case "mentions":
      return message.mentioned || message.wildcardMentioned;
    case "starred":
      return message.starred;
    // Which messages a search finds, only the server knows.
    case "search":
      return false;
    case "directs":
      return message.userIds !== undefined;
  }
}

function concerns({ senderId, userIds, mentioned }: Message, { ownId }: Replica): boolean {
  return senderId !== ownId && (userIds !== undefined || mentioned);
}

function warnOfUnsubscribed({ say }: VerbContext, { streams }: Replica, narrow: Narrow): void {
  if (narrow.kind !== "topic" && narrow.kind !== "stream") return;
  if (get(streams, narrow.streamId)?.subscription === undefined)
    say("You are not subscribed to this stream, so you do not receive its new messages.");
}

// Follows new messages: those of events, and after each register those that arrived without a queue. No message is
// reported twice.

export type Arrived = { readonly message: WireMessage; readonly flags: readonly string[] };

export type Following = {
  /** The newest message that is already known. */
  readonly after: number;
  /** The narrow to fetch after an outage; events are not filtered. */
  readonly narrow: readonly NarrowTerm[];
  /** Called in the order of arrival; later messages wait until it resolves. False: that was enough. */
  readonly take: (arrived: readonly Arrived[], replica: Replica) => Promise<boolean>;
  /** The connection has changed. */
  readonly onConnection: (connection: State["session"]["connection"]) => void;
};

/** The number of IDs remembered to detect a message that both an event and a page contain. */
const maxSeen = 20_000;
const longestWaitMs = 30_000;

/** Resolves when `stopped` is aborted, or `take` has enough; rejects when the server refuses the key, or `take` rejects. */
export async function followMessages(
  context: VerbContext,
  { after, narrow, take, onConnection }: Following,
): Promise<void> {
  const { clock, connection } = context;
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Stopped());
  const sync = syncContext({ ...context, stopped: stopping.signal }, emptyReplica);
  const { store } = sync;
  const ended = Promise.withResolvers<void>();
  const { fresh, newest } = freshAfter(after);
  let isOver = false;
  const inTurn = oneByOne();
  const begin = (task: () => Promise<void>) => {
    inTurn(task).catch((error: unknown) => {
      if (!stopping.signal.aborted) ended.reject(error);
    });
  };

  const give = async (arrived: readonly Arrived[]) => {
    const added = fresh(arrived);
    if (isOver || added.length === 0 || (await take(added, store.getState().replica))) return;
    isOver = true;
    ended.resolve();
  };
  /** Messages that arrived without a queue. */
  const fill = () =>
    untilAnswered(context, stopping.signal, async () => {
      for await (const page of messagesAfter(connection, narrow, newest()))
        await give(page.map((message) => ({ message, flags: message.flags ?? [] })));
    });

  const stopFilling = follow(store, [parts.epoch], () => begin(fill));
  const stopWatching = follow(store, [parts.connection], ({ session }) => {
    onConnection(session.connection);
    if (session.connection.kind === "signed-out")
      ended.reject(signedOut(session.connection.sentence, session.connection.code));
  });
  const queue = startQueue(sync, (events) => {
    const arrived = events.flatMap(messageIn);
    if (arrived.length > 0) begin(() => give(arrived));
  });
  const ends = [stopFilling, stopWatching, startEviction(sync), watchSleep(clock, queue.poke)];
  if (context.stopped.aborted) ended.resolve();
  context.stopped.addEventListener("abort", () => ended.resolve(), { once: true });
  try {
    await ended.promise;
  } finally {
    for (const end of ends) end();
    stop();
    await Promise.all([queue.stop(), inTurn(async () => {})]);
  }
}

/** Lets each message with a higher ID pass once. */
function freshAfter(after: number) {
  const seen = new Set<number>();
  let newest = after;
  return {
    newest: () => newest,
    fresh: (arrived: readonly Arrived[]): readonly Arrived[] => {
      const fresh = arrived.filter(({ message: { id } }) => id > after && !seen.has(id));
      for (const { message } of fresh) seen.add(message.id);
      newest = Math.max(newest, ...fresh.map(({ message }) => message.id));
      for (const id of seen) {
        if (seen.size <= maxSeen) break;
        seen.delete(id);
      }
      return fresh;
    },
  };
}

/** Repeats the request until the server answers; rejects when it refuses. */
async function untilAnswered(
  { clock, random }: VerbContext,
  stopped: AbortSignal,
  request: () => Promise<void>,
): Promise<void> {
  const waits = backoff(random, 500, longestWaitMs);
  while (!stopped.aborted) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || isFinal(error)) throw error;
      await clock.sleep(Math.max(requestedWaitMs(error.failure), waits.next()), stopped);
    }
  }
}

function isFinal({ failure: { kind } }: ApiError): boolean {
  return kind === "refused" || kind === "unauthorized";
}

function messageIn(event: Event): readonly Arrived[] {
  return event.type === "message" ? [{ message: event.message, flags: event.flags }] : [];
}
