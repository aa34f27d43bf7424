/** Uploaded files, with their owners and the messages that link to them. */

/** The realm's number in the paths of its files. */
export const realmId = 1;

/** Bytes. */
export const mebibyte = 1024 * 1024;

/** The size limit of a file. */
export const largestMebibytes = 25;

/** One file of a form. */
export type Upload = {
  readonly name: string;
  /** As declared in the form; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
};

/** What has arrived of a file that is uploaded piece by piece. */
export type PartialUpload = Omit<Upload, "bytes"> & {
  readonly ownerId: number;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly parts: Uint8Array[];
  /** Of the parts, in bytes. */
  length: number;
};

export type SharedFile = {
  readonly id: number;
  /** The original name. */
  readonly name: string;
  /** Below `/user_uploads/`. */
  readonly path: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The content, in a form that fits into the state file. */
  readonly base64: string;
  readonly ownerId: number;
  /** UNIX milliseconds. */
  readonly createdAt: number;
};

export type Files = {
  readonly byId: Map<number, SharedFile>;
  readonly byPath: Map<string, SharedFile>;
  /** The messages that link to a file, by its ID. */
  readonly linkedBy: Map<number, Set<number>>;
};

export function noFiles(): Files {
  return { byId: new Map(), byPath: new Map(), linkedBy: new Map() };
}

export function addFile({ byId, byPath, linkedBy }: Files, file: SharedFile): void {
  byId.set(file.id, file);
  byPath.set(file.path, file);
  linkedBy.set(file.id, new Set());
}

export function removeFile({ byId, byPath, linkedBy }: Files, id: number): void {
  byPath.delete(byId.get(id)?.path ?? "");
  byId.delete(id);
  linkedBy.delete(id);
}

/** Replaces the set of files that the message links to. */
export function linkFiles({ linkedBy }: Files, messageId: number, ids: readonly number[]): void {
  for (const [id, messages] of linkedBy) {
    if (ids.includes(id)) messages.add(messageId);
    else messages.delete(messageId);
  }
}

/** The total size of all files in bytes. */
export function spaceUsed({ byId }: Files): number {
  return [...byId.values()].reduce((sum, { size }) => sum + size, 0);
}

export function bytesOf({ base64 }: { readonly base64: string }): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
