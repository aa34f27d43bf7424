/** Resolves the operands of a search: users and streams by name or prefix. */
import { get, values } from "#base/table.ts";
import { folded, rankerFor } from "#editor/match.ts";
import type { Replica } from "#model/replica.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** The only match, or why there is none. */
export type NameLookup<Id> = { readonly id: Id } | { readonly problem: string };

type Entry<Id> = { readonly id: Id; readonly name: string; readonly folded: string };

const maxNamed = 3;

/** Names are folded once per state of a table, and searched once per operand, not for every letter. */
function namesIn<Table extends object, One extends Entry<number>>(
  entriesOf: (table: Table) => readonly One[],
) {
  type Found = NameLookup<One["id"]>;
  type Known = { readonly entries: readonly One[]; readonly found: Map<string, Found> };
  const known = new WeakMap<Table, Known>();
  return (table: Table, typed: string, look: (entries: readonly One[]) => Found) => {
    const names = known.get(table) ?? { entries: entriesOf(table), found: new Map() };
    known.set(table, names);
    const before = names.found.get(typed);
    if (before !== undefined) return before;
    if (names.found.size >= maxRemembered) names.found.clear();
    const found = look(names.entries);
    names.found.set(typed, found);
    return found;
  };
}

const maxRemembered = 100;

type PersonEntry = Entry<UserId> & { readonly email: string; readonly isActive: boolean };

const amongPeople = namesIn((people: Replica["people"]): readonly PersonEntry[] =>
  [...values(people)].map(({ id, name, email, isActive }) => ({
    id,
    name,
    folded: folded(name),
    email: email.toLowerCase(),
    isActive,
  })),
);

const amongStreams = namesIn((streams: Replica["streams"]) =>
  [...values(streams)].map(({ id, name }) => ({ id, name, folded: folded(name) })),
);

/** An ambiguous prefix matches nothing: the user is told what to choose from. */
function only<Id>(entries: readonly Entry<Id>[], typed: string, none: string): NameLookup<Id> {
  const query = folded(typed);
  const same = entries.filter((entry) => entry.folded === query);
  const rankOf = rankerFor(typed, false);
  const found = same.length > 0 ? same : entries.filter((entry) => rankOf(entry.folded) <= 2);
  const [first, ...more] = found;
  if (first === undefined) return { problem: none };
  if (more.length === 0) return { id: first.id };
  const named = found.slice(0, maxNamed).map(({ name }) => name);
  const rest = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : "";
  return { problem: `"${typed}" may be ${named.join(", ")}${rest}.` };
}

/** By name, prefix, `name|17`, e-mail address or `me`. Deactivated users match if nobody else does. */
export function personOf(view: Replica, typed: string): NameLookup<UserId> {
  if (typed.toLowerCase() === "me") return { id: view.ownId };
  const [, digits] = /\|(\d+)$/.exec(typed) ?? [];
  const numbered = digits === undefined ? undefined : get(view.people, Number(digits) as UserId);
  if (numbered !== undefined) return { id: numbered.id };
  return amongPeople(view.people, typed, (people) => personAmong(people, typed));
}

function personAmong(people: readonly PersonEntry[], typed: string): NameLookup<UserId> {
  const written = people.find(({ email }) => email === typed.toLowerCase());
  if (written !== undefined) return { id: written.id };
  const none = `There is no user "${typed}".`;
  const active = people.filter(({ isActive }) => isActive);
  const found = only(active, typed, none);
  if ("id" in found || found.problem !== none) return found;
  return only(people, typed, none);
}

export function streamNamed(view: Replica, typed: string): NameLookup<StreamId> {
  const name = typed.replace(/^#/, "");
  return amongStreams(view.streams, name, (streams) =>
    only(streams, name, `There is no stream "${name}".`),
  );
}
