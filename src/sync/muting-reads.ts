/**
 * Adds the messages that the server marked as read to the step that muted a person: only the server knows all messages
 * of that person. Servers send the event for these messages right before the new list of muted people.
 */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { remembered, targetsOf } from "#journal/action.ts";
import { withInverse } from "#journal/found.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { flagOp } from "#model/message-changes.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeBoth } from "#store/store.ts";
import type { Event, EventOf } from "#wire/events.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";

type Context = Pick<SyncContext, "store" | "clock" | "newId">;
/** The state before the events were applied, in which the messages were unread. */
type Before = Pick<State, "replica" | "journal">;
type Marked = { readonly before: Before; readonly ids: readonly MessageId[] };

/** Call the returned function with events that were just applied. */
export function followMuting(context: Context): (before: Before, events: readonly Event[]) => void {
  let marked: Marked | undefined;
  return (before, events) => {
    let { mutedPeople } = before.replica;
    for (const event of events) {
      if (event.type === "muted_users") {
        const now = new Set(event.muted_users.map(({ id }) => id));
        if (marked !== undefined) addToStep(context, marked, without(now, mutedPeople));
        mutedPeople = now;
      }
      marked = isMarking(event) ? { before, ids: event.messages } : undefined;
    }
  };
}

function without(people: ReadonlySet<UserId>, known: ReadonlySet<UserId>): ReadonlySet<UserId> {
  return new Set([...people].filter((id) => !known.has(id)));
}

function isMarking(event: Event): event is EventOf<"update_message_flags"> {
  return event.type === "update_message_flags" && event.flag === "read" && flagOp(event) === "add";
}

function addToStep(context: Context, marked: Marked, people: ReadonlySet<UserId>): void {
  const { before } = marked;
  const muting = mutingOf(before, people, "add");
  const [userId, ...more] = new Set(muting.map((one) => one.userId));
  if (userId === undefined || more.length > 0) return;
  const unread: Action = { kind: "read", op: "remove", ids: sorted(writtenBy(userId, marked)) };
  if (unread.ids.length === 0) return;
  const restoring = remembered(before.replica, unread);
  const { store } = context;
  if (mutingOf(store.getState(), new Set([userId]), "remove").length > 0)
    addIntents(store, context, restoring);
  else
    changeBoth(store, ({ replica, journal }) => ({
      replica,
      journal: muting.reduce((now, { id }) => withInverse(now, id, restoring), journal),
    }));
}

/** This client's open actions to mute or unmute these people. */
function mutingOf(
  { journal }: Pick<State, "journal">,
  people: ReadonlySet<UserId>,
  op: "add" | "remove",
): readonly { readonly id: Intent["id"]; readonly userId: UserId }[] {
  if (people.size === 0) return [];
  return [...journal.intents.values()].flatMap(({ id, action: one }) =>
    one.kind === "mute-person" && one.op === op && people.has(one.userId)
      ? [{ id, userId: one.userId }]
      : [],
  );
}

/** Servers merge such events: excludes messages known to be from others, or marked by another action. */
function writtenBy(userId: UserId, { before, ids }: Marked): readonly MessageId[] {
  const { replica, journal } = before;
  const marked = new Set(
    [...journal.intents.values()].flatMap(({ action: one }) =>
      one.kind === "read" && one.op === "add" ? targetsOf(one) : [],
    ),
  );
  return ids.filter(
    (id) => (get(replica.messages, id)?.senderId ?? userId) === userId && !marked.has(id),
  );
}
