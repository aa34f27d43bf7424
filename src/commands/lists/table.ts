/** Every list: its definition, and the key that opens it. */

import { doneFilter, inboxDefinition, snoozedFilter } from "#commands/conversation/inbox.ts";
import { recentDefinition } from "#commands/conversation/recent.ts";
import { draftsDefinition } from "#commands/draft/list.ts";
import { groupsDefinition } from "#commands/group/list.ts";
import { outboxDefinition } from "#commands/outbox/list.ts";
import { peopleDefinition } from "#commands/person/list.ts";
import { fieldsDefinition } from "#commands/profile-field/list.ts";
import { scheduledDefinition } from "#commands/scheduled/list.ts";
import { searchDefinition } from "#commands/search/list.ts";
import { streamsDefinition, topicsDefinition } from "#commands/stream/list.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import { searchIn } from "#model/search.ts";
import type { ListKind, ListPlace } from "#store/list-places.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { withEveryAccount } from "./every-account.ts";
import type { ListDefinition } from "./list.ts";

type ListRow<Definition> = {
  readonly keys: string;
  /** The title of its key's command. */
  readonly title: string;
  readonly alsoCalled?: string;
  readonly definition: Definition;
};

type Lists = Readonly<Record<Exclude<ListKind, "topics" | "search">, ListRow<ListDefinition>>> & {
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
  // Its key opens the words.
  search: { definition: searchDefinition },
  topics: {
    alsoCalled: "list of topics,all topics",
    keys: "g T",
    title: "Go to the topics of a stream",
    definition: topicsDefinition,
  },
};

/** The list's place in another account, for which a search names other IDs. */
export function placeIn(place: ListPlace, from: Viewed, to: Viewed): ListPlace {
  return place.kind === "search" ? searchIn(place, from.view, to.view) : place;
}

type Viewed = Pick<State, "view">;

/** The same object for the same place. */
export function definitionOf(place: ListPlace): ListDefinition {
  if (place.kind === "search") return listTable.search.definition(place);
  return place.kind === "topics"
    ? listTable.topics.definition(place.streamId)
    : listTable[place.kind].definition;
}
