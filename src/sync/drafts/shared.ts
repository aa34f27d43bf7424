/**
 * Synchronises drafts with the user's other clients: local text is uploaded after a pause, and text that another client
 * wrote appears in the composer.
 *
 * Text is never overwritten if it could be missed: nothing is written before everything that other clients wrote was read
 * and merged (`copies.ts`). A draft that was sent or emptied here is kept, empty, until the server has deleted its copy.
 * If the user's setting disables shared drafts, all of this is off and drafts stay local.
 */

import { ApiError, isRefusal } from "#api/failure.ts";
import { type InTurn, oneByOne } from "#base/one-by-one.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import { composerKeyOf, isEditKey } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import { isLean } from "#store/state.ts";
import { isReachable, reasonOf, type SyncContext } from "#sync/context.ts";
import type { Event } from "#wire/events.ts";
import type { DraftId } from "#wire/ids.ts";
import {
  type Copies,
  draftsOf,
  dropWrite,
  isOfConversation,
  isShared,
  noteWrite,
  onDraftEvents,
  onRegister,
  saveDraft,
  twinsOf,
  withCopy,
} from "./copies.ts";
import { createCopy, deleteCopy, replaceCopy, serverText, toServerDraft } from "./server-form.ts";

/** So long after the last key, a text is uploaded. */
const pauseMs = 3_000;
/** On a slow line most texts are sent before that. */
const leanPauseMs = 30_000;
const retryMs = 30_000;

type Queue = {
  /** A request could not reach the server. */
  readonly unreachable: () => void;
  /** Reads all events up to now; false if the server could not be reached. */
  readonly readEvents: () => Promise<boolean>;
};

type Uploads = Copies & {
  readonly context: SyncContext;
  readonly queue: Queue;
  /** Cancels the delayed upload of a draft. */
  readonly timers: Map<string, () => void>;
  /** One upload at a time. */
  readonly inTurn: InTurn;
  /** The copy that is being written. */
  writing: DraftId | undefined;
};

/** Watches drafts on both sides; the returned function is told of all events, in order, after they were applied. */
export function startSharedDrafts(
  context: SyncContext,
  queue: Queue,
): (events: readonly Event[]) => void {
  const uploads: Uploads = {
    context,
    queue,
    versions: new Map(),
    timers: new Map(),
    inTurn: oneByOne(),
    writing: undefined,
  };
  const { store } = context;
  follow(store, [parts.connection, parts.drafts], (state, last) => {
    const { journal, session } = state;
    const isBack = session.connection !== last.session.connection && isReachable(context);
    const waitMs = isLean(state) ? leanPauseMs : pauseMs;
    for (const [key, draft] of journal.drafts)
      if (isBack || draft !== last.journal.drafts.get(key)) schedule(uploads, key, waitMs);
  });
  follow(store, [parts.epoch, ({ replica }) => replica.settings], ({ replica }, last) =>
    onReplica(uploads, replica, last.replica),
  );
  return (events) => onDraftEvents(uploads, events);
}

function onReplica(uploads: Uploads, replica: Replica, last: Replica): void {
  const isNew = replica.epoch !== last.epoch;
  // Another realm may have been at this address before.
  if (isNew) unlink(uploads, ({ shared }) => shared?.realm !== replica.realm.createdAt);
  if (replica.epoch > 0 && !isShared(replica)) unlink(uploads, () => true);
  else if (isNew) onRegister(uploads, uploads.writing);
}

/** The drafts are local from now on; one that waits for its copy to be deleted is gone. */
function unlink(uploads: Uploads, isMeant: (draft: Draft) => boolean): void {
  for (const [key, draft] of draftsOf(uploads)) {
    const { shared, text } = draft;
    if (!isMeant(draft) || (shared === undefined && text !== "")) continue;
    if (shared?.id !== undefined) uploads.versions.delete(shared.id);
    saveDraft(uploads, key, text === "" ? undefined : withCopy(draft, undefined));
  }
}

function schedule(uploads: Uploads, key: string, waitMs: number): void {
  const { clock, idle } = uploads.context;
  uploads.timers.get(key)?.();
  const start = () => {
    uploads.timers.delete(key);
    void idle.during(uploads.inTurn(() => push(uploads, key)));
  };
  uploads.timers.set(key, clock.after(waitMs, start));
}

async function push(uploads: Uploads, key: string): Promise<void> {
  const { context, queue } = uploads;
  const draft = dueDraft(uploads, key);
  if (draft === undefined) return;
  if (!(await queue.readEvents())) {
    if (!context.stopped.aborted) schedule(uploads, key, retryMs);
    return;
  }
  // What was typed or merged meanwhile is due after a pause of its own.
  if (dueDraft(uploads, key) !== draft) return;
  try {
    await deleteLate(uploads, key, draft);
    // Its topic may have been moved meanwhile, or its text changed: that is due on its own.
    if (draftsOf(uploads).get(key) !== draft) return;
    await write(uploads, key, draft);
  } catch (error) {
    if (context.stopped.aborted) return;
    context.log.note("A draft could not be shared.", { reason: reasonOf(error) });
    if (error instanceof ApiError && !isFinal(error)) {
      queue.unreachable();
      schedule(uploads, key, retryMs);
    } else onRefused(uploads, key, draft);
  } finally {
    uploads.writing = undefined;
  }
}

/** Whether the same request would end the same way. */
function isFinal({ failure: { kind } }: ApiError): boolean {
  return kind === "refused" || kind === "ignored";
}

/** The same text would fail again; the next one is tried. */
function onRefused(uploads: Uploads, key: string, { text }: Draft): void {
  if (uploads.writing !== undefined) dropWrite(uploads, uploads.writing);
  if (draftsOf(uploads).get(key)?.text === text) uploads.timers.get(key)?.();
}

/** The draft of `key` if the server has a different text or conversation, and can be told now. */
function dueDraft(uploads: Uploads, key: string): Draft | undefined {
  const { context } = uploads;
  const { replica } = context.store.getState();
  const draft = draftsOf(uploads).get(key);
  if (draft === undefined || isEditKey(key)) return undefined;
  if (!isShared(replica) || !isReachable(context)) return undefined;
  const { text, shared } = draft;
  const isCreated = shared === undefined || shared.id !== undefined;
  const isSame = isCreated && serverText(replica, text) === (shared?.text ?? "");
  const isDue =
    !isSame || shared?.elsewhere !== undefined || lateOf(uploads, key, draft).length > 0;
  return isDue ? draft : undefined;
}

/** Copies of earlier texts, whose creation was not answered and was carried out after all. */
function lateOf(uploads: Uploads, key: string, draft: Draft): readonly DraftId[] {
  const unanswered = draft.shared?.unanswered ?? [];
  return unanswered.length === 0 ? [] : twinsOf(uploads, composerKeyOf(key, draft), unanswered);
}

async function write(uploads: Uploads, key: string, draft: Draft): Promise<void> {
  const { context } = uploads;
  const { replica } = context.store.getState();
  const { text, shared } = draft;
  const id = shared?.id;
  const conversation = composerKeyOf(key, draft);
  uploads.writing = id;
  if (text === "") {
    // Without an ID, it was never created: all events were read.
    const base = shared?.text ?? "";
    for (const one of id === undefined ? [] : [...twinsOf(uploads, conversation, [base]), id]) {
      uploads.writing = one;
      noteWrite(uploads, one, base, "");
      await deleteCopy(context, one);
    }
    onWritten(uploads, conversation, shared, undefined);
    return;
  }
  const copy = toServerDraft(replica, draft);
  if (copy === undefined) return;
  const written = {
    text: copy.content,
    realm: replica.realm.createdAt,
    ...unansweredBy(shared),
  };
  if (id !== undefined) {
    noteWrite(uploads, id, shared?.text ?? "", copy.content);
    const isThere = await replaceCopy(context, id, copy);
    onWritten(uploads, conversation, shared, isThere ? { id, ...written } : undefined);
    return;
  }
  // The server may have it as soon as the request leaves, whatever becomes of the response.
  saveDraft(uploads, key, withCopy(draft, written));
  try {
    const created = await createCopy(context, copy);
    onWritten(uploads, conversation, written, { id: created, ...written });
  } catch (error) {
    if (isRefusal(error)) onWritten(uploads, conversation, written, undefined);
    throw error;
  }
}

async function deleteLate(uploads: Uploads, key: string, draft: Draft): Promise<void> {
  for (const late of lateOf(uploads, key, draft)) {
    noteWrite(uploads, late, "", "");
    await deleteCopy(uploads.context, late);
  }
}

/** What the server may still create, once another request to create or replace the draft leaves. */
function unansweredBy(shared: SharedCopy | undefined): Pick<SharedCopy, "unanswered"> {
  const { id, text, unanswered = [] } = shared ?? {};
  const all = shared === undefined || id !== undefined ? unanswered : [...unanswered, text ?? ""];
  return all.length === 0 ? {} : { unanswered: [...new Set(all)] };
}

/**
 * The server has `next` instead of `before`, in `conversation`. The topic of the draft may have been moved
 * meanwhile, or its text kept as a conflicting version.
 */
function onWritten(
  uploads: Uploads,
  conversation: string,
  before: SharedCopy | undefined,
  next: SharedCopy | undefined,
): void {
  const isWritten = (key: string, draft: Draft, shared: SharedCopy) => {
    if (shared.id !== undefined) return shared.id === (next?.id ?? before?.id);
    return shared.text === before?.text && isOfConversation(key, draft, conversation);
  };
  for (const [key, draft] of draftsOf(uploads)) {
    const { shared, text } = draft;
    if (shared === undefined || !isWritten(key, draft, shared)) continue;
    const isHere = composerKeyOf(key, draft) === conversation;
    const linked = next === undefined || isHere ? next : { ...next, elsewhere: conversation };
    const isGone = next === undefined && text === "";
    saveDraft(uploads, key, isGone ? undefined : withCopy(draft, linked));
    return;
  }
}
