/**
 * Merges what the server has of the user's drafts into the local ones.
 *
 * It is a merge of three versions: the local text, the remote one, and their base, which is the last version that this
 * client sent or received. Events come in order, and no client writes before it has read all of them, so that whoever
 * replaces a version without having seen it receives it before the own write: that client keeps it, and the others may
 * follow. Of two texts, the newest is the draft; the other one is kept as a conflicting version, which the list of
 * drafts shows.
 */
import { get } from "#base/table.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import { composerKeyOf, conflictKey, isConflictKey } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { isBeingWritten, isTypedIn, overtake, replaceText, textOf } from "#store/composer.ts";
import { changeDraft } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import type { SyncContext } from "#sync/context.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { Event, EventOf } from "#wire/events.ts";
import type { DraftId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { conversationOfDraft, serverText } from "./server-form.ts";

const conflictNotice =
  "Another client edited this draft, too: the newest version is here, the other one in Drafts.";
/** The line above the text names the key that takes it. */
const waitingNotice =
  "Another client changed this draft: your text stays, and the other version waits.";
const deletedNotice = "Another client sent or deleted this draft: the text stays while you write.";

/**
 * The versions of each copy: the last one received from the server, then this client's writes without an event, oldest
 * first. A deletion is the empty text.
 */
export type Versions = Map<DraftId, readonly string[]>;

export type Copies = {
  readonly context: Pick<SyncContext, "store" | "clock" | "newId">;
  readonly versions: Versions;
};

/** The server's copy of a draft, as a register or an event contains it. */
type RemoteCopy = {
  readonly id: DraftId;
  /** It is empty if the draft was deleted. */
  readonly text: string;
  /** UNIX seconds of its last edit; 0 if unknown. */
  readonly timestamp: number;
};

type SharedDraft = Draft & { readonly shared: SharedCopy };

function hasCopy(draft: Draft): draft is SharedDraft {
  return draft.shared !== undefined;
}

export function isShared({ epoch, realm, settings }: Replica): boolean {
  return (
    epoch > 0 &&
    realm.featureLevel >= since.sharedDrafts &&
    settings.enable_drafts_synchronization !== false
  );
}

export function draftsOf({ context }: Copies): ReadonlyMap<string, Draft> {
  return context.store.getState().journal.drafts;
}

export function saveDraft({ context }: Copies, key: string, draft: Draft | undefined): void {
  changeDraft(context.store, key, draft);
}

export function withCopy({ shared: _, ...alone }: Draft, shared: SharedCopy | undefined): Draft {
  return shared === undefined ? alone : { ...alone, shared };
}

/** Notes that a write is about to leave. */
export function noteWrite({ versions }: Copies, id: DraftId, base: string, text: string): void {
  versions.set(id, [...(versions.get(id) ?? [base]), text]);
}

/** The last write was refused: no event comes. */
export function dropWrite({ versions }: Copies, id: DraftId): void {
  versions.set(id, versions.get(id)?.slice(0, -1) ?? []);
}

/** Other copies of the same text: they were created twice, and are of no use once the draft is sent or emptied. */
export function twinsOf(
  copies: Copies,
  conversation: string,
  texts: readonly string[],
): readonly DraftId[] {
  const { replica } = copies.context.store.getState();
  const linked = new Set([...draftsOf(copies).values()].map(({ shared }) => shared?.id));
  return [...replica.drafts.values()]
    .filter(isStored)
    .filter(({ id, content }) => !linked.has(id) && texts.includes(serverText(replica, content)))
    .filter((copy) => conversationOfDraft(replica, copy)?.key === conversation)
    .map(({ id }) => id);
}

/** After a register, which contains all copies. The event about `writing` is still to come to the new queue. */
export function onRegister(copies: Copies, writing: DraftId | undefined): void {
  const { replica } = copies.context.store.getState();
  if (!isShared(replica)) return;
  for (const [key, draft] of draftsOf(copies)) {
    const id = draft.shared?.id;
    if (!hasCopy(draft) || id === undefined) continue;
    onVersionOf(copies, key, draft, id, replica.drafts.get(id));
    if (id !== writing) forgetWrites(copies, id);
  }
  addCopies(copies, false);
}

/** Events about earlier writes do not come to a new queue. */
function forgetWrites({ versions }: Copies, id: DraftId): void {
  const received = versions.get(id)?.[0];
  if (received !== undefined) versions.set(id, [received]);
}

/** Each version of a copy is looked at, also those that the same answer replaces. */
export function onDraftEvents(copies: Copies, events: readonly Event[]): void {
  const changes = events.filter((event) => event.type === "drafts");
  if (changes.length === 0 || !isShared(copies.context.store.getState().replica)) return;
  for (const event of changes) {
    if (event.op === "remove") onVersion(copies, event.draft_id, undefined);
    else for (const copy of draftsIn(event)) onVersion(copies, copy.id, copy);
  }
  // What was a twin of a draft until now may be another text.
  addCopies(copies, true);
}

type Change = Exclude<EventOf<"drafts">, { readonly op: "remove" }>;
type StoredDraft = ServerDraft & { readonly id: DraftId };

function draftsIn(change: Change): readonly StoredDraft[] {
  return (change.op === "add" ? change.drafts : [change.draft]).filter(isStored);
}

function isStored(draft: ServerDraft): draft is StoredDraft {
  return draft.id !== undefined;
}

function onVersion(copies: Copies, id: DraftId, copy: ServerDraft | undefined): void {
  for (const [key, draft] of draftsOf(copies))
    if (hasCopy(draft) && draft.shared.id === id) onVersionOf(copies, key, draft, id, copy);
  if (copy !== undefined) addCopy(copies, id, copy, true);
}

/** The copy was changed, by us or by another client, or was deleted. */
function onVersionOf(
  copies: Copies,
  key: string,
  draft: SharedDraft,
  id: DraftId,
  copy: ServerDraft | undefined,
): void {
  const { replica } = copies.context.store.getState();
  const from = copy && conversationOfDraft(replica, copy)?.key;
  const isThere = copy !== undefined && from !== undefined && isOfConversation(key, draft, from);
  const text = isThere ? serverText(replica, copy.content) : "";
  const writer = writerOf(copies.versions, id, draft.shared.text, text);
  if (writer === "other") onRemoteChange(copies, key, draft, remoteOf(id, text, copy));
  else if (writer === "own" && text !== draft.shared.text) onOwn(copies, key, draft, text);
}

/** Whether this is the draft's conversation, or the one that its copy is still in. */
export function isOfConversation(key: string, draft: Draft, conversation: string): boolean {
  return composerKeyOf(key, draft) === conversation || draft.shared?.elsewhere === conversation;
}

function remoteOf(id: DraftId, text: string, copy: ServerDraft | undefined): RemoteCopy {
  return { id, text, timestamp: copy?.timestamp ?? 0 };
}

/** Who wrote a version: this client, and it is its last; or another one. Undefined if it is known, or outdated. */
function writerOf(
  versions: Versions,
  id: DraftId,
  base: string | undefined,
  text: string,
): "own" | "other" | undefined {
  const texts = versions.get(id) ?? (base === undefined ? [] : [base]);
  if (text === texts[0] && text !== texts[1]) return undefined;
  const at = texts.indexOf(text, 1);
  // Events about this client's older writes will not come any more.
  versions.set(id, at > 0 ? texts.slice(at) : [text, ...texts.slice(1)]);
  if (at < 0) return "other";
  return at === texts.length - 1 ? "own" : undefined;
}

/** The event of this client's last write came; its response may be lost. */
function onOwn(copies: Copies, key: string, draft: SharedDraft, text: string): void {
  const isGone = text === "" && localText(copies, key) === "";
  const shared = text === "" ? undefined : { ...draft.shared, text };
  saveDraft(copies, key, isGone ? undefined : withCopy(draft, shared));
}

/** Another client changed or deleted the copy. */
function onRemoteChange(copies: Copies, key: string, draft: SharedDraft, remote: RemoteCopy): void {
  const { screen } = copies.context.store.getState();
  const text = localText(copies, key);
  const isDeleted = remote.text === "";
  // What somebody is writing here does not vanish because another client deletes its copy.
  const isKept = isDeleted && isBeingWritten(screen, key);
  const isUnchanged = text === draft.shared.text && !isKept && isBaseSeen(copies, draft, remote);
  if (text === "" || isUnchanged) adoptRemote(copies, key, draft, remote);
  else if (isDeleted || isConflictKey(key)) saveDraft(copies, key, withCopy(draft, undefined));
  else keepBoth(copies, key, draft, remote);
}

/**
 * Whether the other client may have seen the base. It has not if a write of this client is not acknowledged, which is the
 * newer one then; or if the remote version is dated before the base, because its request was delayed.
 */
function isBaseSeen(
  { versions }: Copies,
  { updatedAt }: SharedDraft,
  { id, text, timestamp }: RemoteCopy,
): boolean {
  const isOlder = text !== "" && timestamp > 0 && timestamp < Math.floor(updatedAt / 1000);
  return !isOlder && versions.get(id)?.length === 1;
}

/** The remote version replaces the local one; there is no draft any more if it was deleted. */
function adoptRemote(copies: Copies, key: string, draft: SharedDraft, remote: RemoteCopy): void {
  const { text } = remote;
  const shared = linkTo(copies, remote);
  const now = { ...draft, text, updatedAt: remote.timestamp * 1000 };
  const linked = shared && { ...draft.shared, ...shared };
  const adopted = text === "" ? undefined : withCopy(now, linked);
  if (isConflictKey(key)) saveDraft(copies, key, adopted);
  else takeOver(copies, key, remote, adopted);
}

/** The remote version becomes the draft, and the text in the composer, unless keys go into that: then it waits beside it. */
function takeOver(
  copies: Copies,
  key: string,
  { id, text }: RemoteCopy,
  adopted: Draft | undefined,
): void {
  const { store } = copies.context;
  const isShown = localText(copies, key) === text;
  if (isShown || !isTypedIn(store.getState().screen, key)) {
    saveDraft(copies, key, adopted);
    if (!isShown) replaceText(store, key, text);
    return;
  }
  const waiting = conflictKey(`copy ${id}`);
  if (adopted !== undefined) saveDraft(copies, waiting, adopted);
  saveDraft(copies, key, undefined);
  overtake(store, key, waiting);
  showError(store, adopted === undefined ? deletedNotice : waitingNotice);
}

/** Undefined for a copy that this client is deleting. */
function linkTo({ context, versions }: Copies, { id, text }: RemoteCopy): SharedCopy | undefined {
  if (isBeingDeleted(versions, id)) return undefined;
  return { id, text, realm: context.store.getState().replica.realm.createdAt };
}

function isBeingDeleted(versions: Versions, id: DraftId): boolean {
  return (versions.get(id)?.indexOf("", 1) ?? -1) > 0;
}

/** The newest first: it is the draft. All at once, because whoever follows the drafts looks at each of them. */
function addCopies(copies: Copies, isFromEvent: boolean): void {
  const { store } = copies.context;
  const all = [...store.getState().replica.drafts.values()].filter(isStored);
  store.asOneChange(() => {
    for (const copy of all.sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0)))
      addCopy(copies, copy.id, copy, isFromEvent);
  });
}

/** Shows a copy without a draft in its composer if that is empty; else, one of both is kept as a conflicting version. */
function addCopy(copies: Copies, id: DraftId, copy: ServerDraft, isFromEvent: boolean): void {
  const { replica } = copies.context.store.getState();
  const to = conversationOfDraft(replica, copy);
  const drafts = draftsOf(copies);
  if (to === undefined || [...drafts.values()].some(({ shared }) => shared?.id === id)) return;
  const { key, address } = to;
  // A new draft is of no use where nothing can be written; one that is here already keeps its copy.
  if (address?.kind === "topic" && get(replica.streams, address.streamId) === undefined) return;
  const text = serverText(replica, copy.content);
  const isNew = writerOf(copies.versions, id, undefined, text) === "other";
  // A copy that this client deletes is in the replica until the event comes.
  if (!isNew && isBeingDeleted(copies.versions, id)) return;
  const remote = remoteOf(id, text, copy);
  if (isOfOwn(copies, key, remote)) return;
  const draft = drafts.get(key);
  const local = localText(copies, key);
  if (draft !== undefined && hasCopy(draft))
    keepSecondCopy(copies, key, draft, remote, isFromEvent);
  else if (local !== "" && local !== text)
    keepBoth(copies, key, draft ?? { address, text: "", updatedAt: 0 }, remote);
  else {
    const shown = { address, updatedAt: remote.timestamp * 1000, ...draft, text };
    takeOver(copies, key, remote, withCopy(shown, linkTo(copies, remote)));
  }
}

/**
 * Whether a draft of the conversation is this text already. If it has no copy yet, this is the one: the event of its
 * creation came before the response, which may be lost. One of an earlier text was created late. Else it is a twin, which
 * is left alone while it is one: another client may be changing it just now.
 */
function isOfOwn(copies: Copies, conversation: string, remote: RemoteCopy): boolean {
  for (const [key, draft] of draftsOf(copies)) {
    const { shared } = draft;
    if (!isOfConversation(key, draft, conversation)) continue;
    if (shared?.unanswered?.includes(remote.text)) {
      // Changed, so that the copy is deleted with the next write.
      saveDraft(copies, key, { ...draft });
      return true;
    }
    const isCreated =
      shared !== undefined && shared.id === undefined && shared.text === remote.text;
    if (!isCreated && localText(copies, key) !== remote.text) continue;
    const link = linkTo(copies, remote);
    if (shared?.id === undefined)
      saveDraft(copies, key, withCopy(draft, link && { ...shared, ...link }));
    return true;
  }
  return false;
}

/**
 * The composer of `key` has a text that the server has not, and the server another one. The draft becomes the one that
 * the copy is; the other version has none until it is uploaded.
 */
function keepBoth(copies: Copies, key: string, draft: Draft, remote: RemoteCopy): void {
  const { store, clock, newId } = copies.context;
  const unlinked = withCopy(draft, undefined);
  const text = textOf(store.getState(), key);
  const local: Draft = {
    ...unlinked,
    text,
    ...(text !== draft.text && { updatedAt: clock.now() }),
  };
  const shared = linkTo(copies, remote);
  if (localText(copies, key) === remote.text || text.includes(remote.text)) {
    saveDraft(copies, key, withCopy(local, shared));
    return;
  }
  const other: Draft = { ...unlinked, text: remote.text, updatedAt: remote.timestamp * 1000 };
  const isRemoteNewer = remote.timestamp > Math.floor(local.updatedAt / 1000);
  // The newest is the copy, wherever it stands here: two clients that both kept theirs would go on replacing it.
  const [newer, older] = isRemoteNewer ? [other, local] : [local, other];
  const copy = withCopy(newer, shared);
  const isHere = isTypedIn(store.getState().screen, key);
  const [here, beside] = isRemoteNewer && isHere ? [older, copy] : [copy, older];
  // First what is kept, then what takes its place: the disk has one of them at any time.
  saveDraft(copies, conflictKey(newId()), beside);
  saveDraft(copies, key, here);
  if (here.text !== local.text) replaceText(store, key, remote.text);
  showError(store, isHere ? waitingNotice : conflictNotice);
}

/** The conversation has a draft with a copy, and the server has a second one of it. */
function keepSecondCopy(
  copies: Copies,
  key: string,
  draft: SharedDraft,
  remote: RemoteCopy,
  isFromEvent: boolean,
): void {
  const { store } = copies.context;
  const { id, text, timestamp } = remote;
  const alone: Draft = { address: draft.address, text, updatedAt: timestamp * 1000 };
  const second = withCopy(alone, linkTo(copies, remote));
  const draftedAt = Math.floor(draft.updatedAt / 1000);
  const isUploaded = draft.text !== "" && localText(copies, key) === draft.shared.text;
  const isNewer =
    timestamp > draftedAt || (timestamp === draftedAt && id > (draft.shared.id ?? id));
  const isHere = isTypedIn(store.getState().screen, key);
  const replaces = isFromEvent && isUploaded && isNewer && !isHere;
  saveDraft(copies, conflictKey(`copy ${id}`), replaces ? draft : second);
  if (replaces) {
    saveDraft(copies, key, second);
    replaceText(store, key, text);
  }
  if (isFromEvent) showError(store, isHere ? waitingNotice : conflictNotice);
}

/** The composer's current text as the server would store it; the draft on disk may be older. */
function localText({ context }: Copies, key: string): string {
  const state = context.store.getState();
  const conflictText = isConflictKey(key) ? (state.journal.drafts.get(key)?.text ?? "") : undefined;
  return serverText(state.replica, conflictText ?? textOf(state, key));
}
