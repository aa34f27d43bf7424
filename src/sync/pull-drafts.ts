/** Follows what the server tells of its copies of drafts; `draft-verdict.ts` decides between two versions. */

import { composerKeyOf, isConflictKey } from "#journal/drafts.ts";
import { replaceText } from "#store/composer.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { Event } from "#wire/events.ts";
import type { DraftId } from "#wire/ids.ts";
import { inBackground } from "./background.ts";
import { keepBoth, keepCopy, type LinkedDraft, type RemoteCopy } from "./draft-conflicts.ts";
import { deleteCopy } from "./draft-requests.ts";
import { conversationOfDraft, serverText } from "./draft-shapes.ts";
import {
  type Copies,
  type DraftSync,
  draftsOf,
  isShared,
  linkedIds,
  localText,
  noteWrite,
  saveDraft,
  setCopy,
  versionsOf,
} from "./draft-sync.ts";
import { type Base, type Here, verdictOn } from "./draft-verdict.ts";

type DraftEvent = Extract<Event, { readonly type: "drafts" }>;

/** After a register, which contains all copies. */
export function pullAll(sync: DraftSync): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const [key, draft] of draftsOf(sync)) {
    const { shared } = draft;
    if (shared === undefined) continue;
    pullChange(sync, key, { ...draft, shared }, replica.drafts.get(shared.id));
    if (!sync.inFlight.has(key)) forgetWrites(sync, shared.id);
  }
  for (const copy of newestFirst(replica.drafts))
    if (copy.id !== undefined) addCopy(sync, copy.id, copy, false);
}

/** Each version of a copy is looked at, also those that the same answer replaces. */
export function onDraftEvents(sync: DraftSync, events: readonly Event[]): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const event of events) if (event.type === "drafts") onDraftEvent(sync, event);
}

function onDraftEvent(sync: DraftSync, event: DraftEvent): void {
  if (event.op === "remove") {
    onVersion(sync, event.draft_id, undefined);
    return;
  }
  const copies = event.op === "add" ? event.drafts : [event.draft];
  for (const copy of copies) if (copy.id !== undefined) onVersion(sync, copy.id, copy);
}

function onVersion(sync: DraftSync, id: DraftId, copy: ServerDraft | undefined): void {
  const found = [...draftsOf(sync)].find(([, { shared }]) => shared?.id === id);
  const [key, draft] = found ?? [];
  if (key !== undefined && draft?.shared !== undefined)
    pullChange(sync, key, { ...draft, shared: draft.shared }, copy);
  if (copy !== undefined) addCopy(sync, id, copy, true);
}

/** Events about earlier writes do not come to a new queue. */
function forgetWrites({ versions }: DraftSync, id: DraftId): void {
  const told = versions.get(id)?.[0];
  if (told !== undefined) versions.set(id, [told]);
}

/** What was told of the copies of a conversation while one of its drafts was being uploaded. */
export function pullConversation(sync: DraftSync, home: string): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const copy of newestFirst(replica.drafts)) {
    const { id } = copy;
    // One that was deleted is told of until the event comes.
    if (id === undefined || sync.deleted.has(id)) continue;
    if (conversationOfDraft(replica, copy)?.key === home) onVersion(sync, id, copy);
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
  const { id, elsewhere } = draft.shared;
  const place = copy && conversationOfDraft(replica, copy)?.key;
  const isThere =
    place === composerKeyOf(key, draft) || (elsewhere !== undefined && place === elsewhere);
  const text = copy !== undefined && isThere ? serverText(replica, copy.content) : "";
  const versions = versionsOf(sync, draft.shared);
  if (text === versions[0]) return;
  const at = versions.indexOf(text, 1);
  // Events about this client's older writes will not come any more.
  sync.versions.set(id, at > 0 ? versions.slice(at) : [text, ...versions.slice(1)]);
  if (at < 0) takeVersion(sync, key, draft, { id, text, timestamp: copy?.timestamp });
  else if (at === versions.length - 1) onOwnVersion(sync, key, draft, text);
}

/** The event of this client's last write came; its response may be lost. */
function onOwnVersion(sync: DraftSync, key: string, draft: LinkedDraft, text: string): void {
  if (text === draft.shared.text) return;
  if (text !== "") setCopy(sync, key, draft, { ...draft.shared, text });
  else if (localText(sync, key) === "") saveDraft(sync, key, undefined);
  else setCopy(sync, key, draft, undefined);
}

/** Another client changed or deleted the copy. */
function takeVersion(sync: DraftSync, key: string, draft: LinkedDraft, told: RemoteCopy): void {
  const there = told.text === "" ? "deleted" : "edited";
  const verdict = verdictOn(there, hereOf(sync, key, draft), baseOf(sync, draft, told));
  if (verdict === "remove" || verdict === "take theirs") followCopy(sync, key, draft, told);
  else if (verdict === "keep ours" || isConflictKey(key)) setCopy(sync, key, draft, undefined);
  else keepBoth(sync.context, key, draft, told);
}

function hereOf(sync: DraftSync, key: string, { shared }: LinkedDraft): Here {
  const text = localText(sync, key);
  if (text === shared.text) return "unchanged";
  return text === "" ? "emptied" : "changed";
}

/** Called when the version was noted already: writes of this client that follow it are newer. */
function baseOf(sync: DraftSync, { shared, updatedAt }: LinkedDraft, told: RemoteCopy): Base {
  const { text, timestamp } = told;
  const isOlder =
    text !== "" && timestamp !== undefined && timestamp < Math.floor(updatedAt / 1000);
  return isOlder || versionsOf(sync, shared).length > 1 ? "unseen" : "seen";
}

function followCopy(sync: DraftSync, key: string, draft: LinkedDraft, told: RemoteCopy): void {
  const { text, timestamp = 0 } = told;
  // What stood here may be kept by the client that replaced it: a copy of it is no late creation of this client's.
  sync.unanswered.delete(key);
  if (text === "") saveDraft(sync, key, undefined);
  else {
    const updatedAt = timestamp * 1000;
    // A copy whose deletion is under way is one no longer.
    const shared = sync.deleted.has(told.id) ? undefined : { ...draft.shared, text };
    setCopy(sync, key, { ...draft, text, updatedAt }, shared);
  }
  if (!isConflictKey(key)) replaceText(sync.context.store, key, text);
  // A copy that had this text until now is another draft from now on.
  pullConversation(sync, composerKeyOf(key, draft));
}

/** Shows an unlinked copy in its composer if that is empty; else, one of both is kept beside the other. */
function addCopy(sync: DraftSync, id: DraftId, copy: ServerDraft, isNews: boolean): void {
  const { replica } = sync.context.store.getState();
  const place = conversationOfDraft(replica, copy);
  if (place === undefined || linkedIds(sync).has(id)) return;
  const { key, address } = place;
  const text = serverText(replica, copy.content);
  const told = { id, text, timestamp: copy.timestamp };
  if (linkCreation(sync, key, told) || isUploading(sync, key)) return;
  const draft = draftsOf(sync).get(key);
  const local = localText(sync, key);
  sync.versions.set(id, sync.deleted.has(id) ? [text, ""] : [text]);
  if (draft?.shared !== undefined) {
    const linked = { ...draft, shared: draft.shared };
    if (!deleteIfOwn(sync, key, told) && !isDouble(sync, key, linked, told))
      keepCopy(sync.context, key, linked, told, isNews);
    return;
  }
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

/** True if the copy is one that this client made: its event came before the response, which may be lost. */
function linkCreation(sync: DraftSync, home: string, { id, text }: RemoteCopy): boolean {
  const { realm } = sync.context.store.getState().replica;
  for (const [key, texts] of sync.unanswered) {
    const draft = draftsOf(sync).get(key);
    const isUnlinked = draft?.shared === undefined && draft !== undefined;
    if (!isUnlinked || composerKeyOf(key, draft) !== home || !texts.delete(text)) continue;
    setCopy(sync, key, draft, { id, text, realm: realm.createdAt });
    return true;
  }
  return false;
}

/**
 * A creation was carried out after it was given up and repeated: its copy is an older text of the same draft. One of the
 * text that stands here now may as well be what another client keeps beside its own.
 */
function deleteIfOwn(sync: DraftSync, key: string, told: RemoteCopy): boolean {
  const { text } = told;
  if (localText(sync, key) === text) return false;
  if (sync.unanswered.get(key)?.delete(text) !== true) return false;
  deleteQuietly(sync, told);
  return true;
}

/**
 * Two copies of the same text are one draft. Only one that this client made is deleted: another client may be changing
 * its own just now.
 */
function isDouble(
  sync: DraftSync,
  key: string,
  { shared }: LinkedDraft,
  told: RemoteCopy,
): boolean {
  if (told.text !== shared.text || localText(sync, key) !== told.text) return false;
  if (sync.created.has(told.id)) deleteQuietly(sync, told);
  return true;
}

function deleteQuietly(sync: DraftSync, { id, text }: RemoteCopy): void {
  const { context, deleted } = sync;
  deleted.add(id);
  noteWrite(sync, { id, text }, "");
  const deleting = context.idle.during(deleteCopy(context, id));
  void inBackground(context, "An outdated copy of a draft could not be deleted.", deleting);
}

function isUploading({ inFlight, context }: DraftSync, home: string): boolean {
  const { drafts } = context.store.getState().journal;
  return [...inFlight].some(
    (key) => composerKeyOf(key, drafts.get(key) ?? { address: undefined }) === home,
  );
}

function newestFirst(drafts: Copies): readonly ServerDraft[] {
  return [...drafts.values()].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
