/**
 * The configuration file: options, keys and accounts in TOML.
 *
 * Parses the text to values, and edits the text when an account is added: everything else in it is preserved.
 */
import { parse, stringify, TomlError } from "smol-toml";
import { nearest } from "#base/nearest.ts";
import {
  type Account,
  type AccountFields,
  type AccountResult,
  type Keyless,
  readAccount,
} from "./account.ts";
import { defaults, type Option, type Options, optionError, options } from "./options.ts";

/** An account of the file: its values, its rc file, or an error that is reported when the account is opened. */
export type ConfiguredAccount = AccountResult | { readonly kind: "rc"; readonly path: string };

export type Config = {
  readonly options: Options;
  /** Key bindings by command; absent commands keep their defaults. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly accounts: ReadonlyMap<string, ConfiguredAccount>;
  /** The accounts that are open together, in the order of the file: those without `live = false`. */
  readonly live: readonly string[];
  /** The default account: the configured one, else the only one. */
  readonly defaultAccount?: string;
};

export type ConfigResult =
  | {
      readonly kind: "config";
      readonly config: Config;
      readonly warnings: readonly string[];
      /** Whether the file may contain a key, even one that no account uses. */
      readonly holdsKey: boolean;
    }
  | { readonly kind: "broken"; readonly sentence: string; readonly line: number };

type Table = Readonly<Record<string, unknown>>;

export const emptyConfig: Config = {
  options: defaults,
  keys: new Map(),
  accounts: new Map(),
  live: [],
};

/** Parses a configuration file. `path` is used in messages only. Unknown keys and values are ignored with a warning. */
export function readConfig(text: string, path: string): ConfigResult {
  const table = parsed(text);
  if (table instanceof TomlError) {
    const { line } = table;
    const reason = table.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "");
    return {
      kind: "broken",
      line,
      sentence: `${path}, line ${line}: ${reason}. Correct it, or move the file away.`,
    };
  }
  const warnings: string[] = [];
  const warn = (sentence: string) => void warnings.push(`${path}: ${sentence}`);
  const { keys, accounts, default_account: named, ...rest } = table;
  const known = readAccounts(accounts, path);
  const chosen = defaultAccount(named, known, warn);
  const config = {
    options: readOptions(rest, warn),
    keys: readKeys(keys, warn),
    accounts: known,
    live: [...known.keys()].filter((name) => isLive(tableOf(accounts)[name], name, warn)),
    ...(chosen !== undefined && { defaultAccount: chosen }),
  };
  return { kind: "config", config, warnings, holdsKey: holdsKey({ accounts, ...rest }) };
}

function parsed(text: string): Table | TomlError {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

type Warn = (sentence: string) => void;

function readOptions(table: Table, warn: Warn): Options {
  const chosen: Record<string, unknown> = {};
  const rows: [string, Option][] = Object.entries(options);
  for (const [name, value] of Object.entries(table)) {
    const [key, option] = rows.find(([, row]) => row.name === name) ?? [];
    const complaint = option ? optionError(option, value) : unknownOption(name);
    if (complaint !== undefined) warn(complaint);
    else if (key !== undefined) chosen[key] = option?.kind === "choice" ? String(value) : value;
  }
  return { ...defaults, ...chosen };
}

function unknownOption(name: string): string {
  const close = nearest(
    name,
    Object.values(options).map((row) => row.name),
  );
  return `Unknown option ${name}. ${close === undefined ? "It is ignored." : `Did you mean ${close}?`}`;
}

/** A command's name may be unquoted: its dot then makes a nested table. */
function flattened(table: Table, prefix = ""): [string, unknown][] {
  return Object.entries(table).flatMap(([name, value]) => {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
    return isTable ? flattened(tableOf(value), `${prefix}${name}.`) : [[prefix + name, value]];
  });
}

/** The line of `text` that binds keys to a command; undefined if it does not start a line. */
export function lineOfKeys(text: string, command: string): number | undefined {
  const lines = text.split("\n").map((line) => line.replace(/["'\s]/g, ""));
  const at = lines.findIndex((line) => line.replace(/^keys\./, "").startsWith(`${command}=`));
  return at === -1 ? undefined : at + 1;
}

function readKeys(written: unknown, warn: Warn): Map<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  for (const [command, value] of flattened(tableOf(written))) {
    const strokes = Array.isArray(value) ? value : [value];
    if (strokes.every((stroke) => typeof stroke === "string")) keys.set(command, strokes);
    else warn(`keys.${command} must be a quoted key, or a list of them.`);
  }
  return keys;
}

function readAccounts(written: unknown, path: string): Map<string, ConfiguredAccount> {
  const accounts = new Map<string, ConfiguredAccount>();
  for (const [name, value] of Object.entries(tableOf(written))) {
    const { rc, live: _, ...fields } = tableOf(value);
    const reading: ConfiguredAccount =
      typeof rc === "string"
        ? { kind: "rc", path: rc }
        : readAccount(asText(fields), `${path}, account ${name},`);
    accounts.set(name, reading);
  }
  return accounts;
}

function isLive(account: unknown, name: string, warn: Warn): boolean {
  const { live = true } = tableOf(account);
  if (typeof live !== "boolean") warn(`live of account ${name} must be true or false.`);
  return live !== false;
}

function defaultAccount(
  named: unknown,
  accounts: ReadonlyMap<string, ConfiguredAccount>,
  warn: Warn,
): string | undefined {
  if (typeof named === "string" && accounts.has(named)) return named;
  if (named !== undefined)
    warn(`default_account names ${String(named)}, which is not an account of this file.`);
  return accounts.size === 1 ? [...accounts.keys()][0] : undefined;
}

/** Whether a table, or a nested one, has a value named `key`. */
function holdsKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name === "key" || holdsKey(inner));
}

function tableOf(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asText(table: Table): AccountFields {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, String(value)]));
}

/** `text` with the account added, replacing one of the same name, which stays left out if it was. Without a key, it is in the system's keyring. */
export function withAccount(text: string, name: string, account: Keyless<Account>): string {
  const fields = {
    site: account.site,
    email: account.email,
    ...(account.key === undefined ? { keyring: true } : { key: account.key }),
    ...(account.insecure && { insecure: true }),
    ...(account.allowHttp && { allow_http: true }),
    ...(account.certBundle !== undefined && { cert_bundle: account.certBundle }),
    ...(account.clientCert !== undefined && { client_cert: account.clientCert }),
    ...(account.clientCertKey !== undefined && { client_cert_key: account.clientCertKey }),
    ...(isLeftOut(text, name) && { live: false }),
  };
  const table = `${stringify({ accounts: { [name]: fields } }).trim()}\n`;
  const rest = withoutAccount(text, name).trimEnd();
  return rest === "" ? table : `${rest}\n\n${table}`;
}

function isLeftOut(text: string, name: string): boolean {
  const table = parsed(text);
  const accounts = table instanceof TomlError ? {} : tableOf(table["accounts"]);
  return tableOf(accounts[name])["live"] === false;
}

/** `text` without the account; unchanged if there is none of that name. */
export function withoutAccount(text: string, name: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => isHeaderOf(line, name));
  if (start === -1) return text;
  const length = lines.slice(start + 1).findIndex((line) => line.trimStart().startsWith("["));
  const end = length === -1 ? lines.length : start + 1 + length;
  return [...lines.slice(0, start), ...lines.slice(end)].join("\n");
}

/** Whether a line is the header of this account's table, however its name is quoted. */
export function isHeaderOf(line: string, name: string): boolean {
  if (!/^\s*\[\s*accounts\s*\./.test(line)) return false;
  const table = parsed(line);
  return !(table instanceof TomlError) && Object.hasOwn(tableOf(table["accounts"]), name);
}

export function withDefaultAccount(text: string, name: string): string {
  const line = stringify({ default_account: name }).trim();
  const lines = text.split("\n");
  const at = defaultLine(lines);
  return at === -1 ? [line, text].filter(Boolean).join("\n") : lines.with(at, line).join("\n");
}

/** `text` in which the account is not the default one. */
export function withoutDefaultAccount(text: string, name: string): string {
  const lines = text.split("\n");
  const at = defaultLine(lines);
  const table = parsed(lines[at] ?? "");
  const isIt = !(table instanceof TomlError) && table["default_account"] === name;
  return isIt ? lines.toSpliced(at, 1).join("\n") : text;
}

/** The line that names the default account; -1 without one. */
function defaultLine(lines: readonly string[]): number {
  const tables = lines.findIndex((line) => line.trimStart().startsWith("["));
  const at = lines.findIndex((line) => /^\s*default_account\s*=/.test(line));
  return tables === -1 || at < tables ? at : -1;
}
