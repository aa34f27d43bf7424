/** Files that people shared: kept whole, with who brought each and which messages link to it. */

/** The realm's number in the paths of its files. */
export const realmId = 1;

/** Bytes. */
export const mebibyte = 1024 * 1024;

/** What one file may take. */
export const largestMebibytes = 25;

/** One file of a form. */
export type Upload = {
  readonly name: string;
  /** As the form said it; empty when it did not. */
  readonly type: string;
  readonly bytes: Uint8Array;
};

export type SharedFile = {
  readonly id: number;
  /** As its owner called it. */
  readonly name: string;
  /** Below `/user_uploads/`. */
  readonly path: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The whole of it, since it is kept in a file of JSON lines. */
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

/** From now on the message links to these files and no others. */
export function linkFiles({ linkedBy }: Files, messageId: number, ids: readonly number[]): void {
  for (const [id, messages] of linkedBy) {
    if (ids.includes(id)) messages.add(messageId);
    else messages.delete(messageId);
  }
}

/** What all files take together, in bytes. */
export function spaceUsed({ byId }: Files): number {
  return [...byId.values()].reduce((sum, { size }) => sum + size, 0);
}

export function bytesOf({ base64 }: { readonly base64: string }): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
