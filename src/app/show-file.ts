/** Opens a file of the realm in a desktop program: requests its link, downloads it, and opens it. */
import type { Connection } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { type DownloadFile, fileLink } from "#api/files.ts";
import type { Log } from "#base/log.ts";
import type { Desktop } from "#commands/command.ts";
import type { FileOpener, PrivateFiles } from "#host/desktop.ts";
import type { SharedFile } from "#model/message-link.ts";

export type ShowFilePorts = {
  readonly connection: () => Connection;
  readonly download: DownloadFile;
  readonly files: PrivateFiles;
  readonly opener: FileOpener;
  readonly log: Log;
};

export function fileShower(ports: ShowFilePorts): Desktop["show"] {
  return async (file) => {
    if (!ports.opener.isThere()) return { kind: "no desktop" };
    try {
      const path = await download(ports, file);
      return (await ports.opener.open(path)) ? { kind: "opened" } : { kind: "no desktop" };
    } catch (error) {
      ports.log.note("A file could not be shown.", { reason: String(error) });
      const sentence =
        error instanceof ApiError ? sentenceOf(error.failure) : "The file could not be saved.";
      return { kind: "failed", sentence };
    }
  };
}

async function download(
  { connection, download: fetch, files }: ShowFilePorts,
  { realmId, path, name }: SharedFile,
): Promise<string> {
  const address = await fileLink(connection(), { realm_id: realmId, path });
  return files.write(name, (take) => fetch(address, take));
}
