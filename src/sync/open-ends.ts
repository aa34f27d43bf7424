/**
 * What the list of open ends needs besides the server: what earlier runs have seen, once; and the time while it is open,
 * since a question is only one when nobody has answered for some hours.
 */

import type { Archive } from "#archive/archive.ts";
import { lookEvery } from "#base/clock.ts";
import { type Batch, values } from "#base/table.ts";
import { withArchivedMessages } from "#model/merge-page.ts";
import { ownGivenName } from "#model/open-ends/called.ts";
import { withHeard } from "#model/open-ends/open-ends.ts";
import { membersByName, namesToIds } from "#model/open-ends/owed.ts";
import type { Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

const everyMs = 60_000;
/** By then the first frame is out, and nothing that was asked for is read any more. */
const archiveMs = 2_000;

type Context = Pick<SyncContext, "store" | "clock" | "archive" | "idle">;

export function startOpenEnds(context: Context): void {
  const { store, clock, idle } = context;
  const isOpen = () => store.getState().screen.place.kind === "waiting";
  const note = () =>
    changeScreen(store, (screen) => ({
      ...screen,
      triage: { ...screen.triage, waitedAt: Math.floor(clock.now() / 1000) },
    }));
  let isAsked = false;
  const ask = () => {
    if (isAsked || store.getState().replica.epoch === 0) return;
    isAsked = true;
    void idle.during(readArchive(context));
  };
  const look = () => {
    if (!isOpen()) return;
    note();
    ask();
  };
  note();
  look();
  follow(store, [parts.place, parts.epoch], look);
  lookEvery(clock, everyMs, () => isOpen() && note());
  clock.after(archiveMs, ask);
}

async function readArchive({ store, archive }: Context): Promise<void> {
  const change = await archivedEnds(archive, store.getState().replica);
  changeReplica(store, change);
}

/** Reads what decides what is open; the answer adds it to a replica. */
export async function archivedEnds(
  archive: Pick<Archive, "openEnds">,
  replica: Replica,
): Promise<(replica: Replica, batch: Batch) => Replica> {
  const { ownId, people, groups } = replica;
  const silent = [...values(people)]
    .filter(({ isBot, isActive }) => isBot || !isActive)
    .map(({ id }) => id);
  const { messages, from } = await archive.openEnds({
    ownId,
    name: ownGivenName(replica),
    silent,
    people: namesToIds(people),
    groups: membersByName(groups),
  });
  if (messages.length === 0) return (now) => now;
  return (now, batch) => withHeard(withArchivedMessages(now, messages, batch), new Map(from));
}
