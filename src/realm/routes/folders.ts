/** Routes for folders of streams. */
import { refusalOf } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { action, route } from "#realm/route.ts";
import { announceToAll, commit, now, type Server } from "#realm/server.ts";
import type { Folder } from "#realm/state/streams.ts";
import { foldersView, folderView } from "#realm/views/stream.ts";
import * as wire from "#wire/endpoints/folders.ts";
import { since } from "#wire/levels.ts";

export const routes = [
  route(wire.getFolders, ({ server, values }) => ({
    channel_folders: foldersView(server).filter(
      ({ is_archived: isArchived }) => !isArchived || values.include_archived === true,
    ),
  })),
  route(wire.createFolder, ({ server, person, values }) => {
    const folder = {
      id: server.state.newest.folder + 1,
      name: freeName(server, values.name),
      description: accepted(wire.folderDescription, values.description ?? ""),
      creatorId: person.id,
      createdAt: now(server),
      isArchived: false,
    };
    save(server, [...server.state.folders, folder]);
    const channel_folder = folderView(server, folder, server.state.folders.length - 1);
    announceToAll(server, "channel_folder", { op: "add", channel_folder });
    return { channel_folder_id: folder.id };
  }),
  action(wire.updateFolder, ({ server, id, values }) => {
    const before = folderNumbered(server, id);
    const { is_archived: isArchived = before.isArchived } = values;
    const isInUse = [...server.state.streams.byId.values()].some((one) => one.folderId === id);
    if (isArchived && !before.isArchived && isInUse) throw refusalOf(wire.folderInUse);
    const after = {
      ...before,
      name: values.name === undefined ? before.name : freeName(server, values.name, before),
      description: accepted(wire.folderDescription, values.description ?? before.description),
      isArchived,
    };
    save(
      server,
      server.state.folders.map((one) => (one === before ? after : one)),
    );
    const { rendered_description } = folderView(server, after, 0);
    const data = {
      ...(after.name === before.name ? {} : { name: after.name }),
      ...(after.description === before.description
        ? {}
        : { description: after.description, rendered_description }),
      ...(isArchived === before.isArchived ? {} : { is_archived: isArchived }),
    };
    if (Object.keys(data).length === 0) return;
    announceToAll(server, "channel_folder", { op: "update", channel_folder_id: id, data });
  }),
  action(wire.orderFolders, ({ server, values: { order } }) => {
    const { folders } = server.state;
    const isWhole = folders.every(({ id }) => order.some((one) => one === id));
    if (!isWhole || order.length !== folders.length) throw refusalOf(wire.incompleteOrder);
    save(
      server,
      order.map((id) => folderNumbered(server, id)),
    );
    if (server.level < since.folderOrderEvents) return;
    announceToAll(server, "channel_folder", { op: "reorder", order });
  }),
];

function save(server: Server, folders: readonly Folder[]): void {
  commit(server, { kind: "folders set", folders });
}

export function folderNumbered({ state }: Server, id: number): Folder {
  const folder = state.folders.find((one) => one.id === id);
  if (folder === undefined) throw refusalOf(wire.noSuchFolder);
  return folder;
}

/** Names are unique, ignoring case. */
function freeName({ state }: Server, written: string, own?: Folder): string {
  const name = accepted(wire.folderName, written);
  const isTaken = (one: Folder) => one !== own && one.name.toLowerCase() === name.toLowerCase();
  if (state.folders.some(isTaken)) throw refusalOf(wire.folderNameTaken);
  return name;
}
