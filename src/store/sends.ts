/** The sends that are not messages yet, by conversation, as the pane shows them below its messages. */
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";

const none: readonly Intent[] = [];
const known = new WeakMap<Journal["intents"], ReadonlyMap<ConversationKey, readonly Intent[]>>();

/**
 * The open sends of a conversation in the order of their birth; the same list while the journal's intents are the same.
 * A send that is under way and whose message the server already told of is not among them: the message stands there.
 */
export function sendsOf(journal: Journal, key: ConversationKey): readonly Intent[] {
  return sendsByConversation(journal).get(key) ?? none;
}

/** How many sends wait for the network. */
export function queuedCount(journal: Journal): number {
  let count = 0;
  for (const sends of sendsByConversation(journal).values())
    count += sends.filter(({ phase }) => phase === "waiting").length;
  return count;
}

function sendsByConversation(journal: Journal): ReadonlyMap<ConversationKey, readonly Intent[]> {
  const remembered = known.get(journal.intents);
  if (remembered !== undefined) return remembered;
  const sends = new Map<ConversationKey, Intent[]>();
  for (const intent of journal.intents.values()) {
    if (intent.wish.kind !== "send") continue;
    if (intent.phase === "sending" && intent.messageId !== undefined) continue;
    const key = conversationKey(intent.wish.address);
    const list = sends.get(key);
    if (list === undefined) sends.set(key, [intent]);
    else list.push(intent);
  }
  known.set(journal.intents, sends);
  return sends;
}
