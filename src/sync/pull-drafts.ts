/** Brings drafts that were written elsewhere into the composers; a text that the server has not is never overwritten. */

import { values } from "#base/table.ts";
import { homeOf, isBesideKey } from "#journal/drafts.ts";
import type { Replica } from "#model/replica.ts";
import { replaceText } from "#store/composer.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { DraftId } from "#wire/ids.ts";
import { inBackground } from "./background.ts";
import { keepBoth, keepCopy, type LinkedDraft, type ToldCopy } from "./beside-drafts.ts";
import { deleteCopy } from "./draft-requests.ts";
import { conversationOfDraft, serverText } from "./draft-shapes.ts";
import {
  type Copies,
  type DraftSync,
  draftsOf,
  isShared,
  linkedIds,
  localText,
  pauseMs,
  saveDraft,
  setCopy,
} from "./draft-sync.ts";

/** So long a text may be on its way to another client. */
const latencyMs = 2_000;

/** `before` are the copies known before; undefined after a register, which contains all of them. */
export function pullChanges(sync: DraftSync, before: Copies | undefined): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const [key, draft] of draftsOf(sync)) {
    const { shared } = draft;
    if (shared === undefined) continue;
    const copy = replica.drafts.get(shared.id);
    // A copy without an event yet is in neither.
    if (before !== undefined && before.get(shared.id) === copy) continue;
    pullChange(sync, key, { ...draft, shared }, copy);
  }
  for (const copy of newestFirst(replica.drafts)) {
    if (copy.id !== undefined && copy !== before?.get(copy.id))
      addCopy(sync, copy.id, copy, before !== undefined);
  }
}

/** Copies of a conversation that came while one of its drafts was being uploaded. */
export function pullUnlinked(sync: DraftSync, home: string): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const copy of newestFirst(replica.drafts)) {
    const { id } = copy;
    // One that was deleted is told of until the event comes.
    if (id === undefined || sync.deleted.has(id)) continue;
    if (conversationOfDraft(replica, copy)?.key === home) addCopy(sync, id, copy, true);
  }
}

/** The copy was changed, by us or by another client, or was deleted. */
function pullChange(
  sync: DraftSync,
  key: string,
  draft: LinkedDraft,
  copy: ServerDraft | undefined,
): void {
  const { replica } = sync.context.store.getState();
  const { id, text, elsewhere } = draft.shared;
  const place = copy && conversationOfDraft(replica, copy)?.key;
  const isThere = place === homeOf(key, draft) || (elsewhere !== undefined && place === elsewhere);
  const now = copy !== undefined && isThere ? serverText(replica, copy.content) : "";
  const isOwn = isOwnUpload(sync, id, now);
  if (now === text) return;
  const told = { id, text: now, timestamp: copy?.timestamp };
  if (isOwn) {
    // The response was lost, and later text was compared with an older copy.
    if (sync.unacknowledged.get(id)?.length === 0)
      setCopy(sync, key, draft, { ...draft.shared, text: now });
  } else takeChange(sync, key, draft, told);
}

/** Another client changed or deleted the copy. */
function takeChange(sync: DraftSync, key: string, draft: LinkedDraft, told: ToldCopy): void {
  const { id, text } = draft.shared;
  const isOlder = told.text !== "" && isAwaited(sync, draft.shared);
  if (sync.deleted.has(id)) setCopy(sync, key, draft, undefined);
  else if (isOlder && sync.past.get(id)?.has(told.text) === true) return;
  else if (isOlder || localText(sync, key) !== text || isOutOfOrder(sync, draft, told))
    onConflict(sync, key, draft, told);
  else followCopy(sync, key, draft, told);
}

/** Whether the change was made before this client's last text was known to whoever made it. */
function isOutOfOrder(sync: DraftSync, draft: LinkedDraft, told: ToldCopy): boolean {
  return isDatedBefore(draft, told) || isUnseen(sync, draft, told);
}

/**
 * Whoever changes a copy so soon after this client did may have typed before they saw what it wrote: their text waited
 * for its pause, and replaced or deleted the copy whatever that was by then. What was sent was seen.
 */
function isUnseen(sync: DraftSync, { shared }: LinkedDraft, told: ToldCopy): boolean {
  const { clock, store } = sync.context;
  const at = sync.uploadedAt.get(told.id) ?? Number.NEGATIVE_INFINITY;
  const isFresh = clock.elapsed() - at < pauseMs + latencyMs;
  if (told.text !== "") return isFresh;
  // Where no event has told of the upload either, nothing says which of both came first.
  return (isFresh || isAwaited(sync, shared)) && !wasSent(store.getState().replica, shared.text);
}

/** A request that hung may be carried out after newer ones, those of a start before this one too. */
function isDatedBefore({ updatedAt }: LinkedDraft, { text, timestamp }: ToldCopy): boolean {
  return text !== "" && timestamp !== undefined && timestamp < Math.floor(updatedAt / 1000);
}

function wasSent({ messages, ownId }: Replica, text: string): boolean {
  return [...values(messages)].some(
    ({ senderId, content }) => senderId === ownId && content === text,
  );
}

/** No event has told of the upload of its text yet: events come in order, so that whatever they tell is older. */
function isAwaited({ unacknowledged }: DraftSync, { id, text }: LinkedDraft["shared"]): boolean {
  return unacknowledged.get(id)?.includes(text) === true;
}

/** Both sides changed. What was deleted at one of them goes on as the other has it. */
function onConflict(sync: DraftSync, key: string, draft: LinkedDraft, told: ToldCopy): void {
  if (told.text === "" || isBesideKey(key) || localText(sync, key) === "")
    setCopy(sync, key, draft, undefined);
  else keepBoth(sync.context, key, draft, told);
}

function followCopy(sync: DraftSync, key: string, draft: LinkedDraft, told: ToldCopy): void {
  const { text, timestamp = 0 } = told;
  // What stood here may be kept by the client that replaced it: a copy of it is no late creation of this client's.
  sync.unanswered.delete(key);
  if (text === "") saveDraft(sync, key, undefined);
  else {
    const updatedAt = timestamp * 1000;
    setCopy(sync, key, { ...draft, text, updatedAt }, { ...draft.shared, text });
  }
  if (!isBesideKey(key)) replaceText(sync.context.store, key, text);
  // A copy that had this text until now is another draft from now on.
  pullUnlinked(sync, homeOf(key, draft));
}

/** An event about this client's own upload: events about its older texts will not come any more. */
function isOwnUpload({ unacknowledged }: DraftSync, id: DraftId, text: string): boolean {
  const awaited = unacknowledged.get(id) ?? [];
  const at = awaited.indexOf(text);
  if (at >= 0) unacknowledged.set(id, awaited.slice(at + 1));
  return at >= 0;
}

/** Shows an unlinked copy in its composer if that is empty; else, one of both is kept beside the other. */
function addCopy(sync: DraftSync, id: DraftId, copy: ServerDraft, isNews: boolean): void {
  const { replica } = sync.context.store.getState();
  const place = conversationOfDraft(replica, copy);
  if (place === undefined || linkedIds(sync).has(id) || isUploading(sync, place.key)) return;
  const { key, address } = place;
  const draft = draftsOf(sync).get(key);
  const text = serverText(replica, copy.content);
  const told = { id, text, timestamp: copy.timestamp };
  const local = localText(sync, key);
  if (draft?.shared !== undefined) {
    const linked = { ...draft, shared: draft.shared };
    if (!deleteIfOwn(sync, key, id, text) && !isDouble(sync, key, linked, told))
      keepCopy(sync.context, key, linked, told, isNews);
    return;
  }
  // Its own creation was not answered: the next upload will find it.
  if (sync.unanswered.get(key)?.has(text) === true) return;
  if (local !== "" && local !== text) {
    keepBoth(sync.context, key, draft ?? { address, text: "", updatedAt: 0 }, told);
    return;
  }
  const updatedAt = (copy.timestamp ?? 0) * 1000;
  saveDraft(sync, key, {
    address,
    updatedAt,
    ...draft,
    text,
    shared: { id, text, realm: replica.realm.createdAt },
  });
  if (local === "") replaceText(sync.context.store, key, text);
}

/**
 * A creation was carried out after it was given up and repeated: its copy is an older text of the same draft. One of the
 * text that stands here now may as well be what another client keeps beside its own.
 */
function deleteIfOwn(sync: DraftSync, key: string, id: DraftId, text: string): boolean {
  if (localText(sync, key) === text) return false;
  if (sync.unanswered.get(key)?.delete(text) !== true) return false;
  deleteQuietly(sync, id);
  return true;
}

/**
 * Two copies of the same text are one draft. Only one that this client made is deleted: another client may be changing
 * its own just now.
 */
function isDouble(sync: DraftSync, key: string, { shared }: LinkedDraft, told: ToldCopy): boolean {
  if (told.text !== shared.text || localText(sync, key) !== told.text) return false;
  if (sync.created.has(told.id)) deleteQuietly(sync, told.id);
  return true;
}

function deleteQuietly({ context, deleted }: DraftSync, id: DraftId): void {
  deleted.add(id);
  const deleting = context.idle.during(deleteCopy(context, id));
  void inBackground(context, "An outdated copy of a draft could not be deleted.", deleting);
}

function isUploading({ inFlight, context }: DraftSync, home: string): boolean {
  const { drafts } = context.store.getState().journal;
  return [...inFlight].some(
    (key) => homeOf(key, drafts.get(key) ?? { address: undefined }) === home,
  );
}

function newestFirst(drafts: Copies): readonly ServerDraft[] {
  return [...drafts.values()].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
