/** Endpoints for folders of streams. */
import * as z from "zod";
import { atMost, errorsOf, notBlank, without } from "#wire/checks.ts";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { refused, tooLong } from "#wire/error-rows.ts";
import { folderId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { asked, identifies, object } from "#wire/object.ts";
import { channelFolder } from "#wire/stream.ts";
import { administrators } from "#wire/user.ts";

const folders = "protocol reference, part 2, 8.1";

export const folderName = plain(z.string(), {
  isTrimmed: true,
  checks: [
    notBlank(refused("name empty", "Channel folder name can't be empty.")),
    atMost("folderNameLength", tooLong("name")),
    without(
      /[\p{Cc}\p{Cs}\p{NChar}]/u,
      refused(
        "unprintable character in the name",
        "Invalid character in channel folder name, at position <position>.",
      ),
    ),
  ],
});
export const folderDescription = plain(z.string(), {
  checks: [atMost("folderDescriptionLength", tooLong("description"))],
});

export const noSuchFolder = refused("unknown folder", "Invalid channel folder ID");
export const folderNameTaken = refused("name taken", "Channel folder name already in use");
export const folderInUse = refused(
  "archived with streams in it",
  "You need to remove all the channels from this folder to archive it.",
);
export const incompleteOrder = refused("not all of them", "Invalid order mapping.");
const folderErrors = [...errorsOf(folderName), ...errorsOf(folderDescription), folderNameTaken];

export const getFolders = endpoint("GET /channel_folders", {
  heading: folders,
  summary: "lists folders of streams",
  since: since.folders,
  parameters: { include_archived: optional(json(z.boolean(), { default: false })) },
  answer: object({ channel_folders: z.array(channelFolder) }, { channel_folders: asked }),
});

export const createFolder = endpoint("POST /channel_folders/create", {
  heading: folders,
  summary: "creates a folder; administrators only",
  since: since.folders,
  parameters: { name: folderName, description: optional(folderDescription) },
  who: [administrators],
  answer: object({ channel_folder_id: folderId }, { channel_folder_id: identifies }),
  errors: folderErrors,
});

export const updateFolder = endpoint("PATCH /channel_folders/{channel_folder_id}", {
  heading: folders,
  summary: "changes or archives a folder; administrators only",
  since: since.folders,
  parameters: {
    name: optional(folderName),
    description: optional(folderDescription),
    is_archived: optional(json(z.boolean())),
  },
  who: [administrators],
  errors: [...folderErrors, noSuchFolder, folderInUse],
});

export const orderFolders = endpoint("PATCH /channel_folders", {
  heading: folders,
  summary: "reorders folders; administrators only",
  since: since.folderOrder,
  parameters: {
    order: json(z.array(folderId), { description: "the IDs of all folders, archived ones too" }),
  },
  who: [administrators],
  errors: [incompleteOrder],
});
