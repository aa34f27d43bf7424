/** Whom and what the operands of a search name: people and streams by their names, or the beginnings of them. */
import { get, values } from "#base/table.ts";
import { folded, rankerFor } from "#editor/match.ts";
import type { Replica } from "#model/replica.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** One of them, or a sentence why it is not clear which. */
export type Named<Id> = { readonly id: Id } | { readonly problem: string };

type Entry<Id> = { readonly id: Id; readonly name: string };

const mostNamed = 3;

/** Of several that begin so, none is taken: the person is told between which to choose. */
function only<Id>(entries: readonly Entry<Id>[], typed: string, none: string): Named<Id> {
  const wanted = folded(typed);
  const same = entries.filter(({ name }) => folded(name) === wanted);
  const rankOf = rankerFor(typed, false);
  const found = same.length > 0 ? same : entries.filter(({ name }) => rankOf(folded(name)) <= 2);
  const [first, ...more] = found;
  if (first === undefined) return { problem: none };
  if (more.length === 0) return { id: first.id };
  const named = found.slice(0, mostNamed).map(({ name }) => name);
  const rest = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  return { problem: `"${typed}" may be ${named.join(", ")}${rest}.` };
}

/** By name, the beginning of one, `name|17`, e-mail address or `me`. Those who left count where nobody else matches. */
export function personOf(view: Replica, typed: string): Named<UserId> {
  if (typed.toLowerCase() === "me") return { id: view.ownId };
  const [, digits] = /\|(\d+)$/.exec(typed) ?? [];
  const numbered = digits === undefined ? undefined : get(view.people, Number(digits) as UserId);
  if (numbered !== undefined) return { id: numbered.id };
  const people = [...values(view.people)];
  const written = people.find(({ email }) => email.toLowerCase() === typed.toLowerCase());
  if (written !== undefined) return { id: written.id };
  const none = `Nobody is called "${typed}".`;
  const active = people.filter(({ isActive }) => isActive);
  const here = only(active, typed, none);
  if ("id" in here || here.problem !== none) return here;
  return only(people, typed, none);
}

export function streamNamed(view: Replica, typed: string): Named<StreamId> {
  const name = typed.replace(/^#/, "");
  return only([...values(view.streams)], name, `No stream is called "${name}".`);
}
