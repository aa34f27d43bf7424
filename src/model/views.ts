/**
 * Views: searches saved under a name. The server stores them, where it can, by the end of the URL that its web client has
 * for the search; weir reads and writes what both can say, and leaves the others as they are.
 */

import { memoizeEach, memoizeFor, memoizePer } from "#base/memoize.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { linkOperand, namedOperand, narrowLink } from "#wire/narrow-link.ts";
import type { NavigationView } from "#wire/personal.ts";
import type { LocalView, LocalViews } from "./local-state.ts";
import { searchTerm } from "./message-link.ts";
import { type Narrow, others, type SearchNarrow, type SearchTerm } from "./narrow.ts";
import type { Replica } from "./replica.ts";
import { isForServers, isTimeTerm } from "./search.ts";
import { textOfTerms } from "./search-text.ts";
import { knownStream } from "./streams.ts";

export type SavedView = {
  /** Identifies it: the end of its URL, after the `#`. As received, as is the name: not safe for a terminal. */
  readonly fragment: string;
  readonly name: string;
  readonly isPinned: boolean;
  /** Only this machine knows it. */
  readonly isLocal: boolean;
};

/** Places that have a row of their own wherever weir lists places, and a name that cannot be changed. */
const ownPlaces: ReadonlySet<string> = new Set(
  "inbox recent all starred mentions drafts".split(" "),
);

/** The only view with a fixed name that is a search in weir. */
const reactions = "reactions";

/** Whether the server names it. */
export function hasFixedName({ fragment }: Pick<SavedView, "fragment">): boolean {
  return fragment === reactions;
}

/** Pinned ones first; the same list while nothing in it changed. */
export function savedViews({ navigationViews, localViews }: Replica): readonly SavedView[] {
  return ordered(navigationViews, localViews);
}

const ofServer = memoizeEach(
  ({ fragment, name, is_pinned: isPinned }: NavigationView): SavedView => ({
    fragment,
    name: fragment === reactions ? "Reactions" : (name ?? fragment),
    isPinned,
    isLocal: false,
  }),
);

const ofMachine = memoizeFor<LocalView, SavedView>();

const ordered = memoizePer(
  (stored: Replica["navigationViews"], local: LocalViews): readonly SavedView[] => {
    const synced = [...stored.values()].filter(({ fragment }) => !ownPlaces.has(fragment));
    const own = [...local].flatMap(([fragment, row]): readonly SavedView[] => {
      if (row.own === undefined || stored.has(fragment)) return [];
      const { name, isPinned } = row.own;
      return [ofMachine(row, [], () => ({ fragment, name, isPinned, isLocal: true }))];
    });
    const place = ({ fragment, isPinned }: SavedView) =>
      (isPinned ? 0 : 1e6) + (local.get(fragment)?.position ?? 1e5);
    return [...synced.map(ofServer), ...own].sort((a, b) => place(a) - place(b));
  },
);

/** What a view searches for, or why weir cannot read that. Its words (`searchFor`) take looking at all people. */
export type ReadView =
  | { readonly kind: "search"; readonly terms: readonly SearchTerm[] }
  | { readonly kind: "unreadable"; readonly reason: string };

const readViews = memoizeFor<SavedView, ReadView>();

/** The same object while streams and people are the same. */
export function readView(replica: Replica, view: SavedView): ReadView {
  const { streams, archived, people, organization, ownId } = replica;
  return readViews(view, [streams, archived, people, organization, ownId], () =>
    readFragment(replica, view.fragment),
  );
}

/** Only the archive is searched for it: no client but weir knows it. */
const weirOnly = "pattern";

export function readFragment(replica: Replica, fragment: string): ReadView {
  if (fragment === reactions) {
    const sender = { operator: "sender", operand: replica.ownId };
    return { kind: "search", terms: [{ operator: "has", operand: "reaction" }, sender] };
  }
  // These say which message to show.
  const terms = narrowLink(`#${fragment}`)?.terms.filter(
    ({ operator }) => operator !== "near" && operator !== "with",
  );
  if (terms === undefined || terms.length === 0) return unreadable("weir does not know this place");
  const read: SearchTerm[] = [];
  for (const term of terms) {
    const { operator, operand, negated } = term;
    const one =
      operator === weirOnly
        ? { operator, operand, ...(negated && { negated }) }
        : searchTerm(replica, term);
    if (one === undefined)
      return unreadable(
        /^(?:channel|stream)$/.test(operator)
          ? "its stream is not known here"
          : `weir cannot read ${operator}:${operand}`,
      );
    read.push(withoutOwn(replica, one));
  }
  return { kind: "search", terms: read };
}

function unreadable(reason: string): ReadView {
  return { kind: "unreadable", reason };
}

/** The search for these terms, in words. */
export function searchFor(replica: Replica, terms: readonly SearchTerm[]): SearchNarrow {
  return { kind: "search", text: textOfTerms(replica, terms), terms };
}

/** Direct conversations are named by everybody else in them. */
function withoutOwn({ ownId }: Replica, term: SearchTerm): SearchTerm {
  const { operator, operand } = term;
  if (operator !== "dm" || typeof operand !== "object") return term;
  return { ...term, operand: others(sorted(operand as readonly UserId[]), ownId) };
}

/** The end of the URL of that search. */
export function fragmentOf(replica: Replica, terms: readonly SearchTerm[]): string {
  const parts = terms.map((term) => {
    const { operator, negated } = term;
    return `${negated === true ? "-" : ""}${urlNames[operator] ?? operator}/${operandOf(replica, term)}`;
  });
  return `narrow/${parts.join("/")}`;
}

const urlNames: Readonly<Partial<Record<string, string>>> = {
  stream: "channel",
  streams: "channels",
};

function operandOf(replica: Replica, { operator, operand }: SearchTerm): string {
  const nameOf = (id: number) => get(replica.people, id as UserId)?.name ?? "";
  if (typeof operand === "string" || operator === "id") return linkOperand(`${operand}`);
  if (operator === "stream")
    return namedOperand(Number(operand), knownStream(replica, operand as StreamId)?.name ?? "");
  const ids = typeof operand === "number" ? [operand] : operand;
  return namedOperand(ids.join(","), ids.length === 1 ? nameOf(ids[0] ?? 0) : "group");
}

/** Whether the server can store the view, so that it is there in all of the user's clients. */
export function isStorable(replica: Replica, search: SearchNarrow): boolean {
  return replica.realm.featureLevel >= since.navigationViews && isForServers(search, replica);
}

/** The search for what the place shows; undefined: there is none, or it finds everything. */
export function searchOfNarrow(replica: Replica, narrow: Narrow): SearchNarrow | undefined {
  const terms = termsOf(replica, narrow);
  return terms.length === 0 ? undefined : searchFor(replica, terms);
}

function termsOf({ ownId }: Replica, narrow: Narrow): readonly SearchTerm[] {
  switch (narrow.kind) {
    case "search":
      return narrow.terms;
    case "topic":
      return [
        { operator: "stream", operand: narrow.streamId },
        { operator: "topic", operand: narrow.topic },
      ];
    case "stream":
      return [{ operator: "stream", operand: narrow.streamId }];
    case "direct":
      return [{ operator: "dm", operand: others(narrow.userIds, ownId) }];
    case "sender":
      return [{ operator: "sender", operand: narrow.userId }];
    case "mentions":
      return [{ operator: "is", operand: "mentioned" }];
    case "starred":
      return [{ operator: "is", operand: "starred" }];
    case "directs":
      return [{ operator: "is", operand: "dm" }];
    case "all":
      return [];
  }
}

/** The view of that search, however its URL is written; undefined without one. */
export function viewOfSearch(replica: Replica, { terms }: SearchNarrow): SavedView | undefined {
  const sought = keyOf(terms);
  return savedViews(replica).find((view) => {
    const read = readView(replica, view);
    return read.kind === "search" && keyOf(read.terms) === sought;
  });
}

/** Equal for terms in another order. */
function keyOf(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ operator, operand, negated }) => JSON.stringify([operator, operand, negated === true]))
    .sort()
    .join();
}

/** By the name as it is written, else the only one that has it in other capitals. */
export function viewNamed(replica: Replica, name: string): SavedView | undefined {
  const all = savedViews(replica);
  const folded = name.trim().toLowerCase();
  const same = all.filter((view) => view.name.trim().toLowerCase() === folded);
  return all.find((view) => view.name === name) ?? (same.length === 1 ? same[0] : undefined);
}

/** GAP(view-name): the document names no limit. */
const longestName = 100;

/** Why the name cannot be given to a view; `but`: to that one. */
export function nameProblem(replica: Replica, name: string, but?: SavedView): string | undefined {
  const folded = name.trim().toLowerCase();
  if (folded === "") return "A view needs a name.";
  if (/[\n\r\t]/.test(name.trim())) return "The name of a view is one line.";
  if ([...folded].length > longestName)
    return `The name of a view has at most ${longestName} characters.`;
  const isTaken = savedViews(replica).some(
    (view) => view.fragment !== but?.fragment && view.name.trim().toLowerCase() === folded,
  );
  return isTaken ? `There is a view “${name.trim()}” already.` : undefined;
}

/** Why that search cannot be a view. */
export function searchProblem(replica: Replica, search: SearchNarrow): string | undefined {
  if (search.terms.some(isTimeTerm))
    return "A view lasts: before:, after: and on: cannot be in it.";
  const view = viewOfSearch(replica, search);
  return view && `The view “${view.name}” is this search already.`;
}
