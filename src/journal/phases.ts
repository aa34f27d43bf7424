/** Transitions of an intent between phases. */
import type { MessageId } from "#wire/ids.ts";
import { kindOf } from "./action.ts";
import type { Intent } from "./intent.ts";

type Change = (intent: Intent) => Intent;

/** Removes fields that only an earlier phase uses. */
function bare({ reason: _, ...intent }: Intent): Intent {
  return intent;
}

/** Whether nothing of it was ever sent, so that a newer action can cancel it. */
export function isCancellable({ phase, attempts }: Pick<Intent, "phase" | "attempts">): boolean {
  return phase === "waiting" && attempts === 0;
}

/**
 * Its request is about to be sent; `newest` is the highest message ID known. The value of the first attempt is kept.
 */
export function leaving(newest: number): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "sending",
    attempts: intent.attempts + 1,
    knownBefore: intent.knownBefore ?? newest,
  });
}

/** It certainly did not arrive: it may be sent again. */
export const notArrived: Change = ({ messageId: _, ...intent }) => ({
  ...bare(intent),
  phase: "waiting",
});

/** The user retries it, as if it were new. */
export const retried: Change = (intent) => ({ ...notArrived(intent), attempts: 0 });

/**
 * No response came, and the server may have it. Repeatable intents wait for a retry; a send whose message was already
 * seen on the server needs no response.
 */
export const unanswered: Change = (intent) => {
  if (kindOf(intent.action).repeatable) return notArrived(intent);
  return { ...bare(intent), phase: intent.messageId === undefined ? "unconfirmed" : "answered" };
};

/** The server accepted it; a send became this message. */
export function answered(messageId?: MessageId): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "answered",
    ...(messageId === undefined ? {} : { messageId }),
  });
}

/** The server refused it, for this reason. */
export function refused(reason: string): Change {
  return (intent) => ({ ...notArrived(intent), phase: "failed", reason });
}

/** Whether it arrived could not be determined; the user decides. */
export function undecided(reason: string): Change {
  return (intent) => ({ ...intent, phase: "undecided", reason });
}

/**
 * The intent as restored from an earlier run: what was pending then may or may not have arrived. Undefined: it is done.
 */
export function recovered(intent: Intent): Intent | undefined {
  if (intent.phase === "answered") return undefined;
  return intent.phase === "sending" ? unanswered(intent) : intent;
}
