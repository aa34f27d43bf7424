/** Where an account's key is stored, and replacing it there. */

import { type ConfiguredAccount, readConfig, withAccountKey } from "#config/file.ts";
import { readRc, withRcKey } from "#config/rc.ts";
import { readTextFile } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import { type Keyring, type KeyringOwner, systemKeyring } from "#host/keyring.ts";
import { updateFile } from "#host/shared-file.ts";
import { unchangeable } from "./configuration.ts";

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
  return {
    words: wordsFor(place),
    read: () => orSentence(place, readKey(place, keyring)),
    write: (key) =>
      orSentence(
        place,
        writeKey(place, keyring, () => key),
      ),
    // The key that is there at that moment: another weir may be replacing it.
    check: () =>
      orSentence(
        place,
        writeKey(place, keyring, (stored) => stored),
      ),
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

type FileKeyPlace = Extract<KeyPlace, { kind: "config" | "rc" }>;

function keyIn(place: FileKeyPlace, text: string): string | undefined {
  const { path } = place;
  if (place.kind === "rc") return keyOf(readRc(text, path));
  const reading = readConfig(text, path);
  return reading.kind === "config" ? keyOf(reading.config.accounts.get(place.name)) : undefined;
}

function keyOf(found: ConfiguredAccount | undefined): string | undefined {
  return found?.kind === "account" ? found.account.key : undefined;
}

async function readKey(place: KeyPlace, keyring: Keyring): Promise<string | undefined> {
  switch (place.kind) {
    case "config":
    case "rc":
      return keyIn(place, await textOf(place.path));
    case "keyring":
      return keyring.read(place.owner);
    case "environment":
    case "nowhere":
      return undefined;
  }
}

/** Stores what `change` makes of the stored key. */
async function writeKey(
  place: KeyPlace,
  keyring: Keyring,
  change: (stored: string) => string,
): Promise<void> {
  const whose = place.kind === "config" ? ` for the account "${place.name}"` : "";
  const missing = `There is no key${whose} ${wordsFor(place)} any more.`;
  switch (place.kind) {
    case "config":
    case "rc":
      return updateFile(place.path, (reading) => {
        if (reading.kind !== "text") throw new KeyPlaceError(reading.sentence);
        const { text } = reading;
        const stored = keyIn(place, text);
        if (stored === undefined) throw new KeyPlaceError(missing);
        const key = change(stored);
        const changed =
          place.kind === "rc" ? withRcKey(text, key) : withAccountKey(text, place.name, key);
        if (changed === undefined || !reading.isWhole)
          throw new KeyPlaceError(unchangeable(place.path));
        return changed;
      });
    case "keyring": {
      const stored = await keyring.read(place.owner);
      if (stored === undefined) throw new KeyPlaceError(missing);
      return keyring.write(place.owner, change(stored));
    }
    case "environment":
      throw new KeyPlaceError(fixedKey);
    case "nowhere":
      return;
  }
}
