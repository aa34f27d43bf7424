/**
 * Which pages bring messages that are wanted one by one.
 *
 * Wanted messages that are unread in one stream, with few others between them, come together: that costs less than a
 * request for each. Where there is nobody near, a page is one message.
 */
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Picture } from "#model/picture.ts";
import { streamOfKey, type UnreadConversation } from "#model/unreads.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";

export type PreviewPage = {
  /** What is asked for: everything unread in a stream or in all direct conversations, or the message itself. */
  readonly among: { readonly unreadIn: Place } | "alone";
  readonly anchor: MessageId;
  /** How many follow the anchor. */
  readonly after: number;
  /** The wanted ones that it brings. */
  readonly ids: readonly MessageId[];
};

/** Unread messages between two wanted ones that are rather fetched than asked around. */
const worthFetching = 20;
const longestPage = 200;

/** Pages that bring all of `wanted`, those first that bring what is wanted first. `isSingle`: asked for by itself. */
export function previewPages(
  picture: Picture,
  wanted: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): readonly PreviewPage[] {
  const pages = new Map<MessageId, PreviewPage>();
  for (const [place, ids] of byPlace(picture, wanted, isSingle)) {
    const found = place === "alone" ? ids.map(alone) : pagesOf(picture, place, sorted(ids));
    for (const page of found) for (const id of page.ids) pages.set(id, page);
  }
  return [...new Set(wanted.flatMap((id) => pages.get(id) ?? []))];
}

type Place = StreamId | "directs";

function byPlace(
  { unreads }: Picture,
  wanted: readonly MessageId[],
  isSingle: (id: MessageId) => boolean,
): ReadonlyMap<Place | "alone", readonly MessageId[]> {
  const groups = new Map<Place | "alone", MessageId[]>();
  for (const id of new Set(wanted)) {
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
  picture: Picture,
  place: Place,
  wanted: Sorted<MessageId>,
): readonly PreviewPage[] {
  if (wanted.length === 1) return wanted.map(alone);
  const places = placesIn(picture, place);
  const pages: { ids: MessageId[]; from: number; to: number }[] = [];
  for (const id of wanted) {
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

/** Where each unread message stands among those of its stream, or of all direct conversations. */
function placesIn({ unreads }: Picture, place: Place): ReadonlyMap<MessageId, number> {
  const group: ReadonlyMap<unknown, UnreadConversation> =
    place === "directs" ? unreads.directs : (unreads.streams.get(place) ?? new Map());
  const ids = sorted([...group.values()].flatMap((entry) => entry.ids));
  return new Map(ids.map((id, at) => [id, at]));
}
