/**
 * Keeps conversations among what needs the user when they have read what was asked there, until they answer, react, mute
 * it, or are done with it: seen is not dealt with.
 */
import { get } from "#base/table.ts";
import type { SnoozeChanges } from "#journal/journal.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { askingIn, ofConversations, type Snooze, withoutAsked } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { changesSince } from "#model/recent-events.ts";
import type { Replica } from "#model/replica.ts";
import { lastOwnMessage } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { unreadIn } from "#model/unreads.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeLocal } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import type { MessageId } from "#wire/ids.ts";

/** What stays when these messages are marked as read because they were seen: call it before. */
export function unansweredAfter(state: State, seen: readonly MessageId[]): SnoozeChanges {
  if (state.screen.preferences.readIsDone === true) return new Map();
  const { where } = state.view.unreads;
  const ids = new Set(seen);
  const keys = new Set(seen.flatMap((id) => get(where, id) ?? []));
  return new Map(
    [...keys].flatMap((key) => {
      const stays = stayIn(state, key, ids);
      return stays === undefined ? [] : [[key, stays]];
    }),
  );
}

/** What keeps the conversation; undefined if nothing of what is read there asks the user, or they have answered. */
function stayIn(
  { view, journal }: State,
  key: ConversationKey,
  seen: ReadonlySet<MessageId>,
): Snooze | undefined {
  const entry = unreadIn(view.unreads, key);
  const section = inboxRowOf(view, key)?.section;
  if (entry === undefined) return undefined;
  const isOwn = (id: MessageId) => get(view.messages, id)?.senderId === view.ownId;
  const asked = askingIn(entry).findLast((id) => seen.has(id) && !isOwn(id));
  if (asked === undefined || (section !== "needs-you" && section !== "snoozed")) return undefined;
  const { conversation } = entry;
  const message = get(view.messages, asked);
  const answered = lastOwnMessage(view, conversation)?.id ?? 0;
  if (answered > asked || hasReacted(view, message)) return undefined;
  const before = journal.snoozes.get(key);
  if (before !== undefined && before.stays !== "answer") return { ...before, asked };
  const until = message?.sentAt ?? 0;
  return { conversation, until, newest: asked, isDue: true, stays: "answer", asked };
}

function hasReacted({ ownId }: State["view"], message: Message | undefined): boolean {
  return message?.reactions.some(({ userIds }) => userIds.includes(ownId)) === true;
}

/** Ends what the user answers, here or with another client. Their messages do when they arrive: see `withAnswers`. */
export function startAnswers({ store }: Pick<SyncContext, "store">): void {
  const look = (state: State, last: State) => {
    if (![...state.journal.snoozes.values()].some(({ asked }) => asked !== undefined)) return;
    const keys = [...sentTo(state, last), ...reactedIn(state, last), ...mutedNow(state, last)];
    const changes = new Map<ConversationKey, Snooze | undefined>();
    for (const key of keys) {
      const snooze = state.journal.snoozes.get(key);
      if (snooze?.asked !== undefined) changes.set(key, withoutAsked(snooze));
    }
    changeLocal(store, "snoozes", changes);
  };
  follow(
    store,
    [parts.intents, ({ replica }) => replica.recent, ({ view }) => view.policies],
    look,
  );
}

/** Where the user has just sent something, unless it can still be undone; and where they have just reacted. */
function sentTo({ journal, view }: State, last: State): readonly ConversationKey[] {
  const { intents } = journal;
  if (intents === last.journal.intents) return [];
  return [...intents.values()].flatMap((intent) => {
    const { id, action, phase, heldUntil } = intent;
    if (last.journal.intents.get(id) === intent) return [];
    if (action.kind === "react" && action.op === "add")
      return conversationIn(view, action.messageId);
    const isSent = action.kind === "send" && (phase !== "waiting" || heldUntil === undefined);
    return isSent ? [conversationKey(action.address)] : [];
  });
}

/** Where the user has reacted with another client. */
function reactedIn({ replica }: State, last: State): readonly ConversationKey[] {
  const news = changesSince(replica.recent, last.replica.lastEvent) ?? [];
  return news.flatMap(({ event }) =>
    event.type === "reaction" && event.op === "add" && event.user_id === replica.ownId
      ? conversationIn(replica, event.message_id)
      : [],
  );
}

function conversationIn({ messages }: Replica, id: MessageId): readonly ConversationKey[] {
  const key = get(messages, id)?.conversation;
  return key === undefined ? [] : [key];
}

function mutedNow({ view, journal }: State, last: State): readonly ConversationKey[] {
  if (view.policies === last.view.policies) return [];
  return [...ofConversations(journal.snoozes).keys()].filter(
    (key) => isMuted(view, key) && !isMuted(last.view, key),
  );
}
