/** The forms of the organization's folders of streams, which administrators make for everybody; and what opens them. */

import { values } from "#base/table.ts";
import { type Command, commandsIn, inPanes } from "#commands/command.ts";
import { endpointForm, type FieldRow, field, serverSays } from "#commands/forms/endpoint-form.ts";
import { isTaken } from "#commands/forms/names.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { contextOf } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { serverFolderOfKey } from "#model/select/folders.ts";
import { knownStream } from "#model/streams.ts";
import { openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import {
  createFolder,
  folderInUse,
  folderNameTaken,
  updateFolder,
} from "#wire/endpoints/folders.ts";
import type { FolderId } from "#wire/ids.ts";
import type { ChannelFolder } from "#wire/stream.ts";
import { currentStream } from "./current.ts";
import { selectedStream } from "./list.ts";

type Text = Pick<ChannelFolder, "name" | "description">;

const deed = "change folders for everybody";

function nameTaken({ folders }: Replica, name: string, own?: string): Problem {
  return isTaken(folders.values(), name, own) ? serverSays(folderNameTaken) : undefined;
}

function fieldsFor<Subject extends Text>(to: Endpoint): readonly FieldRow<Subject>[] {
  return [
    field<Subject, Endpoint["parameters"]>(to, "name", {
      label: "Name",
      value: ({ subject }) => subject.name,
      problem: (name, { view, subject }) => nameTaken(view, name, subject.name),
    }),
    field<Subject, Endpoint["parameters"]>(to, "description", {
      label: "Description",
      value: ({ subject }) => subject.description,
      placeholder: "Markdown",
    }),
  ];
}

export const newFolderForm = endpointForm<Text>({
  saves: createFolder,
  deed,
  subject: () => ({ name: "", description: "" }),
  title: () => "New folder of streams",
  explanation: () => ["Everybody sees it. The settings of a stream say in which one it is."],
  fields: fieldsFor(createFolder),
  submit: "Create the folder",
  report: (_, { name = "" }) => `Created the folder ${name.trim()}`,
});

/** An archived one is shown to nobody. */
export const folderForm = endpointForm<ChannelFolder>({
  saves: updateFolder,
  deed,
  subject: ({ folders }, { id }) => folders.get(id as FolderId),
  title: ({ subject }) => `Folder ${subject.name}`,
  fields: [
    ...fieldsFor<ChannelFolder>(updateFolder),
    field(updateFolder, "is_archived", {
      key: "archived",
      label: "Archived",
      value: ({ subject }) => subject.is_archived,
      problem: (value, { view, subject }) =>
        value === "true" && isInUse(view, subject.id) ? serverSays(folderInUse) : undefined,
    }),
  ],
  report: ({ name: before }, { name = before }) => `Changed the folder ${name.trim()}`,
});

/** As far as the user knows of its streams. */
function isInUse({ streams }: Replica, id: FolderId): boolean {
  return [...values(streams)].some(({ folderId }) => folderId === id);
}

/** Of the title or folded row under the cursor, or of the stream that a command is about. */
function currentFolder(state: State): ChannelFolder | undefined {
  const { screen, view } = state;
  const isSidebar = contextOf(screen) === "sidebar";
  const key = isSidebar ? sidebarRow(state)?.key : openList(screen)?.cursor?.key;
  const folder = key === undefined ? undefined : serverFolderOfKey(view.folders, key);
  const streamId = selectedStream(state) ?? currentStream(state);
  const { folderId } = (streamId && knownStream(view, streamId)) ?? {};
  return folder ?? (folderId && view.folders.get(folderId));
}

export const folderCommands: readonly Command[] = commandsIn(inPanes, {
  "folder.new": {
    alsoCalled: "create section,channel folder",
    title: "Make a folder of streams for everybody",
    keys: [],
    run: ({ store }) => openForm(store, { name: "new-folder", id: 0 }),
  },
  "folder.settings": {
    alsoCalled: "edit section,channel folder,rename folder,archive folder",
    title: "Change a folder of streams of the organization",
    keys: [],
    disabled: (state) =>
      currentFolder(state) === undefined ? "select a stream in one of them" : undefined,
    run: ({ store }) => {
      const folder = currentFolder(store.getState());
      if (folder !== undefined) openForm(store, { name: "folder", id: folder.id });
    },
  },
});
