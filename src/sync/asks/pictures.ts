/** Fetches pictures of messages and has them drawn. */
import { fetchThumbnail, fileLink, StoredElsewhere } from "#api/files.ts";
import { type InTurn, oneByOne } from "#base/one-by-one.ts";
import type { Drawing } from "#pictures/drawing.ts";
import { type Ask, asksIn } from "#store/asks.ts";
import { type Picture, type PictureRequest, withPicture } from "#store/pictures.ts";
import { changeSession } from "#store/store.ts";
import {
  type Pictures,
  reasonOf,
  type SyncContext,
  UndrawnPicture,
  wordsOf,
} from "#sync/context.ts";

export type PictureAsk = Extract<Ask, { readonly request: PictureRequest }>;

/** Megabytes of a file: larger ones are not drawn, as `maxBytes` in `pictures/decode.ts` says. */
const limitMb = 24;
/** Servers make them, a hundredth of this. */
const thumbnailLimitMb = 4;

export async function drawPicture(context: SyncContext, ask: PictureAsk): Promise<void> {
  const { pictures, log } = context;
  const { request } = ask;
  try {
    if (pictures === undefined) throw new UndrawnPicture("Pictures are not drawn here.");
    const whole = async () =>
      pictures.draw(await fileBytes(context, pictures, request), request, context.stopped);
    const drawing = request.isPreview
      ? ((await drawnThumbnail(context, pictures, request)) ??
        (await oneAtATime(pictures, context.stopped, whole)))
      : await whole();
    learn(context, ask, { kind: "drawn", drawing });
  } catch (error) {
    if (!(error instanceof UndrawnPicture)) throw error;
    if (error.cause !== undefined)
      log.warn("A picture could not be drawn.", { reason: reasonOf(error.cause) });
    learn(context, ask, { kind: "failed", sentence: error.message, isFinal: true });
  }
}

/** Of each account. */
const turns = new WeakMap<Pictures, InTurn>();

/** Many pictures below messages take no more memory than one. */
function oneAtATime<T>(
  pictures: Pictures,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const inTurn = turns.get(pictures) ?? oneByOne();
  turns.set(pictures, inTurn);
  return inTurn(() => {
    signal.throwIfAborted();
    return work();
  });
}

/** Undefined if the server has none that is large enough, or it cannot be drawn: then the picture itself is tried. */
async function drawnThumbnail(
  { connection, store, stopped: signal, log }: SyncContext,
  pictures: Pictures,
  request: PictureRequest,
): Promise<Drawing | undefined> {
  const { width, height } = pictures.pixels(request);
  const { thumbnails = [] } = store.getState().replica.realm;
  const format = thumbnails.find((one) => one.width >= width && one.height >= height);
  if (format === undefined) return undefined;
  const { realmId: realm_id, path } = request.file;
  const parts: Uint8Array[] = [];
  const take = async (part: Uint8Array) => void parts.push(part);
  try {
    const limits = { limitMb: thumbnailLimitMb, signal };
    await fetchThumbnail(connection(), { realm_id, path }, format.name, take, limits);
    return await pictures.draw(joined(parts), request, signal);
  } catch (error) {
    signal.throwIfAborted();
    log.note("There is no thumbnail of a picture.", { reason: reasonOf(error) });
    return undefined;
  }
}

export function pictureFailed(context: SyncContext, ask: PictureAsk, error: unknown): void {
  learn(context, ask, { kind: "failed", sentence: wordsOf(error), isFinal: false });
}

function learn({ store }: SyncContext, { id }: PictureAsk, picture: Picture): void {
  const asks = asksIn(store.getState());
  const isNeeded = (key: string) => asks.has(`picture:${key}`) || asks.has(`preview:${key}`);
  changeSession(store, (session) => ({
    ...session,
    pictures: withPicture(session.pictures, id, picture, isNeeded),
  }));
}

const keptMs = 60_000;

/** The last opened file of each account, for a minute: while the window is resized, it is drawn again and again. */
const latest = new WeakMap<Pictures, { readonly of: string; readonly bytes: Uint8Array }>();

async function fileBytes(
  { connection, stopped: signal, clock }: SyncContext,
  pictures: Pictures,
  { file: { realmId, path }, isPreview }: PictureRequest,
): Promise<Uint8Array> {
  const of = `${realmId}/${path}`;
  const last = latest.get(pictures);
  if (last?.of === of) return last.bytes;
  const address = await fileLink(connection(), { realm_id: realmId, path }, { signal });
  const parts: Uint8Array[] = [];
  const options = { limitMb, signal, isUnasked: isPreview };
  try {
    await pictures.download(address, async (part) => void parts.push(part), options);
  } catch (error) {
    if (!(error instanceof StoredElsewhere)) throw error;
    throw new UndrawnPicture("It is stored on another host, and fetched when it is opened.");
  }
  const bytes = joined(parts);
  if (isPreview) return bytes;
  const kept = { of, bytes };
  latest.set(pictures, kept);
  clock.after(keptMs, () => {
    if (latest.get(pictures) === kept) latest.delete(pictures);
  });
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
