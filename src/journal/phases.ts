/** How an intent goes from one phase to the next. */
import type { MessageId } from "#wire/ids.ts";
import type { Intent } from "./intent.ts";

type Change = (intent: Intent) => Intent;

/** Without what belonged to an earlier phase only. */
function bare({ reason: _, ...intent }: Intent): Intent {
  return intent;
}

/** Its request leaves now; `newest` is the highest message ID known. The first departure is the one that counts. */
export function leaving(newest: number): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "sending",
    attempts: intent.attempts + 1,
    knownBefore: intent.knownBefore ?? newest,
  });
}

/** It certainly did not arrive: it may leave again. */
export const notArrived: Change = ({ messageId: _, ...intent }) => ({
  ...bare(intent),
  phase: "waiting",
});

/**
 * No answer came, and the server may have it.
 * A send that was already seen on the server is no riddle; whatever else can be repeated without harm waits again.
 */
export const unanswered: Change = (intent) => {
  if (intent.wish.kind !== "send") return notArrived(intent);
  return { ...bare(intent), phase: intent.messageId === undefined ? "maybe" : "answered" };
};

/** The server said yes; for a send, to this message. */
export function answered(messageId?: MessageId): Change {
  return (intent) => ({
    ...bare(intent),
    phase: "answered",
    ...(messageId === undefined ? {} : { messageId }),
  });
}

/** The server said no, in these words. */
export function refused(reason: string): Change {
  return (intent) => ({ ...notArrived(intent), phase: "failed", reason });
}

/** Nobody could find out whether it arrived; the person chooses. */
export function undecided(reason: string): Change {
  return (intent) => ({ ...intent, phase: "unsure", reason });
}

/** As an earlier run of the program left it: what was under way then may or may not have arrived. Undefined: it is done. */
export function recovered(intent: Intent): Intent | undefined {
  if (intent.phase === "answered") return undefined;
  return intent.phase === "sending" ? unanswered(intent) : intent;
}
