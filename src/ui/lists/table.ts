/** The rows and the name of each kind of list. */
import { memoizeLast } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import type { State } from "#store/state.ts";
import { streamSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { rowsOfRecent, rowsOfTopics } from "./conversation-rows.ts";
import { rowsOfDrafts } from "./drafts-rows.ts";
import { rowsOfInbox } from "./inbox-rows.ts";
import { rowsOfFields, rowsOfGroups } from "./organization-rows.ts";
import { rowsOfOutbox } from "./outbox-rows.ts";
import { rowsOfPeople } from "./people-rows.ts";
import type { ListRows, RowsAt } from "./row.ts";
import { rowsOfScheduled } from "./scheduled-rows.ts";
import { rowsOfStreams } from "./streams-rows.ts";

type Rows = Readonly<Record<ListKind, RowsAt>>;

const minuteMs = 60_000;

/** The rows of each kind of list as of this minute; the same object while nothing changed. */
export function rowsByKind(parts: PaneParts): (kind: ListKind, state: State) => ListRows {
  const rows: Rows = {
    inbox: rowsOfInbox(parts),
    recent: rowsOfRecent(parts),
    drafts: rowsOfDrafts(parts),
    outbox: rowsOfOutbox(parts),
    scheduled: rowsOfScheduled(parts),
    people: rowsOfPeople(parts),
    streams: rowsOfStreams(parts),
    groups: rowsOfGroups(),
    fields: rowsOfFields(parts),
    topics: rowsOfTopics(parts),
  };
  const rowsAt = memoizeLast(
    (kind: ListKind, view: State["view"], journal: State["journal"], now: number) =>
      rows[kind]({ view, journal }, now),
  );
  return (kind, { view, journal }) =>
    rowsAt(kind, view, journal, Math.floor(parts.clock.now() / minuteMs) * 60);
}

/** The name before the filters in the title line. */
export function listNameSpans(style: Style, view: Replica, place: ListPlace): readonly Span[] {
  if (place.kind === "topics")
    return streamSpans(style, get(view.streams, place.streamId), "strong");
  return [span(plain(listNames[place.kind]), "strong")];
}
