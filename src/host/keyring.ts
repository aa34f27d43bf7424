/** The system's keyring, for accounts that store their key there. The library is loaded only for these. */
import { reasonOf } from "./file-errors.ts";

/** Identifies a key in the keyring. */
export type KeyringOwner = { readonly site: string; readonly email: string };

export type Keyring = {
  /** Resolves to undefined if the keyring has no key for this account. */
  readonly read: (owner: KeyringOwner) => Promise<string | undefined>;
  readonly write: (owner: KeyringOwner, key: string) => Promise<void>;
  readonly remove: (owner: KeyringOwner) => Promise<void>;
};

/** An error of the keyring; its message tells the user what to do. */
export class KeyringError extends Error {}

const service = "weir";
/** A keyring may first ask the user for its password. */
const longestMs = 60_000;

/** The library's module. */
type Library = typeof import("@napi-rs/keyring");

/** The library is optional and not bundled: if it is not installed, the error occurs here and not at the start. */
async function load(): Promise<Library> {
  const name = "@napi-rs/keyring";
  try {
    const { default: whole, ...parts } = await import(name);
    return whole ?? parts;
  } catch {
    throw new KeyringError(
      "Keyring support is not installed. Run npm install in weir's folder, or weir login without --keyring.",
    );
  }
}

function entryFor({ AsyncEntry }: Library, { site, email }: KeyringOwner) {
  // Otherwise Linux falls back to the kernel's key store, which is lost at a reboot.
  const linux = { store: "secret-service" } as const;
  return new AsyncEntry(service, `${email} on ${site}`, { linux });
}

async function askKeyring<T>(
  owner: KeyringOwner,
  question: (entry: ReturnType<typeof entryFor>, late: AbortSignal) => Promise<T>,
): Promise<T> {
  const library = await load();
  try {
    return await question(entryFor(library, owner), AbortSignal.timeout(longestMs));
  } catch (error) {
    throw new KeyringError(
      `The system's keyring cannot be used: ${reasonOf(error)}. Start and unlock it (on Linux a Secret Service such as gnome-keyring or KWallet), or run weir login without --keyring.`,
    );
  }
}

/** Each call rejects with a KeyringError. */
export const systemKeyring: Keyring = {
  read: (owner) =>
    askKeyring(owner, async (entry, late) => (await entry.getPassword(late)) ?? undefined),
  write: (owner, key) => askKeyring(owner, (entry, late) => entry.setPassword(key, late)),
  remove: (owner) =>
    askKeyring(owner, async (entry, late) => void (await entry.deleteCredential(late))),
};
