/** The account to open, from an rc file, the environment, or the configuration file. */

import {
  type Account,
  type AccountResult,
  accountFromEnvironment,
  type Keyless,
} from "#config/account.ts";
import type { Config } from "#config/file.ts";
import { readRc } from "#config/rc.ts";
import { isCleartext, readSite } from "#config/site.ts";
import { readTextFile } from "#host/credentials.ts";
import { type Keyring, KeyringError, type KeyringOwner, systemKeyring } from "#host/keyring.ts";
import { expandHome } from "#host/paths.ts";
import { type Configuration, type Places, requireUnexposed } from "./configuration.ts";
import { Exit, isExit } from "./exit-codes.ts";
import { type Invocation, text } from "./invocation.ts";
import type { KeyPlace } from "./key-place.ts";
import { type SecurityOverrides, securityBy, withRequested } from "./security.ts";

/** The command-line options about the account. */
export type AccountOptions = SecurityOverrides & {
  readonly rc: string | undefined;
  readonly account: string | undefined;
  /**
   * For a screen of all live accounts: begins with the one that was shown last, else with the default, else with any,
   * as far as they can be opened. If absent, several without a default are refused.
   */
  readonly ofAll?: { readonly shownLast: string | undefined };
};

export function accountOptionsOf(invocation: Invocation, places: Places): AccountOptions {
  return {
    rc: text(invocation, "rc"),
    account: text(invocation, "account"),
    ...securityBy(invocation, places),
  };
}

type FoundAccount = {
  readonly account: Account;
  readonly place: KeyPlace;
  /** The name in the configuration file; undefined if the account is not from there. */
  readonly name?: string;
  /** How to set `allow_http` for this account; the end of a sentence. */
  readonly consent: string;
};

/** Reads the account of an rc file. Throws an Exit that says what is wrong with it. */
export async function readRcFile(
  { home }: Pick<Places, "home">,
  written: string,
): Promise<FoundAccount> {
  const path = expandHome(written, home);
  const reading = await readTextFile(path);
  if (reading.kind !== "text") throw new Exit("usage", reading.sentence);
  const account = readRc(reading.text, path);
  if (account.kind === "account") {
    requireUnexposed(reading);
    return {
      account: account.account,
      place: { kind: "rc", path },
      consent: `add allow_http = true to the section [api] of ${path}`,
    };
  }
  throw new Exit(
    "usage",
    account.kind === "wrong"
      ? account.sentence
      : `${path} has no section [api] with email, key and site.`,
  );
}

/** Undefined if it cannot be read. */
async function accountInRc(places: Places, path: string): Promise<Account | undefined> {
  const reading = await readRcFile(places, path).catch(() => undefined);
  return reading?.account;
}

/** The site in an rc file; undefined if it cannot be read. */
export async function siteIn(places: Places, path: string): Promise<string | undefined> {
  return (await accountInRc(places, path))?.site;
}

/** The site of an account of the configuration file, without its key. */
export async function siteOf(
  places: Places,
  { accounts }: Config,
  name: string,
): Promise<string | undefined> {
  const entry = accounts.get(name);
  if (entry === undefined || !("path" in entry || "account" in entry)) return undefined;
  return entry.kind === "rc" ? siteIn(places, entry.path) : entry.account.site;
}

function orExit(reading: AccountResult): Account | undefined {
  if (reading.kind === "wrong") throw new Exit("usage", reading.sentence);
  return reading.kind === "account" ? reading.account : undefined;
}

async function configured(
  places: Places,
  { config, path }: Configuration,
  name: string,
): Promise<FoundAccount> {
  const entry = config.accounts.get(name);
  if (entry === undefined) {
    const names = [...config.accounts.keys()].join(", ");
    throw new Exit(
      "usage",
      `${path} has no account "${name}"${names === "" ? "" : ` (it has ${names})`}.`,
    );
  }
  if (entry.kind === "rc") return { ...(await readRcFile(places, entry.path)), name };
  const consent = `add allow_http = true to the account "${name}" in ${path}`;
  if (entry.kind === "keyring") {
    const { site, email } = entry.account;
    const owner = { site, email };
    const key = await keyInKeyring(places.keyring ?? systemKeyring, owner, name);
    return { account: { ...entry.account, key }, place: { kind: "keyring", owner }, name, consent };
  }
  const account = orExit(entry);
  if (account === undefined) throw new Exit("usage", `The account "${name}" of ${path} is empty.`);
  return { account, place: { kind: "config", path, name }, name, consent };
}

/** Throws an Exit if the keyring cannot be used, or has no key for the account. */
async function keyInKeyring(keyring: Keyring, owner: KeyringOwner, name: string): Promise<string> {
  const key = await fromKeyring(keyring.read(owner));
  if (key !== undefined) return key;
  throw new Exit(
    "signedOut",
    `The system's keyring has no key for ${owner.email} on ${owner.site}. Run: weir login --keyring --name ${name} ${owner.site}`,
  );
}

/** Throws an Exit when the keyring fails. */
export async function fromKeyring<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof KeyringError) throw new Exit("refused", error.message);
    throw error;
  }
}

async function foundAccount(
  places: Places,
  configuration: Configuration,
  options: AccountOptions,
): Promise<FoundAccount | undefined> {
  if (options.rc !== undefined) return readRcFile(places, options.rc);
  if (options.account !== undefined) return configured(places, configuration, options.account);
  const named = await namedByEnvironment(places, configuration);
  if (named !== undefined) return configured(places, configuration, named);
  const account = orExit(accountFromEnvironment(places.environment));
  if (account !== undefined)
    return { account, place: { kind: "environment" }, consent: "set WEIR_ALLOW_HTTP=true" };
  const { accounts, defaultAccount } = configuration.config;
  if (options.ofAll !== undefined) return firstUsable(places, configuration, options.ofAll);
  if (defaultAccount !== undefined) return configured(places, configuration, defaultAccount);
  if (accounts.size === 0) return undefined;
  const names = [...accounts.keys()].join(", ");
  throw new Exit(
    "usage",
    `There are several accounts: ${names}. Choose one with --account, or set default_account in ${configuration.path}.`,
  );
}

/** The account with the site and the address of the environment, if the key is not there: as for commands that weir runs. */
async function namedByEnvironment(
  places: Places,
  { config: { accounts } }: Configuration,
): Promise<string | undefined> {
  const { WEIR_SITE: typed = "", WEIR_EMAIL: email, WEIR_API_KEY: key } = places.environment;
  const site = readSite(typed);
  if (key || !email || site.kind === "wrong") return undefined;
  for (const [name, found] of accounts) {
    const one = found.kind === "rc" ? await accountInRc(places, found.path) : accountIn(found);
    if (one?.site === site.site && one.email === email) return name;
  }
  return undefined;
}

function accountIn(found: AccountResult): Keyless<Account> | undefined {
  return "account" in found ? found.account : undefined;
}

/** One that cannot be used costs the others nothing: it is opened besides them, and says why. */
async function firstUsable(
  places: Places,
  configuration: Configuration,
  { shownLast = "" }: NonNullable<AccountOptions["ofAll"]>,
): Promise<FoundAccount | undefined> {
  const { accounts, live, defaultAccount } = configuration.config;
  const last = live.includes(shownLast) ? [shownLast] : [];
  const [first = accounts.keys().next().value] = live;
  const wanted = [...last, defaultAccount ?? first, ...live].filter((name) => name !== undefined);
  let problem: Exit | undefined;
  for (const name of new Set(wanted)) {
    try {
      return await configured(places, configuration, name);
    } catch (error) {
      if (!isExit(error)) throw error;
      problem ??= error;
    }
  }
  if (problem !== undefined) throw problem;
  return undefined;
}

export type ChosenAccount = Pick<FoundAccount, "account" | "place" | "name"> & {
  /** Warnings to show before the account is used. */
  readonly warnings: readonly string[];
};

/**
 * The account to open: `--rc`, `--account`, the environment, then the configured default. Undefined if there is none;
 * throws an Exit if there are several without a default.
 */
export async function chosenAccount(
  places: Places,
  configuration: Configuration,
  options: AccountOptions,
): Promise<ChosenAccount | undefined> {
  const usable = await foundAccount(places, configuration, options);
  if (usable === undefined) return undefined;
  const account = withRequested(usable.account, options);
  const warning = `Your key travels unencrypted to ${account.site}. Use https, or to accept that, ${usable.consent}.`;
  const isExposed = isCleartext(account.site) && !account.allowHttp;
  return { ...usable, account, warnings: isExposed ? [warning] : [] };
}

export function noAccount(): Exit {
  return new Exit("signedOut", "No account. Add one with weir login.");
}
