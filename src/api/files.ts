/** Calls for uploaded files. */
import { uploadFile as wireUpload } from "#wire/endpoints/files.ts";
import type { Connection } from "./connection.ts";
import type { Attached } from "./multipart.ts";

/** Large files may take long over slow connections. */
const uploadDeadlineMs = 600_000;

/** POST /user_uploads: gives the file's path below the realm's root. */
export async function uploadFile(connection: Connection, file: Attached): Promise<string> {
  const options = { file, deadlineMs: uploadDeadlineMs };
  // Older servers say `uri`.
  const { url, uri } = await connection.call(wireUpload, {}, options);
  return url ?? uri ?? "";
}
