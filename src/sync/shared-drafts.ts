/**
 * Synchronises drafts with the person's other clients: local text is uploaded after a pause, and text written elsewhere
 * appears in the composer.
 *
 * Text is never overwritten if it could be missed: after changes on both sides, the local text continues as a separate
 * draft. A draft that was sent or emptied here is kept, empty, until the server has deleted its copy. If the person's
 * setting disables shared drafts, all of this is off and drafts stay local.
 */
import type { WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import { isEditKey } from "#journal/drafts.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { replaceText, textOf } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { changeDraft } from "#store/store.ts";
import type { Draft as ServerDraft } from "#wire/draft.ts";
import type { DraftId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { inBackground, reasonOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { createCopy, deleteCopy, replaceCopy } from "./draft-requests.ts";
import { conversationOfDraft, serverText, toServerDraft } from "./draft-shapes.ts";

const pauseMs = 3_000;
const retryMs = 30_000;

type Copies = Replica["drafts"];

type DraftSync = {
  readonly context: SyncContext;
  readonly onUnreachable: () => void;
  /** Cancels the delayed upload of a conversation's draft. */
  readonly timers: Map<string, () => void>;
  readonly inFlight: Set<string>;
  /** Uploaded texts without an event yet, oldest first. */
  readonly unacknowledged: Map<DraftId, string[]>;
  /** Copies whose deletion was requested. */
  readonly deleted: Set<DraftId>;
  /** Texts by conversation key whose creation was not answered: the server may have them. */
  readonly unanswered: Map<string, Set<string>>;
};

/**
 * Watches drafts on both sides; the returned function stops it. `doubt` is called when a request could not reach the
 * server: changes made elsewhere must be received before it is retried.
 */
export function startSharedDrafts(context: SyncContext, doubt: () => void): () => void {
  const sync: DraftSync = {
    context,
    onUnreachable: doubt,
    timers: new Map(),
    inFlight: new Set(),
    unacknowledged: new Map(),
    deleted: new Set(),
    unanswered: new Map(),
  };
  const unsubscribe = context.store.subscribe((state, last) => {
    if (state.journal.drafts !== last.journal.drafts) onJournal(sync, state, last);
    if (state.replica !== last.replica) onReplica(sync, state.replica, last.replica);
    if (state.session.connection !== last.session.connection && isReachable(context))
      for (const key of state.journal.drafts.keys()) schedule(sync, key, pauseMs);
  });
  return () => {
    unsubscribe();
    for (const cancel of sync.timers.values()) cancel();
  };
}

function onReplica(sync: DraftSync, replica: Replica, last: Replica): void {
  const isNew = replica.epoch !== last.epoch;
  if (isNew) unlinkOtherRealm(sync, replica);
  if (isNew || replica.settings !== last.settings) stopSharing(sync, replica);
  if (isNew || replica.drafts !== last.drafts) pullChanges(sync, isNew ? undefined : last.drafts);
}

function isShared({ epoch, realm, settings }: Replica): boolean {
  return (
    epoch > 0 &&
    realm.featureLevel >= since.sharedDrafts &&
    settings.enable_drafts_synchronization !== false
  );
}

function draftsOf({ context }: DraftSync): ReadonlyMap<string, Draft> {
  return context.store.getState().journal.drafts;
}

/** The composer's current text as the server would store it; the draft on disk may be older. */
function localText({ context }: DraftSync, key: string): string {
  const state = context.store.getState();
  return serverText(state.replica, textOf(state, key));
}

function saveDraft({ context }: DraftSync, key: string, draft: Draft | undefined): void {
  changeDraft(context.store, key, draft);
}

function setCopy(sync: DraftSync, key: string, draft: Draft, shared: SharedCopy | undefined): void {
  const { shared: _, ...alone } = draft;
  saveDraft(sync, key, shared === undefined ? alone : { ...alone, shared });
}

/** Unlinks copies of another realm that was at this address before. */
function unlinkOtherRealm(sync: DraftSync, { realm }: Replica): void {
  for (const [key, draft] of draftsOf(sync))
    if (draft.shared?.realm !== realm.createdAt) unlink(sync, key, draft);
}

/** Drafts are not (or no longer) shared: nothing is left to upload. */
function stopSharing(sync: DraftSync, replica: Replica): void {
  if (replica.epoch === 0 || isShared(replica)) return;
  for (const [key, draft] of draftsOf(sync)) unlink(sync, key, draft);
}

function unlink(sync: DraftSync, key: string, draft: Draft): void {
  if (draft.text === "") saveDraft(sync, key, undefined);
  else if (draft.shared !== undefined) setCopy(sync, key, draft, undefined);
}

// Uploading.

function onJournal(sync: DraftSync, { journal }: State, last: State): void {
  for (const [key, draft] of journal.drafts)
    if (draft !== last.journal.drafts.get(key)) schedule(sync, key, pauseMs);
}

function schedule(sync: DraftSync, key: string, waitMs: number): void {
  sync.timers.get(key)?.();
  const start = () => {
    sync.timers.delete(key);
    void sync.context.idle.during(push(sync, key));
  };
  sync.timers.set(key, sync.context.clock.after(waitMs, start));
}

async function push(sync: DraftSync, key: string): Promise<void> {
  const { context, inFlight } = sync;
  const { replica } = context.store.getState();
  const draft = draftsOf(sync).get(key);
  if (draft === undefined || isEditKey(key) || !isDue(replica, draft)) return;
  if (inFlight.has(key) || !isShared(replica) || !isReachable(context)) return;
  inFlight.add(key);
  try {
    const shared = await upload(sync, key, draft);
    if (shared !== "refused") onUploaded(sync, key, draft, shared);
  } catch (error) {
    if (context.stopped.aborted) return;
    context.log.note("A draft could not be shared.", { reason: reasonOf(error) });
    // The same text would fail again; the next one is tried.
    if (!(error instanceof ApiError) || error.failure.kind === "refused") return;
    sync.onUnreachable();
    schedule(sync, key, retryMs);
  } finally {
    inFlight.delete(key);
  }
}

/** Whether the server has a different text or place. */
function isDue(replica: Replica, { text, shared }: Draft): boolean {
  return serverText(replica, text) !== (shared?.text ?? "") || shared?.elsewhere !== undefined;
}

/** The server's copy after the upload; undefined if it has none any more. */
async function upload(
  sync: DraftSync,
  key: string,
  draft: Draft,
): Promise<SharedCopy | undefined | "refused"> {
  const { replica } = sync.context.store.getState();
  if (draft.text === "") {
    if (draft.shared === undefined) return undefined;
    sync.deleted.add(draft.shared.id);
    await deleteCopy(sync.context, draft.shared.id);
    return undefined;
  }
  const copy = toServerDraft(replica, draft);
  if (copy === undefined) return "refused";
  const id =
    (draft.shared && (await uploadText(sync, draft.shared.id, copy))) ??
    (await adoptCopy(sync, key, copy)) ??
    (await create(sync, key, copy));
  return { id, text: copy.content, realm: replica.realm.createdAt };
}

/** Undefined when the copy no longer exists. */
function uploadText({ context, unacknowledged }: DraftSync, id: DraftId, copy: WrittenDraft) {
  unacknowledged.set(id, [...(unacknowledged.get(id) ?? []), copy.content]);
  return replaceCopy(context, id, copy);
}

async function create(sync: DraftSync, key: string, copy: WrittenDraft): Promise<DraftId> {
  const unanswered = sync.unanswered.get(key) ?? new Set();
  sync.unanswered.set(key, unanswered.add(copy.content));
  const id = await createCopy(sync.context, copy);
  unanswered.delete(copy.content);
  return id;
}

function onUploaded(
  sync: DraftSync,
  key: string,
  sent: Draft,
  shared: SharedCopy | undefined,
): void {
  const at = movedTo(sync, key, sent) ?? key;
  const now = draftsOf(sync).get(at) ?? { ...sent, text: "" };
  if (shared === undefined && now.text === "") saveDraft(sync, at, undefined);
  else setCopy(sync, at, now, shared && at !== key ? { ...shared, elsewhere: key } : shared);
}

/** The draft that was uploaded from `key`, if its topic was moved meanwhile. */
function movedTo(sync: DraftSync, key: string, sent: Draft): string | undefined {
  const isSame = ({ text, updatedAt, shared }: Draft) =>
    (shared !== undefined && shared.id === sent.shared?.id) ||
    (text === sent.text && updatedAt === sent.updatedAt);
  const drafts = draftsOf(sync);
  if (drafts.has(key)) return undefined;
  return [...drafts].find(([, draft]) => isSame(draft))?.[0];
}

/** Uses an unlinked copy with this text, or one whose creation was not answered; undefined if there is none. */
async function adoptCopy(
  sync: DraftSync,
  key: string,
  copy: WrittenDraft,
): Promise<DraftId | undefined> {
  const same = unlinkedCopy(sync, key, (text) => text === copy.content);
  if (same !== undefined) return same;
  const unanswered = sync.unanswered.get(key);
  const lost = unlinkedCopy(sync, key, (text) => unanswered?.has(text) === true);
  return lost && uploadText(sync, lost, copy);
}

function unlinkedCopy(
  sync: DraftSync,
  key: string,
  isSought: (text: string) => boolean,
): DraftId | undefined {
  const { replica } = sync.context.store.getState();
  const linked = linkedIds(sync);
  for (const [id, { content, ...copy }] of replica.drafts) {
    if (linked.has(id) || !isSought(serverText(replica, content))) continue;
    if (conversationOfDraft(replica, { ...copy, content })?.key === key) return id;
  }
  return undefined;
}

function linkedIds(sync: DraftSync): ReadonlySet<DraftId> {
  return new Set([...draftsOf(sync).values()].flatMap(({ shared }) => (shared ? [shared.id] : [])));
}

// Downloading.

/** `before` are the copies known before; undefined after a register, which contains all of them. */
function pullChanges(sync: DraftSync, before: Copies | undefined): void {
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
    if (copy.id !== undefined && copy !== before?.get(copy.id)) addCopy(sync, copy.id, copy);
  }
}

/** The copy was changed, by us or by another client, or was deleted. */
function pullChange(
  sync: DraftSync,
  key: string,
  draft: Draft & { readonly shared: SharedCopy },
  copy: ServerDraft | undefined,
): void {
  const { replica } = sync.context.store.getState();
  const { id, text, elsewhere } = draft.shared;
  const place = copy && conversationOfDraft(replica, copy)?.key;
  const isThere = place === key || (elsewhere !== undefined && place === elsewhere);
  const told = copy && isThere ? serverText(replica, copy.content) : "";
  if (told === text) return;
  if (isOwnUpload(sync, id, told)) {
    // The response was lost, and later text was compared with an older copy.
    if (sync.unacknowledged.get(id)?.length === 0)
      setCopy(sync, key, draft, { ...draft.shared, text: told });
  } else if (localText(sync, key) !== text || sync.deleted.has(id)) {
    setCopy(sync, key, draft, undefined);
  } else if (told === "") {
    saveDraft(sync, key, undefined);
    replaceText(sync.context.store, key, "");
  } else {
    setCopy(sync, key, { ...draft, text: told }, { ...draft.shared, text: told });
    replaceText(sync.context.store, key, told);
  }
}

/** An event about this client's own upload: events about its older texts will not come any more. */
function isOwnUpload({ unacknowledged }: DraftSync, id: DraftId, text: string): boolean {
  const awaited = unacknowledged.get(id) ?? [];
  const at = awaited.indexOf(text);
  if (at >= 0) unacknowledged.set(id, awaited.slice(at + 1));
  return at >= 0;
}

/** Shows an unlinked copy in its composer if that is empty. */
function addCopy(sync: DraftSync, id: DraftId, copy: ServerDraft): void {
  const { replica } = sync.context.store.getState();
  const place = conversationOfDraft(replica, copy);
  if (place === undefined || linkedIds(sync).has(id) || sync.inFlight.has(place.key)) return;
  const { key, address } = place;
  const draft = draftsOf(sync).get(key);
  const text = serverText(replica, copy.content);
  if (draft?.shared !== undefined) {
    deleteIfOwn(sync, key, id, text);
    return;
  }
  const local = localText(sync, key);
  if (local !== "" && local !== text) return;
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

/** A creation was carried out after it was given up and repeated: its copy is an older text of the same draft. */
function deleteIfOwn(
  { context, unanswered }: DraftSync,
  key: string,
  id: DraftId,
  text: string,
): void {
  if (unanswered.get(key)?.delete(text) !== true) return;
  const deleting = context.idle.during(deleteCopy(context, id));
  void inBackground(context, "An outdated copy of a draft could not be deleted.", deleting);
}

function newestFirst(drafts: Copies): readonly ServerDraft[] {
  return [...drafts.values()].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
