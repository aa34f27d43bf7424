/** The calls that upload a file, and list the uploaded ones. */
import { uploadFile as endpoint, getAttachments as listed } from "#wire/endpoints/files.ts";
import type { CallOptions, Connection } from "./connection.ts";
import type { Streamed } from "./multipart.ts";

/** POST /user_uploads. Resolves with the file's path below the realm's root; undefined if the response has none. */
export async function uploadFile(
  connection: Connection,
  file: Streamed,
  options: CallOptions,
): Promise<string | undefined> {
  const { url, uri } = await connection.call(endpoint, {}, { ...options, file });
  return url ?? uri;
}

/** GET /attachments: the user's own files. */
export async function getAttachments(connection: Connection, options: CallOptions) {
  return (await connection.call(listed, {}, options)).attachments;
}
