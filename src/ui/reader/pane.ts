/** The pane of the open narrow: which rows are where, and their lines. */
import { memoizeEach, memoizeFields, memoizeLast, sameList } from "#base/memoize.ts";
import { sorted } from "#base/sorted.ts";
import type { Keys } from "#commands/command.ts";
import { markedMessages } from "#commands/message/selected.ts";
import { withKeys } from "#commands/sentences.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Intent } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { isConversation, type Narrow, narrowKey, type ReadNarrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { isList } from "#store/lists.ts";
import type { Reader, Visible } from "#store/screen.ts";
import { sendsOf } from "#store/sends.ts";
import { isAway } from "#store/session.ts";
import { type State, showsPreviews } from "#store/state.ts";
import { openFind } from "#store/typed-into.ts";
import type { Geometry, Region } from "#ui/geometry.ts";
import { hintsFor } from "#ui/hints.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import type { Style } from "#ui/style.ts";
import type { Window } from "#ui/viewport.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  type ReaderLook,
  type ReaderSize,
  readerLines,
  type Sheet,
  type SheetRequest,
  selectedIndex,
  sentenceLines,
  sheets,
  skeletonLines,
  windowOf,
} from "./lines.ts";
import { countOf, lastRow, messageIdAt, type ReaderRows, readerRows } from "./rows.ts";

export type OpenReader = {
  readonly narrow: ReadNarrow;
  readonly reader: Reader | undefined;
  readonly size: ReaderSize;
  readonly sheet: Sheet;
  readonly window: Window;
  /** The row that keys apply to; -1 for none. */
  readonly selected: number;
};

/**
 * The messages that are completely visible with nothing over them. Whether that marks them read is decided elsewhere.
 */
export function visibleOf(
  { screen }: Pick<State, "screen">,
  reading: OpenReader | undefined,
): Visible | undefined {
  if (reading === undefined || screen.dialog !== undefined) return undefined;
  const { sheet, window } = reading;
  const ids = window.parts.flatMap(({ index, to }): MessageId[] => {
    const id = messageIdAt(sheet.rows, index);
    // A message counts as read when its last line is visible: the beginning of a tall one was visible before.
    return id !== undefined && to === sheet.heights.height(index) ? [id] : [];
  });
  const isAtEnd = window.atEnd && sheet.heights.endKnown;
  return { narrow: narrowKey(reading.narrow), ids: sorted(ids), isAtEnd };
}

const noSends: readonly Intent[] = [];
const nothingUnsaved: ReadonlySet<string> = new Set();
const minute = 60;

type ReadRequest = {
  /** Of the account in which it is read. */
  readonly state: State;
  readonly narrow: ReadNarrow;
  readonly reader: Reader | undefined;
  readonly pane: Region;
  readonly gutter: 1 | 2;
  readonly isWide: boolean;
};

type ReadLook = {
  readonly marked: ReadonlySet<MessageId>;
  readonly focused: boolean;
  readonly find: string;
  /** The search whose words are marked. */
  readonly search: Narrow | undefined;
};

/** Lays out and draws narrows of one account, one at a time. */
export function narrowDrawer({ style, bodies, clock, keys, isUnseen }: PaneParts) {
  const sheetOf = sheets(style, bodies, hintsFor(keys, ["message.enter", "decide"]));
  // Opened or not yet, it has the same size.
  const size = memoizeFields((of: ReaderSize): ReaderSize => of, 2);
  const rowsOf = memoizeLast(readerRows);
  const asked = memoizeLast(openedIn);
  const moved = memoizeLast((reader: Reader | undefined, selected: Reader["selected"]) =>
    reader === undefined || reader.selected === selected ? reader : { ...reader, selected },
  );
  const kept = memoizeLast(
    (
      replica: Replica,
      rows: ReaderRows,
      narrow: ReadNarrow,
      reader: Reader | undefined,
      paneSize: ReaderSize,
      today: number,
      opened: ReturnType<typeof openedIn>,
      _revision: string,
    ): OpenReader => {
      const newFrom = reader?.newFrom;
      const request = { replica, narrow, rows, newFrom, ...opened, size: paneSize, today };
      return readingOf(sheetOf(request), narrow, reader, paneSize, isUnseen);
    },
  );
  const drawn = drawing(style, keys);
  let last: Lines = [];
  return {
    reading: ({ state, narrow, pane, gutter, isWide, ...request }: ReadRequest): OpenReader => {
      const { screen, view, journal, session } = state;
      const sends = isConversation(narrow) ? sendsOf(journal, conversationKey(narrow)) : noSends;
      const unsaved = sends.length > 0 ? session.unsaved : nothingUnsaved;
      const rows = rowsOf(view.histories.get(narrowKey(narrow)), sends, unsaved, view.epoch);
      const reader = moved(request.reader, settledRow(rows, request.reader));
      // Only the day is needed, so it may be a minute old.
      const today = Math.floor(clock.now() / 1000 / minute) * minute;
      const pictures = showsPreviews(state) ? session.pictures : undefined;
      const opened = asked(screen.reading.openSpoilers, screen.reading.scrolledColumns, pictures);
      const paneSize = size({ columns: pane.columns, rows: pane.rows, gutter, isWide });
      return kept(view, rows, narrow, reader, paneSize, today, opened, bodies.revision(view));
    },
    lines: ({ session, view }: State, now: OpenReader, look: ReadLook): Lines => {
      const key = narrowKey(now.narrow);
      const failure = session.loadFailures.get(key);
      const { search, focused, find, marked } = look;
      const matches = search && session.matches.get(narrowKey(search));
      // While the archive is read, more may come.
      const isOutOfReach = isAway(session.connection) && !session.loading.has(key);
      const scheduled = scheduledIn(view, now);
      const shown = { focused, isOutOfReach, find, scheduled, failure, matches, marked };
      const lines = drawn({ now, ...shown });
      // The replica changes often and these rows seldom.
      last = sameList(last, lines);
      return last;
    },
  };
}

export type NarrowDrawer = ReturnType<typeof narrowDrawer>;

export function readerPane(
  drawer: NarrowDrawer,
  geometry: (state: State) => Geometry,
): {
  readonly reading: (state: State) => OpenReader | undefined;
  readonly lines: (state: State) => Lines;
} {
  // Title, pane, cursor and footer ask in one state.
  const reading = memoizeLast((state: State): OpenReader | undefined => {
    const { screen } = state;
    const { pane, gutter, isWide } = geometry(state);
    if (isList(screen.place) || pane === undefined) return undefined;
    const { narrow } = screen.place;
    const reader = screen.readers.get(narrowKey(narrow));
    return drawer.reading({ state, narrow, reader, pane, gutter, isWide });
  });
  return {
    reading,
    lines: (state) => {
      const now = reading(state);
      if (now === undefined) return [];
      const { screen } = state;
      // In a conversation that was opened from a search, what was found there.
      const search = screen.trail.back.at(-1);
      return drawer.lines(state, now, {
        focused: screen.focus === "pane" && screen.dialog === undefined,
        find: openFind(screen)?.input.text ?? "",
        marked: marksIn(markedMessages(state)),
        search: search?.kind === "search" ? search : undefined,
      });
    },
  };
}

export const nothingMarked: ReadonlySet<MessageId> = new Set();

const marksIn = memoizeEach(
  (messages: readonly Message[]): ReadonlySet<MessageId> => new Set(messages.map(({ id }) => id)),
);

/** What the user chose to see of messages. */
function openedIn(
  openSpoilers: SheetRequest["openSpoilers"],
  sideways: SheetRequest["sideways"],
  pictures: SheetRequest["pictures"],
): Pick<SheetRequest, "openSpoilers" | "sideways" | "pictures"> {
  return { openSpoilers, sideways, pictures };
}

function readingOf(
  sheet: Sheet,
  narrow: ReadNarrow,
  reader: Reader | undefined,
  size: ReaderSize,
  followsEnd: boolean | undefined,
): OpenReader {
  const window = windowOf(sheet, reader, size.rows, followsEnd);
  const selected = selectedIndex(sheet, reader, window);
  return { narrow, reader, size, sheet, window, selected };
}

type Drawing = Pick<ReaderLook, "focused" | "find" | "matches" | "failure" | "marked"> & {
  readonly now: OpenReader;
  readonly isOutOfReach: boolean;
  /** How many messages are scheduled there, if there are no others. */
  readonly scheduled: number;
};

/** The reader's lines, or a message in their place. */
function drawing(style: Style, keys: Keys) {
  const retrying = withKeys(keys, "Retrying automatically|; {program.repaint} retries now|.");
  const retries = withKeys(keys, " {program.repaint} retries|");
  return memoizeFields(({ now, isOutOfReach, scheduled, failure, ...look }: Drawing): Lines => {
    const { sheet, window, selected, size: paneSize } = now;
    if (countOf(sheet.rows) > 0) {
      const failed = failure && `${moreMissing}${failure} ${retries}`;
      const why = isOutOfReach ? notHere : failed;
      const asked = { ...look, selected, failure: why, isAway: isOutOfReach };
      return readerLines(style, paneSize, sheet, window, asked);
    }
    const isKnown = sheet.rows.startKnown && sheet.rows.endKnown;
    const problem = isOutOfReach && !isKnown ? notFetched : failure;
    if (problem !== undefined) return sentenceLines(style, paneSize, [problem, retrying]);
    if (!isKnown) return skeletonLines(style, paneSize);
    return sentenceLines(style, paneSize, emptySentences(keys, now.narrow, scheduled));
  });
}

const moreMissing = "Not loaded: ";
const notHere = "Other messages come when the server answers.";
const notFetched =
  "These messages are not on this machine, and the server cannot be reached to fetch them.";

/** The selected row, which only the user moves; at a provisional end, the end of the page that replaced it. */
function settledRow(rows: ReaderRows, reader: Reader | undefined): Reader["selected"] {
  const isReplaced = reader?.onLast === "provisional" && rows.isOlder !== true;
  return isReplaced && rows.endKnown ? (lastRow(rows) ?? reader?.selected) : reader?.selected;
}

/** What an empty narrow means, and the keys that help. */
function emptySentences(keys: Keys, narrow: ReadNarrow, scheduled: number): readonly string[] {
  const [means, helps] = scheduled > 0 ? scheduledOnly(scheduled) : emptyOf(narrow);
  return [means, withKeys(keys, helps)].filter((sentence) => sentence !== "");
}

function scheduledOnly(count: number): readonly [means: string, helps: string] {
  const what = count === 1 ? "A message is scheduled" : `${count} messages are scheduled`;
  return [`${what} here, and none was sent yet.`, "{go.scheduled} lists what is scheduled."];
}

/** Asked only where there is nothing else to show. */
function scheduledIn(view: Replica, { narrow, sheet }: OpenReader): number {
  if (!isConversation(narrow) || view.scheduled.size === 0 || countOf(sheet.rows) > 0) return 0;
  const key = conversationKey(narrow);
  const all = [...view.scheduled.values()];
  return all.filter((one) => conversationKey(timedOf(view, one).address) === key).length;
}

function emptyOf(narrow: ReadNarrow): readonly [means: string, helps: string] {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return [
        "No messages here yet.",
        "{message.reply} writes the first message|, {triage.next} goes to the next unread|.",
      ];
    case "mentions":
      return [
        "No mentions yet.",
        "{triage.next} goes to the next unread|, {go.inbox} to the inbox|.",
      ];
    case "starred":
      return ["No starred messages yet.", "{message.star} on a message stars it."];
    case "stream":
    case "all":
    case "directs":
    case "sender":
      return [
        "There are no messages here.",
        "{palette.open} goes to a stream, a topic or a person.",
      ];
  }
}
