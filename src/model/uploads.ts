/**
 * The person's own files, as far as events told of them.
 *
 * A register tells of none: what was there before the queue is known only once it changes.
 */
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Picture } from "./picture.ts";

export type Upload = {
  readonly id: number;
  /** As it came: not safe for a terminal. */
  readonly name: string;
  /** Below `/user_uploads/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The messages that link to it. */
  readonly messageIds: readonly MessageId[];
};

export type Uploads = {
  readonly known: ReadonlyMap<number, Upload>;
  /** Bytes of all files of the realm together; undefined until an event tells. */
  readonly spaceUsed: number | undefined;
};

export const noUploads: Uploads = { known: new Map(), spaceUsed: undefined };

export function onAttachment(picture: Picture, event: EventOf<"attachment">): Picture {
  const known = new Map(picture.uploads.known);
  if (event.op === "remove") known.delete(event.attachment.id);
  else {
    const { id, name, path_id: path, size, messages } = event.attachment;
    known.set(id, { id, name, path, size, messageIds: messages.map((one) => one.id) });
  }
  return { ...picture, uploads: { known, spaceUsed: event.upload_space_used } };
}
