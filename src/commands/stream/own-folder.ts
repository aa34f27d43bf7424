/** The user's own folder of the stream that is selected or open: moving it among the others, and deleting it. */

import { type Command, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { changeDialogOf, closeDialog, contextOf, openDialog, showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { inputOf } from "#editor/input.ts";
import { localStep } from "#journal/local-rows.ts";
import type { FolderChanges } from "#model/local-state.ts";
import {
  folderDeleted,
  folderMoved,
  folderNameProblem,
  folderRenamed,
  hasServerFolders,
  type OwnFolder,
  ownFolderOf,
  ownFolders,
  ownFolderWith,
} from "#model/own-folders.ts";
import { ownFolderOfKey } from "#model/select/folders.ts";
import type { DialogOf } from "#store/dialog.ts";
import { openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import { currentStream } from "./current.ts";
import { selectedStream } from "./list.ts";

/** Of the title or folded row under the cursor, or of the stream that a command is about. */
function currentFolder(state: State): OwnFolder | undefined {
  const { screen, view } = state;
  if (hasServerFolders(view)) return undefined;
  const key =
    contextOf(screen) === "sidebar" ? sidebarRow(state)?.key : openList(screen)?.cursor?.key;
  const folder = key === undefined ? undefined : ownFolderOfKey(view.localFolders, key);
  const streamId = selectedStream(state) ?? currentStream(state);
  return folder ?? (streamId && ownFolderOf(view.localFolders, streamId));
}

function withoutFolder(state: State): string | undefined {
  if (hasServerFolders(state.view)) return "the organization has folders, the same for everybody";
  return currentFolder(state) === undefined ? "select a stream in a folder of yours" : undefined;
}

function perform(context: CommandContext, sentence: string, changes: FolderChanges): void {
  const { store } = context;
  const folders = localStep(store.getState().journal, "folders", changes);
  addIntents(store, context, [], { sentence, inverse: [], location: undefined, folders });
  showToast(store, sentence, "done", true);
}

function move(context: CommandContext, by: 1 | -1): void {
  const { store, count } = context;
  const folder = currentFolder(store.getState());
  if (folder === undefined) return;
  const { localFolders } = store.getState().view;
  const all = ownFolders(localFolders);
  const from = all.findIndex(({ id }) => id === folder.id);
  const to = Math.max(0, Math.min(all.length - 1, from + by * count));
  if (to === from) showToast(store, `It is the ${by < 0 ? "first" : "last"} one.`);
  else perform(context, `Moved the folder “${folder.name}”`, folderMoved(localFolders, folder, to));
}

function rename({ store }: CommandContext): void {
  const folder = currentFolder(store.getState());
  if (folder === undefined) return;
  const { id, name } = folder;
  openDialog(store, { kind: "folder-name", folder: id, input: inputOf(name), chosen: 0 });
}

export function acceptFolderName(context: CommandContext, dialog: DialogOf<"folder-name">): void {
  const { store } = context;
  const { localFolders } = store.getState().view;
  const folder = ownFolderWith(localFolders, dialog.folder);
  const name = dialog.input.text.trim();
  const problem = folderNameProblem(localFolders, name, folder);
  if (problem !== undefined) {
    changeDialogOf(store, "folder-name", (now) => ({ ...now, problem }));
    return;
  }
  closeDialog(store);
  if (folder === undefined || folder.name === name) return;
  const sentence = `Renamed the folder “${folder.name}” to “${name}”`;
  perform(context, sentence, folderRenamed(folder, name));
}

function remove(context: CommandContext): void {
  const folder = currentFolder(context.store.getState());
  if (folder === undefined) return;
  const { localFolders } = context.store.getState().view;
  perform(context, `Deleted the folder “${folder.name}”`, folderDeleted(localFolders, folder));
}

export const ownFolderCommands: readonly Command[] = commandsIn(inPanes, {
  "folder.up": {
    alsoCalled: "section up,channel folder",
    title: "Move your folder of streams up",
    keys: [],
    disabled: withoutFolder,
    run: (context) => move(context, -1),
  },
  "folder.down": {
    alsoCalled: "section down,channel folder",
    title: "Move your folder of streams down",
    keys: [],
    disabled: withoutFolder,
    run: (context) => move(context, 1),
  },
  "folder.rename": {
    alsoCalled: "rename section",
    title: "Rename your folder of streams",
    keys: [],
    disabled: withoutFolder,
    run: rename,
  },
  "folder.delete": {
    alsoCalled: "remove folder,delete section",
    title: "Delete your folder of streams, and leave the streams in none",
    keys: [],
    disabled: withoutFolder,
    run: remove,
  },
});
