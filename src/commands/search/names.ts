/** Resolves the operands of a search: users and streams by name or prefix. */
import { get, values } from "#base/table.ts";
import { folded, noMatch, rankerFor } from "#editor/match.ts";
import type { Replica } from "#model/replica.ts";
import { outOfReachSentence } from "#model/streams.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** The only match, or why there is none. */
export type NameLookup<Id> =
  | { readonly id: Id }
  /** `isUnknown`: there is none of that name. */
  | { readonly problem: string; readonly isUnknown: boolean };

type Entry<Id> = { readonly id: Id; readonly name: string; readonly folded: string };

export function entryOf<Id>({ id, name }: Pick<Entry<Id>, "id" | "name">): Entry<Id> {
  return { id, name, folded: folded(name) };
}

/** The number of candidates listed. */
export const maxNamed = 12;

/** Names are folded once per state of a table, and searched once per operand, not for every letter. */
function namesIn<Table extends object, One extends Entry<number>>(
  entriesOf: (table: Table) => readonly One[],
) {
  type Found = NameLookup<One["id"]>;
  type Known = { readonly entries: readonly One[]; readonly lookups: Map<string, Found> };
  const namesByTable = new WeakMap<Table, Known>();
  return (table: Table, typed: string, look: (entries: readonly One[]) => Found) => {
    const names = namesByTable.get(table) ?? { entries: entriesOf(table), lookups: new Map() };
    namesByTable.set(table, names);
    const before = names.lookups.get(typed);
    if (before !== undefined) return before;
    if (names.lookups.size >= maxRemembered) names.lookups.clear();
    const lookup = look(names.entries);
    names.lookups.set(typed, lookup);
    return lookup;
  };
}

const maxRemembered = 100;

type PersonEntry = Entry<UserId> & { readonly email: string; readonly isActive: boolean };

const amongPeople = namesIn((people: Replica["people"]): readonly PersonEntry[] =>
  [...values(people)].map(({ id, name, email, isActive }) => ({
    ...entryOf({ id, name }),
    email: email.toLowerCase(),
    isActive,
  })),
);

const amongStreams = namesIn((streams: Replica["streams"]) => [...values(streams)].map(entryOf));

const amongLost = namesIn((archived: Replica["archived"]) => [...archived.values()].map(entryOf));

/** What the item is called in messages: "stream", "person". */
export type Noun = { readonly one: string; readonly many: string; readonly sign: string };

export const personNoun: Noun = { one: "person", many: "people", sign: "@" };
export const streamNoun: Noun = { one: "stream", many: "streams", sign: "#" };

/** Several matches are a problem: the user is told what to choose from. */
export function onlyNamed<One extends Entry<number>>(
  entries: readonly One[],
  typed: string,
  { one, many, sign }: Noun,
): { readonly entry: One } | { readonly problem: string; readonly isUnknown: boolean } {
  const query = folded(typed);
  const same = entries.filter((entry) => entry.folded === query);
  const rankOf = rankerFor(typed);
  const ranks = same.length > 0 ? [] : entries.map((entry) => rankOf(entry.folded));
  const best = Math.min(noMatch, ...new Set(ranks));
  const all =
    same.length > 0 || best === noMatch ? same : entries.filter((_, at) => ranks[at] === best);
  // The same letters, if names differ in nothing else.
  const exact = all.filter(({ name }) => name === typed);
  const [entry, another] = exact.length > 0 ? exact : all;
  if (entry === undefined) return { problem: `There is no ${one} "${typed}".`, isUnknown: true };
  if (another === undefined) return { entry };
  const isSame = all.every(({ name }) => name === entry.name);
  const listed = all
    .slice(0, maxNamed)
    .map(({ id, name }) => `${sign}${isSame ? `${name} (${sign}${id})` : name}`)
    .join(", ");
  const rest = all.length > maxNamed ? `, and ${all.length - maxNamed} more` : "";
  return { problem: `"${typed}" matches several ${many}: ${listed}${rest}.`, isUnknown: false };
}

/** By name, a part of it, ID, `name|17`, e-mail address or `me`. Deactivated people match if nobody else does. */
export function personOf(view: Replica, typed: string): NameLookup<UserId> {
  const name = typed.replace(/^@/, "");
  if (name.toLowerCase() === "me") return { id: view.ownId };
  const [, digits] = /(?:\||^)(\d+)$/.exec(name) ?? [];
  const numbered = digits === undefined ? undefined : get(view.people, Number(digits) as UserId);
  if (numbered !== undefined) return { id: numbered.id };
  return amongPeople(view.people, name, (people) => personAmong(people, name));
}

function personAmong(people: readonly PersonEntry[], typed: string): NameLookup<UserId> {
  const written = people.find(({ email }) => email === typed.toLowerCase());
  if (written !== undefined) return { id: written.id };
  const active = people.filter(({ isActive }) => isActive);
  const only = onlyNamed(active, typed, personNoun);
  const any = "isUnknown" in only && only.isUnknown ? onlyNamed(people, typed, personNoun) : only;
  return "entry" in any ? { id: any.entry.id } : any;
}

/** By name, a part of it or ID. Archived streams match if no other does; one that is out of reach is told from none. */
export function streamNamed(view: Replica, typed: string): NameLookup<StreamId> {
  const name = typed.replace(/^#/, "");
  const among = (streams: readonly Entry<StreamId>[]) => streamAmong(streams, name);
  const lookup = amongStreams(view.streams, name, among);
  if ("id" in lookup || !lookup.isUnknown) return lookup;
  const lost = amongLost(view.archived, name, among);
  if ("problem" in lost || view.archived.get(lost.id)?.isArchived === true) return lost;
  return { problem: outOfReachSentence(view, lost.id), isUnknown: false };
}

function streamAmong(streams: readonly Entry<StreamId>[], name: string): NameLookup<StreamId> {
  const only = onlyNamed(streams, name, streamNoun);
  if ("entry" in only) return { id: only.entry.id };
  const numbered = streams.find(({ id }) => `${id}` === name);
  return numbered === undefined ? only : { id: numbered.id };
}
