/** The rows and the name of each kind of list. */
import { memoizeFor, memoizeLast } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { ListSource } from "#commands/lists/list.ts";
import type { Row, RowFacts } from "#commands/lists/row.ts";
import { sourceOf } from "#commands/lists/table.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/list.ts";
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import type { State } from "#store/state.ts";
import { streamSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { rowsOfRecent, rowsOfTopics } from "./conversation-rows.ts";
import { rowsOfDrafts } from "./drafts-rows.ts";
import { drawnHeading, drawnRow } from "./drawn-row.ts";
import { rowsOfInbox } from "./inbox-rows.ts";
import { rowsOfOutbox } from "./outbox-rows.ts";
import { rowsOfPeople } from "./people-rows.ts";
import { type DrawnRow, detailColumns, type ListRows, type RowsAt } from "./row.ts";
import { rowsOfScheduled } from "./scheduled-rows.ts";
import { rowsOfStreams } from "./streams-rows.ts";

type Rows = Readonly<Partial<Record<ListKind, RowsAt>>>;

const minuteMs = 60_000;

/** The rows of each kind of list as of this minute; the same object while nothing changed. */
export function rowsByKind(parts: PaneParts): (place: ListPlace, state: State) => ListRows {
  const rows: Rows = {
    inbox: rowsOfInbox(parts),
    recent: rowsOfRecent(parts),
    drafts: rowsOfDrafts(parts),
    outbox: rowsOfOutbox(parts),
    scheduled: rowsOfScheduled(parts),
    people: rowsOfPeople(parts),
    streams: rowsOfStreams(parts),
    topics: rowsOfTopics(parts),
  };
  const drawn = rowDrawer(parts);
  const rowsAt = memoizeLast(
    (source: ListSource, kind: ListKind, view: Replica, journal: Journal, now: number) => {
      const facts = { view, journal, now };
      return rows[kind]?.(facts, now) ?? drawn(source, facts);
    },
  );
  return (place, { view, journal }) =>
    rowsAt(
      sourceOf(place),
      place.kind,
      view,
      journal,
      Math.floor(parts.clock.now() / minuteMs) * 60,
    );
}

/** A row is drawn again only if what it says has changed, or a name in it may have. */
function rowDrawer({ style, bodies }: PaneParts) {
  const drawn = memoizeFor<Row, DrawnRow>();
  return (source: ListSource, facts: RowFacts): ListRows => {
    const { view, now } = facts;
    const { people, streams, statuses } = view;
    const names = [now, people, streams, statuses, bodies.revision(view)];
    const drawing = (columns: number) => ({ style, bodies, view, now, detailColumns: columns });
    const heading = (key: RowKey) => {
      const value = source.heading?.(facts, key);
      return value && drawnHeading(drawing(0), value);
    };
    return {
      row: (placed, isTicked, size) => {
        const row = source.row?.(facts, placed, isTicked);
        if (row === undefined) return undefined;
        const columns = detailColumns(size);
        return drawn(row, [columns, ...names], () =>
          drawnRow(drawing(columns), row, source.number),
        );
      },
      section: heading,
      group: heading,
    };
  };
}

/** The name before the filters in the title line. */
export function listNameSpans(style: Style, view: Replica, place: ListPlace): readonly Span[] {
  if (place.kind === "topics")
    return streamSpans(style, get(view.streams, place.streamId), "strong");
  return [span(plain(listNames[place.kind]), "strong")];
}
