/** Recognising sends in the own messages that the server tells of, so that each stands in one row. */
import type { MessageId } from "#wire/ids.ts";
import { storedContent } from "./content.ts";
import type { Address, Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { answered } from "./phases.ts";
import { changed } from "./retire.ts";

/** A message of the person's own, heard of by an event or found in a page. */
export type OwnMessage = {
  readonly id: MessageId;
  /** The key of its conversation. */
  readonly conversation: string;
  readonly content: string;
  /** The intent it came from; only in events, and only in the queue that was named when it was sent. */
  readonly localId?: string | undefined;
};

export type ClaimRules = {
  readonly keyOf: (address: Address) => string;
  /** The server's limit in code points. */
  readonly maxLength: number;
};

/** `journal` after the person's own messages `own` were heard of, in the order of their IDs. */
export function claimed(journal: Journal, own: readonly OwnMessage[], rules: ClaimRules): Journal {
  return own.reduce((before, message) => claim(before, message, rules), journal);
}

function claim(journal: Journal, message: OwnMessage, rules: ClaimRules): Journal {
  const named = journal.intents.get(message.localId as IntentId);
  if (named !== undefined && isUnanswered(named))
    return nowIs(journal, named, message.id, answered(message.id), rules);
  // The queue that it names told whose it is: no other row may take it.
  if (message.localId !== undefined || isTaken(journal, message.id)) return journal;
  const owner = ownerOf(journal, message, rules);
  if (owner === undefined) return journal;
  // A request that is under way will tell; until then its row gives way to the message.
  return changed(
    journal,
    owner.id,
    owner.phase === "sending"
      ? (intent) => ({ ...intent, messageId: message.id })
      : answered(message.id),
  );
}

function isUnanswered(intent: Intent): boolean {
  return intent.wish.kind === "send" && intent.phase !== "answered";
}

function isTaken(journal: Journal, id: MessageId): boolean {
  return [...journal.intents.values()].some((intent) => intent.messageId === id);
}

/** The send that may have become `message`: the one under way, else the oldest that nobody knows about. */
function ownerOf(
  journal: Journal,
  message: OwnMessage,
  { keyOf, maxLength }: ClaimRules,
): Intent | undefined {
  const content = storedContent(message.content, maxLength);
  const possible = [...journal.intents.values()].filter(
    ({ wish, phase, messageId, knownBefore }) =>
      wish.kind === "send" &&
      (phase === "sending" || phase === "maybe" || phase === "unsure") &&
      messageId === undefined &&
      message.id > (knownBefore ?? 0) &&
      keyOf(wish.address) === message.conversation &&
      storedContent(wish.content, maxLength) === content,
  );
  return possible.find((intent) => intent.phase === "sending") ?? possible[0];
}

/**
 * `journal` after it turned out that `intent` is the message `id`.
 * If another message had been taken for it, that one belongs to whichever send fits next.
 */
export function nowIs(
  journal: Journal,
  intent: Intent,
  id: MessageId,
  change: (intent: Intent) => Intent,
  rules: ClaimRules,
): Journal {
  const mistaken = intent.messageId;
  const after = changed(journal, intent.id, change);
  if (mistaken === undefined || mistaken === id || intent.wish.kind !== "send") return after;
  const { address, content } = intent.wish;
  return claim(after, { id: mistaken, conversation: rules.keyOf(address), content }, rules);
}
