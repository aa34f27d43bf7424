/** The options of verbs, and those of verbs that fill in a form: one for each of its fields. */

import { safeLine } from "#base/safe-text.ts";
import { wordList } from "#base/word-list.ts";
import "#commands/tables/forms.ts";
import { formOf } from "#commands/forms/definitions.ts";
import { levelProblem } from "#commands/forms/endpoint-form.ts";
import {
  type DeclaredField,
  type FieldKind,
  type FormNow,
  isYesNo,
  type Option,
  titleOfValue,
  wordOf,
} from "#commands/forms/form.ts";
import {
  exactName,
  groupMark,
  isKnownName,
  listOf,
  namesIn,
  namesOf,
} from "#commands/forms/names.ts";
import { holderWords, permittedNamed, textOfPermitted } from "#commands/forms/permission-field.ts";
import { profileIdIn, profileKey } from "#commands/person/form.ts";
import type { Replica } from "#model/replica.ts";
import type { FormName, FormValues } from "#store/forms.ts";
import type { UserId } from "#wire/ids.ts";
import { Exit } from "./exit-codes.ts";
import { type Invocation, text, texts } from "./invocation.ts";
import { optionWords } from "./output.ts";
import { fieldFor, groupFor, personFor, resolved } from "./resolver.ts";

export type VerbOption = {
  /** As commander writes it: `--port <number>`. */
  readonly flags: string;
  readonly description: string;
  /** The values that it accepts; if absent, any. */
  readonly words?: readonly string[];
  /** True: repeatable. */
  readonly repeats?: boolean;
  /** True: accepted for the sake of older scripts, and documented nowhere. */
  readonly isHidden?: boolean;
};

/** The form that a verb fills in. */
export type VerbForm = {
  readonly name: FormName;
  /** The fields that are arguments, after the thing itself unless it is new; the others are options. */
  readonly args?: readonly string[];
};

/** The options for the fields of the form, and those that they replaced. */
export function optionsOf(form: VerbForm): readonly VerbOption[] {
  const all = fieldsOf(form).flatMap((field) => [...optionsFor(field), ...olderOptionsFor(field)]);
  return hasProfile(form) ? [...all, profileOption] : all;
}

/** The fields that are options of the verb. Its arguments are the others. */
function fieldsOf({ name, args = [] }: VerbForm): readonly DeclaredField[] {
  return declaredIn(name).filter(({ key }) => !args.includes(key));
}

/** `--name`, `--description` …, for a message. */
export function optionNames(form: VerbForm): readonly string[] {
  const flags = fieldsOf(form).map(({ flag }) => flag);
  return [...flags, ...(hasProfile(form) ? ["profile"] : [])].map((flag) => `--${flag}`);
}

function declaredIn(name: FormName): readonly DeclaredField[] {
  return formOf({ name }).declared;
}

function optionsFor(field: DeclaredField): readonly VerbOption[] {
  const { flag, kind, label, isList } = field;
  const what = label.charAt(0).toLowerCase() + label.slice(1);
  if (isYesNo(kind))
    return [
      { flags: `--${flag}`, description: `${what}: yes` },
      { flags: `--no-${flag}`, description: `${what}: no` },
    ];
  if (kind === undefined || kind.type === "open")
    return [{ flags: `--${flag} <word>`, description: what }];
  if (kind.type === "choice") {
    const words = kind.options.map(wordOf);
    return [{ flags: `--${flag} <word>`, description: `${what}: ${wordList(words, "or")}`, words }];
  }
  if (kind.type === "permission") {
    const holders = `${holderWords.join(", ")}, a person or group:name`;
    const description = `${what}: ${holders}; repeat it for each`;
    return [{ flags: `--${flag} <who>`, description, words: holderWords, repeats: true }];
  }
  const text = field.key === "timezone" ? "zone" : "text";
  const value = { text, people: "person", groups: "group" }[kind.type];
  const repeats = isList || kind.type !== "text";
  const once = kind.type === "text" ? kind.placeholder : undefined;
  const accepts = repeats ? "repeat it for each" : once;
  const description = accepts === undefined || accepts === "" ? what : `${what}: ${accepts}`;
  return [{ flags: `--${flag} <${value}>`, description, ...(repeats && { repeats }) }];
}

type OlderOption = VerbOption & {
  /** The field that replaced it. */
  readonly key: string;
  /** The field's value, given the value without this option. */
  readonly value: (typed: string, now: string) => string;
};

/** Options that scripts may contain, although a field's own replaced them. */
const olderOptions: Readonly<Record<string, OlderOption>> = {
  history: {
    flags: "--history <word>",
    description: "shared or protected",
    isHidden: true,
    key: "privacy",
    value: (typed, now) => {
      const privacy = now.replace(/-history$/, "");
      if (typed === "shared") return privacy === "private" ? "private-history" : privacy;
      if (privacy === "private") return privacy;
      throw new Exit("misuse", "Only private streams can have protected history.");
    },
  },
  url: {
    flags: "--url <pattern>",
    description: "the URL pattern of an account",
    isHidden: true,
    key: "service",
    value: (typed) => typed,
  },
};

function olderOptionsFor({ key }: DeclaredField): readonly VerbOption[] {
  return Object.values(olderOptions).filter((option) => option.key === key);
}

/** The values of the form's fields, from options and arguments. Throws an Exit for what a field does not accept. */
export function valuesIn(
  invocation: Invocation,
  { name, args: named = [] }: VerbForm,
  args: readonly string[],
  known: Known,
): FormValues {
  const typed = declaredIn(name).flatMap((field) => {
    const at = named.indexOf(field.key);
    const words =
      at < 0
        ? optionIn(invocation, field.flag)
        : args.slice(at, at === named.length - 1 ? undefined : at + 1);
    const value = words && valueFor(field, words, known, at < 0 ? undefined : field.key);
    return value === undefined ? [] : [[field.key, value] as const];
  });
  const values: FormValues = Object.fromEntries(typed);
  const older = Object.entries(olderOptions).flatMap(([flag, { key, value }]) => {
    const word = text(invocation, flag);
    const now = values[key] ?? known.now.truth[key];
    return word === undefined || now === undefined ? [] : [[key, value(word, now)] as const];
  });
  return { ...values, ...Object.fromEntries(older), ...profileIn(invocation, known) };
}

// The fields that depend on the realm: one option sets them by their names.

const profileOption: VerbOption = {
  flags: "--profile <field=value>",
  description: "a profile field, such as Team=Backend; repeat it for each; no value clears it",
  repeats: true,
};

function hasProfile({ name, args }: VerbForm): boolean {
  return args === undefined && (name === "person" || name === "settings");
}

/** The values of profile fields; a field of people may be given several times. */
function profileIn(invocation: Invocation, { replica, now }: Known): FormValues {
  const given = texts(invocation, "profile").map((word) => {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === "")
      throw new Exit("misuse", `--profile has the form field=value, not "${safeLine(word)}".`);
    return { field: fieldFor(replica, name.trim()), value };
  });
  const values = Array.from(
    Map.groupBy(given, ({ field }) => field),
    ([subject, all]) => {
      const key = profileKey(subject);
      const kind = now.fields.find((field) => field.key === key)?.kind;
      if (kind === undefined) throw new Exit("misuse", "--profile does not apply here.");
      if (kind.type !== "people" && all.length > 1)
        throw new Exit("misuse", safeLine(`--profile has several values of ${subject.name}.`));
      const words = all.map(({ value }) => value).filter((value) => value !== "");
      return [key, profileValue(replica, kind, words)] as const;
    },
  );
  return Object.fromEntries(values);
}

const optionNoun = { one: "option", many: "options", sign: "" };

function profileValue(replica: Replica, kind: FieldKind, words: readonly string[]): string {
  const [word = ""] = words;
  if (kind.type === "people") return namesOf(replica, peopleIn(replica, words));
  if (kind.type !== "choice" || word === "") return word;
  const options = kind.options.map(({ title, value }, id) => ({ id, name: title, value }));
  return resolved(word, options, optionNoun).value;
}

/** `Team=Backend`, for the profile fields among the values. */
export function profileWords({ fields }: FormNow, values: FormValues): readonly string[] {
  return fields.flatMap(({ key, label, kind }) => {
    const [id, value] = [profileIdIn(key), values[key]];
    if (id === undefined || value === undefined) return [];
    const name = /^\d+$|=/.test(label) ? id : label;
    const names = kind.type === "people" && value !== "" ? namesIn(value) : [value];
    const isChosen = kind.type === "choice" && value !== "";
    return names.map((one) => `${name}=${isChosen ? titleOfValue({ kind }, one) : one}`);
  });
}

type Known = { readonly replica: Replica; readonly now: FormNow };

/** All values of an option; a flag without a value is `true` or `false`. Undefined if it is absent. */
function optionIn(invocation: Invocation, flag: string): readonly string[] | undefined {
  const name = flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const value = invocation.options[name];
  if (typeof value === "boolean") return [`${value}`];
  const all = [text(invocation, name) ?? [], texts(invocation, name)].flat();
  return all.length === 0 ? undefined : all;
}

function valueFor(
  field: DeclaredField,
  words: readonly string[],
  { replica, now }: Known,
  argument: string | undefined,
): string | undefined {
  const typed = argument === undefined ? `--${field.flag}` : `<${argument}>`;
  const kind = now.fields.find(({ key }) => key === field.key)?.kind;
  if (kind === undefined) {
    const old = levelProblem(replica, field);
    if (old !== undefined) throw new Exit("refused", safeLine(old));
    throw new Exit("misuse", `${typed} does not apply here.`);
  }
  const { olderWords, isList } = field;
  const given = words.filter((word) => word !== "");
  switch (kind.type) {
    case "choice":
      return choiceNamed(kind.options, olderWords[words.join(" ")] ?? words.join(" "), typed);
    case "people":
      return words.length === 0 ? undefined : namesOf(replica, peopleIn(replica, given));
    case "groups":
      return listOf(given.map((word) => groupFor(replica, word).name));
    case "permission":
      return textOfPermitted(
        replica,
        permittedNamed(
          replica,
          listOf(given.map((word) => holderNamed(replica, olderWords[word] ?? word))),
        ),
      );
    default:
      return isList ? listOf(given) : words.join(" ");
  }
}

/** Also with the prefix of system groups, `role:`. */
function asWord(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/^role:/, "")
    .replace(/[ _]/g, "-");
}

function holderWord(name: string): string | undefined {
  return holderWords.find((word) => word === asWord(name));
}

/**
 * The names for a field of a permission: of groups of the server by their words, of other groups by `group:crew`, of
 * people as everywhere. Throws an Exit for another name.
 */
function holderNamed(replica: Replica, typed: string): string {
  const word = holderWord(typed);
  if (word !== undefined)
    return `role:${word.replaceAll("-", "").replace("everybody", "everyone")}`;
  if (typed.startsWith(groupMark))
    return groupMark + groupFor(replica, typed.slice(groupMark.length)).name;
  if (isKnownName(replica, "permission", typed)) return typed;
  return exactName(replica, personFor(replica, typed).id);
}

/** Throws an Exit for another word; `place` is where it was typed: `--role`, `<role>`. */
function choiceNamed(options: readonly Option[], typed: string, place: string): string {
  const word = asWord(typed);
  const option = options.find((one) => one.value === typed || wordOf(one) === word);
  if (option !== undefined) return option.value;
  throw new Exit(
    "misuse",
    `${place} takes ${wordList(options.map(wordOf), "or")}, not "${typed}".`,
  );
}

/** The word for a value of a form's choice: `moderator`. The value itself if weir does not know it. */
export function wordFor(name: FormName, key: string, value: number): string {
  const kind = declaredIn(name).find((field) => field.key === key)?.kind;
  const option = kind?.type === "choice" && kind.options.find((one) => one.value === `${value}`);
  return option ? wordOf(option) : `${value}`;
}

/** An empty text clears a list. */
function wordsIn({ isList }: DeclaredField, kind: FieldKind, value: string): readonly string[] {
  const option = kind.type === "choice" && kind.options.find((one) => one.value === value);
  if (option) return [wordOf(option)];
  const names = namesIn(value);
  if (kind.type === "permission") return names.map((name) => holderWord(name) ?? name);
  const isMany = isList || kind.type === "people" || kind.type === "groups";
  return isMany && names.length > 0 ? names : [value];
}

/** The arguments and options with which the verb gives its fields these values. */
export function wordsFor(form: VerbForm, values: FormValues, now: FormNow) {
  const { name, args = [] } = form;
  const { fields } = now;
  const given = declaredIn(name).map((field) => {
    const { key, flag } = field;
    const kind = fields.find((one) => one.key === key)?.kind;
    const value = values[key];
    if (kind === undefined || value === undefined) return { key, words: [], options: [] };
    const words = wordsIn(field, kind, value);
    const options = isYesNo(kind)
      ? [value === "true" ? `--${flag}` : `--no-${flag}`]
      : words.flatMap((word) => optionWords(flag, word));
    return { key, words, options };
  });
  const byArgument = args.flatMap((arg) => given.find(({ key }) => key === arg)?.words ?? []);
  const byOption = given.filter(({ key }) => !args.includes(key));
  const profile = profileWords(now, values).flatMap((word) => optionWords("profile", word));
  return { args: byArgument, options: [...byOption.flatMap(({ options }) => options), ...profile] };
}

/** People, and the members of groups, which are written `group:crew`. */
export function peopleIn(replica: Replica, names: readonly string[]): readonly UserId[] {
  const ids = names.flatMap((name) =>
    name.startsWith(groupMark)
      ? groupFor(replica, name.slice(groupMark.length)).members
      : [personFor(replica, name).id],
  );
  return [...new Set(ids)];
}
