/** Queries on any action, answered by the row of its kind. */

import type { ActionKind, Target, TopicMove } from "#journal/actions/action-kind.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { actionKinds } from "./actions/table.ts";
import type { Action } from "./intent.ts";

export function kindOf(action: Pick<Action, "kind">): ActionKind<Action> {
  return actionKinds[action.kind];
}

export function targetsOf(action: Action): readonly Target[] {
  return kindOf(action).targets?.(action) ?? [];
}

/** `action` narrowed to these targets; undefined when none of its own are left. An action without targets is unchanged. */
export function narrowedTo(action: Action, targets: ReadonlySet<Target>): Action | undefined {
  const all = targetsOf(action);
  const left = all.filter((target) => targets.has(target));
  if (left.length === all.length) return action;
  return left.length === 0 ? undefined : kindOf(action).narrowed?.(action, targets);
}

/** Returns undefined if it conflicts with no other action. */
export function propertyOf(action: Action): string | undefined {
  return kindOf(action).property?.(action);
}

/** `action` as the undo log stores it: see `Action`. */
export function remembered(replica: Replica, action: Action): readonly Action[] {
  return kindOf(action).remembered?.(replica, action) ?? [action];
}

/** `action` after the move: see `ActionKind`. */
export function afterMove(action: Action, move: TopicMove): Action {
  return kindOf(action).moved?.(action, move) ?? action;
}

/** `action` as it is redone after it was undone: see `ActionKind`. */
export function redoneAs(action: Action): Action {
  return kindOf(action).redone?.(action) ?? action;
}

/** The actions that restore what the view shows now, in order; empty if nothing would change or it cannot be undone. */
export function inverseOf(view: Replica, action: Action): readonly Action[] {
  return kindOf(action).inverse?.(view, action) ?? [];
}

/** Describes an action to the user. Not safe for a terminal. */
export function sentenceOf(view: Replica, action: Action): string {
  return kindOf(action).sentence?.(view, action) ?? "";
}

/** Whether the replica already matches the action; `became` is the message that a send is known to be. */
export type Agrees = (action: Action, became?: MessageId) => boolean;

export function agreesWith(replica: Replica): Agrees {
  return (action, became) => kindOf(action).agrees(replica, action, became);
}
