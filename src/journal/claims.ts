/** Matches sends with the user's own messages received from the server, so that each appears in one row. */

import { storedContent } from "#model/limits.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Address, Intent, IntentId } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { answered, changed } from "./phases.ts";

/** One of the user's own messages, received by event or in a page. */
export type OwnMessage = {
  readonly id: MessageId;
  /** The key of its conversation. */
  readonly conversation: string;
  readonly content: string;
  /** The intent it came from; only in events, and only of the queue that the send named. */
  readonly localId?: string | undefined;
};

export type ClaimRules = {
  readonly keyOf: (address: Address) => string;
  /** The server's limit in code points. */
  readonly maxLength: number;
};

/** `journal` after receiving the user's own messages `own`, ordered by ID. */
export function claimed(journal: Journal, own: readonly OwnMessage[], rules: ClaimRules): Journal {
  return own.reduce((before, message) => claim(before, message, rules), journal);
}

function claim(journal: Journal, message: OwnMessage, rules: ClaimRules): Journal {
  const named = journal.intents.get(message.localId as IntentId);
  if (named !== undefined && isUnanswered(named))
    return withMessageId(journal, named, message.id, answered(message.id), rules);
  if (isTaken(journal, message.id)) return journal;
  // The queue named in the send identifies its owner: no other row may claim it.
  if (message.localId !== undefined) return settled(journal, message, undefined, rules);
  const owner = ownerOf(journal, message, rules);
  if (owner === undefined) return journal;
  // The response to a pending request will tell; until then the message replaces its row.
  const change =
    owner.phase === "sending"
      ? (intent: Intent) => ({ ...intent, messageId: message.id })
      : answered(message.id);
  return settled(changed(journal, owner.id, change), message, owner.id, rules);
}

/**
 * `journal` in which only `owner` can claim the message. This is persisted: the owner retires, and later pages contain
 * the message again.
 */
function settled(
  journal: Journal,
  message: OwnMessage,
  owner: IntentId | undefined,
  rules: ClaimRules,
): Journal {
  const exclude = (intent: Intent): Intent => ({
    ...intent,
    notBecame: [...(intent.notBecame ?? []), message.id],
  });
  return [...journal.intents.values()]
    .filter((intent) => intent.id !== owner && mayHaveBecome(intent, message, rules))
    .reduce((after, { id }) => changed(after, id, exclude), journal);
}

/** `journal` in which any send may claim the message `id` again. */
function reopened(journal: Journal, id: MessageId): Journal {
  const include = (intent: Intent): Intent => ({
    ...intent,
    notBecame: (intent.notBecame ?? []).filter((other) => other !== id),
  });
  return [...journal.intents.values()]
    .filter(({ notBecame }) => notBecame?.includes(id))
    .reduce((after, intent) => changed(after, intent.id, include), journal);
}

function isUnanswered(intent: Intent): boolean {
  return intent.action.kind === "send" && intent.phase !== "answered";
}

function isTaken(journal: Journal, id: MessageId): boolean {
  return [...journal.intents.values()].some((intent) => intent.messageId === id);
}

/** Whether a request of this send, with the same text and recipient, left before the message arrived. */
function mayHaveBecome(
  { action, messageId, knownBefore, notBecame }: Intent,
  message: OwnMessage,
  { keyOf, maxLength }: ClaimRules,
): boolean {
  return (
    action.kind === "send" &&
    messageId === undefined &&
    knownBefore !== undefined &&
    message.id > knownBefore &&
    !notBecame?.includes(message.id) &&
    keyOf(action.address) === message.conversation &&
    storedContent(action.content, maxLength) === storedContent(message.content, maxLength)
  );
}

/** The send that claims `message`: the pending one, else the oldest unconfirmed one. */
function ownerOf(journal: Journal, message: OwnMessage, rules: ClaimRules): Intent | undefined {
  const possible = [...journal.intents.values()].filter(
    (intent) =>
      (intent.phase === "sending" ||
        intent.phase === "unconfirmed" ||
        intent.phase === "undecided") &&
      mayHaveBecome(intent, message, rules),
  );
  return possible.find((intent) => intent.phase === "sending") ?? possible[0];
}

/**
 * `journal` after `intent` turned out to be the message `id`. If it had claimed another message, that one goes to the
 * next send that matches.
 */
export function withMessageId(
  journal: Journal,
  intent: Intent,
  id: MessageId,
  change: (intent: Intent) => Intent,
  rules: ClaimRules,
): Journal {
  const mistaken = intent.messageId;
  const after = changed(journal, intent.id, change);
  if (intent.action.kind !== "send") return after;
  const { address, content } = intent.action;
  const sent = { conversation: rules.keyOf(address), content };
  const resolved = settled(after, { ...sent, id }, intent.id, rules);
  if (mistaken === undefined || mistaken === id) return resolved;
  return claim(reopened(resolved, mistaken), { ...sent, id: mistaken }, rules);
}
