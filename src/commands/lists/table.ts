/** Every list with the key that opens it and the source of its rows. */

import { inboxSource } from "#commands/conversation/inbox.ts";
import { recentSource } from "#commands/conversation/recent.ts";
import { draftsSource } from "#commands/draft/list.ts";
import { groupsSource } from "#commands/group/list.ts";
import { outboxSource } from "#commands/outbox/list.ts";
import { peopleSource } from "#commands/person/list.ts";
import { fieldsSource } from "#commands/profile-field/list.ts";
import { scheduledSource } from "#commands/scheduled/list.ts";
import { searchSource } from "#commands/search/list.ts";
import { streamsSource } from "#commands/stream/list.ts";
import { topicsSource } from "#commands/stream/topics.ts";
import type { SearchNarrow } from "#model/narrow.ts";
import type { ListKind, ListPlace } from "#store/list-places.ts";
import type { StreamId } from "#wire/ids.ts";
import type { ListSource } from "./list.ts";

type ListRow<Source> = {
  readonly keys: string;
  /** The title of its key's command. */
  readonly title: string;
  readonly source: Source;
};

type Lists = Readonly<Record<Exclude<ListKind, "topics" | "search">, ListRow<ListSource>>> & {
  readonly search: Omit<ListRow<(search: SearchNarrow) => ListSource>, "keys" | "title">;
  readonly topics: ListRow<(streamId: StreamId) => ListSource>;
};

export const listTable: Lists = {
  inbox: { keys: "g i", title: "Go to the inbox", source: inboxSource },
  recent: { keys: "g r", title: "Go to recent", source: recentSource },
  drafts: { keys: "g d", title: "Go to drafts", source: draftsSource },
  outbox: { keys: "g o", title: "Go to the outbox", source: outboxSource },
  scheduled: { keys: "g t", title: "Go to scheduled", source: scheduledSource },
  people: { keys: "g p", title: "Go to people", source: peopleSource },
  streams: { keys: "g b", title: "Go to streams", source: streamsSource },
  groups: { keys: "g U", title: "Go to user groups", source: groupsSource },
  fields: { keys: "g f", title: "Go to profile fields", source: fieldsSource },
  // Its key opens the words.
  search: { source: searchSource },
  topics: { keys: "g T", title: "Go to the topics of a stream", source: topicsSource },
};

/** The same source for the same place. */
export function sourceOf(place: ListPlace): ListSource {
  if (place.kind === "search") return listTable.search.source(place);
  return place.kind === "topics"
    ? listTable.topics.source(place.streamId)
    : listTable[place.kind].source;
}
