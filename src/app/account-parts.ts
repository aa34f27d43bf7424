/** The per-account resources: connection, files and key. */
import type { DownloadFile } from "#api/files.ts";
import type { Archive } from "#archive/archive.ts";
import type { Log } from "#base/log.ts";
import {
  type ChosenAccount,
  type Configuration,
  fixedKey,
  type KeyPlace,
  storedKey,
  wordsFor,
} from "#cli/accounts.ts";
import type { Account } from "#config/account.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { OpenAccount } from "#store/account.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";
import type { OwnKey } from "#sync/own-key.ts";
import { connector } from "./connect.ts";
import type { Files } from "./files.ts";
import type { Runtime } from "./runtime.ts";

export type AccountParts = {
  readonly storage: JournalStorage;
  readonly archive: Archive;
  readonly archiveSize: number;
  readonly ownKey: OwnKey;
  readonly download: DownloadFile;
  readonly documents: Documents;
  /** Closes what was opened for the account: its connections, and the demo. */
  readonly close: () => Promise<void>;
};

export const demoPlace: KeyPlace = { kind: "nowhere" };

/** The name of the open account, and the other accounts in the configuration file. */
export function openAccountOf(
  { accounts }: Configuration["config"],
  chosen: ChosenAccount | undefined,
): OpenAccount {
  const all = [...accounts].map(([name, found]) => {
    const title = "account" in found ? `${found.account.email} on ${found.account.site}` : "";
    return { name, title: found.kind === "rc" ? found.path : title };
  });
  const place = chosen?.place ?? demoPlace;
  return {
    name: chosen?.name,
    all,
    keyPlace: wordsFor(place),
    keyProblem: place.kind === "environment" ? fixedKey : undefined,
  };
}

/** Throws an Exit when the account's certificates or proxy cannot be used. */
export async function accountParts(
  account: Account,
  place: KeyPlace,
  files: Files,
  runtime: Runtime,
  log: Log,
): Promise<AccountParts> {
  const { connect, fetchDocument, download, close } = await connector(account, runtime, log);
  const { email, key } = account;
  return {
    storage: files.storage,
    archive: files.archive,
    archiveSize: files.archiveSize,
    ownKey: { email, key, connect, stored: storedKey(place) },
    download,
    documents: { ...files.documents, fetch: fetchDocument },
    close,
  };
}
