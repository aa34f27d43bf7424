/** The per-account resources: connection, files and key; and showing the account's files. */

import type { Connection } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { type DownloadFile, fileLink } from "#api/files.ts";
import type { Archive } from "#archive/archive.ts";
import { lazy } from "#base/lazy.ts";
import type { Log } from "#base/log.ts";
import type { ChosenAccount } from "#cli/accounts.ts";
import type { Configuration } from "#cli/configuration.ts";
import { fixedKey, storedKey, wordsFor } from "#cli/key-place.ts";
import type { Desktop } from "#commands/command.ts";
import { type FileOpener, fileName, type PrivateFiles } from "#host/desktop.ts";
import { reasonOf } from "#host/file-errors.ts";
import { createFile, FileExists } from "#host/local-files.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { SharedFile } from "#model/written-links.ts";
import type { ListedAccount, OpenAccount } from "#store/account.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";
import type { OwnKey } from "#sync/own-key.ts";
import type { Asked } from "./ask-first.ts";
import { demoPlace } from "./demo.ts";
import type { Files } from "./files.ts";
import type { Offer, OfferedAccount, OfferPorts } from "./offers.ts";

export type AccountParts = Pick<Asked, "connection" | "firstRequest"> & {
  readonly storage: JournalStorage;
  readonly archive: Archive;
  readonly archiveSize: number;
  readonly ownKey: OwnKey;
  readonly isLineSlow: Asked["isSlow"];
  readonly download: DownloadFile;
  readonly documents: Documents;
  /** By which other programs find it; undefined for the demo, which is gone with this one. */
  readonly owner: OfferedAccount["owner"] | undefined;
  /** Closes what was opened for the account: its connections, and the demo. */
  readonly close: () => Promise<void>;
};

const loadOffers = lazy(() => import("./offers.ts"));

/** Offers accounts to other programs, from when this has resolved. */
export function offersAfter(begun: Promise<unknown>, ports: OfferPorts): Offer {
  const loaded = begun.then(loadOffers).then(({ createOffers }) => createOffers(ports));
  loaded.catch((error: unknown) =>
    ports.log.warn("Other programs cannot ask this weir.", { reason: reasonOf(error) }),
  );
  return (account) => {
    let isEnded = false;
    const offered = loaded.then(
      (offer) => (isEnded ? undefined : offer(account)),
      () => undefined,
    );
    return async () => {
      isEnded = true;
      await (await offered)?.();
    };
  };
}

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
  const { site, email, key } = account;
  return {
    owner: place.kind === "nowhere" ? undefined : { site, email, key },
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

// Files of the realm: requests the link of one, downloads it, and shows, reads or saves it.

type FilePorts = {
  readonly connection: () => Connection;
  readonly download: DownloadFile;
  readonly files: PrivateFiles;
  readonly opener: FileOpener;
  readonly log: Log;
};

/** Megabytes of a text: nobody reads more on a screen. */
const longestTextMb = 4;

export function fileAccess(ports: FilePorts): Pick<Desktop, "show" | "read" | "save"> {
  const fetched = async (file: SharedFile, ...rest: Tail<Parameters<DownloadFile>>) => {
    const { realmId, path } = file;
    const address = await fileLink(ports.connection(), { realm_id: realmId, path });
    await ports.download(address, ...rest);
  };
  const failure = (error: unknown, otherwise: string) => {
    ports.log.note("A file could not be fetched.", { reason: String(error) });
    const sentence = error instanceof ApiError ? sentenceOf(error.failure) : otherwise;
    return { kind: "failed", sentence } as const;
  };
  return {
    show: async (file) => {
      if (!ports.opener.isThere()) return { kind: "no desktop" };
      try {
        const path = await ports.files.write(file.name, (take) => fetched(file, take));
        return (await ports.opener.open(path)) ? { kind: "opened" } : { kind: "no desktop" };
      } catch (error) {
        return failure(error, "The file could not be saved.");
      }
    },
    read: async (file) => {
      const parts: Uint8Array[] = [];
      try {
        const take = async (part: Uint8Array) => void parts.push(part);
        await fetched(file, take, { limitMb: longestTextMb });
      } catch (error) {
        return failure(error, "The file could not be read.");
      }
      const bytes = Buffer.concat(parts);
      if (bytes.includes(0)) return { kind: "failed", sentence: "This is not a text." };
      return { kind: "known", value: new TextDecoder().decode(bytes) };
    },
    save: async (file, path) => {
      try {
        const saved = await createFile(path, fileName(file.name), (take) => fetched(file, take));
        return { kind: "saved", path: saved };
      } catch (error) {
        if (error instanceof FileExists) return { kind: "exists", sentence: error.message };
        return failure(error, `${reasonOf(error)}.`);
      }
    },
  };
}

type Tail<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest]
  ? Rest
  : never;
