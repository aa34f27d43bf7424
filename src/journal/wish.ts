/** Queries on any wish, answered by the row of its kind. */

import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import type { ActionKind, Target } from "./actions/action.ts";
import { actionKinds } from "./actions/table.ts";
import type { Wish } from "./intent.ts";

export function kindOf(wish: Pick<Wish, "kind">): ActionKind<Wish> {
  return actionKinds[wish.kind];
}

export function targetsOf(wish: Wish): readonly Target[] {
  return kindOf(wish).targets?.(wish) ?? [];
}

/** `wish` narrowed to these targets; undefined when none of its own are left. A wish without targets is unchanged. */
export function narrowedTo(wish: Wish, targets: ReadonlySet<Target>): Wish | undefined {
  const own = targetsOf(wish);
  const left = own.filter((target) => targets.has(target));
  if (left.length === own.length) return wish;
  return left.length === 0 ? undefined : kindOf(wish).narrowed?.(wish, targets);
}

/** Undefined: it conflicts with no other wish. */
export function propertyOf(wish: Wish): string | undefined {
  return kindOf(wish).property?.(wish);
}

/** `wish` as the undo log stores it: see `Action`. */
export function remembered(replica: Replica, wish: Wish): readonly Wish[] {
  return kindOf(wish).remembered?.(replica, wish) ?? [wish];
}

/** The wishes that restore what the view shows now, in order; empty if nothing would change or it cannot be undone. */
export function inverseOf(view: Replica, wish: Wish): readonly Wish[] {
  return kindOf(wish).inverse?.(view, wish) ?? [];
}

/** Describes a wish to the person. Not safe for a terminal. */
export function sentenceOf(view: Replica, wish: Wish): string {
  return kindOf(wish).sentence?.(view, wish) ?? "";
}

/** Whether the replica already matches the wish; `became` is the message that a send is known to be. */
export type Agrees = (wish: Wish, became?: MessageId) => boolean;

export function agreesWith(replica: Replica): Agrees {
  return (wish, became) => kindOf(wish).agrees(replica, wish, became);
}
