/** Where an account's key is stored, and replacing it there. */
import { readConfig } from "#config/file.ts";
import { withConfigKey, withRcKey } from "#config/key-text.ts";
import { readRc } from "#config/rc.ts";
import { readTextFile, writePrivate } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import { type Keyring, type KeyringOwner, systemKeyring } from "#host/keyring.ts";

export type KeyPlace =
  | { readonly kind: "config"; readonly path: string; readonly name: string }
  | { readonly kind: "rc"; readonly path: string }
  | { readonly kind: "keyring"; readonly owner: KeyringOwner }
  | { readonly kind: "environment" }
  /** The demo, whose realm ends with weir. */
  | { readonly kind: "nowhere" };

/** Why a key cannot be stored; its message is shown to the user. */
export class KeyPlaceError extends Error {}

export const fixedKey =
  "The key comes from WEIR_API_KEY, which weir cannot change. Sign in with weir login first.";

/** Words for the user that complete `The key is kept `. */
export function wordsFor(place: KeyPlace): string {
  switch (place.kind) {
    case "config":
    case "rc":
      return `in ${place.path}`;
    case "keyring":
      return "in the system's keyring";
    case "environment":
      return "in WEIR_API_KEY";
    case "nowhere":
      return "only by the demo";
  }
}

export type StoredKey = {
  readonly words: string;
  /** The stored key; undefined if there is none. Rejects with a KeyPlaceError. */
  readonly read: () => Promise<string | undefined>;
  /** Resolves when the key is on disk, readable only by its owner. Rejects with a KeyPlaceError. */
  readonly write: (key: string) => Promise<void>;
  /** Rejects with a KeyPlaceError if `write` would; writes the stored key again to find out. */
  readonly check: () => Promise<void>;
};

export function storedKey(place: KeyPlace, keyring: Keyring = systemKeyring): StoredKey {
  const read = () => orSentence(place, readKey(place, keyring));
  const write = (key: string) => orSentence(place, writeKey(place, keyring, key));
  return {
    words: wordsFor(place),
    read,
    write,
    check: async () => {
      if (place.kind === "nowhere") return;
      const key = await read();
      if (key === undefined) throw new KeyPlaceError(`There is no key ${wordsFor(place)}.`);
      await write(key);
    },
  };
}

async function orSentence<T>(place: KeyPlace, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KeyPlaceError) throw error;
    const reason = reasonOf(error);
    throw new KeyPlaceError(
      place.kind === "keyring" ? reason : `The key cannot be stored ${wordsFor(place)}: ${reason}.`,
    );
  }
}

async function textOf(path: string): Promise<string> {
  const reading = await readTextFile(path);
  if (reading.kind !== "text") throw new KeyPlaceError(reading.sentence);
  return reading.text;
}

async function readKey(place: KeyPlace, keyring: Keyring): Promise<string | undefined> {
  switch (place.kind) {
    case "config": {
      const reading = readConfig(await textOf(place.path), place.path);
      const found = reading.kind === "config" && reading.config.accounts.get(place.name);
      return found && found.kind === "account" ? found.account.key : undefined;
    }
    case "rc": {
      const reading = readRc(await textOf(place.path), place.path);
      return reading.kind === "account" ? reading.account.key : undefined;
    }
    case "keyring":
      return keyring.read(place.owner);
    case "environment":
    case "nowhere":
      return undefined;
  }
}

/** Reads the file again first, because it may have been edited since weir started. */
async function writeKey(place: KeyPlace, keyring: Keyring, key: string): Promise<void> {
  switch (place.kind) {
    case "config":
    case "rc": {
      const text = await textOf(place.path);
      const changed =
        place.kind === "rc" ? withRcKey(text, key) : withConfigKey(text, place.name, key);
      if (changed === undefined)
        throw new KeyPlaceError(
          `weir cannot change the key ${wordsFor(place)}: it is not on a line of its own there.`,
        );
      return writePrivate(place.path, changed);
    }
    case "keyring":
      return keyring.write(place.owner, key);
    case "environment":
      throw new KeyPlaceError(fixedKey);
    case "nowhere":
      return;
  }
}
