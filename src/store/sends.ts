/** Sends that are not messages yet, by conversation, as the pane shows them below its messages. */
import { memoizeEach } from "#base/memoize.ts";
import type { Intent, Phase } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { noneUndecided, type Undecided, type UndecidedSends } from "#model/local-state.ts";

const none: readonly Intent[] = [];
type Sends = ReadonlyMap<ConversationKey, readonly Intent[]>;

/**
 * The open sends of a conversation in order of creation; the same list while the journal's intents are the same. A
 * pending send whose message was already received is excluded: the message is shown instead.
 */
export function sendsOf(journal: Journal, key: ConversationKey): readonly Intent[] {
  return byConversation(journal.intents).get(key) ?? none;
}

/** True if the user has to decide about the send. */
export function isUndecided(phase: Phase): boolean {
  return phase === "failed" || phase === "undecided";
}

/** The conversations with sends that await the user's decision; the same map while the intents are the same. */
export function undecidedSends({ intents }: Pick<Journal, "intents">): UndecidedSends {
  return undecidedAmong(intents);
}

const undecidedAmong = memoizeEach((intents: Journal["intents"]): UndecidedSends => {
  const byKey = new Map<ConversationKey, Undecided>();
  for (const [key, sends] of byConversation(intents)) {
    const waiting = sends.filter(({ phase }) => isUndecided(phase));
    const [oldest] = waiting;
    if (oldest?.action.kind !== "send") continue;
    const failed = waiting.filter(({ phase }) => phase === "failed").length;
    byKey.set(key, {
      conversation: oldest.action.address,
      mayHaveArrived: waiting.length - failed,
      failed,
      since: Math.floor(oldest.createdAt / 1000),
      reason: oldest.reason ?? "",
    });
  }
  return byKey.size === 0 ? noneUndecided : oldestFirst(byKey);
});

function oldestFirst(sends: UndecidedSends): UndecidedSends {
  return new Map([...sends].sort(([, one], [, other]) => one.since - other.since));
}

const byConversation = memoizeEach((intents: Journal["intents"]): Sends => {
  const sends = new Map<ConversationKey, Intent[]>();
  for (const intent of intents.values()) {
    if (intent.action.kind !== "send") continue;
    if (intent.phase === "sending" && intent.messageId !== undefined) continue;
    const key = conversationKey(intent.action.address);
    const list = sends.get(key);
    if (list === undefined) sends.set(key, [intent]);
    else list.push(intent);
  }
  return sends;
});
