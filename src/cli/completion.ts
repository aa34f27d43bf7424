/** What can stand where the cursor is in a command line of weir: verbs, options, and what placeholders stand for. */
import { safeLine } from "#base/safe-text.ts";
import { folded } from "#editor/match.ts";
import { allEmoji, characterOf } from "#emoji/catalogue.ts";
import type { VerbOption } from "./form-options.ts";
import { guideNames, guidePages } from "./guide.ts";
import type { CachedNames } from "./names-cache.ts";
import { argumentAt, type Kind, kindsOf, valueIn } from "./placeholders.ts";
import { type Candidate, type Candidates, shellNames } from "./shells.ts";
import { longNames, type Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import { narrowNames } from "./written-place.ts";

/** What is known without a server. */
export type Known = { readonly names: CachedNames; readonly accounts: readonly string[] };

const maxCandidates = 200;

/** Candidates for the last of `words`, all without the quotes of a shell. */
export function candidates(
  words: readonly string[],
  verbs: readonly Verb[],
  known: Known,
): Candidates {
  const choices = candidatesAt(words[0] === "help" ? words.slice(1) : words, verbs, known);
  if (choices === "files") return choices;
  const query = folded(words.at(-1) ?? "");
  // Shells list candidates on the terminal, and take each line as one.
  return choices
    .filter(({ text }) => folded(text).startsWith(query) && safeLine(text) === text)
    .slice(0, maxCandidates)
    .map(({ text, about }) => (about ? { text, about: safeLine(about) } : { text }));
}

function candidatesAt(words: readonly string[], verbs: readonly Verb[], known: Known): Candidates {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const plain = withoutOptions(before, verbs);
  const verb = verbAt(plain.join(" "), verbs);
  const verbHere = verb ?? verbs.find(({ name }) => name === "");
  const option = optionTaking(before.at(-1), verbHere, verbs);
  if (option !== undefined) return valuesOf(option, current, known);
  const [start = "", long, value = ""] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (long !== undefined) {
    const values =
      long === "--json"
        ? fieldsAfter(value, verbHere)
        : valuesOf(optionTaking(long, verbHere, verbs), value, known);
    if (values === "files") return values;
    const head = start.slice(0, long.length + 1);
    return values.map((one) => ({ ...one, text: head + one.text }));
  }
  if (current.startsWith("-")) return optionsOf(verbHere);
  const named = namesFor(verb, plain, current, known);
  return named === "files" ? named : [...wordsAfter(plain, verb, verbs), ...named];
}

/** The verb and its arguments. */
function withoutOptions(words: readonly string[], verbs: readonly Verb[]): readonly string[] {
  return words.filter(
    (word, at) =>
      !word.startsWith("-") && optionTaking(words[at - 1], undefined, verbs) === undefined,
  );
}

/** The option of this name that has a value, of the verb or else of another. */
function optionTaking(
  word: string | undefined,
  verb: Verb | undefined,
  verbs: readonly Verb[],
): VerbOption | undefined {
  if (!word?.startsWith("-")) return undefined;
  const takes = ({ flags }: VerbOption) => flags.includes("<") && flags.split(/,? /).includes(word);
  const all = [verb ?? [], verbs].flat();
  return all.find(({ options }) => options.some(takes))?.options.find(takes);
}

/** The values that the option accepts. */
function valuesOf(option: VerbOption | undefined, typed: string, known: Known): Candidates {
  if (option === undefined) return [];
  const words = (option.words ?? []).map((text) => ({ text }));
  const named = namedBy(valueIn(option.flags), typed, known);
  return named === "files" ? named : [...words, ...named];
}

/** The value of an option such as `--account`, in either of the two ways to write it. */
export function optionValue(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option);
  return at === -1
    ? words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1)
    : words[at + 1];
}

/** The longest verb that the words begin with. */
function verbAt(line: string, verbs: readonly Verb[]): Verb | undefined {
  const names = verbs.flatMap((verb) =>
    [verb.name, verb.alias ?? ""].map((name) => ({ name, verb })),
  );
  const fitting = names.filter(({ name }) => name !== "" && `${line} `.startsWith(`${name} `));
  return fitting.sort((one, other) => other.name.length - one.name.length)[0]?.verb;
}

function wordsAfter(
  before: readonly string[],
  verb: Verb | undefined,
  verbs: readonly Verb[],
): readonly Candidate[] {
  if (before.length > 1 || (before.length === 1 && verb === undefined)) return [];
  const prefix = verb === undefined ? "" : `${verb.name} `;
  return verbs.flatMap(({ name, description, isHidden = false }) => {
    const text = name.slice(prefix.length);
    const isNext = name.startsWith(prefix) && text !== "" && !text.includes(" ");
    return isNext && !isHidden ? [{ text, about: description }] : [];
  });
}

function optionsOf(verb: Verb | undefined): readonly Candidate[] {
  return (verb?.options ?? [])
    .filter(({ isHidden }) => isHidden !== true)
    .map((option) => ({ text: longNames([option]), about: option.description }));
}

function fieldsAfter(typed: string, verb: Verb | undefined): readonly Candidate[] {
  const chosen = typed.slice(0, typed.lastIndexOf(",") + 1);
  return (verb?.fields ?? []).map((name) => ({ text: chosen + name }));
}

/** What the verb's argument that is being typed stands for. */
function namesFor(
  verb: Verb | undefined,
  before: readonly string[],
  typed: string,
  known: Known,
): Candidates {
  if (verb === undefined) return [];
  const given = before.length - verb.name.split(" ").length;
  return namedBy(argumentAt(verb.argument, given), typed, known);
}

function namedBy(placeholder: string | undefined, typed: string, known: Known): Candidates {
  if (placeholder === undefined) return [];
  const kinds = kindsOf(placeholder);
  if (kinds.includes("file")) return "files";
  return kinds.flatMap((kind) => sources[kind](known, typed));
}

type Source = (known: Known, typed: string) => readonly Candidate[];

const sources: Readonly<Record<Kind, Source>> = {
  account: ({ accounts }) => accounts.map((text) => ({ text })),
  "archived-stream": ({ names }, typed) => streamNames(names.archived, typed),
  "deactivated-person": ({ names }, typed) => namedPeople(names.deactivated, typed),
  "begun-message": ({ names }, typed) => (typed === "" ? [] : numbered(names.messages)),
  draft: ({ names }) => numbered(names.drafts),
  emoji: ({ names }, typed) => emojiNames(names.emoji, typed),
  field: ({ names }) => names.fields.map(([, text]) => ({ text })),
  "field-value": ({ names }) => names.fields.map(([, name]) => ({ text: `${name}=` })),
  file: () => [],
  folder: ({ names }) => names.folders.map((text) => ({ text })),
  group: ({ names }) => names.groups.map(([, text]) => ({ text })),
  members: ({ names }) => names.groups.map(([, name]) => ({ text: `group:${name}` })),
  message: ({ names }) => numbered(names.messages),
  narrow: () => narrowNames.map((text) => ({ text })),
  page: () => guideNames.map((text) => ({ text, about: guidePages[text] })),
  people: ({ names }, typed) => joinedPeople(names.people, typed),
  person: ({ names }, typed) => namedPeople(names.people, typed),
  scheduled: ({ names }) => numbered(names.scheduled),
  shell: () => shellNames.map((text) => ({ text })),
  snippet: ({ names }) => names.snippets.map(([, text]) => ({ text })),
  stream: ({ names }, typed) => streamNames(names.streams, typed),
  topic: ({ names }, typed) => topicsOf(names, typed),
  verb: () => verbs.flatMap(({ name, fields }) => (fields === undefined ? [] : [{ text: name }])),
  view: ({ names }) => names.views.map((text) => ({ text })),
  zone: () => Intl.supportedValuesOf("timeZone").map((text) => ({ text })),
};

function numbered(all: readonly (readonly [id: number, about: string])[]): readonly Candidate[] {
  return all.map(([id, about]) => ({ text: `${id}`, about }));
}

/** The sign may be left out, which shells take for a comment. */
function signed(sign: string, typed: string): string {
  return typed === "" || typed.startsWith(sign) ? sign : "";
}

function streamNames(
  all: readonly (readonly [id: number, name: string])[],
  typed: string,
): readonly Candidate[] {
  return all.map(([, name]) => ({ text: signed("#", typed) + name }));
}

type NamedPerson = readonly [id: number, name: string, email: string];

/** Those who share a name with their IDs, as all names mean one person. Without the sign addresses are completed too. */
function namedPeople(people: readonly NamedPerson[], typed: string): readonly Candidate[] {
  const sign = signed("@", typed);
  const counts = new Map<string, number>();
  for (const [, name] of people) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  const byName = people.map(([id, name, about]) => {
    const isUnclear = (counts.get(folded(name)) ?? 0) > 1 || folded(name) === "me";
    return { text: `${sign}${name}${isUnclear ? `|${id}` : ""}`, about };
  });
  return sign === "" ? [...byName, ...addresses(people)] : byName;
}

function addresses(people: readonly NamedPerson[]): readonly Candidate[] {
  return people.map(([, about, text]) => ({ text, about }));
}

/** Beside streams only addresses do without the sign. After a comma another person follows. */
function joinedPeople(people: readonly NamedPerson[], typed: string): readonly Candidate[] {
  const [given = ""] = /^.*,\s*/s.exec(typed) ?? [];
  const begun = typed.slice(given.length);
  const isAddress = begun !== "" && !begun.startsWith("@");
  const alone = isAddress ? addresses(people) : namedPeople(people, begun);
  const next = alone.map((one) => ({ ...one, text: given + one.text }));
  // A name may contain a comma.
  return given === "" ? next : [...next, ...namedPeople(people, typed)];
}

/** The topics of the stream in `typed`, or the streams. */
function topicsOf({ streams, topics }: CachedNames, typed: string): readonly Candidate[] {
  const cut = /^#?(.*?)\s*[>›]/.exec(typed)?.[1];
  const [id, name] = streams.find(([, one]) => folded(one) === folded(cut ?? "")) ?? [];
  if (cut === undefined || id === undefined) return streamNames(streams, typed);
  const head = `${signed("#", typed)}${name} > `;
  return (topics[id] ?? []).map((topic) => ({ text: `${head}${topic}`.trimEnd() }));
}

/** The organization's own first, with or without the colons. */
function emojiNames(own: readonly string[], typed: string): readonly Candidate[] {
  const colon = typed.startsWith(":") ? ":" : "";
  const written = (name: string, about = "") => ({ text: `${colon}${name}${colon}`, about });
  return [
    ...own.map((name) => written(name)),
    ...allEmoji().flatMap(({ code, name, aliases }) =>
      [name, ...aliases].map((one) => written(one, characterOf(code))),
    ),
  ];
}
