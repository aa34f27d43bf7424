/**
 * Keeps conversations among what needs the user while a draft of their own waits there: reading alone ends nothing that
 * they have begun to answer. Marking as done does, and sending or deleting the draft.
 */
import { isEditKey, type SnoozeChanges } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { keptOf, type Snooze } from "#model/local-state.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { conflictOf, keysWithDraft } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeLocal } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

export function startWaitingDrafts({ store }: Pick<SyncContext, "store">): void {
  const look = (state: State, last?: State) => {
    changeLocal(store, "snoozes", new Map([...begun(state, last), ...ended(state)]));
  };
  const unreads = ({ view }: State) => view.unreads;
  follow(store, [parts.drafts, unreads], look);
  look(store.getState());
}

/** What is unread, not answered, or was read in this visit before the draft was begun, stays from now on. */
function begun(state: State, last: State | undefined): SnoozeChanges {
  const { journal } = state;
  const keys = last && keysWithDraft(last.journal);
  const changes = new Map<ConversationKey, Snooze>();
  for (const name of keysWithDraft(journal)) {
    if (name === "" || isEditKey(name)) continue;
    const key = name as ConversationKey;
    const stays = waitsIn(state, key, keys?.has(name) === false) && stayFor(state, key);
    if (stays) changes.set(key, stays);
  }
  return changes;
}

function waitsIn({ journal, view, screen }: State, key: ConversationKey, isNew: boolean): boolean {
  const before = journal.snoozes.get(key);
  if (before !== undefined) return before.stays === "answer";
  const { visit } = screen.reading;
  const isAnswer = isNew && visit?.conversation === key && visit.seen.length > 0;
  return isAnswer || (unreadCountOf(view, key) > 0 && inboxRowOf(view, key) !== undefined);
}

function stayFor({ journal, view }: State, key: ConversationKey): Snooze | undefined {
  const conversation = conversationOfKey(view, key);
  const draft = journal.drafts.get(key) ?? conflictOf(journal, key)?.[1];
  if (conversation === undefined || draft === undefined) return undefined;
  const until = Math.floor(draft.updatedAt / 1000);
  const kept = keptOf(journal.snoozes.get(key));
  return { conversation, until, newest: view.newestMessage, isDue: true, stays: "draft", ...kept };
}

function withoutDraft(snooze: Snooze): Snooze | undefined {
  return snooze.asked === undefined ? undefined : { ...snooze, stays: "answer" };
}

/** The draft was sent or deleted. */
function ended({ journal }: State): SnoozeChanges {
  const waiting = keysWithDraft(journal);
  return new Map(
    [...journal.snoozes].flatMap(([key, snooze]) =>
      snooze.stays === "draft" && !waiting.has(key) ? [[key, withoutDraft(snooze)]] : [],
    ),
  );
}
