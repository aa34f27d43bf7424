/**
 * Reports the user's presence: `active` after a key within the last minutes, else `idle`, at the interval that the
 * server requests.
 *
 * The responses contain everybody else's presence: events only report that somebody came online, never that they
 * stayed.
 */

import { updatePresence } from "#api/account.ts";
import { get } from "#base/table.ts";
import { withPresences } from "#model/people.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { reasonOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";
import type { Attention } from "./reads.ts";

/** The user is idle after this long without a key. */
const idleAfterMs = 5 * 60_000;

/** Before the first response. */
const noUpdateId = -1;

export function startOwnPresence(
  context: SyncContext,
  { lastKeyAt }: Pick<Attention, "lastKeyAt">,
): void {
  const { store, clock, idle, log, stopped } = context;
  // Starting the program counts as activity.
  const startedAt = clock.now();
  let reported = { at: Number.NEGATIVE_INFINITY, lastKeyAt: 0, step: noUpdateId, epoch: 0 };
  let cancel = () => {};

  const ping = async () => {
    const { epoch } = store.getState().replica;
    const keyAt = Math.max(startedAt, lastKeyAt());
    const hasInput = keyAt > reported.lastKeyAt;
    // After a new register the server may be a different one, so its update IDs do not continue ours.
    const step = reported.epoch === epoch ? reported.step : noUpdateId;
    reported = { at: clock.elapsed(), lastKeyAt: keyAt, step, epoch };
    try {
      const answer = await updatePresence(
        context.connection(),
        {
          status: clock.now() - keyAt < idleAfterMs ? "active" : "idle",
          new_user_input: hasInput,
          ping_only: false,
          slim_presence: true,
          last_update_id: step,
        },
        { signal: stopped },
      );
      reported = { ...reported, step: answer.presence_last_update_id ?? noUpdateId };
      const { presences } = answer;
      if (presences !== undefined)
        changeReplica(store, (replica, batch) => withPresences(replica, presences, batch));
    } catch (error) {
      if (!stopped.aborted)
        log.note("The presence could not be reported.", { reason: reasonOf(error) });
    }
  };
  const advance = () => {
    cancel();
    if (stopped.aborted || !isEnabled(store.getState()) || !isReachable(context)) return;
    const { presencePingMs } = store.getState().replica.realm;
    const left = reported.at + presencePingMs - clock.elapsed();
    if (left <= 0) void idle.during(ping());
    cancel = clock.after(left <= 0 ? presencePingMs : left, advance);
  };
  advance();
  follow(store, [parts.connection, isEnabled], advance);
}

/** Whether the user and the realm want presence reported; servers refuse it for bots. */
function isEnabled({ replica }: State): boolean {
  const { epoch, settings, organization, people, ownId } = replica;
  return (
    epoch > 0 &&
    get(people, ownId)?.isBot !== true &&
    settings.presence_enabled !== false &&
    organization.settings["presence_disabled"] !== true
  );
}
