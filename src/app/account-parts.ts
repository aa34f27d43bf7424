/** The per-account resources: connection, files and key; and showing the account's files. */

import type { Connection } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { type DownloadFile, fileLink } from "#api/files.ts";
import type { Archive } from "#archive/archive.ts";
import type { Log } from "#base/log.ts";
import {
  type ChosenAccount,
  type Configuration,
  fixedKey,
  storedKey,
  wordsFor,
} from "#cli/accounts.ts";
import type { Desktop } from "#commands/command.ts";
import type { FileOpener, PrivateFiles } from "#host/desktop.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { SharedFile } from "#model/message-link.ts";
import type { ListedAccount, OpenAccount } from "#store/account.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";
import type { OwnKey } from "#sync/own-key.ts";
import type { Asked } from "./ask-first.ts";
import { demoPlace } from "./demo.ts";
import type { Files } from "./files.ts";

export type AccountParts = Pick<Asked, "connection" | "firstRequest"> & {
  readonly storage: JournalStorage;
  readonly archive: Archive;
  readonly archiveSize: number;
  readonly ownKey: OwnKey;
  readonly isLineSlow: () => boolean;
  readonly download: DownloadFile;
  readonly documents: Documents;
  /** Closes what was opened for the account: its connections, and the demo. */
  readonly close: () => Promise<void>;
};

export function listedAccounts({ accounts }: Configuration["config"]): readonly ListedAccount[] {
  return [...accounts].map(([name, found]) => {
    if (!("account" in found)) return { name, title: found.kind === "rc" ? found.path : "" };
    const { email, site } = found.account;
    return { name, title: `${email} on ${site}`, site };
  });
}

/** The name of the open account, and the other accounts in the configuration file. */
export function openAccountOf(
  config: Configuration["config"],
  chosen: ChosenAccount | undefined,
): OpenAccount {
  const place = chosen?.place ?? demoPlace;
  return {
    name: chosen?.name,
    all: listedAccounts(config),
    keyPlace: wordsFor(place),
    keyProblem: place.kind === "environment" ? fixedKey : undefined,
  };
}

/** What is needed of an account whose server was asked. */
export function accountParts(asked: Asked, files: Files): AccountParts {
  const { account, place, connect, fetchDocument, download, close } = asked;
  const { connection, firstRequest, isSlow: isLineSlow } = asked;
  const { email, key } = account;
  return {
    connection,
    firstRequest,
    storage: files.storage,
    archive: files.archive,
    archiveSize: files.archiveSize,
    ownKey: { email, key, connect, stored: storedKey(place) },
    download,
    isLineSlow,
    documents: { ...files.documents, fetch: fetchDocument },
    close,
  };
}

// Opens a file of the realm in a desktop program: requests its link, downloads it, and opens it.

type ShowFilePorts = {
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
