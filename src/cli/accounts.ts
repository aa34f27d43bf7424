/** The account to open, from an rc file, the environment, or the configuration file; and where its key is stored. */

import type { Clock } from "#base/clock.ts";
import { oneByOne } from "#base/one-by-one.ts";
import {
  type Account,
  type AccountResult,
  accountFromEnvironment,
  type Keyless,
} from "#config/account.ts";
import {
  type Config,
  type ConfiguredAccount,
  emptyConfig,
  readConfig,
  withAccountKey,
} from "#config/file.ts";
import { readRc, withRcKey } from "#config/rc.ts";
import { isCleartext, readSite } from "#config/site.ts";
import { type FileResult, readTextFile } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import { watchFile } from "#host/file-watch.ts";
import { type Keyring, KeyringError, type KeyringOwner, systemKeyring } from "#host/keyring.ts";
import { configFile, type Environment, expandHome, type Folders } from "#host/paths.ts";
import { updateFile } from "#host/shared-file.ts";
import { Exit, isExit } from "./exit-codes.ts";
import { type Invocation, text } from "./invocation.ts";
import { type SecurityOverrides, securityBy, withRequested } from "./security.ts";

export type Places = {
  readonly environment: Environment;
  readonly home: string;
  readonly folders: Folders;
  /** By default the system's. Only used for accounts that are configured to. */
  readonly keyring?: Keyring;
};

export type Configuration = {
  readonly path: string;
  readonly text: string;
  readonly config: Config;
  readonly warnings: readonly string[];
};

/** Reads the configuration file; a missing one is empty unless it was named. Throws an Exit if it is invalid. */
export async function readConfiguration(
  { folders, home }: Places,
  named: string | undefined,
): Promise<Configuration> {
  const path = named === undefined ? configFile(folders) : expandHome(named, home);
  const reading = await readTextFile(path);
  if (reading.kind === "missing" && named !== undefined) throw new Exit("usage", reading.sentence);
  return configurationIn(path, reading);
}

/** An absent file is empty. Throws an Exit if it is invalid. */
function configurationIn(path: string, reading: FileResult): Configuration {
  const nothing = { path, text: "", config: emptyConfig, warnings: [] };
  if (reading.kind === "missing") return nothing;
  if (reading.kind !== "text") throw new Exit("usage", reading.sentence);
  const config = readConfig(reading.text, path);
  if (config.kind === "broken") throw new Exit("usage", config.sentence);
  if (config.holdsKey) requireUnexposed(reading);
  return { path, text: reading.text, config: config.config, warnings: config.warnings };
}

/** That a file cannot be changed by weir. */
export function unchangeable(path: string): string {
  return `${path} cannot be changed without losing other parts of it, so it is unchanged. Edit it by hand.`;
}

/**
 * Changes the configuration file, whoever else writes it meanwhile: `change` makes the new text of what the file contains
 * now, unless that would lose something. Throws an Exit and leaves the file unchanged, or resolves with what it was
 * before.
 */
export async function updateConfiguration(
  path: string,
  change: (now: Configuration) => string | undefined,
): Promise<Configuration> {
  let before: Configuration | undefined;
  try {
    await updateFile(path, (reading) => {
      before = configurationIn(path, reading);
      const text = isWhole(reading) ? change(before) : undefined;
      if (text === undefined) throw new Exit("refused", unchangeable(path));
      return text;
    });
  } catch (error) {
    if (isExit(error)) throw error;
    throw new Exit("refused", `${path} cannot be written: ${reasonOf(error)}.`);
  }
  if (before === undefined) throw new Error("The file was not read.");
  return before;
}

function isWhole(reading: FileResult): boolean {
  return reading.kind !== "text" || reading.isWhole;
}

function requireUnexposed({ exposed }: { readonly exposed: string | undefined }): void {
  if (exposed !== undefined) throw new Exit("usage", exposed);
}

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

// Which accounts are added, removed and changed while weir runs.

/** What has become of the accounts that are open together; each by its name. */
export type AccountChanges = {
  readonly added: readonly string[];
  /** Removed from the file, or left out now. */
  readonly removed: readonly string[];
  /** Its section differs, also if it is left out. Also one whose key is in the keyring, where only another look shows whether it is new. */
  readonly changed: readonly string[];
  /** Its section has another address now, or another rc file: it is another account. */
  readonly replaced: readonly string[];
  readonly configuration: Configuration;
};

export type ConfigurationChange =
  | ({ readonly kind: "accounts" } & AccountChanges)
  /** There are other rules, or other commands that they may run. */
  | { readonly kind: "rules"; readonly configuration: Configuration }
  /** It is not there any more, or not valid: what was read last goes on. Told once. */
  | { readonly kind: "unreadable"; readonly sentence: string };

/**
 * Calls `onChange` within seconds when accounts or rules of the file change, by `weir login`, `weir logout` or an editor, or when
 * it becomes unreadable, until the returned function is called.
 */
export function watchAccounts(
  before: Configuration,
  places: Places,
  clock: Clock,
  onChange: (change: ConfigurationChange) => void,
): () => void {
  const { path } = before;
  let known = before;
  let told: string | undefined;
  let isOver = false;
  const read = async () => {
    const now = await readAgain(places, known);
    if (isOver) return;
    if (typeof now === "string") {
      if (now !== told) onChange({ kind: "unreadable", sentence: now });
      told = now;
      return;
    }
    told = undefined;
    const before = known;
    const changes = changesBetween(before.config, now.config);
    known = now;
    if (ruling(before) !== ruling(now)) onChange({ kind: "rules", configuration: now });
    if (Object.values(changes).some((names) => names.length > 0))
      onChange({ kind: "accounts", ...changes, configuration: now });
  };
  // One after the other: an older state of the file must not come last.
  const inTurn = oneByOne();
  const readNext = () => void inTurn(read);
  const stop = watchFile(path, clock, readNext);
  // It may have changed since it was read.
  readNext();
  return () => {
    isOver = true;
    stop();
  };
}

/** What it contains now, or why that is unknown. One that is gone is no decision to leave all accounts. */
async function readAgain(places: Places, known: Configuration): Promise<Configuration | string> {
  const { path } = known;
  const isDefault = known.text === "" && path === configFile(places.folders);
  try {
    return await readConfiguration(places, isDefault ? undefined : path);
  } catch (error) {
    if (isExit(error)) return error.message;
    throw error;
  }
}

/** Also what is wrong with the file, since a rule that cannot be used is nothing but a warning. */
function ruling({ config: { rules, commands }, warnings }: Configuration): string {
  return JSON.stringify([rules, commands, warnings]);
}

function changesBetween(before: Config, now: Config): Omit<AccountChanges, "configuration"> {
  const isSame = (name: string) => {
    const entry = now.accounts.get(name);
    const old = before.accounts.get(name);
    return entry?.kind !== "keyring" && JSON.stringify(entry) === JSON.stringify(old);
  };
  const isReplaced = (name: string) => {
    const [is, was] = [ownerIn(now, name), ownerIn(before, name)];
    return is !== undefined && was !== undefined && is !== was;
  };
  const changed = [...now.accounts.keys()].filter(
    (name) => before.accounts.has(name) && !isSame(name),
  );
  return {
    added: now.live.filter((name) => !before.live.includes(name)),
    removed: before.live.filter((name) => !now.live.includes(name)),
    changed: changed.filter((name) => !isReplaced(name)),
    replaced: changed.filter(isReplaced),
  };
}

/** Whose account it is; undefined if that cannot be read. */
function ownerIn({ accounts }: Config, name: string): string | undefined {
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

// Where an account's key is stored, and replacing it there.

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
