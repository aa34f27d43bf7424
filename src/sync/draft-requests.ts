/** The requests that keep one draft on the server. A draft that is gone there is no failure. */
import { createDrafts, deleteDraft, editDraft, type WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import type { DraftId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";

type Line = Pick<SyncContext, "connection" | "stopped">;

export async function create({ connection, stopped }: Line, copy: WrittenDraft): Promise<DraftId> {
  const { ids } = await createDrafts(connection(), [copy], { signal: stopped });
  const [id] = ids;
  if (id !== undefined) return id;
  throw new ApiError({
    kind: "malformed",
    sent: "maybe",
    path: "ids",
    reason: "no draft was made",
  });
}

/** Undefined when there is no such draft any more. */
export function replace(
  { connection, stopped }: Line,
  id: DraftId,
  copy: WrittenDraft,
): Promise<DraftId | undefined> {
  return unlessGone(editDraft(connection(), id, copy, { signal: stopped }).then(() => id));
}

export async function throwAway({ connection, stopped }: Line, id: DraftId): Promise<void> {
  await unlessGone(deleteDraft(connection(), id, { signal: stopped }));
}

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined;
    if (failure?.kind === "refused" && failure.status === 404) return undefined;
    throw error;
  }
}
