/** Adds actions to the journal, narrows or cancels older ones that have not been sent yet, and keeps the undo log. */

import { type Sorted, sorted } from "#base/sorted.ts";
import type { Target, TopicMove } from "#journal/actions/action-kind.ts";
import { conversationKey } from "#model/conversation.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  type Agrees,
  afterMove,
  kindOf,
  narrowedTo,
  propertyOf,
  redoneAs,
  targetsOf,
} from "./action.ts";
import type { Action, Address, Intent, IntentId, Phase } from "./intent.ts";
import type { Journal, SnoozeChanges, Step, StepLocation } from "./journal.ts";
import { localStep, withLocal, withLocalStep } from "./local-rows.ts";
import { changed, isCancellable, targetsByProperty, without } from "./phases.ts";
import { withMovedPlace } from "./proposals.ts";

type Intents = Map<IntentId, Intent>;

/** `journal` with one intent per action; `ids` are fresh, one for each. */
export function append(
  journal: Journal,
  actions: readonly Action[],
  ids: readonly IntentId[],
  common: Omit<Appending, "id">,
): Journal {
  if (actions.length === 0) return journal;
  const intents: Intents = new Map(journal.intents);
  const rivals = rivalsAmong(intents, actions);
  for (const [index, action] of actions.entries()) {
    const id = ids[index];
    if (id === undefined) throw new RangeError("Each action needs its own ID.");
    appendOne(intents, rivals, action, { ...common, id });
  }
  return { ...journal, intents };
}

type Rivals = {
  /** The intents with the property and a target of that action, oldest first. */
  readonly of: (action: Action) => readonly Intent[];
  readonly add: (intent: Intent) => void;
};

const noIds: readonly IntentId[] = [];

/** What may conflict with these actions, found at once: a key may add thousands to thousands. */
function rivalsAmong(intents: Intents, actions: readonly Action[]): Rivals {
  const byTarget = new Map<string, Map<Target, readonly IntentId[]>>();
  const places = new Map<IntentId, number>();
  for (const action of actions) {
    const property = propertyOf(action);
    if (property === undefined) continue;
    const ofProperty = byTarget.get(property) ?? new Map<Target, readonly IntentId[]>();
    for (const target of targetsOf(action)) ofProperty.set(target, noIds);
    byTarget.set(property, ofProperty);
  }
  const among = (action: Action) => byTarget.get(propertyOf(action) ?? "");
  const add = ({ id, action }: Intent) => {
    const ofProperty = among(action);
    if (ofProperty === undefined) return;
    places.set(id, places.size);
    for (const target of targetsOf(action)) {
      const rivals = ofProperty.get(target);
      if (rivals !== undefined) ofProperty.set(target, [...rivals, id]);
    }
  };
  for (const intent of intents.values()) add(intent);
  const orderOf = ({ id }: Intent) => places.get(id) ?? 0;
  return {
    add,
    of: (action) => {
      const ofProperty = among(action);
      if (ofProperty === undefined) return [];
      const ids = new Set(targetsOf(action).flatMap((target) => ofProperty.get(target) ?? noIds));
      const conflicting = [...ids].flatMap((id) => intents.get(id) ?? []);
      return conflicting.sort((one, other) => orderOf(one) - orderOf(other));
    },
  };
}

/** Holds back requests of these intents until then (UNIX milliseconds). */
export function withHold(journal: Journal, ids: readonly IntentId[], until: number): Journal {
  const intents = new Map(journal.intents);
  for (const id of ids) {
    const intent = intents.get(id);
    if (intent !== undefined) intents.set(id, { ...intent, heldUntil: until });
  }
  return { ...journal, intents };
}

type Appending = Pick<Intent, "id" | "createdAt" | "once"> & { readonly agrees: Agrees };

/**
 * The newest action wins: conflicting older ones lose those targets if they have not been sent. If that alone restores
 * the confirmed state, no request is needed.
 */
function appendOne(
  intents: Intents,
  rivals: Rivals,
  action: Action,
  { agrees, ...own }: Appending,
): void {
  const overridden = withoutOlder(intents, rivals, action);
  const remaining =
    overridden.size === 0 ? action : stillNeeded(rivals.of(action), action, overridden, agrees);
  if (remaining === undefined) return;
  const intent: Intent = { ...own, action: remaining, phase: "waiting", attempts: 0 };
  intents.set(intent.id, intent);
  rivals.add(intent);
}

/** The targets that older ones lost, with the action of the newest of these. */
type Overridden = ReadonlyMap<Target, Action>;

function withoutOlder(intents: Intents, rivals: Rivals, action: Action): Overridden {
  const overridden = new Map<Target, Action>();
  const targets = new Set(targetsOf(action));
  for (const older of rivals.of(action)) {
    if (!isCancellable(older)) continue;
    const all = targetsOf(older.action);
    const shared = all.filter((target) => targets.has(target));
    if (shared.length === 0) continue;
    // What is only repeated was not done yet.
    if (!isRepeated(older.action, action, new Set(shared)))
      for (const target of shared) overridden.set(target, older.action);
    const left = narrowedTo(older.action, new Set(all.filter((target) => !targets.has(target))));
    if (left === undefined) intents.delete(older.id);
    else intents.set(older.id, { ...older, action: left });
  }
  return overridden;
}

function isRepeated(older: Action, action: Action, targets: ReadonlySet<Target>): boolean {
  const [was, is] = [older, action].map((one) => JSON.stringify(narrowedTo(one, targets)));
  return was === is;
}

/** `action` without targets whose older action was cancelled before it was sent. */
function stillNeeded(
  others: readonly Intent[],
  action: Action,
  overridden: Overridden,
  agrees: Agrees,
): Action | undefined {
  const underWay = new Set(others.flatMap((intent) => targetsOf(intent.action)));
  // What was cancelled would have undone the same action, which is under way already: once is enough.
  const sought = new Set(targetsOf(action));
  const before = others.findLast(({ action: other }) => sharesTarget(other, sought));
  if (before !== undefined && before.phase !== "failed" && isSame(before.action, action))
    return undefined;
  const all = targetsOf(action);
  if (all.every((target) => isLeft(action, overridden.get(target), agrees))) return undefined;
  const settled = new Set(all.filter((target) => overridden.has(target) && !underWay.has(target)));
  const agreesWith = (targets: ReadonlySet<Target>) => {
    const part = narrowedTo(action, targets);
    return part !== undefined && agrees(part);
  };
  // Undo cancels thousands together; one at a time, each would scan all of them.
  const agreed = agreesWith(settled)
    ? settled
    : new Set([...settled].filter((target) => agreesWith(new Set([target]))));
  return narrowedTo(action, new Set(all.filter((target) => !agreed.has(target))));
}

/**
 * Whether `deletion`, which was cancelled before it was sent, left what `action` would create. It may be changed since: then
 * the replica does not agree with the new one either, and there would be two.
 */
function isLeft(action: Action, deletion: Action | undefined, agrees: Agrees): boolean {
  if (deletion === undefined || kindOf(action).repeatable) return false;
  return deletion.kind !== action.kind && !agrees(deletion);
}

/** With the same property and target; one that is not repeatable would be created twice. */
function isSame(one: Action, other: Action): boolean {
  if (one.kind !== other.kind) return false;
  return !kindOf(one).repeatable || JSON.stringify(one) === JSON.stringify(other);
}

function sharesTarget(action: Action, targets: ReadonlySet<Target>): boolean {
  return targetsOf(action).some((target) => targets.has(target));
}

// The undo log: shared by all views, at most a thousand steps, so that a whole morning of triage can be undone.

const depth = 1_000;

/** `journal` with the latest step. Steps undone before can no longer be redone if the user has taken it themselves. */
export function remember(journal: Journal, step: Step): Journal {
  const undo = atMost(depth, [...journal.undo, step]);
  return { ...journal, undo, redo: isOwn(step) ? [] : journal.redo };
}

/** Whether the user has taken it themselves. */
export function isOwn({ rule }: Pick<Step, "rule">): boolean {
  return rule === undefined;
}

/** Without the oldest one too many: of a rule's, as long as there are any. */
function atMost(count: number, steps: readonly Step[]): readonly Step[] {
  if (steps.length <= count) return steps;
  const first = Math.max(
    0,
    steps.findIndex((step) => !isOwn(step)),
  );
  return steps.toSpliced(first, 1);
}

/** `journal` in which the last step that the user has taken themselves is undone next. */
export function withOwnLast(journal: Journal): Journal {
  const at = journal.undo.findLastIndex(isOwn);
  const step = journal.undo[at];
  if (step === undefined || at === journal.undo.length - 1) return journal;
  return { ...journal, undo: [...journal.undo.toSpliced(at, 1), step] };
}

/**
 * Intents that undo or redo the step. Windows that do not know yet that another one did the same have the same intents,
 * of which one window delivers each: else a message might be scheduled twice.
 */
function withTurn(
  journal: Journal,
  { id, turns = 0 }: Step,
  actions: readonly Action[],
  common: Pick<Appending, "createdAt" | "agrees">,
): { readonly journal: Journal; readonly ids: readonly IntentId[]; readonly turns: number } {
  const ids = actions.map((_, index) => `${id}:${turns}:${index}` as IntentId);
  return {
    journal: append(journal, actions, ids, { ...common, once: true }),
    ids,
    turns: turns + 1,
  };
}

/** Whether the intent undoes or redoes the step of that ID. */
export function isOfTurn(intent: IntentId, step: string): boolean {
  return intent.startsWith(`${step}:`);
}

/** The step, and those undone since that changed the same: what undoes these comes before what undoes the step. */
export function undoneWith({ redo }: Journal, step: Step): readonly Step[] {
  const sought = targetsByProperty();
  for (const action of step.done) sought.add(action);
  const others = redo.filter(({ id, inverse }) => id !== step.id && inverse.some(sought.include));
  return [step, ...others];
}

const notArrived: ReadonlySet<Phase> = new Set(["failed", "unconfirmed", "undecided"]);

/**
 * Whether the server has refused what the intent creates, or may have it, and the step's inverse deletes that: then there
 * is nothing left to decide about it.
 */
function isTakenBack({ action, phase }: Intent, { inverse }: Step): boolean {
  if (!notArrived.has(phase) || kindOf(action).repeatable) return false;
  const targets = new Set(targetsOf(action));
  return inverse.some(
    (one) => propertyOf(one) === propertyOf(action) && sharesTarget(one, targets),
  );
}

/** `journal` with the last step undone: intents not sent yet are cancelled, for the others the inverse is added. */
export function undone(journal: Journal, now: number, agrees: Agrees): Journal {
  const step = journal.undo.at(-1);
  if (step === undefined) return journal;
  const withdrawn = step.intents.filter((id) => {
    const intent = journal.intents.get(id);
    if (intent === undefined) return false;
    return kindOf(intent.action).isWithdrawn === true || isTakenBack(intent, step);
  });
  const restored = withLocalStep(without(journal, withdrawn), step, "before");
  const common = { createdAt: now, agrees };
  const { journal: after, turns } = withTurn(restored, step, step.inverse, common);
  return {
    ...after,
    undo: journal.undo.slice(0, -1),
    redo: [...journal.redo, { ...step, undoneAt: now, turns }].slice(-depth),
  };
}

/** `journal` with the last undone step redone. */
export function redone(journal: Journal, now: number, agrees: Agrees): Journal {
  const step = journal.redo.at(-1);
  if (step === undefined) return journal;
  const { undoneAt: _, ...again } = step;
  const done = step.done.map(redoneAs);
  const common = { createdAt: now, agrees };
  const changedHere = withLocalStep(journal, step, "after");
  const { journal: after, ids: intents, turns } = withTurn(changedHere, step, done, common);
  return {
    ...after,
    undo: [...journal.undo, { ...again, done, intents, turns }].slice(-depth),
    redo: journal.redo.slice(0, -1),
  };
}

/**
 * `journal` with what other windows and earlier runs did to the log: the steps that they took, undid or redid, in the
 * order in which they were taken; undefined: one is no longer in it. As in one window, what was undone before the last
 * step was taken cannot be redone.
 */
export function withSharedSteps(
  journal: Journal,
  changes: ReadonlyMap<string, Step | undefined>,
): Journal {
  if (changes.size === 0) return journal;
  const kept = [...journal.undo, ...journal.redo.toReversed()].filter(({ id }) => !changes.has(id));
  const shared = [...changes.values()].filter((step) => step !== undefined);
  const all = [...shared, ...kept].sort((one, other) => one.at - other.at);
  const undo = all.filter(({ undoneAt }) => undoneAt === undefined);
  const last = undo.findLast(isOwn)?.at ?? 0;
  const redo = all.filter(({ undoneAt = 0 }) => undoneAt > 0 && undoneAt >= last);
  return { ...journal, undo: undo.slice(-depth), redo: redo.toReversed().slice(-depth) };
}

/**
 * Whether the log keeps the step on disk. A send with a delay is undone only until it leaves, and only by the window that
 * sends it.
 */
export function isShared({ done }: Step): boolean {
  return done[0]?.kind !== "send" && done[0]?.kind !== "schedule-send";
}

/** `inverse` marks the messages in `ids` unread again; from `before` on, all messages are known now. */
export function withFound(
  journal: Journal,
  id: IntentId,
  found: { readonly ids: Sorted<MessageId>; readonly before: MessageId },
  inverse: readonly Action[],
): Journal {
  const next = changed(journal, id, (intent) => {
    const { action } = intent;
    if (action.kind !== "read-older") return intent;
    const ids = sorted([...action.ids, ...found.ids]);
    return { ...intent, action: { ...action, ids, before: found.before } };
  });
  return withInverse(next, id, inverse);
}

/** Undoing the step of this intent restores this too. */
export function withInverse(journal: Journal, id: IntentId, inverse: readonly Action[]): Journal {
  if (inverse.length === 0) return journal;
  const amended = (step: Step) =>
    step.intents.includes(id) ? { ...step, inverse: [...step.inverse, ...inverse] } : step;
  return { ...journal, undo: journal.undo.map(amended) };
}

/**
 * `journal` without the intent, which this machine carries out by these snoozes instead: they are undone and redone with its
 * step.
 */
export function withKept(journal: Journal, { id, action }: Intent, after: SnoozeChanges): Journal {
  const change = localStep(journal, "snoozes", after);
  const isSame = (one: Action) =>
    propertyOf(one) === propertyOf(action) &&
    targetsOf(one).some((target) => targetsOf(action).includes(target));
  const amended = ({ snoozes, ...step }: Step): Step => ({
    ...step,
    done: step.done.filter((one) => !isSame(one)),
    inverse: step.inverse.filter((one) => !isSame(one)),
    snoozes: {
      before: new Map([...change.before, ...(snoozes?.before ?? [])]),
      after: new Map([...(snoozes?.after ?? []), ...change.after]),
    },
  });
  return {
    ...without(withLocal(journal, "snoozes", after), [id]),
    undo: changedOnes(journal.undo, (step) => (step.intents.includes(id) ? amended(step) : step)),
  };
}

/** All messages are found: the intent becomes an unsent one that marks them, or is removed if there are none. */
export function withAllFound(journal: Journal, id: IntentId): Journal {
  return changed(journal, id, (intent) => {
    const { action } = intent;
    if (action.kind !== "read-older" || action.ids.length === 0) return intent;
    return {
      ...intent,
      action: { kind: "read", op: "add", ids: action.ids },
      phase: "waiting",
      attempts: 0,
    };
  });
}

const onTheWay: ReadonlySet<Phase> = new Set(["sending", "unconfirmed", "answered"]);

/**
 * `journal` after the move of a whole topic, whose policy the server moves too: what is not on its way goes to the new
 * name, and undo and redo change what is there. The same journal if nothing names the topic.
 */
export function withMovedTopic(journal: Journal, move: TopicMove): Journal {
  const moved = [...journal.intents.values()]
    .filter(({ phase }) => !onTheWay.has(phase))
    .map((intent) => ({ intent, action: afterMove(intent.action, move) }))
    .filter(({ intent, action }) => action !== intent.action)
    .map(({ intent, action }) => [intent.id, { ...intent, action }] as const);
  const stepsAfter = (steps: readonly Step[]) =>
    move.isMerge ? steps : changedOnes(steps, (step) => stepAfter(step, move));
  const [undo, redo] = [stepsAfter(journal.undo), stepsAfter(journal.redo)];
  const proposals = withMovedPlace(journal.proposals, move);
  const isSame = undo === journal.undo && redo === journal.redo && proposals === journal.proposals;
  if (moved.length === 0 && isSame) return journal;
  return { ...journal, intents: new Map([...journal.intents, ...moved]), proposals, undo, redo };
}

/** The same array if no part of it changes. */
function changedOnes<T>(all: readonly T[], change: (one: T) => T): readonly T[] {
  const after = all.map(change);
  return after.every((one, at) => one === all[at]) ? all : after;
}

function stepAfter(step: Step, move: TopicMove): Step {
  const { from, to } = move;
  const { drafts, snoozes, proposals, location } = step;
  const after = (action: Action) => afterMove(action, move);
  const [done, inverse] = [changedOnes(step.done, after), changedOnes(step.inverse, after)];
  const locationAfter = location && withMovedLocation(location, move);
  const dropped = proposals && withMovedPlace(proposals.before, move);
  const isDropped = dropped !== proposals?.before;
  const names = snoozes?.after.has(from) === true || drafts?.has(from) === true || isDropped;
  const isSame = done === step.done && inverse === step.inverse && locationAfter === location;
  if (isSame && !names) return step;
  const snoozesAfter = snoozes && {
    before: withMovedKey(snoozes.before, move, (one) => one && { ...one, conversation: to }),
    after: withMovedKey(snoozes.after, move, (one) => one && { ...one, conversation: to }),
  };
  const draftsAfter = drafts && withMovedKey(drafts, move, (one) => ({ ...one, address: to }));
  return {
    ...step,
    done,
    inverse,
    location: locationAfter,
    snoozes: snoozesAfter,
    drafts: draftsAfter,
    ...(proposals && dropped && { proposals: { ...proposals, before: dropped } }),
  };
}

/** `map` with the value of the topic changed, and under its new key. */
function withMovedKey<Key extends string, Value>(
  map: ReadonlyMap<Key, Value>,
  { from, to }: TopicMove,
  change: (value: Value) => Value,
): ReadonlyMap<Key, Value> {
  const key = conversationKey(to) as string as Key;
  return new Map(
    [...map].map(([name, value]) =>
      (name as string) === from ? [key, change(value)] : [name, value],
    ),
  );
}

function withMovedLocation(location: StepLocation, { from, to }: TopicMove): StepLocation {
  const isThere = (address: Address | undefined) =>
    address !== undefined && conversationKey(address) === from;
  if (location.kind === "conversation")
    return isThere(location.address) ? { ...location, address: to } : location;
  const key = conversationKey(to);
  const rows = changedOnes(location.rows, (origin) =>
    origin.row.key === from ? { ...origin, row: { ...origin.row, key } } : origin,
  );
  if (isThere(location.reading)) return { ...location, rows, reading: to };
  return rows === location.rows ? location : { ...location, rows };
}
