/** Undo and redo of steps, returning to the place where they were done. */

import { get } from "#base/table.ts";
import { hourMinute } from "#base/time.ts";
import { type Accounts, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { inTurn, runIn, type Turn } from "#commands/lists/in-account.ts";
import { filterOf } from "#commands/lists/list.ts";
import { selectAfter, setFilter } from "#commands/lists/lists.ts";
import { bringBack, makeWay } from "#commands/lists/staying.ts";
import { cancelSend, dropSentSteps, isSend } from "#commands/outbox/unsent.ts";
import { goTo, openNarrow } from "#commands/places/navigation.ts";
import { openConversation, showToast } from "#commands/screen.ts";
import { unsupportedUndo } from "#commands/sentences.ts";
import { hoursFor, secondsNow } from "#commands/time-choices.ts";
import { sameTimed } from "#journal/actions/scheduled.ts";
import { isOfTurn, isOwn } from "#journal/append.ts";
import type { IntentId } from "#journal/intent.ts";
import type { Step, StepLocation } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { sameReminders } from "#model/personal.ts";
import { conversationTitle, titleOf } from "#model/select/conversations.ts";
import { continuing, deleteDrafts, prependDraft, restoreDrafts } from "#store/composer.ts";
import { type ListPlace, listKey, listNames, listOfKey } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { originsOf } from "#store/restored-rows.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State, Store } from "#store/state.ts";
import {
  addIntents,
  changeScreen,
  changeSession,
  dropRedo,
  dropStep,
  isOpenElsewhere,
  liftOwnStep,
  redoStep,
  retire,
  undoStep,
} from "#store/store.ts";

const inbox: ListPlace = { kind: "inbox" };

/**
 * The current positions of rows in the open list, or in the inbox while reading, for a step about them. Unlisted rows
 * are left out.
 */
export function listSpot(
  { screen }: Pick<State, "screen">,
  keys: readonly RowKey[],
): StepLocation | undefined {
  const place = isList(screen.place) ? screen.place : inbox;
  const list = listOf(screen, place);
  const rows = originsOf(list, keys);
  if (rows.length === 0) return undefined;
  const reading = openConversation(screen);
  const spot = { kind: "list", list: listKey(place), filter: list.filter, rows } as const;
  return reading === undefined ? spot : { ...spot, reading };
}

function listOfStep(location: StepLocation & { readonly kind: "list" }): ListPlace {
  return listOfKey(location.list) ?? inbox;
}

/** Returns to where the step was done; returns words for a place other than the open one. */
function returnTo(store: Store, location: StepLocation | undefined): string {
  if (location === undefined) return "";
  const { screen, view } = store.getState();
  const address = location.kind === "conversation" ? location.address : location.reading;
  if (address !== undefined && !isList(screen.place)) {
    const isMixed = !isConversation(screen.place.narrow);
    const key = conversationKey(address);
    if (isMixed || key === conversationKey(openConversation(screen) ?? address)) return "";
    openNarrow(store, address);
    return `in ${conversationTitle(view, key)}`;
  }
  if (location.kind === "conversation") {
    openNarrow(store, location.address);
    return `in ${conversationTitle(view, conversationKey(location.address))}`;
  }
  const isThere = isList(screen.place) && listKey(screen.place) === location.list;
  const place = listOfStep(location);
  if (!isThere) goTo(store, place);
  const where = place.kind === "inbox" ? "in the inbox" : `in ${listNames[place.kind]}`;
  if (listOf(store.getState().screen, place).filter === location.filter)
    return isThere ? "" : where;
  setFilter(store, place, location.filter);
  return `${where}, ${filterOf(definitionOf(place), location).title}`;
}

function unsentSentence({ drafts }: Step): string {
  return `Not sent: it is ${drafts === undefined ? "still scheduled" : "in the composer"}.`;
}

/** Undoes the last step of all live accounts, in the account in which it was taken. */
function undo(context: CommandContext): void {
  const stores = context.accounts?.live().all() ?? [context];
  for (const { store } of stores) if (!isShownByToast(store.getState())) liftOwnStep(store);
  const last = lastStep(context);
  if (last !== undefined) forgetUndoneBefore(context, last);
  withTheOthers(context, last, lastStep, undoHere);
}

/** Whether the last step is what the screen says that `u` undoes: one that a rule took, too. */
function isShownByToast({ screen: { toast }, journal }: State): boolean {
  return toast?.undo === true && toast.text === journal.undo.at(-1)?.sentence;
}

/** What was undone before the step was taken cannot be redone; once the step is undone, too, nothing else tells that. */
function forgetUndoneBefore({ accounts }: CommandContext, step: NonNullable<Found>): void {
  for (const { store } of accounts?.live().all() ?? [])
    while ((store.getState().journal.redo.at(-1)?.at ?? step.at) < step.at) dropRedo(store);
}

/** A step that cannot be undone is dropped from the log, so that the next press reaches the one before it. */
function undoHere(context: CommandContext): void {
  const { store } = context;
  dropSentSteps(store);
  const state = store.getState();
  const last = state.journal.undo.at(-1);
  if (last !== undefined && isOpenElsewhere(state, last)) {
    showToast(
      store,
      "Another window has not sent it yet: undo it there, or when it is sent.",
      "error",
    );
    seekSteps(store);
    return;
  }
  const lack = unsupportedUndo(state, last);
  if (lack !== undefined) {
    dropStep(store);
    showToast(store, lack.sentence, "error");
    return;
  }
  if (last === undefined) {
    showToast(store, "Nothing to undo.");
    seekSteps(store);
    return;
  }
  if (undoPassed(context, last)) return;
  cancelSend(store, last);
  const where = returnTo(store, last.location);
  // Restores rows first: they must be listed before their conversations become unread, or they would count as
  // arrivals.
  const settle =
    last.location?.kind === "list"
      ? bringBack(store, listOfStep(last.location), last.location.rows)
      : undefined;
  // Its remaining work at the server is cancelled, except for the request that has left.
  const work = state.session.progress.map(({ intent }) => intent);
  retire(
    store,
    last.intents.filter((id) => work.includes(id)),
  );
  undoStep(store, context);
  settle?.();
  if (last.drafts !== undefined) restoreDrafts(store, last.drafts);
  if (last.location?.kind === "list") makeWay(store, listOfStep(last.location), last.location.rows);
  if (last.drafts !== undefined && last.location?.kind === "conversation") {
    const { address } = last.location;
    changeScreen(store, (screen) => continuing(screen, address));
    // Redo would send the original text, and lose what is written now.
    dropRedo(store);
  }
  showToast(store, isSend(last) ? unsentSentence(last) : stepSentence("Undid", last, where));
}

/** Reads what other windows have done since. */
function seekSteps(store: Store): void {
  changeSession(store, (session) => ({ ...session, stepsSought: session.stepsSought + 1 }));
}

/** Cancels the running task whose progress is shown, and undoes its step if that is the last one; false without any. */
export function stopWork(context: CommandContext): boolean {
  const { store } = context;
  const { session, journal } = store.getState();
  const [work] = session.progress;
  if (work === undefined) return false;
  if (journal.undo.at(-1)?.intents.includes(work.intent)) undoHere(context);
  else {
    retire(store, [work.intent]);
    showToast(store, `Stopped: ${work.title}`);
  }
  return true;
}

type Found = (Step & { readonly account: string }) | undefined;

function stepsOf(
  { accounts }: CommandContext,
  log: "undo" | "redo",
): readonly NonNullable<Found>[] {
  return (accounts?.live().all() ?? []).flatMap(({ name, store }) => {
    const step = store.getState().journal[log].at(-1);
    return step === undefined ? [] : [{ ...step, account: name }];
  });
}

/** Of several accounts, a step of the user themselves comes before those of rules, unless the screen names one of these. */
function lastStep(context: CommandContext): Found {
  const all = stepsOf(context, "undo");
  const shown = context.accounts?.live().shown();
  if (shown !== undefined && isShownByToast(shown.store.getState()))
    return all.find(({ account }) => account === shown.name);
  const steps = all.filter(isOwn);
  return (steps.length > 0 ? steps : all).reduce<Found>(
    (last, one) => (last === undefined || one.at > last.at ? one : last),
    undefined,
  );
}

/**
 * Of what was undone, the step that was taken first: it was undone last. Returns undefined if a later step forbids it,
 * or none was undone.
 */
function lastUndone(context: CommandContext): Found {
  const first = stepsOf(context, "redo").reduce<Found>(
    (found, one) => (found === undefined || one.at < found.at ? one : found),
    undefined,
  );
  const taken = lastStep(context)?.at ?? 0;
  return first !== undefined && first.at < taken ? undefined : first;
}

/** The same for the steps that were taken together with the first one, unless their account is shown from then on. */
function withTheOthers(
  context: CommandContext,
  first: Found,
  find: (context: CommandContext) => Found,
  run: (context: CommandContext) => void,
): void {
  const { accounts } = context;
  if (accounts === undefined || first === undefined) run(context);
  else inTurn(context, accounts, turnsFrom(context, accounts, first, find, run));
}

/** One for each account at most. */
function* turnsFrom(
  context: CommandContext,
  accounts: Accounts,
  first: NonNullable<Found>,
  find: (context: CommandContext) => Found,
  run: (context: CommandContext) => void,
): Generator<Turn> {
  const { together } = first;
  const isOwn = ({ account }: NonNullable<Found>) => account === accounts.live().shown().name;
  let found: Found = first;
  for (let left = accounts.live().all().length; left > 0 && found !== undefined; left -= 1) {
    const { account, location } = found;
    const origins = location?.kind === "list" ? location.rows : [];
    const rows = { keys: [], stayMarked: true, origins };
    yield {
      account,
      run: isOwn(found) ? () => run(context) : () => runIn(context, accounts, account, run, rows),
    };
    if (together === undefined) return;
    found = find(context);
    if (found?.together !== together) return;
  }
}

function stepSentence(what: string, { sentence }: Step, where: string): string {
  // A conversation that the sentence names is not named again: on a small screen the end is cut.
  const isNamed = where === "" || sentence.includes(where.replace(/^in /, ""));
  return `${what}: ${sentence}${isNamed ? "" : ` · ${where}`}`;
}

/** Redoes the step that was undone last, unless another was taken since. */
function redo(context: CommandContext): void {
  const step = lastUndone(context);
  if (context.accounts !== undefined && step === undefined)
    showToast(context.store, "Nothing to redo.");
  else withTheOthers(context, step, lastUndone, redoHere);
}

function redoHere(context: CommandContext): void {
  const { store } = context;
  const next = store.getState().journal.redo.at(-1);
  if (next === undefined) {
    showToast(store, "Nothing to redo.");
    return;
  }
  if (isOpenElsewhere(store.getState(), next)) {
    showToast(
      store,
      "Another window has not undone it yet: redo it there, or when it has.",
      "error",
    );
    seekSteps(store);
    return;
  }
  const where = returnTo(store, next.location);
  retire(store, refusedOf(store.getState(), next));
  redoStep(store, context);
  if (next.drafts !== undefined) deleteDrafts(store, next.drafts);
  const { location } = next;
  if (location?.kind === "list" && location.stays !== true) {
    const keys = location.rows.map(({ row }) => row.key);
    selectAfter(store, keys);
  }
  showToast(store, stepSentence("Redid", next, where), "done", true);
}

/** What the server refused of the step's undo: redone, it needs no decision any more. */
function refusedOf({ journal }: State, { id: step }: Step): readonly IntentId[] {
  return [...journal.intents.values()].flatMap(({ id, phase }) =>
    phase === "failed" && isOfTurn(id, step) ? [id] : [],
  );
}

export const steps = commandsIn(inPanes, {
  "triage.undo": {
    alsoCalled: "revert,cancel the last",
    title: "Undo the last step",
    hint: "undo",
    keys: ["u"],
    needs: "markUnread",
    run: undo,
  },
  "triage.redo": {
    title: "Redo",
    keys: ["^R"],
    run: redo,
  },
});

/** Whether all messages that the step would mark unread are in streams that the user cannot see any more. */
function isOutOfSight({ view }: State, { inverse }: Step): boolean {
  if (view.epoch === 0 || inverse.length === 0) return false;
  return inverse.every(
    (one) =>
      one.kind === "read" &&
      one.at?.kind === "topic" &&
      get(view.streams, one.at.streamId) === undefined,
  );
}

/**
 * Drops the step from the log if undoing it makes no sense any more: its stream is gone, a scheduled message was sent, a
 * reminder came, or a deleted message can no longer be sent in time and becomes a draft. False if undo should go on as usual.
 */
function undoPassed(context: CommandContext, step: Step): boolean {
  const { store, clock } = context;
  const state = store.getState();
  const now = secondsNow(clock);
  if (isOutOfSight(state, step)) {
    dropStep(store);
    showToast(store, `You cannot see its stream any more, so it stays: ${step.sentence}`, "error");
    return true;
  }
  const edit = step.inverse.find((one) => one.kind === "schedule-edit");
  if (edit !== undefined && (edit.at <= now || !state.view.scheduled.has(edit.id))) {
    dropStep(store);
    showToast(store, "Its time has passed: too late to undo.", "error");
    return true;
  }
  const sent = step.inverse.find(
    (one) => one.kind === "schedule-delete" && one.at <= now && isGone(state, step),
  );
  if (sent?.kind === "schedule-delete") {
    dropStep(store);
    const at = hourMinute(sent.at, hoursFor(state.view));
    showToast(store, `It was sent at ${at}: too late to undo.`, "error");
    return true;
  }
  if (wasReminded(state, step, now)) {
    dropStep(store);
    showToast(store, "You have been reminded already: too late to undo.", "error");
    return true;
  }
  const again = step.inverse.flatMap((one) => (one.kind === "schedule-add" ? [one] : []));
  const [first] = again;
  if (first === undefined || again.some(({ at }) => at > now) || isUnsent(state, step))
    return false;
  dropStep(store);
  for (const { address, content: text } of again)
    prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
  const where =
    again.length === 1 ? `the draft to ${titleOf(state.view, first.address)}` : "the drafts";
  showToast(store, `Too late to send then: it is in ${where}.`);
  return true;
}

/** Whether all that it set are reminders that the server has delivered, according to events. */
function wasReminded({ replica, journal }: State, { inverse, intents }: Step, now: number) {
  if (inverse.length === 0 || intents.some((id) => journal.intents.has(id))) return false;
  return inverse.every(
    (one) =>
      one.kind === "remind-delete" &&
      one.at <= now &&
      sameReminders(replica.reminders.values(), one).length === 0,
  );
}

/** Whether the scheduled message is gone from the server, according to events. */
function isGone({ replica, journal }: State, { done, intents }: Step): boolean {
  if (intents.some((id) => journal.intents.has(id))) return false;
  return done.every(
    (one) =>
      one.kind === "schedule-add" &&
      sameTimed(replica, replica.scheduled.values(), one) === undefined,
  );
}

/** Whether the step has not reached the server: then undo only cancels it. */
function isUnsent({ journal }: State, { intents }: Step): boolean {
  return intents.some((id) => {
    const intent = journal.intents.get(id);
    return intent?.phase === "waiting" && intent.attempts === 0;
  });
}

export function removeListedRows(
  context: CommandContext,
  place: ListPlace,
  rows: readonly RowKey[],
): void {
  const { store } = context;
  const removal = definitionOf(place).remove?.(context, rows);
  if (removal === undefined) return;
  const { keys, sentence, step, apply } = removal;
  if (step !== undefined) {
    const location = listSpot(store.getState(), keys);
    addIntents(store, context, step.actions, { sentence, ...step, location });
  }
  apply?.();
  selectAfter(store, keys);
  showToast(store, sentence, "done", step !== undefined);
}
