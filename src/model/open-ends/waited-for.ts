/** Who is waited for, in words. */
import { get } from "#base/table.ts";
import { wordList } from "#base/word-list.ts";
import type { Replica } from "#model/replica.ts";
import type { UserId } from "#wire/ids.ts";
import { givenName } from "./called.ts";
import type { OpenEnd } from "./open-ends.ts";

/** Of a group, nobody reads more. */
const mostNamed = 2;

/**
 * `Bo Lind`, `Bo Lind and Cleo Park`, or `Bo Lind, Cleo Park and 4 more`; `isShort`: by their first names. Not safe for a
 * terminal.
 */
export function namedPeople(
  { people }: Pick<Replica, "people">,
  ids: readonly UserId[],
  isShort: boolean = false,
): string {
  const names = ids
    .map((id) => get(people, id)?.name ?? `user ${id}`)
    .map((name) => (isShort ? givenName(name) : name));
  const more = names.length - mostNamed;
  return more > 1
    ? wordList([...names.slice(0, mostNamed), `${more} more`], "and")
    : wordList(names, "and");
}

/** Whose answer the user waits for; empty: anybody's, or that of the one whose conversation it is. */
export function waitedFor({ kind, message, owing }: OpenEnd): readonly UserId[] {
  return kind === "me" || message.userIds?.length === 2 ? [] : owing;
}

/** Those who were asked as well, and have answered. */
export function answeredBy({ asked, owing }: Pick<OpenEnd, "asked" | "owing">): readonly UserId[] {
  return asked.filter((id) => !owing.includes(id));
}
