/** Applies changes: the only place where a realm's state is modified after its creation. */
import { messageHandlers } from "./apply-messages.ts";
import { applyPersonal } from "./apply-personal.ts";
import { sharedHandlers } from "./apply-shared.ts";
import type { Change, Handlers } from "./changes.ts";
import type { State } from "./state.ts";

const handlers: Handlers<State> = { ...messageHandlers, ...sharedHandlers };

export function apply(state: State, change: Change): void {
  if ("userId" in change) applyPersonal(state, change);
  else (handlers[change.kind] as (state: State, change: Change) => void)(state, change);
}
