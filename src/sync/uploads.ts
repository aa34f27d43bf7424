/**
 * Uploads files one after another, while the server responds. A file whose connection broke is sent again, a few times; one
 * that failed stays until the person retries or cancels it.
 */
import { ApiError, type Failure } from "#api/failure.ts";
import { mediaType } from "#api/media-type.ts";
import type { Streamed } from "#api/multipart.ts";
import { uploadFile } from "#api/uploads.ts";
import { complain } from "#store/composer.ts";
import { changeUpload, endUpload, type Upload } from "#store/uploads.ts";
import { inBackground, reasonOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";

/** Opens a file for reading, from its beginning each time that it is iterated. Rejects with a sentence. */
export type OpenFile = (path: string) => Promise<Content>;

type Content = Pick<Streamed, "size" | "chunks">;

function contentOf(from: Upload["from"], open: OpenFile): Promise<Content> | Content {
  if ("path" in from) return open(from.path);
  const bytes = new TextEncoder().encode(from.text);
  const chunks = {
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  return { size: bytes.length, chunks };
}

/** A connection on which nothing moves for so long is given up. */
const stallMs = 60_000;
const mostAttempts = 4;
/** The whole exchange: what moves may take its time. */
const deadlineMs = 6 * 3_600_000;

export function startUploads(context: SyncContext, open: OpenFile): () => void {
  const { store, stopped } = context;
  const attempts = new Map<string, number>();
  let current: { readonly id: string; readonly abort: AbortController } | undefined;

  const advance = () => {
    const { uploads } = store.getState().session;
    if (current !== undefined) {
      // The person cancelled it.
      if (!uploads.some(({ id }) => id === current?.id)) current.abort.abort(new Cancelled());
      return;
    }
    const next = uploads.find(({ state }) => state === "waiting");
    if (next === undefined || stopped.aborted || !isReachable(context)) return;
    current = { id: next.id, abort: new AbortController() };
    const work = sendOne(context, open, next, current.abort, attempts).finally(() => {
      current = undefined;
      advance();
    });
    void context.idle.during(inBackground(context, "An upload failed.", work));
  };

  advance();
  return store.subscribe(advance);
}

class Cancelled extends Error {}

async function sendOne(
  context: SyncContext,
  open: OpenFile,
  upload: Upload,
  abort: AbortController,
  attempts: Map<string, number>,
): Promise<void> {
  const { store, stopped, log } = context;
  const { id, name } = upload;
  const attempt = (attempts.get(id) ?? 0) + 1;
  attempts.set(id, attempt);
  changeUpload(store, id, { state: "sending", percent: 0 });
  const stall = watchStall(context, () => abort.abort(new Stalled()));
  try {
    const content = await contentOf(upload.from, open);
    const signal = AbortSignal.any([stopped, abort.signal]);
    const chunks = watched(content, stall.moved, (percent) => changeUpload(store, id, { percent }));
    const file: Streamed = { name, type: mediaType(name), size: content.size, chunks };
    const path = await uploadFile(context.connection(), file, {
      signal,
      deadlineMs,
      beforeLeaving: async () => stall.moved(),
    });
    if (path === undefined) throw new Error("The server did not tell where the file is.");
    attempts.delete(id);
    if (!endUpload(store, upload, `[${linkText(name)}](${linkTarget(path)})`))
      complain(store, `${name} was uploaded, but its mark is in no text any more.`);
  } catch (error) {
    if (stopped.aborted || error instanceof Cancelled) return;
    log.note("An upload was not answered with success.", { reason: reasonOf(error) });
    const isBroken = error instanceof Stalled || isPassing(error);
    if (isBroken && attempt < mostAttempts)
      changeUpload(store, id, { state: "waiting", percent: 0 });
    else {
      attempts.delete(id);
      const reason = sentenceOf(error);
      changeUpload(store, id, { state: "failed", reason });
      complain(store, `${name} was not uploaded: ${reason}`);
    }
  } finally {
    stall.end();
  }
}

class Stalled extends Error {}

/** Calls `stalled` when nothing moved for a while since the last time that something did. */
function watchStall({ clock }: SyncContext, stalled: () => void) {
  let cancel = () => {};
  const moved = () => {
    cancel();
    cancel = clock.after(stallMs, stalled);
  };
  return { moved, end: () => cancel() };
}

/** The chunks; tells that each was taken, and how many percent were, when that changes. */
function watched(
  { size, chunks }: Content,
  moved: () => void,
  tell: (percent: number) => void,
): Content["chunks"] {
  return {
    async *[Symbol.asyncIterator]() {
      let read = 0;
      let told = 0;
      for await (const chunk of chunks) {
        yield chunk;
        moved();
        read += chunk.length;
        const percent = Math.floor((read / Math.max(1, size)) * 100);
        if (percent !== told) tell(percent);
        told = percent;
      }
    },
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === "unreachable";
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return failureSentence(error.failure);
  if (error instanceof Stalled) return "The connection stalled.";
  return error instanceof Error ? error.message : reasonOf(error);
}

function failureSentence(failure: Failure): string {
  if (failure.kind === "refused") return failure.sentence;
  return failure.kind === "unreachable"
    ? "The connection broke each time."
    : "The server did not take it.";
}

/** Brackets would end the text of the link. */
function linkText(name: string): string {
  return name.replace(/[[\]\p{Cc}]/gu, " ").trim();
}

/** What would end the link. */
function linkTarget(path: string): string {
  return path.replace(
    /[\s()<>\p{Cc}]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}
