/** Brings snoozed conversations back in which somebody has answered, once that is known here. */
import { changedChunks, emptyTable, valuesBetween } from "#base/table.ts";
import type { SnoozeChanges } from "#journal/journal.ts";
import {
  afterAnswer,
  canBeAnswered,
  isAnswer,
  isOpenToAnswers,
  withoutKnowing,
} from "#model/awaited.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { ofConversations, type Snooze, type Snoozes } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { follow } from "#store/follow.ts";
import { changeLocal } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

export function startAwaited({ store, clock }: Pick<SyncContext, "store" | "clock">): void {
  const search = createSearch();
  const look = () => {
    const { replica, journal } = store.getState();
    changeLocal(store, "snoozes", search(replica, journal.snoozes, clock.now() / 1000));
  };
  look();
  follow(
    store,
    [
      ({ replica }) => replica.messages,
      ({ replica }) => replica.people,
      ({ replica }) => replica.streams,
      ({ journal }) => journal.snoozes,
    ],
    look,
  );
}

type Open = ReadonlyMap<ConversationKey, Snooze>;

/** What becomes of the snoozes by what has changed since it was called last. */
function createSearch() {
  let seen: Replica["messages"] = emptyTable();
  let last: Open = new Map();
  return (replica: Replica, snoozes: Snoozes, now: number): SnoozeChanges => {
    const { messages } = replica;
    const open: Open = new Map(
      [...ofConversations(snoozes)].filter(([, one]) => isOpenToAnswers(one)),
    );
    const isFresh = [...open].some(([key, one]) => last.get(key) !== one);
    const before = seen;
    seen = messages;
    last = open;
    if (open.size === 0) return new Map();
    // What is older than a snooze does not answer it.
    const oldest = Math.min(...[...open.values()].map(({ newest }) => newest));
    const arrived = isFresh
      ? valuesBetween(messages, oldest + 1, replica.newestMessage)
      : changedIn(before, messages);
    const answers = firstAnswers(replica, open, arrived);
    return new Map(
      [...open].flatMap(([key, snooze]) => {
        const answer = answers.get(key);
        if (answer !== undefined)
          return [[key, afterAnswer(replica, snooze, answer, now)] as const];
        return canBeAnswered(replica, snooze) ? [] : [[key, withoutKnowing(snooze, now)] as const];
      }),
    );
  };
}

function* changedIn(before: Replica["messages"], after: Replica["messages"]): Generator<Message> {
  for (const { changed } of changedChunks(before, after)) yield* changed;
}

function firstAnswers(
  replica: Replica,
  open: Open,
  messages: Iterable<Message>,
): ReadonlyMap<ConversationKey, Message> {
  const answers = new Map<ConversationKey, Message>();
  for (const message of messages) {
    const { conversation, id } = message;
    const snooze = open.get(conversation);
    if (snooze === undefined || !isAnswer(replica, snooze, message)) continue;
    if (id < (answers.get(conversation)?.id ?? Number.POSITIVE_INFINITY))
      answers.set(conversation, message);
  }
  return answers;
}
