/**
 * Keeps snoozes: on disk, in step with the account's other windows, and until their time has come.
 *
 * A snooze ends by itself when something arrives that needs the user, and, once it is due, when its conversation was
 * opened and left with nothing unread. What was asked there and is not answered stays. For answers of others, see
 * `sync/awaited.ts`.
 */

import { lookAt } from "#base/clock.ts";
import type { Journal, SnoozeChanges } from "#journal/journal.ts";
import { storedSnooze } from "#journal/stored-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import {
  dueReminders,
  isInterrupted,
  ofConversations,
  type Snooze,
  type SnoozeKey,
  type Snoozes,
} from "#model/local-state.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { follow } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { changeLocal } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep, readRows } from "./shared-rows.ts";

export function startSnoozes(context: StoringContext): void {
  const { store } = context;
  const file = snoozeFile(context);
  const armDue = watchDue(context);
  endVisited(store);
  follow(store, [({ journal }) => journal.snoozes], ({ journal }, last) => {
    file.write(last.journal.snoozes, journal.snoozes);
    armDue();
  });
  follow(store, [({ replica }) => replica.unreads], () => endInterrupted(store));
  armDue();
  file.readAgain();
}

function storedSnoozes(
  context: Pick<StoringContext, "storage" | "log">,
): Promise<Snoozes | undefined> {
  return readRows(context, "Snoozes", () => context.storage.snoozes());
}

/** Before any conversation is listed that they hide. What cannot be read now is read later. */
export async function restoreSnoozes(
  context: Pick<StoringContext, "store" | "storage" | "log">,
): Promise<void> {
  const stored = await storedSnoozes(context);
  if (stored !== undefined) changeLocal(context.store, "snoozes", stored);
}

/** Whether a snooze is due is not stored: each window determines it from its clock. */
function isSameRow(one: Snooze | undefined, other: Snooze | undefined): boolean {
  return one === other || rowText(one) === rowText(other);
}

function rowText(snooze: Snooze | undefined): string {
  return snooze === undefined ? "" : storedSnooze(snooze);
}

export function snoozeRow(key: string | number): string {
  return `snooze ${key}`;
}

function snoozeFile(context: StoringContext) {
  const { store, storage } = context;
  return keptInStep<SnoozeKey, Snooze>(context, {
    nameOf: snoozeRow,
    stored: () => storedSnoozes(context),
    put: (key, snooze) =>
      snooze === undefined ? storage.removeSnooze(key) : storage.putSnooze(key, snooze),
    isSame: isSameRow,
    current: () => store.getState().journal.snoozes,
    change: (changes) => changeLocal(store, "snoozes", changes),
  });
}

/** Marks snoozes as due when their time has come; the returned function looks for the next one. */
function watchDue({ store, clock }: StoringContext) {
  let cancel = () => {};
  const arm = () => {
    cancel();
    const now = clock.now() / 1000;
    const changes = new Map<SnoozeKey, Snooze>();
    let next = Number.POSITIVE_INFINITY;
    for (const [key, snooze] of store.getState().journal.snoozes) {
      if (snooze.isDue) continue;
      if (snooze.until <= now) changes.set(key, { ...snooze, isDue: true });
      else next = Math.min(next, snooze.until);
    }
    cancel = lookAt(clock, next * 1000, arm);
    if (changes.size > 0) changeLocal(store, "snoozes", changes);
  };
  return arm;
}

function endInterrupted(store: Store): void {
  const { journal, replica } = store.getState();
  const over: SnoozeChanges = new Map(
    [...ofConversations(journal.snoozes)].flatMap(([key, snooze]) =>
      isInterrupted(replica.unreads, key, snooze) ? [[key, undefined]] : [],
    ),
  );
  changeLocal(store, "snoozes", over);
}

/** Ends what is due there; what was asked there stays to be answered, and what is snoozed until later stays so. */
function leftUnanswered({ snoozes }: Journal, key: ConversationKey): SnoozeChanges {
  const snooze = snoozes.get(key);
  const reminders = dueReminders(snoozes, key).map((name) => [name, undefined] as const);
  const isLater = snooze !== undefined && (!snooze.isDue || snooze.stays !== undefined);
  return new Map([...reminders, [key, isLater ? snooze : unansweredIn(snooze)]]);
}

function unansweredIn(ended: Snooze | undefined): Snooze | undefined {
  if (ended?.asked === undefined) return undefined;
  const { awaits: _, unlessAnswered: __, ...rest } = ended;
  return { ...rest, stays: "answer" };
}

/** A due snooze ends when its conversation was opened and left with nothing unread. */
function endVisited(store: Store): void {
  let opened: ConversationKey | undefined;
  follow(
    store,
    [({ screen }) => screen.reading.visit?.conversation],
    ({ screen, journal, view }) => {
      const visited = screen.reading.visit?.conversation;
      const left = opened;
      const isDue = (key: ConversationKey) => {
        const snooze = view.snoozes.get(key);
        return snooze?.isDue === true && snooze.stays === undefined;
      };
      opened = visited !== undefined && isDue(visited) ? visited : undefined;
      if (left !== undefined && isDue(left) && unreadCountOf(view, left) === 0)
        changeLocal(store, "snoozes", leftUnanswered(journal, left));
    },
  );
}
