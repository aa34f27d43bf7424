/** What an empty list says: what that means, and which key helps. */
import { get } from "#base/table.ts";
import type { Keys } from "#commands/command.ts";
import { isUnfiltered } from "#commands/lists/inbox.ts";
import { withKeys } from "#commands/sentences.ts";
import type { List } from "#store/list.ts";
import type { ListKind, ListPlace } from "#store/list-places.ts";
import { listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";

type Sentences = readonly [means: string, helps: string];

const inboxZero: Sentences = [
  "Inbox zero.",
  "Nothing is unread.| {palette.open} goes to a stream, a topic or a person.",
];
const noneInFilter: Sentences = [
  "Nothing matches this filter.",
  "{list.next-filter} shows the next|.",
];

const others: Readonly<Record<Exclude<ListKind, "inbox" | "topics">, Sentences>> = {
  recent: [
    "Nobody has written here yet.",
    "{compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  drafts: [
    "No drafts.",
    "What you write is kept here until it is sent.| {compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  outbox: [
    "Nothing is waiting to be sent.",
    "The server has confirmed everything.| {go.inbox} goes to the inbox|.",
  ],
  scheduled: [
    "Nothing is scheduled.",
    "Messages to be sent later appear here.| {go.inbox} goes to the inbox|.",
  ],
  people: ["Nobody here.", "{list.next-filter} shows other people|."],
  streams: ["No streams here.", "{list.next-filter} shows others|, {list.add} creates one|."],
  groups: ["No groups.", "{list.add} creates one|."],
  fields: ["There are no custom profile fields.", "{list.add} creates one|."],
};

const noneArchived = "No stream was archived since weir started. Servers do not list earlier ones.";

/** By kind, what clearing the typed filter shows again. */
const all: Readonly<Partial<Record<ListKind, string>>> = {
  people: "everybody",
  streams: "all streams",
  topics: "all topics",
};

/** Undefined while the list may still be loading. */
export function emptyText(
  keys: Keys,
  state: State,
  place: ListPlace,
): readonly string[] | undefined {
  const list = listOf(state.screen, place);
  if (isLoading(state, place)) return undefined;
  const [means, helps] =
    list.input.text === ""
      ? sentencesOf(state, place, list)
      : ["No matches.", `{filter.list-leave} shows ${all[place.kind]} again|.`];
  return [means, withKeys(keys, helps)];
}

/** Drafts and the outbox are on this machine; everything else comes with the first answer. */
function isLoading({ view }: State, place: ListPlace): boolean {
  if (place.kind === "drafts" || place.kind === "outbox") return false;
  if (place.kind !== "topics") return view.epoch === 0;
  return isSubscribed(view, place) && !view.topicsComplete.has(place.streamId);
}

function sentencesOf({ view }: State, place: ListPlace, { filter }: List): Sentences {
  if (place.kind === "inbox") return isUnfiltered({ filter }) ? inboxZero : noneInFilter;
  if (place.kind === "topics")
    return isSubscribed(view, place)
      ? [
          "No topics here.",
          "{compose.stream} writes the first message|; {list.next-filter} shows other topics|.",
        ]
      : [
          "You are not in this stream, so its topics are not listed.",
          "{palette.open} goes to another stream|.",
        ];
  const [means, helps] = others[place.kind];
  return place.kind === "streams" && filter === "archived" ? [noneArchived, helps] : [means, helps];
}

function isSubscribed(
  { streams }: State["view"],
  { streamId }: Extract<ListPlace, { kind: "topics" }>,
): boolean {
  return get(streams, streamId)?.subscription !== undefined;
}
