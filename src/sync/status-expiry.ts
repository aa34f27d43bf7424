/**
 * Clears the user's status at the time that they chose: servers do not do that.
 *
 * The time is persisted. If it passes while the program is not running, the next run clears the status as soon as it is
 * known, and notifies the user. A status that was changed meanwhile is left alone.
 */

import { follow, type Part, parts } from "#store/follow.ts";
import type { StatusUntil } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen, changeSession } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";

const row = "status-until";
/** Clocks can be changed, and timers have a maximum duration: checks at least this often. */
const longestMs = 60_000;

export function startStatusExpiry(context: StoringContext): void {
  const { store, clock, stopped, storage, disk } = context;
  let cancel = () => {};

  const advance = () => {
    cancel();
    const state = store.getState();
    const { statusUntil } = state.session;
    if (statusUntil === undefined || state.replica.epoch === 0 || stopped.aborted) return;
    if (!isStillSet(state, statusUntil)) setUntil(undefined);
    else if (statusUntil.at * 1000 <= clock.now()) {
      setUntil(undefined);
      addIntents(store, context, [{ kind: "status", text: "", emoji: null }]);
      const name = statusUntil.text === "" ? "Your status" : `Your status “${statusUntil.text}”`;
      tell(`${name} expired and was cleared.`);
    } else cancel = clock.after(Math.min(longestMs, statusUntil.at * 1000 - clock.now()), advance);
  };
  const setUntil = (statusUntil: StatusUntil | undefined) =>
    changeSession(store, (session) => ({ ...session, statusUntil }));
  const tell = (text: string) =>
    changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "done", undo: false } }));

  const expiry: Part = ({ session }) => session.statusUntil;
  follow(store, [expiry], ({ session: { statusUntil } }) => {
    void disk.write(row, () => storage.putPlace(row, statusUntil ?? null));
  });
  follow(store, [expiry, ({ view }) => view.statuses, parts.epoch], advance);
  advance();
}

function isStillSet({ view }: State, { text, emojiName }: StatusUntil): boolean {
  const now = view.statuses.get(view.ownId);
  return now !== undefined && now.text === text && now.emojiName === emojiName;
}

/** From an earlier run; undefined if there is none, or it cannot be read. */
export function statusUntilFrom(places: ReadonlyMap<string, unknown>): StatusUntil | undefined {
  const value = places.get(row);
  if (typeof value !== "object" || value === null) return undefined;
  const { at, text, emojiName } = value as Readonly<Record<string, unknown>>;
  const isRight = Number.isInteger(at) && typeof text === "string" && typeof emojiName === "string";
  return isRight ? { at: at as number, text, emojiName } : undefined;
}
