/**
 * The person's own files, as far as known from events.
 *
 * A register contains none: earlier files become known only when they change.
 */
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Replica } from "./replica.ts";

export type Upload = {
  readonly id: number;
  /** Unmodified: not safe for a terminal. */
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
  /** Bytes of all files of the realm together; undefined before the first event. */
  readonly spaceUsed: number | undefined;
};

export const noUploads: Uploads = { known: new Map(), spaceUsed: undefined };

export function onAttachment(replica: Replica, event: EventOf<"attachment">): Replica {
  const known = new Map(replica.uploads.known);
  if (event.op === "remove") known.delete(event.attachment.id);
  else {
    const { id, name, path_id: path, size, messages } = event.attachment;
    known.set(id, { id, name, path, size, messageIds: messages.map((one) => one.id) });
  }
  return { ...replica, uploads: { known, spaceUsed: event.upload_space_used } };
}
