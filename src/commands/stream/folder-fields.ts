/** The fields of a stream's folder: the organization's, or the user's own where it has none. */
import { type FieldRow, field, ownField } from "#commands/forms/endpoint-form.ts";
import type { Option } from "#commands/forms/form.ts";
import {
  folderNameProblem,
  hasServerFolders,
  ownFolderNamed,
  ownFolderOf,
  ownFolders,
  streamFiledByName,
} from "#model/own-folders.ts";
import type { Replica } from "#model/replica.ts";
import { orderedFolders } from "#model/select/folders.ts";
import type { Stream } from "#model/stream.ts";
import type { Endpoint } from "#wire/endpoint.ts";

type Filed = Pick<Stream, "folderId">;

/** Folders of the server, which are the same for everybody; only where the organization has made some. */
export function folderField(to: Endpoint): FieldRow<Filed> {
  return field<Filed, Endpoint["parameters"]>(to, "folder_id", {
    key: "folder",
    label: "Folder",
    value: ({ subject }) => subject.folderId ?? "",
    kind: ({ view, subject }) => ({
      type: "choice",
      options: [{ value: "", title: "None" }, ...foldersFor(view, subject)],
    }),
    isFor: (_, view) => hasServerFolders(view),
    toRequest: (text) => ({ request: { folder_id: text === "" ? null : Number(text) } }),
  });
}

/** The user's own folder of the stream, where the server has none: another name makes a new one. */
export const ownFolderField = ownField<Stream>({
  key: "own-folder",
  label: "Folder",
  value: ({ view, subject }) => ownFolderOf(view.localFolders, subject.id)?.name ?? "",
  kind: ({ view: { localFolders } }) => {
    const names = ownFolders(localFolders).map(({ name }) => name);
    const examples = names.length === 0 ? "" : ` (${names.join(", ")}), or a new name`;
    const yours = names.length === 0 ? "a name makes a folder of your own" : "one of yours";
    return { type: "text", placeholder: `${yours}${examples}` };
  },
  isFor: (_, view) => !hasServerFolders(view),
  problem: (name, { view: { localFolders } }) =>
    name.trim() === "" || ownFolderNamed(localFolders, name) !== undefined
      ? undefined
      : folderNameProblem(localFolders, name),
  toRequest: (name, { view: { localFolders }, subject: { id } }) => ({
    folders: streamFiledByName(localFolders, id, name),
  }),
});

/** In the order of lists; the stream's own one even if it is archived. */
function foldersFor({ folders }: Replica, { folderId }: Filed): readonly Option[] {
  return orderedFolders(folders)
    .filter(({ id, is_archived: isArchived }) => isArchived !== true || id === folderId)
    .map(({ id, name }) => ({ value: `${id}`, title: name }));
}
