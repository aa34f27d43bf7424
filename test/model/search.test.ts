/** A search as another account's: streams and people by what both accounts call them. */

import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { SearchNarrow, SearchTerm } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { isForServers, isUnknownThere, searchIn } from "#model/search.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { acme, ana, backend, bo, design, mei, you } from "../support/acme.ts";
import { tableFrom } from "../support/table.ts";

const here = acme();
const [own, anaThere, boThere] = [90, 91, 92] as UserId[] as [UserId, UserId, UserId];
const backendThere = 77 as StreamId;

/** Ana has another address there, Bo another name, the user another ID; nobody else is there. */
const elsewhere: Replica = {
  ...here,
  ownId: own,
  people: tableFrom([
    [anaThere, { ...get(here.people, ana)!, id: anaThere, email: "ana@elsewhere.example" }],
    [boThere, { ...get(here.people, bo)!, id: boThere, name: "Bosse" }],
  ]),
  streams: tableFrom([[backendThere, { ...get(here.streams, backend)!, id: backendThere }]]),
};

const term = (operator: string, operand: SearchTerm["operand"]): SearchTerm => ({
  operator,
  operand,
});

const searchFor = (...terms: readonly SearchTerm[]): SearchNarrow => ({
  kind: "search",
  text: "as typed",
  terms,
});

test.for<[SearchTerm, SearchTerm["operand"]]>([
  [term("stream", backend), backendThere],
  [term("sender", ana), anaThere],
  [term("sender", bo), boThere],
  [term("sender", you), own],
  [term("dm", [bo, ana]), [anaThere, boThere]],
  [term("dm", [you]), [own]],
  [{ ...term("dm-including", bo), negated: true }, boThere],
])("%j is %j there, and the same again here", ([one, there]) => {
  const search = searchFor(term("search", "pool"), one);
  const taken = searchIn(search, here, elsewhere);
  expect(taken.terms).toEqual([term("search", "pool"), { ...one, operand: there }]);
  expect(isUnknownThere(taken)).toBe(false);
  const back = searchIn(taken, elsewhere, here).terms[1]!;
  expect([back.operand].flat().toSorted()).toEqual([one.operand].flat().toSorted());
});

test.for([term("stream", design), term("sender", mei), term("dm", [ana, mei])])(
  "%j is not there, is not asked for there, and is the same again here",
  (one) => {
    const taken = searchIn(searchFor(one), here, elsewhere);
    expect(isUnknownThere(taken)).toBe(true);
    expect(isForServers(taken, elsewhere)).toBe(false);
    expect(searchIn(taken, elsewhere, here).terms).toEqual([one]);
  },
);

test("words alone are the same search in all accounts", () => {
  const search = searchFor(term("search", "pool"), term("is", "starred"));
  expect(searchIn(search, here, elsewhere)).toBe(search);
});

test("of two people with one name, none is taken for the other", () => {
  const double = { ...get(here.people, ana)!, id: 93 as UserId, email: "other@elsewhere.example" };
  const people = tableFrom([
    ...[anaThere].map((id) => [id, get(elsewhere.people, id)!] as const),
    [double.id, double] as const,
  ]);
  const taken = searchIn(searchFor(term("sender", ana)), here, { ...elsewhere, people });
  expect(isUnknownThere(taken)).toBe(true);
});

test.for([
  [term("is", "muted"), since.mutedOperator],
  [term("is", "followed"), since.followedOperator],
  [term("has", "reaction"), since.reactionOperator],
  [term("mentions", bo), since.mentionsOperator],
  [term("streams", "archived"), since.archivedOperator],
] as const)("%j is for servers from the level that can match it", ([one, level]) => {
  const at = (featureLevel: number) => ({ realm: { ...here.realm, featureLevel } });
  expect([level - 1, level].map((each) => isForServers(searchFor(one), at(each)))).toEqual([
    false,
    true,
  ]);
});

test("servers are not asked for messages without words, since they would answer those with them", () => {
  const without = { ...term("search", "pool"), negated: true } as const;
  expect(isForServers(searchFor(term("search", "pool")), here)).toBe(true);
  expect(isForServers(searchFor(without), here)).toBe(false);
});
