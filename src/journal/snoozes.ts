/** The snoozed conversations in the journal, and how a step changes them. */
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Journal, SnoozeChanges, SnoozeStep } from "./journal.ts";

/** `journal` with these snoozes set or removed; the same journal when nothing changes. */
export function withSnoozes(journal: Journal, changes: SnoozeChanges | undefined): Journal {
  const { snoozes } = journal;
  const changed = [...(changes ?? [])].filter(([key, after]) => snoozes.get(key) !== after);
  if (changed.length === 0) return journal;
  const next = new Map(snoozes);
  for (const [key, after] of changed) {
    if (after === undefined) next.delete(key);
    else next.set(key, after);
  }
  return { ...journal, snoozes: next };
}

export function snoozeStep({ snoozes }: Journal, after: SnoozeChanges): SnoozeStep {
  return { before: new Map([...after.keys()].map((key) => [key, snoozes.get(key)])), after };
}

/** The snooze of `from` under `to`, unless that is snoozed itself. */
export function movedSnooze(
  { snoozes }: Journal,
  from: ConversationKey,
  conversation: Conversation,
): SnoozeChanges {
  const snooze = snoozes.get(from);
  const to = conversationKey(conversation);
  if (snooze === undefined || from === to) return new Map();
  const moved = snoozes.get(to) ?? { ...snooze, conversation };
  return new Map([
    [from, undefined],
    [to, moved],
  ]);
}
