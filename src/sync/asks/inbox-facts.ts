/**
 * What decides where a conversation stands in the inbox and the register does not tell: in which topics the user has
 * written recently, and which unread messages mention by wildcard only, contain an alert word or come from bots.
 *
 * Fetched once per register. The first time it is requested along with it, so that no row changes its section after the
 * first frame; events and opened histories keep it current.
 */

import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { getMessages } from "#api/messages.ts";
import { withParticipation, withUnreadFacts } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import { isLean } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, type SyncContext } from "#sync/context.ts";
import { termsOf } from "#sync/fetching.ts";
import type { UserId } from "#wire/ids.ts";
import { type MessageFacts, messageFacts } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { read, type Unreadable } from "#wire/read.ts";

/** Of more unread messages, only those of so many are known of which nobody has told by an event. */
export const newestMessages = 500;
/** Where the line is slow. */
const newestIfLean = 50;
/** The first frame does not wait longer for it. */
const longestWaitMs = 500;

/** Adds what was fetched. */
export type InboxFacts = (replica: Replica) => Replica;

export type InboxFactsPart = {
  /**
   * Requests the facts for the first register; undefined if they take long: then they are applied when they arrive, as
   * after any other register.
   */
  readonly withFirst: (ownId: UserId) => Promise<InboxFacts | undefined>;
  readonly start: () => void;
};

export function inboxFacts(context: SyncContext): InboxFactsPart {
  const { store, stopped, idle, log, clock } = context;
  let fetchedFor = 0;
  /** Of those, whether fewer messages were looked at than is possible now. */
  let isPart = false;

  const loading = async (ownId: UserId, priority: "interactive" | "background") => {
    isPart = isLean(store.getState());
    const count = isPart ? newestIfLean : newestMessages;
    const options = { priority, signal: stopped, count };
    try {
      return await idle.during(fetchInboxFacts(context.connection(), ownId, options));
    } catch (error) {
      if (stopped.aborted) return undefined;
      // Retried once the connection is back; a refusal is final for this register.
      if (!(error instanceof ApiError) || error.failure.kind !== "refused") fetchedFor = 0;
      log.note("Your recent messages could not be fetched.", { reason: String(error) });
      return undefined;
    }
  };
  const advance = () => {
    const { epoch, ownId } = store.getState().replica;
    const isFetched = epoch === fetchedFor && !(isPart && !isLean(store.getState()));
    if (epoch === 0 || isFetched || stopped.aborted || !isReachable(context)) return;
    fetchedFor = epoch;
    void loading(ownId, "background").then((facts) => facts && changeReplica(store, facts));
  };
  return {
    withFirst: (ownId) => {
      fetchedFor = 1;
      const facts = loading(ownId, "interactive");
      return new Promise((resolve) => {
        let isLate = false;
        const cancel = clock.after(longestWaitMs, () => {
          isLate = true;
          resolve(undefined);
        });
        void facts.then((change) => {
          cancel();
          if (!isLate) resolve(change);
          else if (change !== undefined) changeReplica(store, change);
        });
      });
    },
    start: () => {
      advance();
      follow(store, [parts.epoch, parts.connection, isLean], advance);
    },
  };
}

type Fetching = Parameters<typeof getMessages>[2] & {
  /** Of the newest messages. */
  readonly count?: number;
};

/** What the user's own messages and the unread ones tell. */
async function fetchInboxFacts(
  connection: Connection,
  ownId: UserId,
  options: Fetching,
): Promise<InboxFacts> {
  const [participation, unread] = await Promise.all([
    fetchParticipation(connection, ownId, options),
    fetchUnreadFacts(connection, options),
  ]);
  return (replica) => unread(participation(replica));
}

/** What the user's own messages tell. */
export async function fetchParticipation(
  connection: Connection,
  ownId: UserId,
  options: Fetching = {},
): Promise<InboxFacts> {
  const narrow = termsOf({ kind: "sender", userId: ownId }, ownId, connection.level());
  const own = await newest(connection, narrow, options);
  return (replica) => withParticipation(replica, own);
}

/** What the unread messages tell. */
export async function fetchUnreadFacts(
  connection: Connection,
  options: Fetching = {},
): Promise<InboxFacts> {
  const unread = await newest(connection, [{ operator: "is", operand: "unread" }], options);
  return (replica) => withUnreadFacts(replica, unread);
}

async function newest(
  connection: Connection,
  narrow: NarrowTerm[],
  { count = newestMessages, ...options }: Fetching,
): Promise<readonly MessageFacts[]> {
  const page = { narrow, anchor: "newest", num_before: count, num_after: 0 } as const;
  const { messages } = await getMessages(connection, { ...page, apply_markdown: false }, options);
  return messages.flatMap((raw) => {
    const skipped: Unreadable[] = [];
    const reading = read(messageFacts, raw, "messages", skipped);
    connection.skips.note(reading.kind === "read" ? skipped : [reading]);
    return reading.kind === "read" ? [reading.value] : [];
  });
}
