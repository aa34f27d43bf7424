/**
 * The user's own folders of streams, which this machine keeps: making, renaming, ordering and deleting them, and what is in
 * them. They are shown where the server has no folders, which are the same for everybody.
 */
import { memoizeEach } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { StreamId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import type { FolderChanges, LocalFolder, LocalFolders } from "./local-state.ts";
import type { Replica } from "./replica.ts";
import type { Stream } from "./stream.ts";

export type OwnFolder = {
  readonly id: string;
  /** As typed on this machine: not safe for a terminal. */
  readonly name: string;
  readonly position: number;
};

/** Whether the organization has folders, which are shown instead of the user's own. Archived ones are none. */
export function hasServerFolders({ folders }: Pick<Replica, "folders">): boolean {
  for (const { is_archived: isArchived } of folders.values()) if (isArchived !== true) return true;
  return false;
}

const begin = "stream:";

function rowOf(streamId: StreamId): string {
  return `${begin}${streamId}`;
}

/** In the user's order. */
export const ownFolders = memoizeEach((all: LocalFolders): readonly OwnFolder[] =>
  [...all]
    .flatMap(([id, row]) => (row.kind === "folder" ? [{ ...row, id }] : []))
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1)),
);

/** The ID of the folder that the stream is in; that of one that is gone, too. */
export function folderHere(all: LocalFolders, streamId: StreamId): string | undefined {
  const row = all.get(rowOf(streamId));
  return row?.kind === "stream" ? row.folder : undefined;
}

/** Returns undefined if the folder was deleted. */
export function ownFolderWith(all: LocalFolders, id: string): OwnFolder | undefined {
  return ownFolders(all).find((one) => one.id === id);
}

/** Returns undefined if the stream is in none. */
export function ownFolderOf(all: LocalFolders, streamId: StreamId): OwnFolder | undefined {
  const id = folderHere(all, streamId);
  return id === undefined ? undefined : ownFolderWith(all, id);
}

/** By name. Streams that are not there any more are left out. */
export function streamsIn(
  { streams, localFolders }: Pick<Replica, "streams" | "localFolders">,
  folder: Pick<OwnFolder, "id">,
): readonly Stream[] {
  return idsIn(localFolders, folder)
    .flatMap((id) => get(streams, id) ?? [])
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
}

function idsIn(all: LocalFolders, { id }: Pick<OwnFolder, "id">): readonly StreamId[] {
  return [...all].flatMap(([key, row]) =>
    row.kind === "stream" && row.folder === id ? [Number(key.slice(begin.length)) as StreamId] : [],
  );
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** By the name as it is written, else the first that has it in other capitals. */
export function ownFolderNamed(all: LocalFolders, name: string): OwnFolder | undefined {
  const own = ownFolders(all);
  return (
    own.find((one) => one.name === name) ?? own.find((one) => folded(one.name) === folded(name))
  );
}

/** Why the name cannot be given to a folder; `but`: to that one. */
export function folderNameProblem(
  all: LocalFolders,
  name: string,
  but?: OwnFolder,
): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") return "A folder needs a name.";
  if (/[\n\r\t]/.test(trimmed)) return "The name of a folder is one line.";
  if ([...trimmed].length > limits.folderNameLength)
    return `The name of a folder has at most ${limits.folderNameLength} characters.`;
  const isTaken = ownFolders(all).some(
    (one) => one.id !== but?.id && folded(one.name) === folded(trimmed),
  );
  return isTaken ? `There is a folder “${trimmed}” already.` : undefined;
}

// Changes.

/** From the name: folders that two windows make of one name are one. Another folder may have had the name before. */
function newId(all: LocalFolders, name: string): string {
  for (let count = 1; ; count += 1) {
    const id = `own:${folded(name)}${count === 1 ? "" : ` ${count}`}`;
    if (!all.has(id)) return id;
  }
}

/** A new folder, after the others, with these streams. */
export function folderAdded(
  all: LocalFolders,
  name: string,
  streamIds: readonly StreamId[],
): FolderChanges {
  const id = newId(all, name);
  const position = Math.max(-1, ...ownFolders(all).map((one) => one.position)) + 1;
  const folder: LocalFolder = { kind: "folder", name: name.trim(), position };
  return new Map([[id, folder], ...streamsFiled(all, streamIds, id)]);
}

/** The folder of that name is made unless it is there; an empty name means none. */
export function streamFiledByName(
  all: LocalFolders,
  streamId: StreamId,
  name: string,
): FolderChanges {
  const folder = ownFolderNamed(all, name);
  if (name.trim() !== "" && folder === undefined) return folderAdded(all, name, [streamId]);
  return streamsFiled(all, [streamId], folder?.id);
}

export function folderRenamed({ id, position }: OwnFolder, name: string): FolderChanges {
  return new Map([[id, { kind: "folder", name: name.trim(), position }]]);
}

/** The folder is then the `to`th, from 0. Empty if it is already. */
export function folderMoved(all: LocalFolders, folder: OwnFolder, to: number): FolderChanges {
  const rest = ownFolders(all).filter(({ id }) => id !== folder.id);
  const changes = new Map<string, LocalFolder>();
  for (const [position, one] of rest.toSpliced(to, 0, folder).entries())
    if (one.position !== position)
      changes.set(one.id, { kind: "folder", name: one.name, position });
  return changes;
}

/** Its streams are then in none. */
export function folderDeleted(all: LocalFolders, folder: OwnFolder): FolderChanges {
  return new Map([folder.id, ...idsIn(all, folder).map(rowOf)].map((key) => [key, undefined]));
}

/** Puts the streams into the folder, or into none if it is undefined; leaves out those that are there already. */
export function streamsFiled(
  all: LocalFolders,
  streamIds: readonly StreamId[],
  folder: string | undefined,
): FolderChanges {
  return new Map(
    streamIds
      .filter((id) => folderHere(all, id) !== folder)
      .map((id) => [rowOf(id), folder === undefined ? undefined : { kind: "stream", folder }]),
  );
}
