/** Asks what was written in a snoozed conversation since, where an answer that may have come unseen brings it back. */
import { get } from "#base/table.ts";
import { isOpenToAnswers, unansweredUpTo, withoutKnowing } from "#model/awaited.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Snooze } from "#model/local-state.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import type { Replica } from "#model/replica.ts";
import type { Store } from "#store/state.ts";
import { changeLocal, changeReplica } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";

/** So many are read for an answer, and if it is not among them, the conversation is back. */
const most = 500;

/** Nothing changes if the server's answer is doubtful by what has happened meanwhile. */
export async function fetchAnswers(context: SyncContext, key: ConversationKey): Promise<void> {
  const { store, clock } = context;
  const { replica } = store.getState();
  const snooze = openIn(store, key);
  if (snooze === undefined) return;
  const asked = requestedNow(replica);
  const { messages, isAll } = await fetchSince(context, replica, snooze);
  changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
  const known = store.getState().replica.messages;
  if (messages.some(({ id }) => get(known, id) === undefined)) return;
  if (isAll) settle(store, key, (one) => unansweredUpTo(one, asked.newest));
  else bringBack({ store, clock }, key);
}

/** What was written there since, and the message before; not all if nobody can tell whether that is all. */
export async function fetchSince(
  context: Pick<SyncContext, "connection" | "clock" | "stopped">,
  { ownId }: Pick<Replica, "ownId">,
  { conversation, newest }: Snooze,
): Promise<{ readonly messages: readonly Message[]; readonly isAll: boolean }> {
  const page = {
    narrow: termsOf(conversation, ownId, context.connection().level()),
    anchor: newest as MessageId,
    num_before: 1,
    num_after: most,
  };
  const { answer, messages } = await fetchMessages(context, page, { priority: "background" });
  const isEnd = answer.found_newest ?? messages.length < most;
  // A conversation without any message has another name now.
  const isRead = messages.length > 0 && messages.length === answer.messages.length;
  return { messages, isAll: isRead && isEnd };
}

/** Nobody can tell any more whether there is an answer. */
export function bringBack(
  { store, clock }: Pick<SyncContext, "store" | "clock">,
  key: ConversationKey,
): void {
  settle(store, key, (one) => withoutKnowing(one, clock.now() / 1000));
}

function settle(store: Store, key: ConversationKey, change: (snooze: Snooze) => Snooze): void {
  const snooze = openIn(store, key);
  if (snooze !== undefined) changeLocal(store, "snoozes", new Map([[key, change(snooze)]]));
}

/** Undefined if an answer changes nothing any more. */
function openIn(store: Store, key: ConversationKey): Snooze | undefined {
  const snooze = store.getState().journal.snoozes.get(key);
  return snooze !== undefined && isOpenToAnswers(snooze) ? snooze : undefined;
}
