/** What was seen of the realm, for verbs: while the server cannot be reached, or in place of it. */
import { ApiError } from "#api/failure.ts";
import type { Archive } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import type { Replica } from "#model/replica.ts";
import { momentIn } from "./typed-moment.ts";
import type { VerbContext } from "./verb-context.ts";

type ArchivedRealm = {
  readonly archive: Archive;
  readonly replica: Replica;
  /** When the server was heard last, in UNIX seconds, and in words. */
  readonly savedAt: number;
  readonly until: string;
  readonly close: () => Promise<void>;
};

/** Undefined if nothing was ever seen. */
export async function archivedRealm(context: VerbContext): Promise<ArchivedRealm | undefined> {
  const { archive, close } = await context.openArchive();
  const saved = await archive.load();
  const replica = saved && restoredReplica(saved.sections);
  if (saved === undefined || replica === undefined) {
    await close();
    return undefined;
  }
  const savedAt = Math.floor(saved.savedAt / 1000);
  return { archive, replica, savedAt, until: momentIn(context, replica, savedAt), close };
}

/** Whether the archive may answer instead. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === "unreachable";
}
