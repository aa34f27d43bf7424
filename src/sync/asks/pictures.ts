/** Fetches pictures of messages and has them drawn. */
import { fileLink } from "#api/files.ts";
import type { SharedFile } from "#model/message-link.ts";
import { type AskOf, asksIn } from "#store/asks.ts";
import { type Picture, withPicture } from "#store/pictures.ts";
import { changeSession } from "#store/store.ts";
import { type Pictures, type SyncContext, UndrawnPicture, wordsOf } from "#sync/context.ts";

type PictureAsk = AskOf<"picture">;

/** Megabytes of a file: larger ones are not drawn. */
const limitMb = 24;

export async function drawPicture(context: SyncContext, ask: PictureAsk): Promise<void> {
  const { pictures, stopped } = context;
  const { request } = ask;
  try {
    if (pictures === undefined) throw new UndrawnPicture("Pictures are not drawn here.");
    const bytes = await fileBytes(context, pictures, request.file);
    learn(context, ask, { kind: "drawn", drawing: await pictures.draw(bytes, request, stopped) });
  } catch (error) {
    if (!(error instanceof UndrawnPicture)) throw error;
    learn(context, ask, { kind: "failed", sentence: error.message, isFinal: true });
  }
}

export function pictureFailed(context: SyncContext, ask: PictureAsk, error: unknown): void {
  learn(context, ask, { kind: "failed", sentence: wordsOf(error), isFinal: false });
}

function learn({ store }: SyncContext, { id }: PictureAsk, picture: Picture): void {
  const asks = asksIn(store.getState());
  const isNeeded = (key: string) => asks.has(`picture:${key}`);
  changeSession(store, (session) => ({
    ...session,
    pictures: withPicture(session.pictures, id, picture, isNeeded),
  }));
}

/** The last file of each account: while the window is resized, it is drawn again and again. */
const latest = new WeakMap<Pictures, { readonly of: string; readonly bytes: Uint8Array }>();

async function fileBytes(
  { connection, stopped: signal }: SyncContext,
  pictures: Pictures,
  { realmId, path }: SharedFile,
): Promise<Uint8Array> {
  const of = `${realmId}/${path}`;
  const known = latest.get(pictures);
  if (known?.of === of) return known.bytes;
  const address = await fileLink(connection(), { realm_id: realmId, path }, { signal });
  const parts: Uint8Array[] = [];
  await pictures.download(address, async (part) => void parts.push(part), { limitMb, signal });
  const bytes = joined(parts);
  latest.set(pictures, { of, bytes });
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
