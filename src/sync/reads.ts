/**
 * Marks messages read: those that were entirely visible on a focused terminal for 300 ms in a conversation.
 *
 * Opening a conversation alone marks nothing, and skipped messages stay unread. The user's setting may extend this to
 * every view, or turn it off. A visible message that turns unread was marked so, perhaps in another client: it stays
 * unread until it has left the screen. So does what undo restored before it showed the conversation.
 */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { remembered, targetsOf } from "#journal/action.ts";
import { withInverse } from "#journal/append.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { flagOp } from "#model/message-changes.ts";
import { isConversationKey, narrowKey } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import { follow, parts } from "#store/follow.ts";
import { isList } from "#store/lists.ts";
import type { MarkRead, Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeBoth, changeLocal } from "#store/store.ts";
import { noteSeen } from "#store/visit.ts";
import type { Event, EventOf } from "#wire/events.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { unansweredAfter } from "./answers.ts";
import type { SyncContext } from "./context.ts";

const lookMs = 300;
const batchMs = 1_000;
/** If a terminal does not report focus, a key this recent means that somebody is present. */
const presentMs = 60_000;
/** The server's settings for marking by scrolling; any other value, or none, means "in conversations only". */
const always = 1;
const never = 3;

/** Where visible messages are marked read: by the configuration, else by the setting on the server. */
function markReadIn({ screen, replica }: Pick<State, "screen" | "replica">): MarkRead {
  if (screen.preferences.markRead !== undefined) return screen.preferences.markRead;
  const policy = replica.settings.web_mark_read_on_scroll_policy;
  if (policy === always) return "always";
  return policy === never ? "never" : "conversations";
}

/** What the terminal reports about the user's attention. */
export type Attention = {
  /** UNIX milliseconds; 0 before the first key. */
  readonly lastKeyAt: () => number;
  /** True once the terminal has reported its focus. */
  readonly reportsFocus: () => boolean;
  /** There is nothing to be seen, so others are told nothing of the user's presence. */
  readonly isUnseen?: boolean;
};

/** Watches the visible messages; the returned function marks what was seen until now. */
export function startReads(
  context: Pick<SyncContext, "store" | "clock" | "idle" | "newId">,
  attention: Attention,
): () => void {
  const { store, clock } = context;
  /** Since when each message has been visible, in elapsed milliseconds. */
  let since: ReadonlyMap<MessageId, number> = new Map();
  const batches = readBatches(context);
  const stayUnread = unreadOnScreen();
  const lookAt = sharedTimer(context, () => look(store.getState()));

  const note = (now: number) =>
    batches.add(
      [...since].filter(([, from]) => now - from >= lookMs).map(([id]) => id),
      now,
    );
  const look = (state: State) => {
    // The clock is read once, so that what is not due at the first check is waited for by the last.
    const now = clock.elapsed();
    // On a busy machine the timer may be late: messages that were visible for long enough still count.
    note(now);
    const unread = isWatched(state, attention, clock.now()) ? unreadShown(state) : [];
    const shown = unread.filter((id) => !stayUnread.ids().has(id));
    const before = since;
    since = new Map(shown.map((id) => [id, before.get(id) ?? now]));
    const next = [...since.values()].filter((from) => now - from < lookMs);
    lookAt(next.length === 0 ? undefined : Math.min(...next) + lookMs, now);
  };

  look(store.getState());
  follow(store, [parts.screen, parts.view, ({ journal }) => journal.undo], (state, last) => {
    stayUnread.noteUndo(state, last);
    if (!mayChangeReads(state, last, attention)) return;
    stayUnread.follow(state, last);
    batches.drop(stayUnread.ids());
    look(state);
  });
  return () => {
    note(clock.elapsed());
    batches.flush();
  };
}

/** Marks what was seen, at most once in `batchMs`. */
function readBatches(context: Pick<SyncContext, "store" | "clock" | "idle" | "newId">) {
  const { store, clock, idle } = context;
  const seen = new Set<MessageId>();
  let lastBatchAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  const flush = () => {
    if (!isPlanned) return;
    isPlanned = false;
    lastBatchAt = clock.elapsed();
    const { view } = store.getState();
    const ids = sorted([...seen].filter((id) => isUnread(view.unreads, id)));
    seen.clear();
    if (ids.length === 0) return;
    noteSeen(store, ids);
    changeLocal(store, "snoozes", unansweredAfter(store.getState(), ids));
    addIntents(store, context, [{ kind: "read", op: "add", ids }]);
  };
  return {
    add: (ids: readonly MessageId[], now: number) => {
      for (const id of ids) seen.add(id);
      if (seen.size === 0 || isPlanned) return;
      isPlanned = true;
      idle.after(Math.max(0, lastBatchAt + batchMs - now), flush);
    },
    drop: (ids: ReadonlySet<MessageId>) => {
      for (const id of ids) seen.delete(id);
    },
    flush,
  };
}

/** The messages that stay unread while they are on the screen: they turned unread there, or by undo before. */
function unreadOnScreen() {
  let ids: ReadonlySet<MessageId> = new Set();
  /** Messages that undo made unread in a place that is not on the screen yet. */
  let restored: Restored | undefined;
  return {
    ids: () => ids,
    noteUndo: (state: State, last: State) => {
      restored = restoredBetween(state, last) ?? restored;
    },
    follow: (state: State, last: State) => {
      const { screen } = state;
      // A dialog that covers the messages does not count as leaving them.
      const isCovered = screen.reading.visible === undefined && screen.place === last.screen.place;
      const stays = (id: MessageId) =>
        ids.has(id) || turned(id, state, last) || restored?.ids.has(id) === true;
      if (!isCovered) ids = new Set(unreadShown(state).filter(stays));
      if (restored !== undefined && isOver(restored, screen)) restored = undefined;
    },
  };
}

function mayChangeReads({ screen, view }: State, last: State, attention: Attention): boolean {
  return (
    screen.reading.visible !== last.screen.reading.visible ||
    screen.terminal.focused !== last.screen.terminal.focused ||
    view.settings !== last.view.settings ||
    (screen.reading.visible !== undefined && view.unreads !== last.view.unreads) ||
    // A key means that somebody is present who may not have been before.
    (screen !== last.screen && !attention.reportsFocus())
  );
}

/**
 * Runs `task` at that elapsed time, or earlier: keys that follow each other quickly share a timer, and `task` asks
 * again for what was not due. If the time is undefined, it does not run.
 */
function sharedTimer({ idle }: Pick<SyncContext, "idle">, task: () => void) {
  let pending: { readonly at: number; readonly cancel: () => void } | undefined;
  return (at: number | undefined, now: number): void => {
    if (at !== undefined && pending !== undefined && pending.at <= at) return;
    pending?.cancel();
    pending = undefined;
    if (at === undefined) return;
    const cancel = idle.after(at - now, () => {
      pending = undefined;
      task();
    });
    pending = { at, cancel };
  };
}

type Restored = { readonly place: Place; readonly ids: ReadonlySet<MessageId> };

function restoredBetween({ journal, screen }: State, last: State): Restored | undefined {
  const step = journal.redo.at(-1);
  const isUndone =
    journal.undo.length < last.journal.undo.length && step !== last.journal.redo.at(-1);
  if (!isUndone || step === undefined) return undefined;
  const ids = step.inverse.flatMap((one) =>
    one.kind === "read" && one.op === "remove" ? one.ids : [],
  );
  return { place: screen.place, ids: new Set(ids) };
}

/** Whether its place is on the screen, or was left. */
function isOver(
  { place }: Restored,
  { reading: { visible }, place: now }: State["screen"],
): boolean {
  return place !== now || (!isList(place) && visible?.narrow === narrowKey(place.narrow));
}

function isWatched({ screen, replica }: State, attention: Attention, now: number): boolean {
  const where = markReadIn({ screen, replica });
  const marks =
    where === "always" ||
    (where === "conversations" && isConversationKey(screen.reading.visible?.narrow));
  if (!marks || !screen.terminal.focused) return false;
  return attention.reportsFocus() || now - attention.lastKeyAt() < presentMs;
}

/** Whether a message was read while already visible, and no longer is. */
function turned(id: MessageId, { view }: State, last: State): boolean {
  if (view.unreads === last.view.unreads || isUnread(last.view.unreads, id)) return false;
  return last.screen.reading.visible?.ids.includes(id) === true;
}

function unreadShown({ screen, view }: State): readonly MessageId[] {
  return (screen.reading.visible?.ids ?? []).filter((id) => isUnread(view.unreads, id));
}

/** The state before the events were applied, in which the messages were unread. */
type Before = Pick<State, "replica" | "journal">;
type Marked = { readonly before: Before; readonly ids: readonly MessageId[] };

/** Call the returned function with events that were just applied. */
export function followMuting(
  context: Pick<SyncContext, "store" | "clock" | "newId">,
): (before: Before, events: readonly Event[]) => void {
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

function without(people: ReadonlySet<UserId>, removed: ReadonlySet<UserId>): ReadonlySet<UserId> {
  return new Set([...people].filter((id) => !removed.has(id)));
}

function isMarking(event: Event): event is EventOf<"update_message_flags"> {
  return event.type === "update_message_flags" && event.flag === "read" && flagOp(event) === "add";
}

function addToStep(
  context: Pick<SyncContext, "store" | "clock" | "newId">,
  marked: Marked,
  people: ReadonlySet<UserId>,
): void {
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
