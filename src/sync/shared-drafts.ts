/**
 * Synchronises drafts with the person's other clients: local text is uploaded after a pause, and text that another
 * client wrote appears in the composer.
 *
 * Text is never overwritten if it could be missed: after changes on both sides, the newest version is the draft, and the
 * other one is kept as well (`draft-conflicts.ts`). A draft that was sent or emptied here is kept, empty, until the
 * server has deleted its copy. If the person's setting disables shared drafts, all of this is off and drafts stay local.
 */

import type { WrittenDraft } from "#api/drafts.ts";
import { ApiError } from "#api/failure.ts";
import { composerKeyOf, isEditKey } from "#journal/drafts.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import type { Event } from "#wire/events.ts";
import type { DraftId } from "#wire/ids.ts";
import { reasonOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { createCopy, deleteCopy, replaceCopy } from "./draft-requests.ts";
import { conversationOfDraft, serverText, toServerDraft } from "./draft-shapes.ts";
import {
  type DraftSync,
  draftsOf,
  isLinked,
  isShared,
  linkedIds,
  linkTo,
  noteWrite,
  pauseMs,
  saveDraft,
  setCopy,
} from "./draft-sync.ts";
import { onDraftEvents, pullAll, pullConversation } from "./pull-drafts.ts";

const retryMs = 30_000;

export type SharedDrafts = {
  /** Is told of all events, in their order, after they were applied. */
  readonly onEvents: (events: readonly Event[]) => void;
  readonly stop: () => void;
};

type Queue = {
  /** A request could not reach the server. */
  readonly unreachable: () => void;
  readonly readEvents: DraftSync["readEvents"];
};

/** Watches drafts on both sides. */
export function startSharedDrafts(context: SyncContext, queue: Queue): SharedDrafts {
  const sync: DraftSync = {
    context,
    onUnreachable: queue.unreachable,
    readEvents: queue.readEvents,
    timers: new Map(),
    inFlight: new Set(),
    versions: new Map(),
    created: new Set(),
    deleted: new Set(),
    unanswered: new Map(),
  };
  const unsubscribe = context.store.subscribe((state, last) => {
    if (state.journal.drafts !== last.journal.drafts) onJournal(sync, state, last);
    if (state.replica !== last.replica) onReplica(sync, state.replica, last.replica);
    if (state.session.connection !== last.session.connection && isReachable(context))
      for (const key of state.journal.drafts.keys()) schedule(sync, key, pauseMs);
  });
  return {
    onEvents: (events) => onDraftEvents(sync, events),
    stop: () => {
      unsubscribe();
      for (const cancel of sync.timers.values()) cancel();
    },
  };
}

function onReplica(sync: DraftSync, replica: Replica, last: Replica): void {
  const isNew = replica.epoch !== last.epoch;
  if (isNew) unlinkOtherRealm(sync, replica);
  if (isNew || replica.settings !== last.settings) stopSharing(sync, replica);
  if (isNew) pullAll(sync);
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
    // What is typed during an upload follows it.
    if (sync.inFlight.has(key)) schedule(sync, key, pauseMs);
    else void sync.context.idle.during(push(sync, key));
  };
  sync.timers.set(key, sync.context.clock.after(waitMs, start));
}

async function push(sync: DraftSync, key: string): Promise<void> {
  const { context, inFlight } = sync;
  if (dueDraft(sync, key) === undefined || !(await isCurrent(sync, key))) return;
  if (inFlight.has(key)) return schedule(sync, key, pauseMs);
  // The events may have changed it.
  const draft = dueDraft(sync, key);
  if (draft === undefined) return;
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
    pullConversation(sync, composerKeyOf(key, draft));
  }
}

/** The draft of `key` if it is to be uploaded now. */
function dueDraft(sync: DraftSync, key: string): Draft | undefined {
  const { context } = sync;
  const { replica } = context.store.getState();
  const draft = draftsOf(sync).get(key);
  if (draft === undefined || isEditKey(key) || !isDue(replica, draft)) return undefined;
  if (!isShared(replica) || !isReachable(context)) return undefined;
  return draft;
}

/** Nothing that another client wrote is replaced before it was read. */
async function isCurrent(sync: DraftSync, key: string): Promise<boolean> {
  const replaces = isLinked(draftsOf(sync).get(key));
  if (!replaces && (sync.unanswered.get(key)?.size ?? 0) === 0) return true;
  if (await sync.readEvents()) return true;
  if (!sync.context.stopped.aborted) schedule(sync, key, retryMs);
  return false;
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
    noteWrite(sync, draft.shared, "");
    await deleteCopy(sync.context, draft.shared.id);
    return undefined;
  }
  const copy = toServerDraft(replica, draft);
  if (copy === undefined) return "refused";
  const id =
    (draft.shared && (await uploadText(sync, draft.shared, copy))) ??
    adoptCopy(sync, key, copy) ??
    (await create(sync, key, copy));
  return linkTo(sync, { id, text: copy.content });
}

/** Undefined when the copy no longer exists. */
function uploadText(sync: DraftSync, shared: SharedCopy, copy: WrittenDraft) {
  noteWrite(sync, shared, copy.content);
  return replaceCopy(sync.context, shared.id, copy);
}

async function create(sync: DraftSync, key: string, copy: WrittenDraft): Promise<DraftId> {
  const unanswered = sync.unanswered.get(key) ?? new Set();
  sync.unanswered.set(key, unanswered.add(copy.content));
  const id = await createCopy(sync.context, copy);
  unanswered.delete(copy.content);
  sync.created.add(id);
  return id;
}

function onUploaded(
  sync: DraftSync,
  key: string,
  sent: Draft,
  shared: SharedCopy | undefined,
): void {
  const at = currentKeyOf(sync, key, sent);
  if (at === undefined) return;
  const now = draftsOf(sync).get(at) ?? { ...sent, text: "" };
  if (shared === undefined && now.text === "") saveDraft(sync, at, undefined);
  else setCopy(sync, at, now, shared && at !== key ? { ...shared, elsewhere: key } : shared);
}

/**
 * The key of the draft that was uploaded from `key`: its topic may have been moved meanwhile, or the text kept as a
 * conflicting version. Undefined: it is another draft by now.
 */
function currentKeyOf(sync: DraftSync, key: string, sent: Draft): string | undefined {
  const isSame = ({ text, updatedAt, shared }: Draft) =>
    (shared !== undefined && shared.id === sent.shared?.id) ||
    (text === sent.text && updatedAt === sent.updatedAt);
  const drafts = draftsOf(sync);
  const known = drafts.get(key);
  if (known !== undefined && (!isLinked(known) || known.shared.id === sent.shared?.id)) return key;
  const found = [...drafts].find(([, draft]) => isSame(draft))?.[0];
  return found ?? (known === undefined ? key : undefined);
}

/** An unlinked copy of the same conversation and text: two drafts of one text would be one too many. */
function adoptCopy(sync: DraftSync, key: string, { content }: WrittenDraft): DraftId | undefined {
  const { replica, journal } = sync.context.store.getState();
  const composerKey = composerKeyOf(key, journal.drafts.get(key) ?? { address: undefined });
  const linked = linkedIds(sync);
  for (const [id, copy] of replica.drafts) {
    if (linked.has(id) || sync.deleted.has(id)) continue;
    if (serverText(replica, copy.content) !== content) continue;
    if (conversationOfDraft(replica, copy)?.key !== composerKey) continue;
    sync.versions.set(id, [content]);
    return id;
  }
  return undefined;
}
