/** Compiles a narrow for a person: which messages match, and the pages of its history. */

import { position } from "#base/sorted.ts";
import { badNarrow, Refusal } from "#realm/failures.ts";
import { canReadHistory, mayRead } from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import { isMutedPlace, isMutedTopic } from "#realm/state/personal.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { newestAnchor } from "#wire/narrow.ts";
import {
  conditionOf,
  type SearchContext,
  searchCondition,
  streamOf,
  type Term,
  topicList,
  wholeNumber,
} from "./conditions.ts";

type ReadyNarrow = {
  /** Ascending IDs that include all matches, and usually more. */
  readonly among: readonly number[];
  readonly holds: (message: Message) => boolean;
  /** Whether `first_unread` stops at a message: muted ones do not count unless the narrow selects them. */
  readonly countsAsUnread: (message: Message) => boolean;
  /** The query of a full-text search; undefined without one. */
  readonly search: string | undefined;
};

const directOperators = new Set(["dm", "dm-including", "group-pm-with"]);
const streamOperators = new Set(["channel", "channels", "topic"]);

function isDirect({ operator, operand }: Term): boolean {
  return (
    directOperators.has(operator) ||
    (operator === "is" && (operand === "dm" || operand === "private"))
  );
}

export function readyNarrow(server: Server, person: Person, sent: readonly Term[]): ReadyNarrow {
  const asking: SearchContext = { server, person, personal: personalOf(server.state, person.id) };
  const all = withReplaced(asking, sent);
  const terms = all.filter(({ operator }) => operator !== "search");
  const conditions = terms.map((term) => conditionOf(asking, term));
  if (terms.some(isDirect) && terms.some(({ operator }) => streamOperators.has(operator))) {
    throw badNarrow("No message can be both a channel message and direct message");
  }
  const shared = searchesShared(asking, terms);
  const visible = (message: Message) =>
    shared ? mayRead(server, person, message) : isOwn(server.state, asking.personal, message);
  const namesStream = terms.some(({ operator }) => operator === "channel");
  // Several are combined into one search; they cannot be negated.
  const searches = all.flatMap(({ operator, operand }) => (operator === "search" ? [operand] : []));
  const search = searches.length === 0 ? undefined : searches.join(" ");
  if (search !== undefined) conditions.push(searchCondition(search));
  return {
    among: shortest(asking, terms, conditions),
    holds: (message) => conditions.every(({ holds }) => holds(message)) && visible(message),
    countsAsUnread: (message) =>
      asking.personal.unread.has(message.id) &&
      !(namesStream ? isMutedTopic : isMutedPlace)(asking.personal, message),
    search,
  };
}

function shortest(
  asking: SearchContext,
  terms: readonly Term[],
  conditions: readonly ReturnType<typeof conditionOf>[],
): readonly number[] {
  const lists = [
    topicList(asking, terms),
    ...conditions.map(({ among }) => among?.()),
    asking.server.state.messages.ids,
  ];
  const listed = lists.filter((list) => list !== undefined);
  return listed.reduce((best, list) => (list.length < best.length ? list : best));
}

/** Replaces a `with` term by the current conversation of its message. */
function withReplaced(asking: SearchContext, terms: readonly Term[]): readonly Term[] {
  const [first, second] = terms.filter(({ operator }) => operator === "with");
  if (first === undefined) return terms;
  if (second !== undefined) {
    throw badNarrow("Duplicate 'with' operators.", "Invalid narrow operator combination");
  }
  const id = wholeNumber(first.operand);
  if (id === undefined) throw badNarrow("Invalid 'with' operator");
  const others = terms.filter(({ operator }) => operator !== "with");
  const message = asking.server.state.messages.byId.get(id);
  if (message === undefined || !mayRead(asking.server, asking.person, message)) return others;
  const rest = others.filter((term) => !isDirect(term) && !streamOperators.has(term.operator));
  if (message.streamId === undefined) {
    return [...rest, { operator: "dm", operand: addressees(message), negated: false }];
  }
  return [
    ...rest,
    { operator: "channel", operand: message.streamId, negated: false },
    { operator: "topic", operand: message.topic, negated: false },
  ];
}

/** In one-to-one messages, servers use the recipient: for received messages, that is oneself. */
function addressees({ participants, senderId }: Message): readonly number[] {
  if (participants.length > 2) return participants;
  return [participants.find((id) => id !== senderId) ?? senderId];
}

/** Operands of `is:` that are not about what the person received. */
const sharedStates: ReadonlySet<unknown> = new Set(["resolved", "followed", "muted"]);

/** Whether messages that the person never received are included. */
function searchesShared(asking: SearchContext, terms: readonly Term[]): boolean {
  const personalOnly = terms.some(
    ({ operator, operand }) => operator === "is" && !sharedStates.has(operand),
  );
  if (personalOnly) return false;
  // The last of several streams decides.
  return terms.reduce((isShared, term) => {
    if (term.negated) return isShared;
    if (term.operator === "channel")
      return canReadHistory(asking.server, asking.person, streamOf(asking, term));
    const isAllPublic = term.operator === "channels" && term.operand === "public";
    return isShared || (isAllPublic && !isGuest(asking.person));
  }, false);
}

// Pages of history: the messages of a narrow around an anchor.

type Anchor = number | "newest" | "oldest" | "first_unread";

/** Parses the anchor of a request; throws for fractions and for names that the level does not support. */
export function readAnchor(text: string, level: number): Anchor {
  const isWord = text === "newest" || text === "oldest" || text === "first_unread";
  if (isWord && level >= since.anchorWords) return text;
  if (!/^-?\d+$/.test(text)) throw new Refusal("Invalid anchor");
  return Math.min(newestAnchor, Math.max(0, Number(text)));
}

type HistoryRequest = {
  readonly anchor: Anchor;
  readonly include_anchor?: boolean | undefined;
  readonly num_before: number;
  readonly num_after: number;
};

/** The IDs, ascending, and what responses say about them. Throws if both sides are requested without the anchor. */
export function pageOf(server: Server, narrow: ReadyNarrow, request: HistoryRequest) {
  const { include_anchor: includesAnchor = true } = request;
  if (!includesAnchor && request.num_before > 0 && request.num_after > 0) {
    throw new Refusal("The anchor can only be excluded at an end of the range");
  }
  const anchor = anchorOf(server, narrow, request.anchor);
  const atEnd = anchor >= newestAnchor;
  const atStart = request.anchor === "oldest" || anchor === 0;
  const asksForNothing = request.num_before === 0 && request.num_after === 0;
  const after = atEnd ? 0 : request.num_after;
  const before = atStart ? 0 : request.num_before;
  const { among } = narrow;
  const middle = position(among, anchor);
  const hasAnchor = among[middle] === anchor && fits(server, narrow, anchor);
  const includes = hasAnchor && (includesAnchor || asksForNothing);
  const older = collect(server, narrow, middle - 1, -1, before);
  const newer = collect(server, narrow, hasAnchor ? middle + 1 : middle, 1, after);
  return {
    anchor,
    ids: [...older.reverse(), ...(includes ? [anchor] : []), ...newer],
    found_anchor: includes,
    found_oldest: atStart || older.length < before,
    found_newest: atEnd || newer.length < after,
  };
}

function anchorOf(server: Server, narrow: ReadyNarrow, anchor: Anchor): number {
  if (typeof anchor === "number") return anchor;
  if (anchor === "oldest") return 0;
  if (anchor === "newest") return newestAnchor;
  return narrow.among.find((id) => isFirstUnread(server, narrow, id)) ?? newestAnchor;
}

function isFirstUnread(server: Server, narrow: ReadyNarrow, id: number): boolean {
  const message = server.state.messages.byId.get(id);
  return message !== undefined && narrow.countsAsUnread(message) && narrow.holds(message);
}

function fits(server: Server, { holds }: ReadyNarrow, id: number): boolean {
  const message = server.state.messages.byId.get(id);
  return message !== undefined && holds(message);
}

/** Up to `count` matching IDs, from index `start` on, in steps of `step`. */
function collect(
  server: Server,
  narrow: ReadyNarrow,
  start: number,
  step: 1 | -1,
  count: number,
): number[] {
  const ids: number[] = [];
  const { among } = narrow;
  for (let at = start; ids.length < count && at >= 0 && at < among.length; at += step) {
    const id = among[at] as number;
    if (fits(server, narrow, id)) ids.push(id);
  }
  return ids;
}
