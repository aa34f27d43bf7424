/** Delivers sends and the files in them, and finds out what happened to those without a response. */

import { ApiError, type Failure, sentenceOf } from "#api/failure.ts";
import { getAttachments, uploadFile } from "#api/files.ts";
import { sendMessage } from "#api/messages.ts";
import { chunksOf, mediaType, type Streamed } from "#api/multipart.ts";
import type { Resumption } from "#api/resumable.ts";
import { sorted } from "#base/sorted.ts";
import { kindOf } from "#journal/action.ts";
import type { Send, Upload } from "#journal/actions/send.ts";
import type { OwnMessage } from "#journal/claims.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { onMessage } from "#model/messages.ts";
import { others } from "#model/narrow.ts";
import type { State } from "#store/state.ts";
import {
  addIntents,
  changeReplica,
  changeSession,
  claimOwnMessages,
  sendBecame,
} from "#store/store.ts";
import { showError } from "#store/toast.ts";
import { replacePlaceholder } from "#store/uploads.ts";
import { reasonOf, type SyncContext } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { NoLongerOpen } from "#sync/storage/intents.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type DeliveryContext, type Effect, refuse, whileOpen } from "./effect.ts";
import { isStillThere } from "./place.ts";

// Delivers uploads, one file after another. The link replaces the placeholder before the intent is answered.

type Content = Pick<Streamed, "size" | "chunks"> & { readonly version: string };

/** The request is aborted if no data is sent for this long. */
const stallMs = 60_000;
/** The same once all of it was sent: servers scan files and copy them to their storage before they answer. */
const processingMs = 10 * 60_000;
/** How much earlier than here a file may have been created there, because clocks differ. */
const clockSkewMs = 60_000;
/** After this many attempts it has failed, until the user retries it. */
const maxAttempts = 4;
/** The limit for the whole request, generous because stalls are detected separately. */
const deadlineMs = 6 * 3_600_000;

type Begun = Resumption & { readonly version: string };

/** How much of each upload of this run the server has: the next attempt goes on there, unless the file is another one. */
const resumptions = new WeakMap<Upload, Begun>();

function resumptionOf(action: Upload, version: string): Resumption {
  const begun = resumptions.get(action);
  const resumption = begun?.version === version ? begun : { offset: 0, version };
  resumptions.set(action, resumption);
  return resumption;
}

const upload: Effect<Upload> = {
  lane: () => "upload",
  deliver: async (departure, action) => {
    const { store, clock, intent } = departure;
    const path = await whileOpen(store, intent.id, (abort) => storedPath(departure, action, abort));
    const link = `[${linkText(action.name)}](${linkTarget(path)})`;
    if (!replacePlaceholder(store, clock, action.placeholder, link))
      showError(
        store,
        `${action.name} was uploaded, but its placeholder is no longer in any text.`,
      );
  },
};

/**
 * Resolves with the file's path on the server. If an earlier request may have stored it, although no answer came, the
 * server is asked before it is sent again.
 */
async function storedPath(
  departure: DeliveryContext,
  action: Upload,
  abort: AbortController,
): Promise<string> {
  const { intent, log } = departure;
  const stored = intent.attempts > 0 ? await findStored(departure, action, abort) : undefined;
  if (stored !== undefined) return stored;
  try {
    return await sendFile(departure, action, abort);
  } catch (error) {
    if (!(error instanceof ApiError) || !isOver(error.failure, intent.attempts + 1)) throw error;
    log.note("An upload was given up.", { reason: reasonOf(error) });
    return (
      (await findStored(departure, action, new AbortController())) ??
      refuse(failureSentence(error.failure))
    );
  }
}

/** A file of that name and size, created since the upload began, that no message and no text links to yet. */
async function findStored(
  { store, stopped, intent, connection }: DeliveryContext,
  { name, size }: Upload,
  abort: AbortController,
): Promise<string | undefined> {
  const signal = AbortSignal.any([stopped, abort.signal]);
  const files = await getAttachments(connection(), { signal });
  const texts = textsIn(store.getState());
  const uploaded = files.find(
    (file) =>
      file.name === name &&
      file.size === size &&
      file.createdAt >= intent.createdAt - clockSkewMs &&
      file.messageIds.length === 0 &&
      !texts.some((text) => text.includes(file.path)),
  );
  return uploaded && `/user_uploads/${uploaded.path}`;
}

/** All that is written and not sent. */
function textsIn({ screen, journal }: State): readonly string[] {
  return [
    ...[...screen.composers.values()].map(({ editor }) => editor.text),
    ...[...journal.drafts.values()].map(({ text }) => text),
    ...[...journal.intents.values()].flatMap(({ action }) => kindOf(action).text?.(action) ?? []),
  ];
}

async function sendFile(
  departure: DeliveryContext,
  action: Upload,
  abort: AbortController,
): Promise<string> {
  const { name, from } = action;
  const { store, stopped, clock, log, intent, connection, beforeSending } = departure;
  changePercent(store, intent.id, 0);
  const stall = watchStall(departure, () => abort.abort(new Stalled()));
  let unreadable: string | undefined;
  const noteUnreadable = (error: unknown) => {
    unreadable = error instanceof Error ? error.message : "It cannot be read.";
  };
  try {
    const content = await contentOf(departure, from);
    const tell = (percent: number) => changePercent(store, intent.id, percent);
    const chunks = watched(content, stall, tell, noteUnreadable);
    const file: Streamed = { name, type: mediaType(name), size: content.size, chunks };
    const path = await uploadFile(connection(), file, {
      signal: AbortSignal.any([stopped, abort.signal]),
      deadlineMs,
      clock,
      resumption: resumptionOf(action, content.version),
      beforeSending: async () => {
        await beforeSending?.();
        stall.moved();
      },
    });
    return path ?? refuse("The server did not return the location of the file.");
  } catch (error) {
    if (stopped.aborted || error instanceof NoLongerOpen) throw error;
    log.note("An upload failed.", { reason: reasonOf(error) });
    if (unreadable !== undefined) return refuse(unreadable);
    throw error instanceof Stalled ? new ApiError(stalled) : error;
  } finally {
    stall.end();
    changePercent(store, intent.id, undefined);
  }
}

/** Undefined if the upload is not in progress. */
function changePercent(store: SyncContext["store"], id: IntentId, percent: number | undefined) {
  changeSession(store, (session) => {
    const uploaded = new Map(session.uploaded);
    if (percent === undefined) uploaded.delete(id);
    else uploaded.set(id, percent);
    return { ...session, uploaded };
  });
}

async function contentOf(
  { openFile, log }: DeliveryContext,
  from: Upload["from"],
): Promise<Content> {
  if ("path" in from) {
    if (openFile === undefined) return refuse("Files cannot be read here.");
    return openFile(from.path).catch((error) => {
      log.note("A file could not be opened.", { reason: reasonOf(error) });
      return refuse(error instanceof Error ? error.message : "It cannot be read.");
    });
  }
  return { ...chunksOf(new TextEncoder().encode(from.text)), version: "" };
}

class Stalled extends Error {}

const stalled: Failure = {
  kind: "unreachable",
  sent: "maybe",
  timedOut: true,
  reason: "the connection stalled",
};

type Stall = {
  readonly moved: () => void;
  /** Everything was sent. */
  readonly sent: () => void;
  readonly end: () => void;
};

/** Calls `stalled` when nothing moved for a while. */
function watchStall({ clock }: SyncContext, stalled: () => void): Stall {
  let cancel = () => {};
  const wait = (ms: number) => {
    cancel();
    cancel = clock.after(ms, stalled);
  };
  return {
    moved: () => wait(stallMs),
    sent: () => wait(processingMs),
    end: () => cancel(),
  };
}

/** The chunks; reports each one that was consumed, and the percentage when it changes. */
function watched(
  { size, chunks }: Content,
  { moved, sent }: Stall,
  tell: (percent: number) => void,
  unreadable: (error: unknown) => void,
): Content["chunks"] {
  return {
    async *[Symbol.asyncIterator]() {
      let read = 0;
      let shown = 0;
      for await (const chunk of readable(chunks, unreadable)) {
        yield chunk;
        moved();
        read += chunk.length;
        const percent = Math.floor((read / Math.max(1, size)) * 100);
        if (percent !== shown) tell(percent);
        shown = percent;
      }
      sent();
    },
  };
}

/** The same, apart from errors of whoever takes them. */
async function* readable(chunks: Content["chunks"], unreadable: (error: unknown) => void) {
  try {
    yield* chunks;
  } catch (error) {
    unreadable(error);
    throw error;
  }
}

/** Whether to give up after that many attempts. */
function isOver({ kind }: Failure, attempts: number): boolean {
  if (kind === "malformed" || kind === "blocked") return true;
  return (kind === "unreachable" || kind === "broken") && attempts >= maxAttempts;
}

function failureSentence(failure: Failure): string {
  return failure.kind === "unreachable"
    ? "The connection was lost each time."
    : sentenceOf(failure);
}

/** Without brackets, which would end the link's text. */
function linkText(name: string): string {
  return name.replace(/[[\]\p{Cc}]/gu, " ").trim();
}

/** Encodes characters that would end the link. */
function linkTarget(path: string): string {
  return path.replace(
    /[\s()<>\p{Cc}]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}

// Sends.

type Request = Parameters<typeof sendMessage>[1];

/** How many of a conversation's newest messages are searched for one without a response. */
const newest = 20;

/**
 * Response and event may arrive in either order; the later one has no effect.
 *
 * What remains: if the program is suspended between its claim and the first byte for longer than its lease, and the
 * person repeats the send in another window meanwhile, it sends a duplicate when it resumes.
 */
const send: Effect<Send> = {
  lane: ({ address }) => `send:${conversationKey(address)}`,
  hasRow: true,
  deliver: async (context, message) => {
    const { store, connection, stopped, beforeSending, onWait, intent } = context;
    if (!(await isStillThere(context, message))) return;
    const options = { signal: stopped, beforeSending, onWait };
    const answer = await sendMessage(connection(), request(context, intent.id, message), options);
    sendBecame(store, intent.id, answer.id);
    // LEVEL(236): before it, own messages arrive unread at clients that the server does not recognize.
    if (connection().level() < since.readBySender)
      addIntents(store, context, [{ kind: "read", op: "add", ids: sorted([answer.id]) }]);
  },
  find: async (context, _, { address }) =>
    claimOwnMessages(context.store, await ownMessages(context, address)),
  confirm: async (context, { messageId }, { address }) => {
    if (messageId !== undefined) await fetchSent(context, address, messageId);
  },
};

function request({ store }: SyncContext, id: IntentId, { address, content }: Send): Request {
  const { replica, session } = store.getState();
  const echo = { content, local_id: id, queue_id: session.queueId, read_by_sender: true };
  if (address.kind === "topic")
    return { ...echo, type: "stream", to: address.streamId, topic: address.topic };
  return { ...echo, type: "direct", to: [...others(address.userIds, replica.ownId)] };
}

/** The user's newest messages of a conversation, fetched from the server. */
export async function ownMessages(
  context: SyncContext,
  address: Address,
): Promise<readonly (OwnMessage & { readonly sentAt: number })[]> {
  const { ownId } = context.store.getState().replica;
  const terms = termsOf(address, ownId, context.connection().level());
  const { messages } = await fetchMessages(context, {
    anchor: "newest",
    num_before: newest,
    num_after: 0,
    narrow: [...terms, { operator: "sender", operand: ownId }],
  });
  const conversation = conversationKey(address);
  return messages
    .filter((message) => message.sender_id === ownId)
    .map(({ id, content, timestamp: sentAt }) => ({ id, conversation, content, sentAt }));
}

/** Adds the message to the replica as its event would: a sender who is not subscribed receives no event. */
async function fetchSent(
  context: SyncContext,
  address: Address,
  messageId: MessageId,
): Promise<void> {
  const { store } = context;
  const { ownId } = store.getState().replica;
  const { messages } = await fetchMessages(context, {
    anchor: messageId,
    num_before: 0,
    num_after: 0,
    // Includes the conversation, because a stream's history may be readable without a subscription.
    narrow: termsOf(address, ownId, context.connection().level()),
  });
  const message = messages.find(({ id }) => id === messageId);
  if (message === undefined) return;
  const flags = message.flags ?? [];
  changeReplica(store, (replica, batch) =>
    onMessage(replica, { type: "message", id: replica.lastEvent, message, flags }, batch),
  );
}

export const sendEffects = { send, upload } as const;
