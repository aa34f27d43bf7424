/** Views: their searches as the ends of URLs, their order and their names. */
import { expect, test } from "vitest";
import type { SearchTerm } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import {
  fragmentOf,
  isStorable,
  nameProblem,
  readFragment,
  savedViews,
  searchFor,
  searchProblem,
  viewNamed,
  viewOfSearch,
} from "#model/views.ts";
import type { NavigationView } from "#wire/personal.ts";
import { acme, ana, backend, bo, you } from "../support/acme.ts";

const not = true as const;

function withViews(...views: readonly [fragment: string, name: string | null, pinned?: boolean][]) {
  const rows = views.map(([fragment, name, is_pinned = false]): [string, NavigationView] => [
    fragment,
    { fragment, name, is_pinned },
  ]);
  return { ...acme(), navigationViews: new Map(rows) } satisfies Replica;
}

test.for<[string, readonly SearchTerm[]]>([
  ["narrow/channel/11-backend", [{ operator: "stream", operand: backend }]],
  [
    "narrow/channel/11-backend/topic/deploy.20window.2E",
    [
      { operator: "stream", operand: backend },
      { operator: "topic", operand: "deploy window." },
    ],
  ],
  [
    "narrow/channel/11-backend/topic//is/unread",
    [
      { operator: "stream", operand: backend },
      { operator: "topic", operand: "" },
      { operator: "is", operand: "unread" },
    ],
  ],
  ["narrow/-sender/2-Ana-Ruiz", [{ operator: "sender", operand: ana, negated: not }]],
  ["narrow/dm/2-Ana-Ruiz", [{ operator: "dm", operand: [ana] }]],
  ["narrow/dm/2,3-group", [{ operator: "dm", operand: [ana, bo] }]],
  ["narrow/dm/1-You-Yourself", [{ operator: "dm", operand: [you] }]],
  ["narrow/dm-including/3-Bo-Lindqvist", [{ operator: "dm-including", operand: bo }]],
  ["narrow/mentions/3-Bo-Lindqvist", [{ operator: "mentions", operand: bo }]],
  ["narrow/channels/public", [{ operator: "streams", operand: "public" }]],
  [
    "narrow/is/followed/has/link",
    [
      { operator: "is", operand: "followed" },
      { operator: "has", operand: "link" },
    ],
  ],
  ["narrow/id/1003", [{ operator: "id", operand: 1003 }]],
  [
    "narrow/search/50.25.20off.2C.20really.3F",
    [{ operator: "search", operand: "50% off, really?" }],
  ],
  ["narrow/pattern/pool-.5B0-9.5D.2B", [{ operator: "pattern", operand: "pool-[0-9]+" }]],
])("%s is written for its terms, and read as them again", ([fragment, terms]) => {
  expect(fragmentOf(acme(), terms)).toBe(fragment);
  expect(readFragment(acme(), fragment)).toEqual({ kind: "search", terms });
});

test.for([
  ["narrow/stream/11/subject/x", "stream:backend topic:x"],
  ["narrow/channel/11-another-name", "stream:backend"],
  ["narrow/dm/1,2-Ana", 'dm:"Ana Ruiz"'],
  ["narrow/channel/11-backend/topic/x/with/9003", "stream:backend topic:x"],
  ["reactions", 'has:reaction sender:"You Yourself"'],
])("%s is read as %s", ([fragment, text]) => {
  const read = readFragment(acme(), fragment ?? "");
  expect(read.kind === "search" && searchFor(acme(), read.terms).text).toBe(text);
});

test.for([
  ["narrow/channel/99-gone", "its stream is not known here"],
  ["narrow/frobnicate/words", "weir cannot read frobnicate:words"],
  ["narrow/", "weir does not know this place"],
  ["some/where", "weir does not know this place"],
  ["narrow/near/7", "weir does not know this place"],
])("%s is not read: %s", ([fragment, reason]) => {
  expect(readFragment(acme(), fragment ?? "")).toEqual({ kind: "unreadable", reason });
});

test("pinned views come first, then as the user ordered them, then as the server lists them", () => {
  const replica: Replica = {
    ...withViews(
      ["narrow/is/dm", "Direct"],
      ["inbox", null, true],
      ["narrow/is/followed", "Followed", true],
      ["narrow/is/alerted", "Alerts", true],
    ),
    localViews: new Map([
      ["narrow/is/alerted", { position: 0 }],
      ["narrow/pattern/x", { own: { name: "Pattern", isPinned: false }, position: 1 }],
      ["narrow/is/gone", { position: 2 }],
    ]),
  };
  expect(savedViews(replica).map(({ name, isLocal }) => [name, isLocal])).toEqual([
    ["Alerts", false],
    ["Followed", false],
    ["Pattern", true],
    ["Direct", false],
  ]);
  expect(savedViews(replica)).toBe(savedViews(replica));
});

test("a view is found by its search however the URL is written, and by its name", () => {
  const replica = withViews(["narrow/is/followed/channel/11-old-name", "Ours"]);
  const terms = [
    { operator: "stream", operand: backend },
    { operator: "is", operand: "followed" },
  ];
  const search = { kind: "search", text: "", terms } as const;
  expect(viewOfSearch(replica, search)?.name).toBe("Ours");
  expect(viewNamed(replica, "ours")?.name).toBe("Ours");
  expect(searchProblem(replica, search)).toBe("The view “Ours” is this search already.");
});

test("names are checked", () => {
  const replica = withViews(["narrow/is/dm", "Direct"]);
  const [view] = savedViews(replica);
  expect(nameProblem(replica, " direct ")).toBe("There is a view “direct” already.");
  expect(nameProblem(replica, "direct", view)).toBeUndefined();
  expect(nameProblem(replica, " ")).toBe("A view needs a name.");
  expect(nameProblem(replica, "a\nb")).toBe("The name of a view is one line.");
  expect(nameProblem(replica, "x".repeat(101))).toMatch(/at most 100 characters/);
});

test("times are no part of a view, and what servers cannot search stays on this machine", () => {
  const replica = { ...acme(), realm: { ...acme().realm, featureLevel: 400 } };
  const search = (operator: string, operand: string | number) =>
    ({ kind: "search", text: "", terms: [{ operator, operand }] }) as const;
  expect(searchProblem(replica, search("since", 7))).toMatch(/^A view lasts/);
  expect(isStorable(replica, search("is", "followed"))).toBe(true);
  expect(isStorable(replica, search("pattern", "x"))).toBe(false);
  expect(isStorable(replica, search("mentions", bo))).toBe(false);
  expect(isStorable(acme(), search("is", "followed"))).toBe(false);
});
