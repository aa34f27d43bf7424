/** Calls for drafts, which the server shares among all of the user's clients. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/drafts.ts";
import type { DraftId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** A draft to be stored: without an ID, which the server assigns. */
export type WrittenDraft = ArgumentsOf<typeof wire.createDrafts>["drafts"][number];

/** POST /drafts: returns the IDs in the order of the drafts. */
export function createDrafts(
  connection: Connection,
  drafts: readonly WrittenDraft[],
  options?: CallOptions,
) {
  return connection.call(
    wire.createDrafts,
    { drafts: [...drafts] },
    { priority: "background", ...options },
  );
}

/** PATCH /drafts/{draft_id}: replaces the whole draft. */
export function editDraft(
  connection: Connection,
  id: DraftId,
  draft: WrittenDraft,
  options?: CallOptions,
) {
  return connection.call(
    wire.editDraft,
    { draft_id: id, draft },
    { priority: "background", ...options },
  );
}

/** DELETE /drafts/{draft_id}. */
export function deleteDraft(connection: Connection, id: DraftId, options?: CallOptions) {
  return connection.call(
    wire.deleteDraft,
    { draft_id: id },
    { priority: "background", ...options },
  );
}
