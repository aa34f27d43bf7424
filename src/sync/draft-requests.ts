/** Requests that keep one draft on the server. A draft that no longer exists there is not a failure. */
import { createDrafts, deleteDraft, editDraft, type WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import type { DraftId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";

type RequestContext = Pick<SyncContext, "connection" | "stopped">;

export async function createCopy(
  { connection, stopped }: RequestContext,
  copy: WrittenDraft,
): Promise<DraftId> {
  const { ids } = await createDrafts(connection(), { drafts: [copy] }, { signal: stopped });
  const [id] = ids;
  if (id !== undefined) return id;
  throw new ApiError({
    kind: "malformed",
    sent: "maybe",
    path: "ids",
    reason: "no draft was created",
  });
}

/** Undefined when the draft no longer exists. */
export function replaceCopy(
  { connection, stopped }: RequestContext,
  id: DraftId,
  copy: WrittenDraft,
): Promise<DraftId | undefined> {
  return undefinedIfDeleted(
    editDraft(connection(), { draft_id: id, draft: copy }, { signal: stopped }).then(() => id),
  );
}

export async function deleteCopy(
  { connection, stopped }: RequestContext,
  id: DraftId,
): Promise<void> {
  await undefinedIfDeleted(deleteDraft(connection(), { draft_id: id }, { signal: stopped }));
}

async function undefinedIfDeleted<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined;
    if (failure?.kind === "refused" && failure.status === 404) return undefined;
    throw error;
  }
}
