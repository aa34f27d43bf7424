/** Whose account an entry of the configuration file is, and the names of new ones. */

import type { Account } from "#config/account.ts";
import type { Config } from "#config/file.ts";

/** Whose account it is; undefined if that cannot be read. */
export function ownerIn({ accounts }: Config, name: string): string | undefined {
  const entry = accounts.get(name);
  if (entry?.kind === "rc") return entry.path;
  return entry?.kind === "account" || entry?.kind === "keyring"
    ? wordsOf(entry.account)
    : undefined;
}

function wordsOf({ email, site }: Pick<Account, "email" | "site">): string {
  return `${email} ${site}`;
}

/**
 * The name under which a new account is stored: that of its server, or what tells it from others there. Under its own
 * name it replaces itself; it never takes another account's.
 */
export function nameForNew(config: Config, owner: Pick<Account, "email" | "site">): string {
  const { hostname, port } = new URL(owner.site);
  const nameOf = (...parts: readonly string[]) =>
    parts.map((part) => part.replace(/\W+/g, "-")).join("-");
  const isFree = (name: string) =>
    !config.accounts.has(name) || ownerIn(config, name) === wordsOf(owner);
  const [user = ""] = owner.email.split("@");
  const names = [
    nameOf(hostname),
    ...(port === "" ? [] : [nameOf(hostname, port)]),
    nameOf(hostname, user),
    ...Array.from({ length: config.accounts.size + 1 }, (_, at) =>
      nameOf(hostname, user, `${at + 2}`),
    ),
  ];
  return names.find(isFree) ?? nameOf(hostname);
}
