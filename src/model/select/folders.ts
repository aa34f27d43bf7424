/** Which folder each stream is in where lists show folders: pinned streams stand apart, and so do those without one. */

import { memoizeEach, memoizePer } from "#base/memoize.ts";
import { values } from "#base/table.ts";
import type { LocalFolders } from "#model/local-state.ts";
import {
  folderHere,
  hasServerFolders,
  type OwnFolder,
  ownFolderOf,
  ownFolders,
} from "#model/own-folders.ts";
import type { Realm, Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import type { FolderId, StreamId } from "#wire/ids.ts";
import type { ChannelFolder } from "#wire/stream.ts";

/** `key` names its heading, in every list. The name is not safe for a terminal. */
export type Folder = { readonly key: string; readonly name: string; readonly rank: number };

/** By stream; empty if no folder is shown, so that nothing is apart. */
export type Filed = ReadonlyMap<StreamId, Folder>;

const prefix = "folder:";
const pinned: Folder = { key: `${prefix}pinned`, name: "Pinned", rank: -1 };
const others: Folder = {
  key: `${prefix}none`,
  name: "No folder",
  rank: Number.POSITIVE_INFINITY,
};

const unfiled: Filed = new Map();

export function isFolderKey(key: string): boolean {
  return key.startsWith(prefix);
}

/** Returns undefined if it is no key of an own folder, or that is gone. */
export function ownFolderOfKey(folders: LocalFolders, key: string): OwnFolder | undefined {
  return ownFolders(folders).find(({ id }) => key === prefix + id);
}

/** Returns undefined if it is no key of a folder of the organization. */
export function serverFolderOfKey(
  folders: Replica["folders"],
  key: string,
): ChannelFolder | undefined {
  return [...folders.values()].find(({ id }) => key === `${prefix}${id}`);
}

type Known = Pick<Replica, "realm" | "streams" | "folders" | "localFolders" | "settings">;

/**
 * By the user's own folders where the server has none. The same object while nothing in it changed. LEVEL(411), LEVEL(431):
 * before them, folders are always shown.
 */
export function filedStreams(view: Known, where: "sidebar" | "inbox"): Filed {
  const { realm, streams, folders, localFolders, settings } = view;
  const { web_left_sidebar_show_channel_folders: inSidebar = true } = settings;
  const { web_inbox_show_channel_folders: inInbox = inSidebar } = settings;
  const isShown = where === "sidebar" ? inSidebar : inInbox;
  if (!isShown) return unfiled;
  if (hasServerFolders(view)) return filed(realm, streams, folders);
  return localFolders.size > 0 ? filedHere(realm, streams, localFolders) : unfiled;
}

const filed = memoizePer(
  (realm: Realm, streams: Replica["streams"], folders: Replica["folders"]): Filed =>
    sameAsLast(realm)(filedIn(streams, folderOf(inOrder(folders)))),
);

const filedHere = memoizePer(
  (realm: Realm, streams: Replica["streams"], folders: LocalFolders): Filed => {
    const own = ownInOrder(folders);
    const find = ({ id }: Stream) => own.get(folderHere(folders, id) ?? "");
    return sameAsLast(realm)(filedIn(streams, find));
  },
);

/** Streams change often, and their folders seldom. */
const sameAsLast = memoizeEach((_: Realm) => {
  let last = unfiled;
  return (now: Filed): Filed => {
    if (!isSame(last, now)) last = now;
    return last;
  };
});

function isSame(one: Filed, other: Filed): boolean {
  if (one.size !== other.size) return false;
  for (const [id, { key, name, rank }] of one) {
    const same = other.get(id);
    if (same?.key !== key || same.name !== name || same.rank !== rank) return false;
  }
  return true;
}

/** LEVEL(414): before it, by name. */
export function orderedFolders(folders: Replica["folders"]): readonly ChannelFolder[] {
  return [...folders.values()].sort(byOrder);
}

const ownInOrder = memoizeEach(
  (folders: LocalFolders): ReadonlyMap<string, Folder> =>
    new Map(
      ownFolders(folders).map(({ id, name }, rank) => [id, { key: `${prefix}${id}`, name, rank }]),
    ),
);

/** Archived ones are not shown. */
const inOrder = memoizeEach(
  (folders: Replica["folders"]): ReadonlyMap<FolderId, Folder> =>
    new Map(
      orderedFolders(folders)
        .filter((folder) => !folder.is_archived)
        .map(({ id, name }, rank) => [id, { key: `${prefix}${id}`, name, rank }]),
    ),
);

function byOrder(one: ChannelFolder, other: ChannelFolder): number {
  const [name, otherName] = [one.name.toLowerCase(), other.name.toLowerCase()];
  return (one.order ?? 0) - (other.order ?? 0) || (name < otherName ? -1 : 1);
}

/** Which folder a stream is in, also if it is pinned; not safe for a terminal. Undefined: in none, or an archived one. */
export function folderName(view: Known, { id, folderId }: Stream): string | undefined {
  const { folders, localFolders } = view;
  if (!hasServerFolders(view)) return ownFolderOf(localFolders, id)?.name;
  return folderId === undefined ? undefined : inOrder(folders).get(folderId)?.name;
}

type Find = (stream: Stream) => Folder | undefined;

/** A folder that is not known, or archived, is none. */
function filedIn(streams: Replica["streams"], find: Find): Filed {
  const all = new Map<StreamId, Folder>();
  let isAny = false;
  for (const stream of values(streams)) {
    const folder = find(stream);
    isAny ||= folder !== undefined;
    all.set(stream.id, stream.subscription?.pinned === true ? pinned : (folder ?? others));
  }
  return isAny ? all : unfiled;
}

function folderOf(folders: ReadonlyMap<FolderId, Folder>): Find {
  return ({ folderId }) => (folderId === undefined ? undefined : folders.get(folderId));
}

const byKey = memoizeEach(
  (all: Filed) => new Map([...all.values()].map((folder) => [folder.key, folder])),
);

/** Undefined if no stream is in it any more. */
export function folderTitle(all: Filed, key: string): string | undefined {
  return byKey(all).get(key)?.name;
}
