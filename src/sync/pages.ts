/** Which page of a narrow is missing, and how it is asked for. */
import { has } from "#base/sorted.ts";
import { conversationKey } from "#model/conversation.ts";
import type { History } from "#model/history.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import { unreadIn } from "#model/unreads.ts";
import type { Screen, Want } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Anchor } from "#wire/narrow.ts";

/** Read messages above the first unread one, and what follows it. */
const contextBefore = 50;
const contextAfter = 100;
const pageSize = 100;

export type PageRequest = {
  readonly anchor: Anchor;
  readonly num_before: number;
  readonly num_after: number;
  /** LEVEL(155): older servers give the anchor again, which harms nothing. */
  readonly include_anchor?: boolean;
};

/** The oldest unread message of a conversation; undefined when there is none, and for every other narrow. */
function firstUnread(picture: Picture, narrow: Narrow): MessageId | undefined {
  if (!isConversation(narrow)) return undefined;
  return unreadIn(picture.unreads, conversationKey(narrow))?.ids[0];
}

/** The known part of a narrow, if it belongs to the queue of now: what an older one told may be wrong. */
export function freshHistory(picture: Picture, narrow: Narrow): History | undefined {
  const history = picture.histories.get(narrowKey(narrow));
  return history?.epoch === picture.epoch ? history : undefined;
}

/** True when the picture holds what `want` asks for. */
export function isSatisfied(picture: Picture, { narrow, side }: Want): boolean {
  const history = freshHistory(picture, narrow);
  if (history === undefined) return false;
  if (side === "older") return history.oldestKnown;
  if (side === "newer") return history.newestKnown;
  const first = firstUnread(picture, narrow);
  return first === undefined ? history.newestKnown : has(history.ids, first);
}

/** The request for what `want` asks for. */
export function pageFor(state: State, { narrow, side }: Want): PageRequest {
  const { picture, screen } = state;
  const history = freshHistory(picture, narrow);
  const edge = side === "older" ? history?.ids[0] : history?.ids.at(-1);
  if (side === "older" && edge !== undefined)
    return { anchor: edge, num_before: pageSize, num_after: 0, include_anchor: false };
  if (side === "newer" && edge !== undefined)
    return { anchor: edge, num_before: 0, num_after: pageSize, include_anchor: false };
  const looked = lookedAt(picture, screen, narrow);
  if (looked !== undefined) return { anchor: looked, num_before: pageSize, num_after: pageSize };
  return landing(picture, narrow);
}

/** Where a narrow is opened: at its first unread message, or at its end. */
function landing(picture: Picture, narrow: Narrow): PageRequest {
  const first = firstUnread(picture, narrow);
  if (first !== undefined)
    return { anchor: first, num_before: contextBefore, num_after: contextAfter };
  const mayHaveUnread = !isConversation(narrow) || picture.unreads.older;
  if (mayHaveUnread && narrow.kind !== "starred" && narrow.kind !== "mentions")
    return { anchor: "first_unread", num_before: contextBefore, num_after: contextAfter };
  return { anchor: "newest", num_before: pageSize, num_after: 0 };
}

/**
 * The message that the person looks at, in a narrow that was known before the queue was lost: its new page must hold
 * the line under the cursor. Undefined where nothing was known.
 */
function lookedAt(picture: Picture, screen: Screen, narrow: Narrow): MessageId | undefined {
  const key = narrowKey(narrow);
  const stale = picture.histories.get(key);
  if (stale === undefined || stale.epoch === picture.epoch || stale.ids.length === 0)
    return undefined;
  const reader = screen.readers.get(key);
  const rows = [reader?.top?.row, reader?.selected];
  const row = rows.find((id) => typeof id === "number" && has(stale.ids, id));
  return typeof row === "number" ? row : stale.ids.at(-1);
}
