/** A keyring in memory. */
import type { Keyring } from "#host/keyring.ts";

export function memoryKeyring(): Keyring {
  const keys = new Map<string, string>();
  const nameOf = ({ site, email }: { site: string; email: string }) => `${email} on ${site}`;
  return {
    read: async (owner) => keys.get(nameOf(owner)),
    write: async (owner, key) => void keys.set(nameOf(owner), key),
    remove: async (owner) => void keys.delete(nameOf(owner)),
  };
}
