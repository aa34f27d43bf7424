/**
 * Refetches flags whose events a server may have reported in the wrong order.
 *
 * Servers merge undelivered flag events into the newest one: "add read" of a message may move after a later "remove
 * read" of it. With such a pair in one response, it is unknown which came last.
 */
import { isRefusal } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import { flagOp } from "#model/message-changes.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { changeReplica } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { reasonOf } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";

const longestPage = 200;
const maxTries = 5;
const longestWaitMs = 30_000;

/** Messages with a flag that was removed and then added in the events of one response. */
export function ambiguousFlags(events: readonly Event[]): Sorted<MessageId> {
  const doubtful = { read: new Set<MessageId>(), starred: new Set<MessageId>() };
  const removed = { read: new Set<MessageId>(), starred: new Set<MessageId>() };
  for (const event of events) {
    if (event.type !== "update_message_flags") continue;
    const { flag } = event;
    if (flag !== "read" && flag !== "starred") continue;
    for (const id of event.messages) {
      if (flagOp(event) === "remove") {
        removed[flag].add(id);
        doubtful[flag].delete(id);
      } else if (removed[flag].has(id)) doubtful[flag].add(id);
    }
  }
  return sorted([...doubtful.read, ...doubtful.starred]);
}

/** Resolves when the flags of these messages are fetched, or cannot be. A new register makes this unnecessary. */
export async function refetchFlags(context: SyncContext, ids: Sorted<MessageId>): Promise<void> {
  const { store, clock, random, stopped } = context;
  const wait = backoff(random, 500, longestWaitMs);
  const { epoch } = store.getState().replica;
  const isOver = () => stopped.aborted || store.getState().replica.epoch !== epoch;
  for (const group of byConversation(context, ids)) {
    for (let tries = 1; tries <= maxTries && !isOver(); tries += 1) {
      if (await isRead(context, group)) break;
      await clock.sleep(wait.next(), stopped);
    }
  }
}

/** False if a retry may help. */
async function isRead(context: SyncContext, group: Group): Promise<boolean> {
  try {
    await readGroup(context, group);
    return true;
  } catch (error) {
    context.log.note("Flags could not be refetched.", { reason: reasonOf(error) });
    return isRefusal(error);
  }
}

type Group = { readonly at: Conversation | undefined; readonly ids: MessageId[] };

/** Messages of unknown conversations are fetched one by one. */
function byConversation({ store }: SyncContext, ids: Sorted<MessageId>): readonly Group[] {
  const { messages } = store.getState().replica;
  const groups = new Map<string, Group>();
  for (const id of ids) {
    const message = get(messages, id);
    const at = message && conversationOfMessage(message);
    const key = at === undefined ? String(id) : conversationKey(at);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { at, ids: [id] });
    else group.ids.push(id);
  }
  return [...groups.values()];
}

/** Fetches pages from the first missing message on, until none is missing. */
async function readGroup(context: SyncContext, { at, ids }: Group): Promise<void> {
  const { store } = context;
  for (let left: readonly MessageId[] = ids; left.length > 0; ) {
    const [anchor = 0] = left;
    const { replica } = store.getState();
    const asked = requestedNow(replica);
    const { messages } = await fetchMessages(context, {
      anchor,
      num_before: 0,
      num_after: left.length === 1 ? 0 : longestPage,
      narrow: at === undefined ? [] : termsOf(at, replica.ownId, context.connection().level()),
      client_gravatar: true,
    });
    changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
    const last = messages.at(-1)?.id ?? 0;
    left = left.filter((id) => id > Math.max(anchor, last));
  }
}
