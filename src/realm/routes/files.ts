/** Shared files: brought in a form, listed, linked to for a minute, deleted. */
import {
  deleteFile,
  fileAt,
  filesOf,
  mayOpen,
  temporaryPath,
  upload,
} from "#realm/actions/files.ts";
import { noSuchFile, notYourFile } from "#realm/answers.ts";
import { spaceUsed } from "#realm/state/files.ts";
import { attachmentView } from "#realm/views/attachment.ts";
import {
  deleteAttachment,
  getAttachments,
  getFileLink,
  uploadFile,
} from "#wire/endpoints/files.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const fileRoutes = [
  route(uploadFile, ({ server, person, files }) => {
    const { path, name } = upload(server, person, files);
    const url = `/user_uploads/${path}`;
    return { url, uri: url, filename: name };
  }),
  route(getFileLink, (request) => link(request)),
  route(getAttachments, ({ server, person }) => ({
    attachments: filesOf(server, person).map((file) => attachmentView(server, file)),
    upload_space_used: spaceUsed(server.state.files),
  })),
  action(deleteAttachment, ({ server, person, pathId }) =>
    deleteFile(server, person, pathId("attachment_id")),
  ),
];

/** Refused in HTML, as the file itself would be. */
function link({ server, person, pathText }: RouteRequest) {
  const file = fileAt(server, `${pathText("realm_id")}/${pathText("path")}`);
  if (file === undefined) return noSuchFile();
  if (!mayOpen(server, person, file)) return notYourFile();
  return { url: temporaryPath(server, file) };
}
