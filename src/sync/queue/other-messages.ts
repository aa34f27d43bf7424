/**
 * Whether a server that was restored from an older backup has given IDs of messages that are known to others. While its highest
 * ID is lower than the one that was known, that tells (`isAnotherRealm`); once it is higher, only the messages do.
 */
import { get, ids } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { reasonOf, type SyncContext } from "#sync/context.ts";
import { fetchById } from "#sync/fetching.ts";

type Comparing = Pick<SyncContext, "archive" | "connection" | "clock" | "stopped" | "log">;

/** So many of the newest that are known are compared: one that is missing there may have been deleted. */
const compared = 5;

/** Asks only if the server was restarted since: `generation` is another one then, or is not told. */
export async function hasOtherMessages(
  context: Comparing,
  before: Replica,
  generation: number | undefined,
): Promise<boolean> {
  const { stopped, log } = context;
  if (generation !== undefined && generation === before.realm.generation) return false;
  const known = await newestKnown(context, before);
  if (known.size === 0) return false;
  try {
    for await (const messages of fetchById(context, [...known.keys()]))
      for (const { id, sender_id: senderId, timestamp: sentAt } of messages) {
        const one = known.get(id);
        if (one?.senderId !== senderId || one.sentAt !== sentAt) return true;
      }
  } catch (error) {
    if (stopped.aborted) throw error;
    log.note("Known messages could not be compared.", { reason: reasonOf(error) });
  }
  return false;
}

/** Also of those that only the archive has. */
async function newestKnown(
  { archive }: Comparing,
  { messages }: Replica,
): Promise<ReadonlyMap<Message["id"], Message>> {
  const newest = { narrow: { kind: "all" }, anchor: "newest", before: compared, after: 0 } as const;
  const archived = (await archive.page(newest)).messages;
  const inReplica = [...ids(messages)].slice(-compared).flatMap((id) => get(messages, id) ?? []);
  const all = new Map([...archived, ...inReplica].map((message) => [message.id, message]));
  return new Map([...all].sort(([one], [other]) => one - other).slice(-compared));
}
