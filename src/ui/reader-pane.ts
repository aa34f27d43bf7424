/** The open narrow in its pane: which rows stand where, and the lines they make. */

import { latest, sameList } from "#base/latest.ts";
import type { Intent } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import type { Reader } from "#store/screen.ts";
import { sendsOf } from "#store/sends.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import type { Lines, PaneParts } from "./panes.ts";
import {
  type ReaderSize,
  readerLines,
  type Sheet,
  selectedIndex,
  sentenceLines,
  sheets,
  skeletonLines,
  windowOf,
} from "./reader-lines.ts";
import { countOf, readerRows } from "./reader-rows.ts";
import type { Window } from "./viewport.ts";

export type Reading = {
  readonly narrow: Narrow;
  readonly reader: Reader | undefined;
  readonly size: ReaderSize;
  readonly sheet: Sheet;
  readonly window: Window;
  /** The row that keys mean; -1 when there is none. */
  readonly selected: number;
};

const noSends: readonly Intent[] = [];
const minute = 60;

export function readerPane(
  { style, bodies, clock }: PaneParts,
  geometry: (state: State) => Geometry,
): {
  readonly reading: (state: State) => Reading | undefined;
  readonly lines: (state: State) => Lines;
} {
  const sheetOf = sheets(style, bodies);
  const size = latest((region: Region, gutter: 1 | 2): ReaderSize => {
    return { columns: region.columns, rows: region.rows, gutter };
  });
  const kept = latest(
    (
      picture: Picture,
      sends: readonly Intent[],
      narrow: Narrow,
      reader: Reader | undefined,
      paneSize: ReaderSize,
      today: number,
      _textRevision: number,
    ): Reading => {
      const rows = readerRows(picture.histories.get(narrowKey(narrow)), sends);
      const newFrom = reader?.newFrom;
      const sheet = sheetOf({ picture, narrow, rows, newFrom, size: paneSize, today });
      const window = windowOf(sheet, reader, paneSize.rows);
      return {
        narrow,
        reader,
        size: paneSize,
        sheet,
        window,
        selected: selectedIndex(sheet, reader, window),
      };
    },
  );
  const reading = (state: State): Reading | undefined => {
    const { screen, view, journal } = state;
    const { pane, gutter } = geometry(state);
    if (screen.place.kind === "inbox" || pane === undefined) return undefined;
    const { narrow } = screen.place;
    const sends = isConversation(narrow) ? sendsOf(journal, conversationKey(narrow)) : noSends;
    const reader = screen.readers.get(narrowKey(narrow));
    // The day is all that is asked of the hour: it may be a minute old.
    const today = Math.floor(clock.now() / 1000 / minute) * minute;
    return kept(view, sends, narrow, reader, size(pane, gutter), today, bodies.revision());
  };
  const drawn = latest((now: Reading, focused: boolean, failure: string | undefined): Lines => {
    const { sheet, window, selected, size: paneSize } = now;
    if (countOf(sheet.rows) > 0) {
      return readerLines(style, paneSize, sheet, window, { selected, focused });
    }
    if (failure !== undefined) {
      return sentenceLines(style, paneSize, [failure, "It is tried again by itself."]);
    }
    if (!sheet.rows.startKnown || !sheet.rows.endKnown) return skeletonLines(style, paneSize);
    return sentenceLines(style, paneSize, emptySentences(now.narrow));
  });
  let last: Lines = [];
  return {
    reading,
    lines: (state) => {
      const now = reading(state);
      if (now === undefined) return [];
      const { screen, session } = state;
      const failure = session.loadFailures.get(narrowKey(now.narrow));
      const focused = screen.focus === "pane" && screen.dialog === undefined;
      // Events change the picture often and the pane seldom.
      last = sameList(last, drawn(now, focused, failure));
      return last;
    },
  };
}

function emptySentences(narrow: Narrow): readonly string[] {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return [
        "Nobody has written here yet.",
        "r writes the first message, n goes to the next unread.",
      ];
    case "mentions":
      return ["Nobody has mentioned you yet.", "n goes to the next unread, g i to the inbox."];
    case "starred":
      return ["You have starred nothing yet.", "s on a message stars it."];
    case "stream":
    case "all":
    case "directs":
    case "sender":
      return ["There are no messages here.", "^K goes to a stream, a topic or a person."];
  }
}
