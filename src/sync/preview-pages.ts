/**
 * Plans the pages to fetch for individually missing messages.
 *
 * Wanted unread messages of one stream with few others between them are fetched together: that costs less than a
 * request for each. An isolated message is a page of one.
 */
import { idsOf } from "#base/id-list.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { streamOfKey, type UnreadConversation } from "#model/unreads.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";

export type PreviewPage = {
  /** The scope: everything unread in a stream or in all direct conversations, or the message alone. */
  readonly among: { readonly unreadIn: PreviewSource } | "alone";
  readonly anchor: MessageId;
  /** The number of messages after the anchor. */
  readonly after: number;
  /** The missing messages that it contains. */
  readonly ids: readonly MessageId[];
};

/** Up to this many unread messages between two missing ones are fetched along rather than skipped. */
const worthFetching = 20;
const longestPage = 200;

/** Pages that contain all of `missing`, in order of the first missing message. `isSingle`: fetched alone. */
export function previewPages(
  replica: Replica,
  missing: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): readonly PreviewPage[] {
  const pages = new Map<MessageId, PreviewPage>();
  for (const [place, ids] of byPlace(replica, missing, isSingle)) {
    const found = place === "alone" ? ids.map(alone) : pagesOf(replica, place, sorted(ids));
    for (const page of found) for (const id of page.ids) pages.set(id, page);
  }
  return [...new Set(missing.flatMap((id) => pages.get(id) ?? []))];
}

type PreviewSource = StreamId | "directs";

function byPlace(
  { unreads }: Replica,
  missing: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): ReadonlyMap<PreviewSource | "alone", readonly MessageId[]> {
  const groups = new Map<PreviewSource | "alone", MessageId[]>();
  for (const id of new Set(missing)) {
    const key = get(unreads.where, id);
    const isAlone = key === undefined || isSingle(id);
    const place = isAlone ? "alone" : (streamOfKey(key) ?? "directs");
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [id]);
    else group.push(id);
  }
  return groups;
}

function alone(id: MessageId): PreviewPage {
  return { among: "alone", anchor: id, after: 0, ids: [id] };
}

function pagesOf(
  replica: Replica,
  place: PreviewSource,
  missing: Sorted<MessageId>,
): readonly PreviewPage[] {
  if (missing.length === 1) return missing.map(alone);
  const places = placesIn(replica, place);
  const pages: { ids: MessageId[]; from: number; to: number }[] = [];
  for (const id of missing) {
    const at = places.get(id) ?? 0;
    const last = pages.at(-1);
    if (last && at - last.to <= worthFetching && at - last.from < longestPage) {
      last.ids.push(id);
      last.to = at;
    } else pages.push({ ids: [id], from: at, to: at });
  }
  return pages.map(({ ids, from, to }) => {
    const [anchor = 0 as MessageId] = ids;
    return ids.length === 1
      ? alone(anchor)
      : { among: { unreadIn: place }, anchor, after: to - from, ids };
  });
}

/** The position of each unread message among those of its stream, or of all direct conversations. */
function placesIn({ unreads }: Replica, place: PreviewSource): ReadonlyMap<MessageId, number> {
  const group: ReadonlyMap<unknown, UnreadConversation> =
    place === "directs" ? unreads.directs : (unreads.streams.get(place) ?? new Map());
  const ids = sorted([...group.values()].flatMap((entry) => idsOf(entry.ids)));
  return new Map(ids.map((id, at) => [id, at]));
}
