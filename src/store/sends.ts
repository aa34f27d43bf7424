/** The sends that are not messages yet, by conversation, as the pane shows them below its messages. */
import type { Intent, Phase } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { noneUndecided, type Undecided, type UndecidedSends } from "#model/undecided.ts";

const none: readonly Intent[] = [];
const known = new WeakMap<Journal["intents"], ReadonlyMap<ConversationKey, readonly Intent[]>>();
const undecided = new WeakMap<Journal["intents"], UndecidedSends>();

/**
 * The open sends of a conversation in the order of their birth; the same list while the journal's intents are the same.
 * A send that is under way and whose message the server already told of is not among them: the message stands there.
 */
export function sendsOf(journal: Journal, key: ConversationKey): readonly Intent[] {
  return sendsByConversation(journal).get(key) ?? none;
}

/** Sends by what is to become of them, but for those that are under way: they will be over soon. */
export type SendCounts = {
  /** To be sent, or looked for on the server. */
  readonly waiting: number;
  /** To be decided about by the person. */
  readonly undecided: number;
};

export function sendCounts(journal: Journal): SendCounts {
  const phases = [...sendsByConversation(journal).values()].flat().map(({ phase }) => phase);
  return {
    waiting: phases.filter((phase) => phase === "waiting" || phase === "maybe").length,
    undecided: phases.filter(isUndecided).length,
  };
}

/** True where the person chooses what becomes of a send. */
export function isUndecided(phase: Phase): boolean {
  return phase === "failed" || phase === "unsure";
}

/** The conversations with sends that wait for the person; the same map while the intents are the same. */
export function undecidedSends(journal: Pick<Journal, "intents">): UndecidedSends {
  const before = undecided.get(journal.intents);
  if (before !== undefined) return before;
  const found = new Map<ConversationKey, Undecided>();
  for (const [key, sends] of sendsByConversation(journal)) {
    const waiting = sends.filter(({ phase }) => isUndecided(phase));
    const [oldest] = waiting;
    if (oldest?.wish.kind !== "send") continue;
    const failed = waiting.filter(({ phase }) => phase === "failed").length;
    found.set(key, {
      conversation: oldest.wish.address,
      unsure: waiting.length - failed,
      failed,
      since: Math.floor(oldest.createdAt / 1000),
      reason: oldest.reason ?? "",
    });
  }
  const sorted = found.size === 0 ? noneUndecided : oldestFirst(found);
  undecided.set(journal.intents, sorted);
  return sorted;
}

function oldestFirst(found: UndecidedSends): UndecidedSends {
  return new Map([...found].sort(([, one], [, other]) => one.since - other.since));
}

function sendsByConversation(
  journal: Pick<Journal, "intents">,
): ReadonlyMap<ConversationKey, readonly Intent[]> {
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
