/**
 * What was marked as done today, by conversation: as the undo log has it, so that another window and the next run know it
 * too, and bring it back whole.
 */

import { memoizeEach, memoizeFor } from "#base/memoize.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Read } from "#journal/actions/flags.ts";
import type { Action } from "#journal/intent.ts";
import type { Step } from "#journal/journal.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { isWithBots } from "#model/select/inbox.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";

export type Done = {
  readonly conversation: Conversation;
  /** UNIX milliseconds. */
  readonly at: number;
  /** The messages that became read. */
  readonly ids: Sorted<MessageId>;
  /** What ended, if it was snoozed. */
  readonly snooze?: Snooze | undefined;
  /** Whether it was done in a list that had it among what needs the user. */
  readonly wasAmongNeeds: boolean;
};

type AllDone = ReadonlyMap<ConversationKey, Done>;

/** The last time that each conversation was marked as done, in that order. */
const allDone = memoizeEach((undo: readonly Step[]): AllDone => {
  const all = new Map<ConversationKey, Done>();
  for (const step of undo) {
    if (step.marksDone !== true) continue;
    for (const done of doneIn(step)) {
      const key = conversationKey(done.conversation);
      all.delete(key);
      all.set(key, done);
    }
  }
  return all;
});

function doneIn({ at, inverse, snoozes, location }: Step): readonly Done[] {
  const rows = location?.kind === "list" ? location.rows : [];
  const needs = new Set(
    rows.filter(({ row }) => row.section === "needs-you").map(({ row }) => row.key),
  );
  const ended = [...(snoozes?.before.values() ?? [])].filter((snooze) => snooze !== undefined);
  const byKey = new Map<ConversationKey, Done>(
    ended.map((snooze) => {
      const { conversation } = snooze;
      const key = conversationKey(conversation);
      const wasAmongNeeds = needs.has(key);
      return [key, { conversation, at, ids: sorted([]), snooze, wasAmongNeeds }];
    }),
  );
  for (const { ids, at: conversation } of inverse.filter(isUnreading)) {
    if (conversation === undefined) continue;
    const key = conversationKey(conversation);
    const before = byKey.get(key);
    const all = sorted([...(before?.ids ?? []), ...ids]);
    byKey.set(key, { ...before, conversation, at, ids: all, wasAmongNeeds: needs.has(key) });
  }
  return [...byKey.values()];
}

function isUnreading(action: Action): action is Read {
  return action.kind === "read" && action.op === "remove";
}

/** Whether it asked something of the user: messages tell where no list did. */
export function neededYou({ messages, people, ownId }: Replica, done: Done): boolean {
  const { conversation, ids, snooze, wasAmongNeeds } = done;
  if (wasAmongNeeds || snooze !== undefined) return true;
  return conversation.kind === "direct"
    ? !isWithBots(conversation, people, ownId)
    : ids.some((id) => get(messages, id)?.mentioned === true);
}

/** Returns undefined if it was not done today, or something is unread there again. */
export function doneOf(
  { view, journal }: Pick<State, "view" | "journal">,
  key: ConversationKey,
): Done | undefined {
  return unreadCountOf(view, key) === 0 ? allDone(journal.undo).get(key) : undefined;
}

/** The latest first. */
export function doneToday({
  view,
  journal,
  screen,
}: Pick<State, "view" | "journal" | "screen">): readonly Done[] {
  const { unreads, streams } = view;
  const { today = 0 } = screen.triage;
  return doneSince(journal.undo, [unreads, streams, today], () =>
    [...allDone(journal.undo)]
      .filter(([key, { at }]) => at >= today && unreadCountOf(view, key) === 0)
      .map(([, done]) => done)
      .filter(
        ({ conversation: one }) =>
          one.kind === "direct" || get(streams, one.streamId) !== undefined,
      )
      .toReversed(),
  );
}

const doneSince = memoizeFor<readonly Step[], readonly Done[]>();
