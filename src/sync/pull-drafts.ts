/** Applies changes of the copies on the server to local drafts; `draft-merge.ts` decides between two versions. */

import { get } from "#base/table.ts";
import { composerKeyOf, isConflictKey } from "#journal/drafts.ts";
import type { Replica } from "#model/replica.ts";
import { isBeingWritten, replaceText } from "#store/composer.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { Event } from "#wire/events.ts";
import type { DraftId } from "#wire/ids.ts";
import { inBackground } from "./background.ts";
import { keepBoth, keepSecondCopy } from "./draft-conflicts.ts";
import { mergeOf } from "./draft-merge.ts";
import { deleteCopy } from "./draft-requests.ts";
import { conversationOfDraft, serverText } from "./draft-shapes.ts";
import {
  type DraftSync,
  draftsOf,
  isLinked,
  isShared,
  type LinkedDraft,
  linkedIds,
  linkTo,
  localText,
  noteWrite,
  type RemoteCopy,
  saveDraft,
  setCopy,
  versionsOf,
} from "./draft-sync.ts";

type DraftEvent = Extract<Event, { readonly type: "drafts" }>;

/** After a register, which contains all copies. */
export function pullAll(sync: DraftSync): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const [key, draft] of draftsOf(sync)) {
    if (!isLinked(draft)) continue;
    const { id } = draft.shared;
    pullChange(sync, key, draft, replica.drafts.get(id));
    if (!sync.inFlight.has(key)) forgetWrites(sync, id);
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
  if (key !== undefined && isLinked(draft)) pullChange(sync, key, draft, copy);
  if (copy !== undefined) addCopy(sync, id, copy, true);
}

/** Events about earlier writes do not come to a new queue. */
function forgetWrites({ versions }: DraftSync, id: DraftId): void {
  const received = versions.get(id)?.[0];
  if (received !== undefined) versions.set(id, [received]);
}

/** Applies the copies of a conversation that were received while one of its drafts was being uploaded. */
export function pullConversation(sync: DraftSync, composerKey: string): void {
  const { replica } = sync.context.store.getState();
  if (!isShared(replica)) return;
  for (const copy of newestFirst(replica.drafts)) {
    const { id } = copy;
    // One that was deleted is in the replica until the event comes.
    if (id === undefined || sync.deleted.has(id)) continue;
    if (conversationOfDraft(replica, copy)?.key === composerKey) onVersion(sync, id, copy);
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
  if (at < 0) onRemoteChange(sync, key, draft, { id, text, timestamp: copy?.timestamp ?? 0 });
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
function onRemoteChange(
  sync: DraftSync,
  key: string,
  draft: LinkedDraft,
  remote: RemoteCopy,
): void {
  const { screen } = sync.context.store.getState();
  const text = localText(sync, key);
  const changed = text === "" ? "emptied" : "changed";
  // What somebody is writing here does not vanish because another client deletes its copy.
  const isKept = remote.text === "" && text !== "" && isBeingWritten(screen, key);
  const local = text === draft.shared.text && !isKept ? "unchanged" : changed;
  const merge = mergeOf(
    local,
    remote.text === "" ? "deleted" : "edited",
    isBaseSeen(sync, draft, remote),
  );
  if (merge === "use remote") adoptRemote(sync, key, draft, remote);
  else if (merge === "keep local" || isConflictKey(key)) setCopy(sync, key, draft, undefined);
  else keepBoth(sync, key, draft, remote);
}

/** Called when the version was noted already: writes of this client that follow it are newer. */
function isBaseSeen(
  sync: DraftSync,
  { shared, updatedAt }: LinkedDraft,
  { text, timestamp }: RemoteCopy,
): boolean {
  const isOlder = text !== "" && timestamp > 0 && timestamp < Math.floor(updatedAt / 1000);
  return !isOlder && versionsOf(sync, shared).length === 1;
}

function adoptRemote(sync: DraftSync, key: string, draft: LinkedDraft, remote: RemoteCopy): void {
  const { id, text, timestamp } = remote;
  // The client that replaced the local text may keep it: a copy of it is no late creation of this client's.
  sync.unanswered.delete(key);
  if (text === "") saveDraft(sync, key, undefined);
  else {
    // A copy whose deletion is under way is one no longer.
    const shared = sync.deleted.has(id) ? undefined : { ...draft.shared, text };
    setCopy(sync, key, { ...draft, text, updatedAt: timestamp * 1000 }, shared);
  }
  if (!isConflictKey(key)) replaceText(sync.context.store, key, text);
  // A copy that had this text until now is another draft from now on.
  pullConversation(sync, composerKeyOf(key, draft));
}

/** Shows an unlinked copy in its composer if that is empty; else, one of both is kept as a conflicting version. */
function addCopy(sync: DraftSync, id: DraftId, copy: ServerDraft, isFromEvent: boolean): void {
  const { replica } = sync.context.store.getState();
  const place = conversationOfDraft(replica, copy);
  if (place === undefined || linkedIds(sync).has(id)) return;
  const { key, address } = place;
  // A new draft is of no use where nothing can be written; one that is here already keeps its copy.
  if (address?.kind === "topic" && get(replica.streams, address.streamId) === undefined) return;
  const text = serverText(replica, copy.content);
  const remote = { id, text, timestamp: copy.timestamp ?? 0 };
  if (linkCreation(sync, key, remote) || isUploading(sync, key)) return;
  const draft = draftsOf(sync).get(key);
  const local = localText(sync, key);
  sync.versions.set(id, sync.deleted.has(id) ? [text, ""] : [text]);
  if (isLinked(draft)) addSecondCopy(sync, key, draft, remote, isFromEvent);
  else if (local !== "" && local !== text)
    keepBoth(sync, key, draft ?? { address, text: "", updatedAt: 0 }, remote);
  else {
    const updatedAt = remote.timestamp * 1000;
    saveDraft(sync, key, { address, updatedAt, ...draft, text, shared: linkTo(sync, remote) });
    if (local === "") replaceText(sync.context.store, key, text);
  }
}

function addSecondCopy(
  sync: DraftSync,
  key: string,
  draft: LinkedDraft,
  remote: RemoteCopy,
  isFromEvent: boolean,
): void {
  if (deleteLateCreation(sync, key, remote) || isDuplicate(sync, key, draft, remote)) return;
  keepSecondCopy(sync, key, draft, remote, isFromEvent);
}

/** True if this client created the copy: its event came before the response, which may be lost. */
function linkCreation(sync: DraftSync, composerKey: string, remote: RemoteCopy): boolean {
  for (const [key, texts] of sync.unanswered) {
    const draft = draftsOf(sync).get(key);
    if (draft === undefined || isLinked(draft)) continue;
    if (composerKeyOf(key, draft) !== composerKey || !texts.delete(remote.text)) continue;
    setCopy(sync, key, draft, linkTo(sync, remote));
    return true;
  }
  return false;
}

/**
 * A creation was carried out after it was given up and repeated: its copy is an older text of the same draft. A copy of
 * the current local text may as well be the conflicting version that another client keeps.
 */
function deleteLateCreation(sync: DraftSync, key: string, remote: RemoteCopy): boolean {
  const { text } = remote;
  if (localText(sync, key) === text) return false;
  if (sync.unanswered.get(key)?.delete(text) !== true) return false;
  deleteQuietly(sync, remote);
  return true;
}

/**
 * Two copies of the same text are one draft. Only one that this client created is deleted: another client may be changing
 * its own just now.
 */
function isDuplicate(
  sync: DraftSync,
  key: string,
  { shared }: LinkedDraft,
  remote: RemoteCopy,
): boolean {
  if (remote.text !== shared.text || localText(sync, key) !== remote.text) return false;
  if (sync.created.has(remote.id)) deleteQuietly(sync, remote);
  return true;
}

function deleteQuietly(sync: DraftSync, { id, text }: RemoteCopy): void {
  const { context, deleted } = sync;
  deleted.add(id);
  noteWrite(sync, { id, text }, "");
  const deleting = context.idle.during(deleteCopy(context, id));
  void inBackground(context, "An outdated copy of a draft could not be deleted.", deleting);
}

function isUploading({ inFlight, context }: DraftSync, composerKey: string): boolean {
  const { drafts } = context.store.getState().journal;
  return [...inFlight].some(
    (key) => composerKeyOf(key, drafts.get(key) ?? { address: undefined }) === composerKey,
  );
}

function newestFirst(drafts: Replica["drafts"]): readonly ServerDraft[] {
  return [...drafts.values()].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
