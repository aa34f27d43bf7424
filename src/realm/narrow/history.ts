/** Pages of history: the messages of a narrow around an anchor. */
import { position } from "#base/sorted.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import { since } from "#wire/levels.ts";
import { newestAnchor } from "#wire/narrow.ts";
import type { ReadyNarrow } from "./narrow.ts";

export type Anchor = number | "newest" | "oldest" | "first_unread";

/** Parses the anchor of a request; throws for fractions and for names that the level does not support. */
export function readAnchor(text: string, level: number): Anchor {
  const isWord = text === "newest" || text === "oldest" || text === "first_unread";
  if (isWord && level >= since.anchorWords) return text;
  if (!/^-?\d+$/.test(text)) throw new Refusal("Invalid anchor");
  return Math.min(newestAnchor, Math.max(0, Number(text)));
}

export type HistoryRequest = {
  readonly anchor: Anchor;
  readonly include_anchor?: boolean | undefined;
  readonly num_before: number;
  readonly num_after: number;
};

export type Page = {
  readonly anchor: number;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
};

/** Throws if both sides are requested without the anchor. */
export function pageOf(server: Server, narrow: ReadyNarrow, request: HistoryRequest): Page {
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
    foundAnchor: includes,
    foundOldest: atStart || older.length < before,
    foundNewest: atEnd || newer.length < after,
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
  const found: number[] = [];
  const { among } = narrow;
  for (let at = start; found.length < count && at >= 0 && at < among.length; at += step) {
    const id = among[at] as number;
    if (fits(server, narrow, id)) found.push(id);
  }
  return found;
}
