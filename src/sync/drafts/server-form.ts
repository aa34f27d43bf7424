/** Drafts as the server keeps them: converted from and to the local form, which is keyed by conversation, and written. */

import { createDrafts, deleteDraft, editDraft, type WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { hasEmptyTopics, topicWritten } from "#model/empty-topic.ts";
import { everybody } from "#model/from-wire.ts";
import { messageProblem, storedContent, topicProblem } from "#model/limits.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { SyncContext } from "#sync/context.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { DraftId, StreamId, UserId } from "#wire/ids.ts";

/** The key of text without a recipient. */
const unaddressed = "";

/** A draft's text as the server stores it: equal texts are equal drafts. */
export function serverText({ realm }: Replica, text: string): string {
  return storedContent(text, realm.maxMessageLength);
}

/** Undefined if the server would refuse it: such a text stays local until it is corrected. */
export function toServerDraft(
  replica: Replica,
  { address, text, updatedAt }: Draft,
): WrittenDraft | undefined {
  const content = serverText(replica, text);
  if (messageProblem(replica.realm, text) !== undefined) return undefined;
  const timestamp = Math.floor(updatedAt / 1000);
  if (address === undefined) return { type: "", to: [], topic: "", content, timestamp };
  if (address.kind === "direct") {
    const to = [...others(address.userIds, replica.ownId)];
    return { type: "private", to, topic: "", content, timestamp };
  }
  const { streamId, topic } = address;
  if (topicProblem(replica.realm, topic) !== undefined) return undefined;
  return { type: "stream", to: [streamId], topic, content, timestamp };
}

/**
 * The conversation of a server draft, which the user may not see any more; undefined without a topic where topics are never
 * empty.
 */
export function conversationOfDraft(
  replica: Replica,
  { type, to, topic: written }: ServerDraft,
): { readonly key: string; readonly address: Address | undefined } | undefined {
  const [first] = to;
  if (type === "" || first === undefined) return { key: unaddressed, address: undefined };
  const userIds = to as readonly number[] as readonly UserId[];
  if (type === "private")
    return keyed({ kind: "direct", userIds: everybody(replica.ownId, userIds) });
  const streamId = first as StreamId;
  const topic = topicWritten(replica, written);
  if (topic === "" && !hasEmptyTopics(replica.realm)) return undefined;
  return keyed({ kind: "topic", streamId, topic });
}

function keyed(address: Address) {
  return { key: conversationKey(address), address };
}

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

/** False when the draft no longer exists. */
export function replaceCopy(
  { connection, stopped }: RequestContext,
  id: DraftId,
  copy: WrittenDraft,
): Promise<boolean> {
  return isFound(editDraft(connection(), { draft_id: id, draft: copy }, { signal: stopped }));
}

/** A draft that no longer exists is not a failure. */
export async function deleteCopy(
  { connection, stopped }: RequestContext,
  id: DraftId,
): Promise<void> {
  await isFound(deleteDraft(connection(), { draft_id: id }, { signal: stopped }));
}

async function isFound(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined;
    if (failure?.kind === "refused" && failure.status === 404) return false;
    throw error;
  }
}
