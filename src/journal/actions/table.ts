/** Every kind of action, by noun. A kind without an effect in `sync/delivery` does not compile. */

import { accountActions } from "./account.ts";
import type { ActionKind } from "./action-kind.ts";
import { flagActions } from "./flags.ts";
import { messageActions } from "./message.ts";
import { reminderActions } from "./reminder.ts";
import { scheduledActions } from "./scheduled.ts";
import { sendActions } from "./send.ts";
import { streamActions } from "./stream.ts";
import { topicActions } from "./topic.ts";
import { viewActions } from "./view.ts";
import { widgetActions } from "./widget.ts";

export const actionKinds = {
  ...sendActions,
  ...flagActions,
  ...messageActions,
  ...widgetActions,
  ...topicActions,
  ...streamActions,
  ...accountActions,
  ...scheduledActions,
  ...reminderActions,
  ...viewActions,
} as const;

type ActionOf<A> = A extends ActionKind<infer W, infer _> ? W : never;

export type Action = ActionOf<(typeof actionKinds)[keyof typeof actionKinds]>;
