/** The lists that can be opened: their kinds, and what identifies a list of a kind. */
import { memoizeEach } from "#base/memoize.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import type { StreamId } from "#wire/ids.ts";

/** By kind, the name in title lines and sentences. */
export const listNames = {
  inbox: "Inbox",
  digest: "Catch up",
  recent: "Recent",
  drafts: "Drafts",
  outbox: "Outbox",
  scheduled: "Scheduled",
  waiting: "Open ends",
  later: "Later",
  topics: "Topics",
  search: "Search",
  views: "Views",
  people: "People",
  streams: "Streams",
  groups: "Groups",
  fields: "Profile fields",
  snippets: "Snippets",
} as const;

export type ListKind = keyof typeof listNames;

/** Those of which there is one list; of the others, one for each stream, search or time. */
export type SingleList = Exclude<ListKind, "topics" | "search" | "digest">;

/** A place whose rows are not messages. */
export type ListPlace =
  | { readonly kind: SingleList }
  /** What happened since then; UNIX seconds. */
  | { readonly kind: "digest"; readonly since: number }
  | SearchNarrow
  | { readonly kind: "topics"; readonly streamId: StreamId };

/** The name of a list among the screen's lists. */
export function listKey(place: ListPlace): string {
  if (place.kind === "search") return searchKey(place);
  if (place.kind === "digest") return `digest:${place.since}`;
  return place.kind === "topics" ? `topics:${place.streamId}` : place.kind;
}

/** It is asked for whenever anything changes. */
const searchKey = memoizeEach(
  ({ text, terms }: SearchNarrow) => `search:${JSON.stringify([text, terms])}`,
);

/** The place of a list's key; undefined for a key of another version. */
export function listOfKey(key: string): ListPlace | undefined {
  if (key.startsWith("search:")) {
    const [text, terms] = JSON.parse(key.slice("search:".length));
    return { kind: "search", text, terms };
  }
  const [kind, id] = key.split(":");
  const number = id === undefined ? undefined : Number(id);
  return listPlaceOf({ kind, streamId: number, since: number });
}

/** The list place from fields stored by an earlier run; undefined if they are invalid, or those of a search. */
export function listPlaceOf({
  kind,
  streamId,
  since,
}: Readonly<Record<string, unknown>>): ListPlace | undefined {
  if (typeof kind !== "string" || !Object.hasOwn(listNames, kind)) return undefined;
  const known = kind as ListKind;
  if (known === "search") return undefined;
  if (known === "digest")
    return Number.isInteger(since) ? { kind: known, since: Number(since) } : undefined;
  if (known !== "topics") return { kind: known };
  return Number.isInteger(streamId) ? { kind: known, streamId: streamId as StreamId } : undefined;
}
