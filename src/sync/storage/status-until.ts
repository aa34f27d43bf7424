/** The end of the user's status: on disk, and weir clears the status then, also after a restart. */

import { lookAt, lookEvery } from "#base/clock.ts";
import { fieldsOf } from "#base/fields.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { follow, type Part } from "#store/follow.ts";
import type { StatusUntil } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeSession } from "#store/store.ts";
import { showDone } from "#store/toast.ts";
import { reasonOf } from "#sync/context.ts";
import type { StoringContext } from "./disk-writes.ts";

export const statusRow = "status-until";

/** If `until` is undefined, the status stays. */
export function putStatusUntil(
  storage: Pick<JournalStorage, "putValue">,
  until: StatusUntil | undefined,
): Promise<void> {
  return storage.putValue(statusRow, until ?? null);
}

/** From an earlier run; undefined if there is none, or it cannot be read. */
export function statusUntilFrom(values: ReadonlyMap<string, unknown>): StatusUntil | undefined {
  const { at, text, emojiName } = fieldsOf(values.get(statusRow));
  const isRight = Number.isInteger(at) && typeof text === "string" && typeof emojiName === "string";
  return isRight ? { at: at as number, text, emojiName } : undefined;
}

/** How often is looked what other processes have changed. */
const everyMs = 60_000;

/**
 * Clears the user's status at the time that they chose: servers do not do that. The time is persisted. If it passes while
 * the program is not running, the next run clears the status as soon as it is known, and notifies the user. A status that
 * was changed meanwhile is left alone. Another process may choose a time, too.
 */
export function startStatusExpiry(context: StoringContext): void {
  const { store, clock, stopped, storage, disk, idle, log } = context;
  let cancel = () => {};
  let writing = 0;

  const advance = () => {
    cancel();
    const state = store.getState();
    const { statusUntil } = state.session;
    // A status of an earlier run may have been changed meanwhile.
    if (statusUntil === undefined || state.session.queueId === undefined || stopped.aborted) return;
    if (!isStillSet(state, statusUntil)) void idle.during(look());
    else if (statusUntil.at * 1000 <= clock.now()) {
      setUntil(undefined);
      addIntents(store, context, [{ kind: "status", text: "", emoji: null }]);
      const name = statusUntil.text === "" ? "Your status" : `Your status “${statusUntil.text}”`;
      showDone(store, `${name} expired and was cleared.`);
    } else cancel = lookAt(clock, statusUntil.at * 1000, advance);
  };
  /** Takes the time on disk, if it is that of the status now; without one, that of another status ends. */
  const look = async () => {
    const before = store.getState().session.statusUntil;
    const values = await storage.values().catch((error: unknown) => {
      log.warn("The time of the status could not be read.", { reason: reasonOf(error) });
      return new Map<string, unknown>();
    });
    const state = store.getState();
    const { statusUntil, unsaved } = state.session;
    const isBehind = writing > 0 || unsaved.has(statusRow);
    if (stopped.aborted || isBehind || statusUntil !== before) return;
    const stored = statusUntilFrom(values);
    const isKept = statusUntil !== undefined && isStillSet(state, statusUntil);
    if (stored !== undefined && isStillSet(state, stored)) {
      if (stored.at !== statusUntil?.at) setUntil(stored);
    } else if (statusUntil !== undefined && !isKept) setUntil(undefined);
  };
  const setUntil = (statusUntil: StatusUntil | undefined) =>
    changeSession(store, (session) => ({ ...session, statusUntil }));

  const expiry: Part = ({ session }) => session.statusUntil;
  follow(store, [expiry], ({ session: { statusUntil } }) => {
    writing += 1;
    const written = disk.write(statusRow, () => putStatusUntil(storage, statusUntil));
    void written.finally(() => {
      writing -= 1;
    });
  });
  follow(store, [ownStatus], ({ session }) => {
    if (session.statusUntil === undefined) void idle.during(look());
  });
  lookEvery(clock, everyMs, () => void idle.during(look()));
  follow(store, [expiry, ({ view }) => view.statuses, ({ session }) => session.queueId], advance);
  advance();
}

const ownStatus: Part = ({ replica: { statuses, ownId } }) => statuses.get(ownId);

function isStillSet({ view }: State, { text, emojiName }: StatusUntil): boolean {
  const now = view.statuses.get(view.ownId);
  return now !== undefined && now.text === text && now.emojiName === emojiName;
}
