/**
 * Follows new messages: those of events, and after each register those that arrived without a queue. No message is
 * reported twice.
 */

import { ApiError, requestedWaitMs } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { safeLine } from "#base/safe-text.ts";
import { emptyReplica } from "#model/empty.ts";
import type { Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { Stopped } from "#sync/context.ts";
import { startEviction } from "#sync/history/history.ts";
import { startQueue, watchSleep } from "#sync/queue/queue.ts";
import type { Event } from "#wire/events.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { Exit } from "./exit-codes.ts";
import { messagesAfter } from "./fetch-messages.ts";
import { syncContext } from "./sync-context.ts";
import type { VerbContext } from "./verb-context.ts";

export type Arrived = { readonly message: Message; readonly flags: readonly string[] };

export type Following = {
  /** The newest message that is already known. */
  readonly after: number;
  /** The narrow to fetch after an outage; events are not filtered. */
  readonly narrow: readonly NarrowTerm[];
  /** Called in the order of arrival; later messages wait until it resolves. */
  readonly take: (arrived: readonly Arrived[], replica: Replica) => Promise<void>;
  /** The connection has changed. */
  readonly onConnection: (connection: State["session"]["connection"]) => void;
};

/** The number of IDs remembered to detect a message that both an event and a page contain. */
const maxSeen = 20_000;
const longestWaitMs = 30_000;

/** Resolves when `stopped` is aborted; rejects when the server refuses the key, or `take` rejects. */
export async function followMessages(
  context: VerbContext,
  { after, narrow, take, onConnection }: Following,
): Promise<void> {
  const { clock, random, connection } = context;
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Stopped());
  const sync = syncContext({ ...context, stopped: stopping.signal }, emptyReplica);
  const { store } = sync;
  const ended = Promise.withResolvers<void>();
  const seen = new Set<number>();
  let newest = after;
  let work = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task).catch((error: unknown) => {
      if (!stopping.signal.aborted) ended.reject(error);
    });
  };

  const give = async (arrived: readonly Arrived[]) => {
    const fresh = arrived.filter(({ message: { id } }) => id > after && !seen.has(id));
    for (const { message } of fresh) seen.add(message.id);
    newest = Math.max(newest, ...fresh.map(({ message }) => message.id));
    for (const id of seen) {
      if (seen.size <= maxSeen) break;
      seen.delete(id);
    }
    if (fresh.length > 0) await take(fresh, store.getState().replica);
  };
  /** Messages that arrived without a queue; requested until the server answers. */
  const fill = async () => {
    const waits = backoff(random, 500, longestWaitMs);
    while (!stopping.signal.aborted) {
      try {
        for await (const page of messagesAfter(connection, narrow, newest))
          await give(page.map((message) => ({ message, flags: message.flags ?? [] })));
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || isFinal(error)) throw error;
        const waitMs = Math.max(requestedWaitMs(error.failure), waits.next());
        await clock.sleep(waitMs, stopping.signal);
      }
    }
  };

  const stopFilling = follow(store, [parts.epoch], () => inTurn(fill));
  const stopWatching = follow(store, [parts.connection], ({ session }) => {
    onConnection(session.connection);
    if (session.connection.kind === "signed-out")
      ended.reject(new Exit("signedOut", safeLine(session.connection.sentence)));
  });
  const queue = startQueue(sync, (events) => {
    const arrived = events.flatMap(messageIn);
    if (arrived.length > 0) inTurn(() => give(arrived));
  });
  const ends = [stopFilling, stopWatching, startEviction(sync), watchSleep(clock, queue.poke)];
  context.stopped.addEventListener("abort", () => ended.resolve(), { once: true });
  try {
    await ended.promise;
  } finally {
    for (const end of ends) end();
    stop();
    await Promise.all([queue.stop(), work]);
  }
}

function isFinal({ failure: { kind } }: ApiError): boolean {
  return kind === "refused" || kind === "unauthorized";
}

function messageIn(event: Event): readonly Arrived[] {
  return event.type === "message" ? [{ message: event.message, flags: event.flags }] : [];
}
