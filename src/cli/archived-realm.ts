/** What was seen of the realm, for verbs: while the server cannot be reached, or in place of it. */
import { ApiError } from "#api/failure.ts";
import { type Archive, noArchive } from "#archive/archive.ts";
import { restoredReplica } from "#archive/saved-replica.ts";
import type { Replica } from "#model/replica.ts";
import type { StatePart } from "./realm-state.ts";
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

/** A realm around what only this machine keeps. */
export type RealmHere = {
  readonly replica: Replica;
  /** Absent: the server has answered. */
  readonly away?: { readonly archive: Archive };
  readonly close: () => Promise<void>;
};

/** From the server; while it cannot be reached, as it was seen, which is said. Throws the error if nothing was ever seen. */
export async function realmHere(
  context: VerbContext,
  parts: readonly StatePart[],
): Promise<RealmHere> {
  try {
    return { replica: await context.state(...parts), close: async () => undefined };
  } catch (error) {
    const seen = isUnreachable(error) ? await archivedRealm(context) : undefined;
    if (seen === undefined) throw error;
    const { archive, replica, until, close } = seen;
    context.say(
      `The server cannot be reached. This is as weir has seen it until ${until}: ${unknownAnswers}.`,
    );
    return { replica, away: { archive }, close };
  }
}

/** The same, where names are enough: at least those that verbs have seen. */
export async function namedHere(
  context: VerbContext,
  parts: readonly StatePart[],
): Promise<RealmHere> {
  try {
    return await realmHere(context, parts);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    context.say(`The server cannot be reached: ${unknownAnswers}.`);
    const replica = await context.cachedState();
    return { replica, away: { archive: noArchive }, close: async () => undefined };
  }
}

const unknownAnswers = "who has answered since is not known";

/** Whether the archive may answer instead. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === "unreachable";
}
