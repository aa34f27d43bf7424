/** Every list with the key that opens it and the source of its rows. */
import type { SearchNarrow } from "#model/narrow.ts";
import type { ListKind, ListPlace } from "#store/list-places.ts";
import type { StreamId } from "#wire/ids.ts";
import { draftsSource } from "./drafts.ts";
import { fieldsSource } from "./fields.ts";
import { groupsSource } from "./groups.ts";
import { inboxSource } from "./inbox.ts";
import type { ListSource } from "./list.ts";
import { outboxSource } from "./outbox.ts";
import { peopleSource } from "./people.ts";
import { recentSource } from "./recent.ts";
import { scheduledSource } from "./scheduled.ts";
import { searchSource } from "./search.ts";
import { streamsSource } from "./streams.ts";
import { topicsSource } from "./topics.ts";

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
