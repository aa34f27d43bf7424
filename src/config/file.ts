/**
 * The configuration file: options, keys and accounts in TOML.
 *
 * Parses the text to values, and edits the text when an account changes: everything else in it is preserved.
 */

import { TomlError } from "smol-toml";
import { fieldsOf } from "#base/fields.ts";
import {
  type Account,
  type AccountResult,
  accountFields,
  type Keyless,
  readAccount,
} from "./account.ts";
import {
  type CustomCommand,
  type Run,
  readCustomCommands,
  runExpected,
  runOf,
} from "./custom-commands.ts";
import { defaults, type Option, type Options, optionError, options } from "./options.ts";
import { type ConfiguredRule, readRules } from "./rules.ts";
import { insteadOf, type TableComplaint, type TableNoun } from "./tables.ts";
import { edited, parsedToml, type TomlEdit } from "./toml-edit.ts";
import { lineFinder } from "./toml-text.ts";
import {
  isTable,
  mustBe,
  scalarText,
  type TomlTable,
  tableOf,
  wordsForValue,
} from "./toml-value.ts";

/** An account of the file: its values, its rc file, or an error that is reported when the account is opened. */
export type ConfiguredAccount = AccountResult | { readonly kind: "rc"; readonly path: string };

export type Config = {
  readonly options: Options;
  /** Key bindings by command; absent commands keep their defaults. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** The user's own, in the order of the file. */
  readonly commands: readonly CustomCommand[];
  /** In the order of the file, which decides between rules that contradict each other. */
  readonly rules: readonly ConfiguredRule[];
  /** Reads Markdown and prints a summary of it; absent: there is none. */
  readonly summaryCommand?: Run;
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

export const emptyConfig: Config = {
  options: defaults,
  keys: new Map(),
  commands: [],
  rules: [],
  accounts: new Map(),
  live: [],
};

/**
 * Parses a configuration file. `path` is used in messages only. Unknown keys, and values of a kind that does not fit, are
 * ignored with a warning.
 */
export function readConfig(text: string, path: string): ConfigResult {
  const table = parsedToml(text);
  if (table instanceof TomlError) {
    const { line } = table;
    const reason = table.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "");
    return {
      kind: "broken",
      line,
      sentence: `${placeIn(path, line)}: ${reason}. Correct it, or move ${path} away.`,
    };
  }
  const warnings: string[] = [];
  const lineOf = lineFinder(text);
  const where = (name: string) => placeIn(path, lineOf(name));
  const warn: Warn = (name, sentence) => void warnings.push(`${where(name)}: ${sentence}`);
  const { keys, accounts, command, rule, summary_command, default_account: named, ...rest } = table;
  const { commands, complaints } = readCustomCommands(command);
  for (const complaint of complaints) warn(tableName("command", complaint), complaint.sentence);
  const ruling = readRules(rule);
  for (const complaint of ruling.complaints) warn(tableName("rule", complaint), complaint.sentence);
  const summaryCommand = readSummaryCommand(summary_command, warn);
  const written = accountTables(accounts, warn);
  const stored = readAccounts(written, { path, where, warn });
  const chosen = defaultAccount(named, stored, warn);
  const config = {
    options: readOptions(rest, warn),
    keys: readKeys(keys, warn),
    commands,
    rules: ruling.rules,
    ...(summaryCommand && { summaryCommand }),
    accounts: stored,
    live: [...written].flatMap(([name, account]) => (isLive(account, name, warn) ? [name] : [])),
    ...(chosen !== undefined && { defaultAccount: chosen }),
  };
  return { kind: "config", config, warnings, holdsKey: holdsKey({ accounts, ...rest }) };
}

/** `config.toml, line 15`: without the folder, beside which the cause would have no room on a screen. */
export function placeIn(path: string, line?: number): string {
  const name = path.split(/[/\\]/).at(-1) || path;
  return line === undefined ? name : `${name}, line ${line}`;
}

/** The name in the document of what the complaint is about. */
export function tableName(
  noun: TableNoun,
  { at, key }: Pick<TableComplaint, "at" | "key">,
): string {
  return [noun, `${at}`, ...(key === undefined ? [] : [key])].join(".");
}

/** A sentence about what `name` stands for, in the names of the document. */
type Warn = (name: string, sentence: string) => void;

function readOptions(table: TomlTable, warn: Warn): Options {
  const chosen: Record<string, unknown> = {};
  const rows: [string, Option][] = Object.entries(options);
  const names = rows.map(([, row]) => row.name);
  for (const [name, value] of Object.entries(table)) {
    const [key, option] = rows.find(([, row]) => row.name === name) ?? [];
    const complaint = option ? optionError(option, value) : unknown(`option ${name}`, name, names);
    if (complaint !== undefined) warn(name, complaint);
    else if (key !== undefined) chosen[key] = isText(option) ? scalarText(value) : value;
  }
  return { ...defaults, ...chosen };
}

/** Whether its values are texts, however they are written. */
function isText(option: Option | undefined): boolean {
  return option?.kind === "choice" || option?.kind === "hours";
}

function readSummaryCommand(written: unknown, warn: Warn): Run | undefined {
  const name = "summary_command";
  const run = runOf(written);
  if (written !== undefined && run === undefined) warn(name, mustBe(name, written, runExpected));
  return run;
}

function unknown(what: string, name: string, names: readonly string[]): string {
  return `Unknown ${what}. ${insteadOf(name, names)}`;
}

/** A command's name may be unquoted: its dot then makes a nested table. */
function flattened(table: TomlTable, prefix = ""): [string, unknown][] {
  return Object.entries(table).flatMap(([name, value]) =>
    isTable(value) ? flattened(value, `${prefix}${name}.`) : [[prefix + name, value]],
  );
}

function readKeys(written: unknown, warn: Warn): Map<string, readonly string[]> {
  const keys = new Map<string, readonly string[]>();
  if (written !== undefined && !isTable(written))
    warn("keys", mustBe("keys", written, "a table of commands"));
  for (const [command, value] of flattened(tableOf(written))) {
    const strokes = Array.isArray(value) ? value : [value];
    const name = `keys.${command}`;
    if (strokes.every((stroke) => typeof stroke === "string")) keys.set(command, strokes);
    else warn(name, mustBe(name, value, "a quoted key, or a list of them"));
  }
  return keys;
}

// Accounts.

function accountTables(written: unknown, warn: Warn): ReadonlyMap<string, TomlTable> {
  if (written !== undefined && !isTable(written))
    warn("accounts", mustBe("accounts", written, "a table of accounts"));
  const tables = new Map<string, TomlTable>();
  for (const [name, value] of Object.entries(tableOf(written))) {
    const path = `accounts.${name}`;
    if (isTable(value)) tables.set(name, value);
    else warn(path, mustBe(path, value, "a table with site, email and key"));
  }
  return tables;
}

/** What an account is made of: its own values, or a file that has them. */
const settings: readonly string[] = [...accountFields, "rc"];

type Reading = {
  readonly path: string;
  /** The file and the line of what has that name. */
  readonly where: (name: string) => string;
  readonly warn: Warn;
};

function readAccounts(
  tables: ReadonlyMap<string, TomlTable>,
  reading: Reading,
): Map<string, ConfiguredAccount> {
  return new Map([...tables].map(([name, table]) => [name, readOne(name, table, reading)]));
}

function readOne(name: string, table: TomlTable, { path, where, warn }: Reading) {
  const { live: _, ...written } = table;
  const fields: Record<string, string> = {};
  for (const [field, value] of Object.entries(written)) {
    const place = `accounts.${name}.${field}`;
    const content = scalarText(value);
    if (!settings.includes(field)) {
      warn(place, unknown(`setting ${field} of account ${name}`, field, [...settings, "live"]));
    } else if (content === undefined || (field === "rc" && typeof value !== "string")) {
      const sentence = mustBe(`${field} of account ${name}`, value, "a quoted text");
      return { kind: "wrong", sentence: `${where(place)}: ${sentence}` } as const;
    } else fields[field] = content;
  }
  const { rc, ...own } = fields;
  if (rc !== undefined) return { kind: "rc", path: rc } as const;
  return readAccount(own, `${placeIn(path)}, account ${name},`);
}

function isLive({ live = true }: TomlTable, name: string, warn: Warn): boolean {
  if (typeof live !== "boolean")
    warn(`accounts.${name}.live`, mustBe(`live of account ${name}`, live, "true or false"));
  return live !== false;
}

function defaultAccount(
  named: unknown,
  accounts: ReadonlyMap<string, ConfiguredAccount>,
  warn: Warn,
): string | undefined {
  if (typeof named === "string" && accounts.has(named)) return named;
  if (named !== undefined)
    warn(
      "default_account",
      `default_account is ${wordsForValue(named)}, which is not an account of this file.`,
    );
  return accounts.size === 1 ? [...accounts.keys()][0] : undefined;
}

/** Whether a table, or a nested one, has a value named `key`. */
function holdsKey(value: unknown): boolean {
  const entries = Object.entries(fieldsOf(value));
  return entries.some(([name, inner]) => name === "key" || holdsKey(inner));
}

// Changes of the text. Each is undefined if it cannot be made without losing something else.

/**
 * With the account added, or its settings replaced where they stand; it stays left out if it was. Without a key, it is in
 * the system's keyring.
 */
export function withAccount(
  text: string,
  name: string,
  account: Keyless<Account>,
): string | undefined {
  const wanted = {
    site: account.site,
    email: account.email,
    ...(account.key === undefined ? { keyring: true } : { key: account.key }),
    ...(account.insecure && { insecure: true }),
    ...(account.allowHttp && { allow_http: true }),
    ...(account.certBundle !== undefined && { cert_bundle: account.certBundle }),
    ...(account.clientCert !== undefined && { client_cert: account.clientCert }),
    ...(account.clientCertKey !== undefined && { client_cert_key: account.clientCertKey }),
  };
  const path = ["accounts", name];
  if (!hasAccount(text, name)) return edited(text, [{ path, value: wanted }]);
  const old = settings.filter((field) => !Object.hasOwn(wanted, field));
  const edits: TomlEdit[] = [
    ...Object.entries(wanted).map(([field, value]) => ({ path: [...path, field], value })),
    ...old.map((field) => ({ path: [...path, field], value: undefined })),
  ];
  return edited(text, edits);
}

function hasAccount(text: string, name: string): boolean {
  const table = parsedToml(text);
  const accounts = table instanceof TomlError ? {} : tableOf(table["accounts"]);
  return Object.hasOwn(accounts, name) && isTable(accounts[name]);
}

/** Without the account, which is not the default one any more; unchanged if there is none of that name. */
export function withoutAccount(text: string, name: string): string | undefined {
  const table = parsedToml(text);
  const isDefault = !(table instanceof TomlError) && table["default_account"] === name;
  return edited(text, [
    { path: ["accounts", name], value: undefined },
    ...(isDefault ? [{ path: ["default_account"], value: undefined }] : []),
  ]);
}

export function withDefaultAccount(text: string, name: string): string | undefined {
  return edited(text, [{ path: ["default_account"], value: name }]);
}

/** With these values of options. */
export function withOptions(
  text: string,
  values: Readonly<Record<string, string | number | boolean>>,
): string | undefined {
  return edited(
    text,
    Object.entries(values).map(([name, value]) => ({ path: [name], value })),
  );
}

/** With another key for an account that has its key in the file. */
export function withAccountKey(text: string, name: string, key: string): string | undefined {
  return edited(text, [{ path: ["accounts", name, "key"], value: key }]);
}
