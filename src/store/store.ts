/**
 * The store, and the only functions that may change its contents or act on it.
 *
 * Each change is atomic to subscribers: intents that the replica has caught up with are retired in the same step, so no
 * frame shows a message twice or not at all.
 */

import { createStore as createZustand, type StoreApi } from "zustand/vanilla";
import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize.ts";
import { type Batch, get, newBatch } from "#base/table.ts";
import { agreesWith, inverseOf, kindOf, remembered, sentenceOf } from "#journal/action.ts";
import type { TopicMove } from "#journal/actions/action-kind.ts";
import {
  append,
  isOfTurn,
  redone,
  remember,
  undone,
  undoneWith,
  withHold,
  withKept,
  withMovedTopic,
  withOwnLast,
  withSharedSteps,
} from "#journal/append.ts";
import { type ClaimRules, claimed, type OwnMessage, withMessageId } from "#journal/claims.ts";
import type { Action, Draft, Intent, IntentId } from "#journal/intent.ts";
import {
  emptyJournal,
  type Journal,
  type SnoozeChanges,
  type Step,
  withAnswers,
  withDraft,
} from "#journal/journal.ts";
import {
  isSameLocally,
  type LocalChanges,
  type LocalPart,
  localOf,
  withLocal,
  withLocalStep,
} from "#journal/local-rows.ts";
import { answered, changed, retired, without } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { shownSnoozes } from "#model/local-state.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { viewCounting } from "#model/select/view-counts.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Screen } from "./screen.ts";
import { undecidedSends } from "./sends.ts";
import { newSession, type Session } from "./session.ts";
import type { State, Store } from "./state.ts";

/** The initial state; journal and session are empty unless given. */
type InitialState = Pick<State, "replica" | "screen"> & Partial<Pick<State, "journal" | "session">>;

export function createStore({
  replica,
  screen,
  journal = emptyJournal,
  session = newSession,
}: InitialState): Store {
  const derived = createView();
  const { viewOf } = derived;
  const store = createZustand<State>()(() => ({
    replica,
    journal,
    session,
    screen,
    view: viewOf(replica, journal),
    others: [],
  }));
  return { ...store, ...telling(store), ...derived };
}

type Change = { readonly state: State; readonly before: State };
type Listener = { readonly hear: (state: State, before: State) => void; readonly since: number };

/**
 * All listeners hear each change before any of them hears the next one: a change that a listener makes is told when they have
 * heard of the one before. Of all that happens while `asOneChange` runs its work they hear once.
 */
function telling(store: StoreApi<State>): Pick<Store, "subscribe" | "asOneChange"> {
  const listeners = new Set<Listener>();
  let untold: readonly Change[] = [];
  let changes = 0;
  let isTelling = false;
  let heldFrom: State | undefined;
  const tellAll = () => {
    isTelling = true;
    try {
      for (let [next] = untold; next !== undefined; [next] = untold) {
        untold = untold.slice(1);
        const number = changes - untold.length;
        for (const { hear, since } of listeners) if (since < number) hear(next.state, next.before);
      }
    } finally {
      isTelling = false;
      // One that throws ends the round, as without a queue, but not those of later changes.
      if (untold.length > 0) tellAll();
    }
  };
  const note = (state: State, before: State) => {
    changes += 1;
    untold = [...untold, { state, before }];
    if (!isTelling) tellAll();
  };
  store.subscribe((state, before) => {
    if (heldFrom === undefined) note(state, before);
  });
  return {
    subscribe: (hear) => {
      // What changed before is not news, even if it is still being told to others.
      const listener = { hear, since: changes };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    asOneChange: (work) => {
      if (heldFrom !== undefined) return work();
      const before = store.getState();
      heldFrom = before;
      try {
        return work();
      } finally {
        heldFrom = undefined;
        if (store.getState() !== before) note(store.getState(), before);
      }
    },
  };
}

/** Sets replica and intents together, with everything derived from both. */
function commit(store: Store, replica: Replica, next: Journal): void {
  const state = store.getState();
  const journal = retired(next, agreesWith(replica));
  if (replica === state.replica && journal === state.journal) return;
  const screen = withSentRows(state.screen, next, replica);
  store.setState({ replica, journal, screen, view: store.viewOf(replica, journal) });
}

/** In the readers, messages that have arrived stand for the sends that became them. */
function withSentRows(screen: Screen, { intents }: Journal, { messages }: Replica): Screen {
  let readers = screen.readers;
  for (const { id, action, messageId } of intents.values()) {
    if (action.kind !== "send" || messageId === undefined || get(messages, messageId) === undefined)
      continue;
    const key = narrowKey(action.address);
    const reader = readers.get(key);
    if (reader?.selected !== id && reader?.top?.row !== id) continue;
    const selected = reader.selected === id ? messageId : reader.selected;
    const top = reader.top?.row === id ? { ...reader.top, row: messageId } : reader.top;
    readers = new Map(readers).set(key, { ...reader, selected, top });
  }
  return readers === screen.readers ? screen : { ...screen, readers };
}

/** How own messages are recognized, from the replica's facts about the server. */
function claimRules(replica: Replica): ClaimRules {
  return { keyOf: conversationKey, maxLength: replica.realm.maxMessageLength };
}

/**
 * Changes the replica after a response or events. `own` are the user's own messages among them, `moves` the moves of
 * whole topics: sends that became one of the messages are resolved, and intents that name a topic follow it, in the same
 * step.
 */
export function changeReplica(
  store: Store,
  change: (replica: Replica, batch: Batch) => Replica,
  own: readonly OwnMessage[] = [],
  moves: readonly TopicMove[] = [],
): void {
  const state = store.getState();
  const replica = change(state.replica, newBatch("picture"));
  const journal = moves.reduce(withMovedTopic, state.journal);
  commit(store, replica, withAnswers(claimed(journal, own, claimRules(replica)), own));
}

/** Changes replica and journal in one step. */
export function changeBoth(
  store: Store,
  change: (
    now: Pick<State, "replica" | "journal">,
    batch: Batch,
  ) => Pick<State, "replica" | "journal">,
): void {
  const { replica, journal } = change(store.getState(), newBatch("picture"));
  commit(store, replica, journal);
}

/** Resolves sends from the user's own messages seen on the server that are not part of the replica. */
export function claimOwnMessages(store: Store, own: readonly OwnMessage[]): void {
  changeReplica(store, (replica) => replica, own);
}

/** What a new intent needs from outside: the time, and a unique identifier. */
type Origin = { readonly clock: Pick<Clock, "now">; readonly newId: () => string };

/**
 * Adds one intent per action. With `step`, a sentence such as "Done #backend › deploy (12)" and the exact inverse, it can
 * be undone. Redo applies `done`, which defaults to the same actions: part of a step may have been done before it was
 * recorded. No request is sent for `holdMs`. Returns the IDs of the intents.
 */
export function addIntents(
  store: Store,
  { clock, newId }: Origin,
  actions: readonly Action[],
  step?: NewStep,
  holdMs = 0,
): readonly IntentId[] {
  const { replica, journal } = store.getState();
  const ids = actions.map(() => newId() as IntentId);
  const before = step === undefined ? journal : withLocalStep(journal, step, "after");
  const common = { createdAt: clock.now(), agrees: agreesWith(replica) };
  const fresh = append(before, actions, ids, common);
  const appended = holdMs === 0 ? fresh : withHold(fresh, ids, clock.now() + holdMs);
  const whole =
    step && stepOf(step, replica, { id: newId(), done: actions, intents: ids, at: clock.now() });
  commit(store, replica, whole === undefined ? appended : remember(appended, whole));
  return ids;
}

type NewStep = Pick<Step, "sentence" | "inverse" | "location"> &
  Partial<Pick<Step, "done" | "drafts" | LocalPart | "marksDone" | "rule">>;

/** Nothing else that the caller's object may have: a step with a field that is unknown could not be read from the disk. */
function stepOf(
  { sentence, inverse, location, ...local }: NewStep,
  replica: Replica,
  own: Pick<Step, "id" | "done" | "intents" | "at">,
): Step {
  const { done, drafts, marksDone, rule } = local;
  return {
    ...own,
    ...(done && { done }),
    sentence,
    inverse: inverse.flatMap((one) => remembered(replica, one)),
    location,
    ...(drafts && { drafts }),
    ...localOf(local),
    ...(marksDone && { marksDone }),
    ...(rule !== undefined && { rule }),
  };
}

/** Changes the undo log as other windows and earlier runs did; undefined: the step is no longer in it. */
export function changeSteps(store: Store, changes: ReadonlyMap<string, Step | undefined>): void {
  const { journal } = store.getState();
  const after = withSharedSteps(journal, changes);
  // Steps are not overlaid on the replica: the view stays the same.
  if (after !== journal) store.setState({ journal: after });
}

/**
 * Whether another window has still to send what the step did, its undo, or that of a later step on the same. Only that
 * window can cancel it: it would be sent after what this one sends, or both would send the opposite.
 */
export function isOpenElsewhere(
  { session, journal }: Pick<State, "session" | "journal">,
  step: Step,
): boolean {
  const open = [...session.openElsewhere].filter((one) => !journal.intents.has(one));
  if (open.length === 0) return false;
  return undoneWith(journal, step).some(({ id, intents }) =>
    open.some((one) => intents.includes(one) || isOfTurn(one, id)),
  );
}

/** The last step that the user has taken themselves is undone next, whatever rules did since. */
export function liftOwnStep(store: Store): void {
  const { journal } = store.getState();
  const after = withOwnLast(journal);
  // Steps are not overlaid on the replica: the view stays the same.
  if (after !== journal) store.setState({ journal: after });
}

/** Undoes the last step and returns it; undefined when there is none. */
export function undoStep(store: Store, { clock }: Pick<Origin, "clock">): Step | undefined {
  const { replica, journal } = store.getState();
  commit(store, replica, undone(journal, clock.now(), agreesWith(replica)));
  return journal.undo.at(-1);
}

/** Drops the last step without undoing it. */
export function dropStep(store: Store): void {
  const { journal } = store.getState();
  store.setState({ journal: { ...journal, undo: journal.undo.slice(0, -1) } });
}

/** The last steps of these accounts were taken by one key. */
export function joinLastSteps(stores: readonly Store[], together: string): void {
  for (const store of stores) {
    const { journal } = store.getState();
    const last = journal.undo.at(-1);
    if (last === undefined) continue;
    const undo = [...journal.undo.slice(0, -1), { ...last, together }];
    store.setState({ journal: { ...journal, undo } });
  }
}

/** Drops the last undone step: it cannot be redone. */
export function dropRedo(store: Store): void {
  const { journal } = store.getState();
  store.setState({ journal: { ...journal, redo: journal.redo.slice(0, -1) } });
}

/** Redoes the last undone step and returns it; undefined when there is none. */
export function redoStep(store: Store, { clock }: Pick<Origin, "clock">): Step | undefined {
  const { replica, journal } = store.getState();
  commit(store, replica, redone(journal, clock.now(), agreesWith(replica)));
  return journal.redo.at(-1);
}

/** Moves an intent to another phase; no effect when it no longer exists. */
export function changeIntent(store: Store, id: IntentId, change: (intent: Intent) => Intent): void {
  const { replica, journal } = store.getState();
  commit(store, replica, changed(journal, id, change));
}

/** The same for several, in one change of the store. */
export function changeIntents(
  store: Store,
  ids: readonly IntentId[],
  change: (intent: Intent) => Intent,
): void {
  const { replica, journal } = store.getState();
  const after = ids.reduce((now, id) => changed(now, id, change), journal);
  commit(store, replica, after);
}

/** The server responded that the send `id` became this message. */
export function sendBecame(store: Store, id: IntentId, messageId: MessageId): void {
  const { replica, journal } = store.getState();
  const intent = journal.intents.get(id);
  if (intent === undefined) return;
  commit(
    store,
    replica,
    withMessageId(journal, intent, messageId, answered(messageId), claimRules(replica)),
  );
}

/** Retires these intents, whatever the replica says. */
export function retire(store: Store, ids: readonly IntentId[]): void {
  const { replica, journal } = store.getState();
  commit(store, replica, without(journal, ids));
}

/**
 * Restores what another run left; intents of this run come after it. If both have an intent, the other run's version
 * wins: it had claimed it.
 */
export function restoreIntents(store: Store, intents: readonly Intent[]): void {
  const { replica, journal } = store.getState();
  const all = new Map(intents.map((intent) => [intent.id, intent]));
  for (const [id, intent] of journal.intents) if (!all.has(id)) all.set(id, intent);
  commit(store, replica, { ...journal, intents: all });
}

/** Sets the text of a conversation's draft; undefined removes the draft. */
export function changeDraft(store: Store, key: string, draft: Draft | undefined): void {
  const { journal } = store.getState();
  const after = withDraft(journal, key, draft);
  // Drafts are not overlaid on the replica: the view stays the same.
  if (after !== journal) store.setState({ journal: after });
}

/** Sets or removes rows of what this machine alone keeps. */
export function changeLocal<Part extends LocalPart>(
  store: Store,
  part: Part,
  changes: LocalChanges<Part>,
): void {
  if (changes.size === 0) return;
  const { replica, journal } = store.getState();
  commit(store, replica, withLocal(journal, part, changes));
}

/** This machine carries out the intent by these snoozes instead; no effect when it no longer exists. */
export function keepHere(store: Store, id: IntentId, snoozes: SnoozeChanges): void {
  const { replica, journal } = store.getState();
  const intent = journal.intents.get(id);
  if (intent !== undefined) commit(store, replica, withKept(journal, intent, snoozes));
}

export function changeSession(store: Store, change: (session: Session) => Session): void {
  const { session } = store.getState();
  const after = change(session);
  if (after !== session) store.setState({ session: after });
}

export function changeScreen(store: Store, change: (screen: Screen) => Screen): void {
  const { screen } = store.getState();
  const after = change(screen);
  if (after !== screen) store.setState({ screen: after });
}

/** Counts on how many unread messages match the views. */
export function countOnViews(store: Store): void {
  const { view } = store.getState();
  const counted = store.countOn(view);
  if (counted !== view) store.setState({ view: counted });
}

/** So many conversations are filtered beside a change of the store, each for one view: two milliseconds. */
const countedAtOnce = 1500;

/** Derives the view from a replica and a journal. One per store: it caches the last result only. */
function createView(): Pick<Store, "viewOf" | "countOn" | "isCounting"> {
  let last:
    | { readonly replica: Replica; readonly journal: Journal; readonly view: Replica }
    | undefined;
  const shownOf = memoizeLast(shownSnoozes);
  const counting = viewCounting();
  const withCounts = (view: Replica): Replica => {
    const viewCounts = counting.count(view, countedAtOnce);
    return viewCounts === view.viewCounts ? view : { ...view, viewCounts };
  };
  const viewOf = (replica: Replica, journal: Journal) => {
    const { intents, snoozes, dismissals, views, folders } = journal;
    const isSame = last?.journal.intents === intents && isSameLocally(last.journal, journal);
    if (isSame && last?.replica === replica) return last.view;
    const laid = overlaid(replica, intents);
    const shown = shownOf(snoozes, laid.archived);
    const isPlain = shown.size + dismissals.size + views.size + folders.size === 0;
    const local = {
      snoozes: filled(shown, laid.snoozes),
      dismissed: filled(dismissals, laid.dismissed),
      localViews: filled(views, laid.localViews),
      localFolders: filled(folders, laid.localFolders),
    };
    const view = withCounts(isPlain ? laid : { ...laid, ...local });
    last = { replica, journal, view };
    return view;
  };
  const countOn = (view: Replica) => {
    const counted = withCounts(view);
    if (last?.view === view) last = { ...last, view: counted };
    return counted;
  };
  return { viewOf, countOn, isCounting: counting.isUnfinished };
}

/** What is empty is always the same, whatever else there is: who compares a part sees no change. */
function filled<Part>(rows: Part & { readonly size: number }, none: Part): Part {
  return rows.size > 0 ? rows : none;
}

/** The replica itself when no open intent changes it. */
function overlaid(replica: Replica, intents: Journal["intents"]): Replica {
  const batch = newBatch("overlay");
  const undecided = undecidedSends({ intents });
  let view = undecided.size === 0 ? replica : { ...replica, undecided };
  // In order of creation, so that the newest action about a message wins.
  for (const intent of intents.values()) view = laidOver(view, intent, batch);
  return view;
}

function laidOver(view: Replica, { action, phase }: Intent, batch: Batch): Replica {
  if (phase === "failed") return view;
  return kindOf(action).overlaid?.(view, action, batch) ?? view;
}

// Performs steps whose inverse and description follow from the table of actions.

/**
 * Performs an action as one undoable step. Returns its description; undefined, and nothing happens, if it
 * would change nothing.
 */
export function act(
  store: Store,
  origin: Origin,
  actions: readonly Action[],
  { sentence, location }: Partial<Pick<Step, "sentence" | "location">> = {},
): string | undefined {
  const { view } = store.getState();
  const inverse = actions.toReversed().flatMap((one) => inverseOf(view, one));
  const [first] = actions;
  if (first === undefined || inverse.length === 0) return undefined;
  const description = sentence ?? sentenceOf(view, first);
  addIntents(store, origin, actions, { sentence: description, inverse, location });
  return description;
}
