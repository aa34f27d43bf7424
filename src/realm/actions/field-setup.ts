/** How profile fields of two types are set up: the options to choose from, and the accounts elsewhere. */
import { Refusal } from "#realm/failures.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { isUrl } from "./urls.ts";

type Entry = string | Readonly<Record<string, string>>;
export type FieldSetup = Readonly<Record<string, Entry>>;

/** As text, for the field to keep; empty where the type needs none. Throws unless it fits the type. */
export function readSetup(type: number, setup: FieldSetup): string {
  if (type === fieldTypes.options) requireOptions(setup);
  else if (type === fieldTypes.account) requireAccount(setup);
  else return "";
  return JSON.stringify(setup);
}

/** The keys of what can be chosen. */
export function optionsOf({ data }: ProfileField): readonly string[] {
  return data === "" ? [] : Object.keys(JSON.parse(data));
}

function requireOptions(setup: FieldSetup): void {
  const texts = Object.entries(setup).map(([key, option]) => {
    if (key.trim() === "") throw new Refusal("'value' cannot be blank.");
    requireKeys(option, ["text", "order"]);
    return text(option, "text");
  });
  if (texts.length === 0) throw new Refusal("Field must have at least one choice.");
  if (new Set(texts).size < texts.length) {
    throw new Refusal("Field must not have duplicate choices.");
  }
}

/** Each must be there and no blank; of all others, only those of `optional` may be. */
function requireKeys(
  entry: Entry,
  keys: readonly string[],
  optional: readonly string[] = [],
): void {
  if (typeof entry === "string") throw new Refusal("field_data is not a dict");
  for (const key of keys) {
    if (entry[key] === undefined) throw new Refusal(`${key} key is missing from field_data`);
    if (entry[key].trim() === "") throw new Refusal(`field_data["${key}"] cannot be blank.`);
  }
  const further = Object.keys(entry).filter((key) => ![...keys, ...optional].includes(key));
  if (further.length > 0) throw new Refusal(`Unexpected arguments: ${further.join(", ")}`);
}

function text(entry: Entry | undefined, key: string): string {
  return typeof entry === "object" ? (entry[key] ?? "") : "";
}

type Account = { readonly name: string; readonly hint: string };

/** Accounts that every realm knows: their fields have names of their own. */
const usualAccounts: Readonly<Record<string, Account>> = {
  twitter: { name: "Twitter username", hint: "" },
  github: { name: "GitHub username", hint: "" },
};

/** What a field with that setup is called, whatever anybody calls it; undefined for all others. */
export function usualAccount(data: string): Account | undefined {
  const subtype = data === "" ? undefined : JSON.parse(data)["subtype"];
  return typeof subtype === "string" ? usualAccounts[subtype] : undefined;
}

function requireAccount(setup: FieldSetup): void {
  const { subtype, url_pattern: pattern } = setup;
  for (const [key, value] of Object.entries({ subtype, url_pattern: pattern })) {
    if (typeof value === "object") throw new Refusal(`field_data["${key}"] is not a string`);
  }
  requireKeys(setup as Readonly<Record<string, string>>, ["subtype"], ["url_pattern"]);
  if (typeof pattern === "string" && pattern !== "") requirePattern(pattern);
  if (typeof subtype !== "string" || Object.hasOwn(usualAccounts, subtype)) return;
  if (subtype !== "custom") throw new Refusal("Invalid external account type");
  if (pattern === undefined) {
    throw new Refusal("Custom external account must define URL pattern");
  }
}

const username = "%(username)s";

function requirePattern(pattern: string): void {
  if (pattern.split(username).length !== 2) {
    throw new Refusal(`URL pattern must contain '${username}'.`);
  }
  if (!isUrl(pattern.replace(username, "username"))) {
    throw new Refusal('field_data["url_pattern"] is not a URL');
  }
}
