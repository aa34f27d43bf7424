/** Every list: its definition, and the key that opens it. */

import { get } from "#base/table.ts";
import { type Command, inPanes } from "#commands/command.ts";
import { digestDefinition } from "#commands/conversation/digest.ts";
import { inboxDefinition, snoozedFilter } from "#commands/conversation/inbox.ts";
import { recentDefinition } from "#commands/conversation/recent.ts";
import { waitingDefinition } from "#commands/conversation/waiting.ts";
import { draftsDefinition } from "#commands/draft/list.ts";
import { groupsDefinition } from "#commands/group/list.ts";
import { laterDefinition } from "#commands/later/list.ts";
import { definitionOf, definitions } from "#commands/lists/definitions.ts";
import { withEveryAccount } from "#commands/lists/every-account.ts";
import type { ListDefinition } from "#commands/lists/list.ts";
import { doneFilter } from "#commands/lists/list.ts";
import { isNarrowed, leaveListFilter } from "#commands/lists/list-words.ts";
import { outboxDefinition } from "#commands/outbox/list.ts";
import { peopleDefinition } from "#commands/person/list.ts";
import { goTo } from "#commands/places/navigation.ts";
import { fieldsDefinition } from "#commands/profile-field/list.ts";
import { scheduledDefinition } from "#commands/scheduled/list.ts";
import { searchDefinition } from "#commands/search/list.ts";
import { viewsDefinition } from "#commands/search/view-list.ts";
import { snippetsDefinition } from "#commands/snippet/list.ts";
import { currentStream } from "#commands/stream/current.ts";
import { streamsDefinition, topicsDefinition } from "#commands/stream/list.ts";
import { secondsNow } from "#commands/time-choices.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import { newsSince } from "#store/here.ts";
import type { ListKind, ListPlace, SingleList } from "#store/list-places.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";

type ListRow<Definition> = {
  readonly keys: string;
  /** The title of its key's command. */
  readonly title: string;
  readonly alsoCalled?: string;
  readonly definition: Definition;
};

type Lists = Readonly<Record<SingleList, ListRow<ListDefinition>>> & {
  readonly digest: ListRow<(since: number) => ListDefinition>;
  readonly search: Omit<ListRow<(search: SearchNarrow) => ListDefinition>, "keys" | "title">;
  readonly topics: ListRow<(streamId: StreamId) => ListDefinition>;
};

export const listTable: Lists = {
  inbox: {
    alsoCalled: "home,unread messages,notifications",
    keys: "g i",
    title: "Go to the inbox",
    definition: withEveryAccount(inboxDefinition, [doneFilter, snoozedFilter]),
  },
  digest: {
    alsoCalled: "summary,what happened,since I was away,recap,digest",
    keys: "g .",
    title: "Catch up: what happened since you were here",
    definition: digestDefinition,
  },
  recent: { keys: "g r", title: "Go to recent", definition: withEveryAccount(recentDefinition) },
  drafts: {
    alsoCalled: "drafts,unsent messages",
    keys: "g d",
    title: "Go to drafts",
    definition: withEveryAccount(draftsDefinition),
  },
  outbox: {
    alsoCalled: "sending,failed messages",
    keys: "g o",
    title: "Go to the outbox",
    definition: withEveryAccount(outboxDefinition),
  },
  scheduled: {
    alsoCalled: "scheduled messages",
    keys: "g t",
    title: "Go to scheduled",
    definition: withEveryAccount(scheduledDefinition),
  },
  waiting: {
    alsoCalled: "waiting,unanswered,questions,follow up,who owes me an answer",
    keys: "g w",
    title: "Go to open ends",
    definition: withEveryAccount(waitingDefinition),
  },
  later: {
    alsoCalled: "reminders,snoozed,upcoming",
    keys: "g l",
    title: "Go to what comes later: reminders, snoozes, scheduled messages",
    definition: withEveryAccount(laterDefinition),
  },
  people: {
    alsoCalled: "users,members,contacts,who is online,directory",
    keys: "g p",
    title: "Go to people",
    definition: peopleDefinition,
  },
  streams: {
    alsoCalled: "channels,browse streams,all streams,find stream",
    keys: "g b",
    title: "Go to streams",
    definition: streamsDefinition,
  },
  groups: {
    alsoCalled: "user groups,teams",
    keys: "g U",
    title: "Go to user groups",
    definition: groupsDefinition,
  },
  fields: { keys: "g f", title: "Go to profile fields", definition: fieldsDefinition },
  snippets: {
    alsoCalled: "saved snippets,canned answers,templates",
    keys: "g S",
    title: "Go to saved snippets",
    definition: snippetsDefinition,
  },
  views: {
    alsoCalled: "saved searches,navigation views",
    keys: "g v",
    title: "Go to views",
    definition: viewsDefinition,
  },
  // Its key opens the words.
  search: { definition: searchDefinition },
  topics: {
    alsoCalled: "list of topics,all topics",
    keys: "g T",
    title: "Go to the topics of a stream",
    definition: topicsDefinition,
  },
};

definitions.give((place) => {
  if (place.kind === "search") return listTable.search.definition(place);
  if (place.kind === "digest") return listTable.digest.definition(place.since);
  return place.kind === "topics"
    ? listTable.topics.definition(place.streamId)
    : listTable[place.kind].definition;
});

type OpenedByKey = Exclude<ListKind, "search">;

const kinds = (Object.keys(listTable) as ListKind[]).filter(
  (kind): kind is OpenedByKey => kind !== "search",
);

/** `now` in UNIX seconds. */
function listPlaceOf(kind: OpenedByKey, state: State, now: number): ListPlace | undefined {
  if (kind === "digest") return { kind, since: newsSince(state.session.here, now) };
  if (kind !== "topics") return { kind };
  const streamId = currentStream(state);
  return streamId === undefined || get(state.view.streams, streamId) === undefined
    ? undefined
    : { kind, streamId };
}

function alsoCalled({ alsoCalled: names }: Pick<Command, "alsoCalled">) {
  return names === undefined ? {} : { alsoCalled: names };
}

/** The commands that open the lists. */
export const goToLists: readonly Command[] = kinds.map(
  (kind): Command => ({
    id: `go.${kind}`,
    title: listTable[kind].title,
    ...alsoCalled(listTable[kind]),
    keys: [listTable[kind].keys],
    where: inPanes,
    disabled: (state) =>
      listPlaceOf(kind, state, 0) === undefined ? "select a stream" : undefined,
    run: ({ store, clock }) => {
      const place = listPlaceOf(kind, store.getState(), secondsNow(clock));
      if (place === undefined) return;
      goTo(store, place);
      // What was hidden by words typed some time ago would be missed.
      if (isNarrowed(store.getState().screen)) leaveListFilter(store);
      definitionOf(place).narrowing?.prepare?.(store.getState(), clock);
    },
  }),
);
