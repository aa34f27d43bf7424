/** How each kind of action is delivered, by noun. A kind without an effect does not compile. */
import type { Action } from "#journal/intent.ts";
import { accountEffects } from "./account.ts";
import type { Effect } from "./effect.ts";
import { flagEffects } from "./flags.ts";
import { messageEffects, widgetEffects } from "./message.ts";
import { reminderEffects } from "./reminder.ts";
import { scheduledEffects } from "./scheduled.ts";
import { sendEffects } from "./send.ts";
import { streamEffects, topicEffects } from "./topic.ts";
import { viewEffects } from "./view.ts";

type Effects = {
  readonly [Kind in Action["kind"]]: Effect<Extract<Action, { readonly kind: Kind }>>;
};

const effects: Effects = {
  ...sendEffects,
  ...flagEffects,
  ...messageEffects,
  ...widgetEffects,
  ...topicEffects,
  ...streamEffects,
  ...accountEffects,
  ...scheduledEffects,
  ...reminderEffects,
  ...viewEffects,
};

export function effectOf(action: Pick<Action, "kind">): Effect<Action> {
  return effects[action.kind];
}
