/** Determines which page of a narrow is missing, and fetches it into the replica. */

import type { CallOptions } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { has, type Sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { conversationKey } from "#model/conversation.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { covers, type History } from "#model/histories.ts";
import { isStale, mergePage, type Page, requestedNow } from "#model/merge-page.ts";
import {
  isConversation,
  type Narrow,
  type NarrowKey,
  narrowKey,
  type SearchNarrow,
} from "#model/narrow.ts";
import { confirmedMessage, type Replica } from "#model/replica.ts";
import {
  isForServers,
  type MatchWords,
  matchWordsOf,
  type Period,
  periodOf,
} from "#model/search.ts";
import { firstUnreadOf } from "#model/select/conversations.ts";
import { newestIn } from "#model/topics.ts";
import { edges, type LoadRequest, type Reader, type Screen } from "#store/screen.ts";
import { isLean, type State, type Store } from "#store/state.ts";
import { changeReplica, changeScreen, changeSession } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { firstFrom } from "#sync/history/day-jump.ts";
import { followMissedMove, topicNow } from "#sync/missed-move.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { Anchor } from "#wire/narrow.ts";

/** The number of messages before the first unread one. */
export const contextBefore = 50;
export const contextAfter = 100;
export const pageSize = 100;
/** Where the line is slow, pages are smaller by this factor: about a screen. */
const leanFactor = 4;

type PageRequest = {
  readonly anchor: Anchor;
  readonly num_before: number;
  readonly num_after: number;
  /** LEVEL(155): older servers include the anchor again, which is harmless. */
  readonly include_anchor?: boolean;
};

/** The oldest unread message of a conversation; undefined when there is none, and for every other narrow. */
export function firstUnread(replica: Replica, narrow: Narrow): MessageId | undefined {
  return isConversation(narrow) ? firstUnreadOf(replica, conversationKey(narrow)) : undefined;
}

/** The known part of a narrow if it belongs to the current queue: data of an older one may be wrong. */
export function freshHistory(replica: Replica, narrow: Narrow): History | undefined {
  const history = replica.histories.get(narrowKey(narrow));
  return history?.epoch === replica.epoch ? history : undefined;
}

/** The message on which the reader of a narrow is to land; undefined when it has its position. */
export function jumpTargetOf(
  { readers }: Pick<Screen, "readers">,
  narrow: Narrow,
): MessageId | undefined {
  return readers.get(narrowKey(narrow))?.jumpTarget;
}

/** Ends the jump of a reader to an end of what is known; other jumps end where their message is drawn. */
export function landAtEdge(store: Store, key: NarrowKey, jumpTarget: MessageId): void {
  const ids = store.getState().replica.histories.get(key)?.ids ?? [];
  changeScreen(store, (screen) => {
    const reader = screen.readers.get(key);
    const now = reader?.jumpTarget === jumpTarget ? landedAtEdge(reader, ids) : undefined;
    return now === undefined
      ? screen
      : { ...screen, readers: new Map(screen.readers).set(key, now) };
  });
}

/** The reader positioned at the requested end; undefined if the jump target is a message. */
function landedAtEdge(reader: Reader, ids: Sorted<MessageId>): Reader | undefined {
  if (reader.jumpTarget === edges.first) return { ...reader, selected: ids[0], jumpTarget: ids[0] };
  if (reader.jumpTarget !== edges.last) return undefined;
  return { ...reader, selected: ids.at(-1), top: undefined, jumpTarget: undefined };
}

/** True when the replica contains what `want` asks for. */
export function isSatisfied(
  { replica, screen }: Pick<State, "replica" | "screen">,
  { narrow, side, at }: LoadRequest,
): boolean {
  if (narrow.kind === "search" && !isForServers(narrow, replica)) return true;
  const history = freshHistory(replica, narrow);
  if (history === undefined) return false;
  if (side === "older") return history.oldestKnown;
  if (side === "newer" || side === "newest") return history.newestKnown;
  const jumpTarget = at ?? jumpTargetOf(screen, narrow);
  if (jumpTarget !== undefined) return covers(history, jumpTarget);
  const first = firstUnread(replica, narrow);
  return first === undefined ? history.newestKnown : has(history.ids, first);
}

/** The request for what `want` asks for. */
function pageFor(state: State, { narrow, side, at, count = pageSize }: LoadRequest): PageRequest {
  const { replica, screen } = state;
  const history = freshHistory(replica, narrow);
  const edge = side === "older" ? history?.ids[0] : history?.ids.at(-1);
  if (side === "older" && edge !== undefined)
    return { anchor: edge, num_before: count, num_after: 0, include_anchor: false };
  if (side === "newer" && edge !== undefined)
    return { anchor: edge, num_before: 0, num_after: count, include_anchor: false };
  if (side === "newest") return { anchor: "newest", num_before: count, num_after: 0 };
  const first = firstUnread(replica, narrow);
  const target = at ?? jumpTargetOf(screen, narrow);
  if (target !== undefined && target !== first) return pageAround(target);
  const looked = lookedAt(replica, screen, narrow);
  if (looked !== undefined && (history === undefined || first === undefined))
    return pageAround(looked);
  return openingPage(replica, narrow);
}

function sized(state: State, page: PageRequest): PageRequest {
  if (!isLean(state)) return page;
  const part = (count: number) => Math.ceil(count / leanFactor);
  return { ...page, num_before: part(page.num_before), num_after: part(page.num_after) };
}

function pageAround(id: MessageId): PageRequest {
  if (id === edges.first) return { anchor: "oldest", num_before: 0, num_after: pageSize };
  if (id === edges.last) return { anchor: "newest", num_before: pageSize, num_after: 0 };
  return { anchor: id, num_before: pageSize, num_after: pageSize };
}

/** These open at the newest message, regardless of unread ones. */
const opensAtNewest: ReadonlySet<Narrow["kind"]> = new Set(["starred", "mentions", "search"]);

/** Where a narrow opens: at its first unread message, or at its end. */
function openingPage(replica: Replica, narrow: Narrow): PageRequest {
  const first = firstUnread(replica, narrow);
  if (first !== undefined)
    return { anchor: first, num_before: contextBefore, num_after: contextAfter };
  const mayHaveUnread = !isConversation(narrow) || replica.unreads.older;
  if (mayHaveUnread && !opensAtNewest.has(narrow.kind))
    return { anchor: "first_unread", num_before: contextBefore, num_after: contextAfter };
  return { anchor: "newest", num_before: pageSize, num_after: 0 };
}

/**
 * The message that the user looks at, in a narrow known before the queue was lost, or known in the middle only: its
 * new page must contain the line under the cursor. Undefined if there is none.
 */
function lookedAt(replica: Replica, screen: Screen, narrow: Narrow): MessageId | undefined {
  const key = narrowKey(narrow);
  const history = replica.histories.get(key);
  if (history === undefined || history.ids.length === 0) return undefined;
  const reader = screen.readers.get(key);
  const rows = [reader?.top?.row, reader?.selected];
  const row = rows.find((id) => typeof id === "number" && has(history.ids, id));
  if (typeof row === "number") return row;
  return history.epoch === replica.epoch ? undefined : history.ids.at(-1);
}

export type PageOptions = Pick<CallOptions, "priority" | "beforeSending"> & {
  /** Aborted while the request waits in the lane, to replace it by one with a higher priority. */
  readonly withdrawn?: AbortSignal;
};

/** The server's page of what `want` asks for. */
export async function requestPage(
  context: SyncContext,
  want: LoadRequest,
  { withdrawn = context.stopped, ...rest }: PageOptions,
) {
  const signal = AbortSignal.any([context.stopped, withdrawn]);
  const state = context.store.getState();
  const request = sized(state, pageFor(state, want));
  return fetchPage(context, want.narrow, request, { ...rest, signal });
}

async function fetchPage(
  context: SyncContext,
  narrow: Narrow,
  request: PageRequest,
  options: CallOptions,
) {
  const { ownId } = context.store.getState().replica;
  const page = {
    ...(await withinPeriod(context, narrow, request)),
    narrow: termsOf(narrow, ownId, context.connection().level()),
    client_gravatar: true,
  };
  return fetchMessages(context, page, options);
}

/** The newest messages that the server finds, ascending, and whether these are all; nothing is kept of them. */
export async function newestFound(
  context: SyncContext,
  search: SearchNarrow,
  count: number,
  withdrawn: AbortSignal,
): Promise<Pick<Page, "messages" | "foundOldest">> {
  const request = { anchor: "newest", num_before: count, num_after: 0 } as const;
  const signal = AbortSignal.any([context.stopped, withdrawn]);
  const answer = await fetchPage(context, search, request, { priority: "background", signal });
  return pageOf(search, answer);
}

/** Repeats the request until the response is not older than events applied meanwhile. */
export async function loadPage(
  context: SyncContext,
  want: LoadRequest,
  options: PageOptions,
): Promise<void> {
  const { store } = context;
  const { narrow } = want;
  for (let merged = false; !merged; ) {
    const asked = requestedNow(store.getState().replica);
    const { answer, messages } = await requestPage(context, want, options);
    const page = pageOf(narrow, { answer, messages });
    if (await wasMoved(context, narrow, page)) return;
    const merge = () =>
      changeReplica(
        store,
        (replica, batch) => {
          merged = !isStale(replica, narrow, asked);
          return merged ? mergePage(replica, narrow, page, asked, batch) : replica;
        },
        ownOf(store.getState().replica, messages),
      );
    if (options.priority === "background") await context.collect(merge);
    else merge();
    if (merged && narrow.kind === "search") storeMatches(store, narrowKey(narrow), messages);
  }
}

/**
 * Whether a topic that has nothing any more was moved as a whole, of which no event told: then all that is open or written
 * there has followed it.
 */
async function wasMoved(context: SyncContext, narrow: Narrow, page: Page): Promise<boolean> {
  const { store } = context;
  const isEmpty = page.messages.length === 0 && page.foundOldest && page.foundNewest;
  if (narrow.kind !== "topic" || !isEmpty) return false;
  const { replica } = store.getState();
  const newest = newestIn(replica, narrow);
  if (newest === undefined || confirmedMessage(replica, newest) !== undefined) return false;
  const now = await topicNow(context, newest);
  if (now === undefined || conversationKey(now) === conversationKey(narrow)) return false;
  followMissedMove(store, newest, narrow, now);
  return true;
}

/**
 * Servers know no times: the ends of a search between times are found by the IDs of its messages, in a few requests,
 * so that what lies outside is not fetched.
 */
async function withinPeriod(
  context: SyncContext,
  narrow: Narrow,
  request: PageRequest,
): Promise<PageRequest> {
  const { since, until } = periodOf(narrow);
  const { anchor } = request;
  const at = anchor === "oldest" ? since : until;
  const isEnd = anchor === "oldest" || anchor === "newest";
  if (!isEnd || at === 0 || at === Infinity) return request;
  const first = await firstFrom(context, { narrow, at });
  // Nothing was sent from that time on.
  if (first === undefined || first.timestamp < at) return request;
  return { ...request, anchor: first.id };
}

type Answered = Pick<Awaited<ReturnType<typeof fetchMessages>>, "answer" | "messages">;

function pageOf(narrow: Narrow, { answer, messages }: Answered): Page {
  const { anchor } = answer;
  if (anchor === undefined)
    throw new ApiError({ kind: "malformed", sent: "maybe", path: "anchor", reason: "is missing" });
  return cutTo(periodOf(narrow), {
    messages,
    foundOldest: answer.found_oldest ?? false,
    foundNewest: answer.found_newest ?? false,
    anchor,
  });
}

/** A message outside of the period shows that its end is found. */
function cutTo({ since, until }: Period, page: Page): Page {
  const messages = page.messages.filter(({ timestamp }) => timestamp >= since && timestamp < until);
  if (messages.length === page.messages.length) return page;
  return {
    ...page,
    messages,
    foundOldest: page.foundOldest || page.messages.some(({ timestamp }) => timestamp < since),
    foundNewest: page.foundNewest || page.messages.some(({ timestamp }) => timestamp >= until),
  };
}

/** The user's own messages of a page, which may include unconfirmed sends. */
function ownOf(replica: Replica, messages: readonly Message[]): readonly OwnMessage[] {
  return messages
    .filter(({ sender_id }) => sender_id === replica.ownId)
    .map((message) => {
      const { id, conversation, content } =
        get(replica.messages, message.id) ?? fromWireMessage(message);
      return { id, conversation, content };
    });
}

const maxSearches = 20;

type MatchedMessage = Pick<Message, "id" | "match_content" | "match_subject">;

/** Stores the matches of a page of the search `key`. */
export function storeMatches(store: Store, key: NarrowKey, page: readonly MatchedMessage[]): void {
  const matched = page.flatMap((message) => {
    const words = matchWordsOf(message);
    return words === undefined ? [] : [[message.id, words] as const];
  });
  storeMatched(store, key, matched);
}

export function storeMatched(
  store: Store,
  key: NarrowKey,
  found: readonly (readonly [MessageId, MatchWords])[],
): void {
  if (found.length === 0) return;
  changeSession(store, (session) => {
    const matches = new Map(session.matches);
    const before = matches.get(key) ?? [];
    matches.delete(key);
    matches.set(key, new Map([...before, ...found]));
    const oldest = matches.size > maxSearches ? matches.keys().next().value : undefined;
    if (oldest !== undefined) matches.delete(oldest);
    return { ...session, matches };
  });
}
