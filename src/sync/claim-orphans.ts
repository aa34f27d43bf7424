/**
 * Claims the intents of this account's processes that died or were suspended, so that each is delivered once, and gives
 * up those that another process has claimed.
 */

import type { Intent } from "#journal/intent.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import { marksIn, uploadsOf } from "#store/uploads.ts";
import { reasonOf } from "./background.ts";
import type { StoringContext } from "./disk-writes.ts";
import type { IntentPersistence } from "./persist-intents.ts";
import { reportUnreadable } from "./restoring.ts";

/** About the duration of a lease: this is not urgent. */
const everyMs = 30_000;

export function startClaimingOrphans(
  { store, clock, log, idle, stopped, storage }: StoringContext,
  persistence: IntentPersistence,
): void {
  let cancel = () => {};
  const look = async () => {
    cancel();
    try {
      const known = [...store.getState().journal.intents.keys()];
      const { gained, lost, elsewhere, unreadable } = await storage.claim(known);
      persistence.handOver(lost);
      persistence.takeIn(gained);
      const uploadedElsewhere = new Set(elsewhere.flatMap(runningMark));
      changeSession(store, (session) => ({ ...session, uploadedElsewhere }));
      reportUnreadable({ store, log }, unreadable);
    } catch (error) {
      if (stopped.aborted) return;
      log.warn("Intents of other processes could not be checked.", { reason: reasonOf(error) });
    }
    arm();
  };
  /** However many checks end, one is planned. */
  const arm = () => {
    cancel();
    cancel = clock.after(everyMs, () => void idle.during(look()));
  };
  const sought = new Set<string>();
  const notice = (state: State) => {
    const unknown = unknownMarks(state).filter((mark) => !sought.has(mark));
    for (const mark of unknown) sought.add(mark);
    if (unknown.length > 0) void idle.during(look());
  };
  follow(store, [parts.drafts], notice);
  arm();
  notice(store.getState());
}

function runningMark({ action, phase }: Intent): readonly string[] {
  return action.kind === "upload" && phase !== "failed" ? [action.mark] : [];
}

/** Marks in drafts whose upload is not this process's: another window may have it. */
function unknownMarks(state: State): readonly string[] {
  const own = new Set(uploadsOf(state).map(({ mark }) => mark));
  const marks = [...state.journal.drafts.values()].flatMap(({ text }) => marksIn(text));
  return marks.filter((mark) => !own.has(mark));
}
