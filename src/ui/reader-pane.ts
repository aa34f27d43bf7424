/** The open narrow in its pane: which rows stand where, and the lines they make. */

import { latest, sameList } from "#base/latest.ts";
import type { Keys } from "#commands/command.ts";
import { said } from "#commands/sentences.ts";
import type { Intent } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow, type NarrowKey, narrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import type { Reader, RowId } from "#store/screen.ts";
import { sendsOf } from "#store/sends.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import { hintsFor } from "./hints.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import {
  isLanding,
  type ReaderSize,
  readerLines,
  type Sheet,
  selectedIndex,
  sentenceLines,
  sheets,
  skeletonLines,
  windowOf,
} from "./reader-lines.ts";
import { countOf, type ReaderRows, readerRows, rowAt } from "./reader-rows.ts";
import type { Style } from "./style.ts";
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
const nothingUnsaved: ReadonlySet<string> = new Set();
const minute = 60;

export function readerPane(
  { style, bodies, clock, keys }: PaneParts,
  geometry: (state: State) => Geometry,
): {
  readonly reading: (state: State) => Reading | undefined;
  readonly lines: (state: State) => Lines;
} {
  const sheetOf = sheets(style, bodies, hintsFor(keys, ["message.enter", "decide"]));
  const size = latest((region: Region, gutter: 1 | 2): ReaderSize => {
    return { columns: region.columns, rows: region.rows, gutter };
  });
  const rowsOf = latest(readerRows);
  const follow = follower();
  const moved = latest((reader: Reader | undefined, selected: Reader["selected"]) =>
    reader === undefined || reader.selected === selected ? reader : { ...reader, selected },
  );
  const kept = latest(
    (
      picture: Picture,
      rows: ReaderRows,
      narrow: Narrow,
      reader: Reader | undefined,
      paneSize: ReaderSize,
      today: number,
      _textRevision: number,
    ): Reading => {
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
    const { screen, view, journal, session } = state;
    const { pane, gutter } = geometry(state);
    if (screen.place.kind === "inbox" || pane === undefined) return undefined;
    const { narrow } = screen.place;
    const sends = isConversation(narrow) ? sendsOf(journal, conversationKey(narrow)) : noSends;
    const key = narrowKey(narrow);
    const unsaved = sends.length > 0 ? session.unsaved : nothingUnsaved;
    const rows = rowsOf(view.histories.get(key), sends, unsaved);
    const stored = screen.readers.get(key);
    const reader = moved(stored, follow(key, rows, stored, screen.focus !== "pane"));
    // The day is all that is asked of the hour: it may be a minute old.
    const today = Math.floor(clock.now() / 1000 / minute) * minute;
    return kept(view, rows, narrow, reader, size(pane, gutter), today, bodies.revision());
  };
  const drawn = drawing(style, keys);
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

/** The pane of a reading: its lines, or what is said in their place. */
function drawing(style: Style, keys: Keys) {
  return latest((now: Reading, focused: boolean, failure: string | undefined): Lines => {
    const { sheet, window, selected, size: paneSize } = now;
    if (countOf(sheet.rows) > 0) {
      return readerLines(style, paneSize, sheet, window, { selected, focused });
    }
    if (failure !== undefined) {
      return sentenceLines(style, paneSize, [failure, "It is tried again by itself."]);
    }
    if (!sheet.rows.startKnown || !sheet.rows.endKnown) return skeletonLines(style, paneSize);
    return sentenceLines(style, paneSize, emptySentences(keys, now.narrow));
  });
}

/**
 * The row that a reader has selected. Whoever stands on the last row, or writes while the end is in sight, goes on with
 * the end; everybody else stays where they are.
 */
function follower() {
  /** The end as it is, and the row from which it was followed: the store learns of it only after the frame. */
  let last: { readonly key: NarrowKey; readonly end: RowId | undefined; from: RowId | undefined };
  return (
    key: NarrowKey,
    rows: ReaderRows,
    reader: Reader | undefined,
    isElsewhere: boolean,
  ): Reader["selected"] => {
    const end = rowAt(rows, countOf(rows) - 1);
    const selected = reader?.selected;
    const isFollowing =
      last?.key === key &&
      selected !== undefined &&
      (selected === last.end || selected === last.from);
    last = { key, end, from: isFollowing || selected === end ? selected : undefined };
    const isAtEnd = reader?.top === undefined && rows.endKnown && !isLanding(reader);
    if (selected === undefined || end === undefined || !isAtEnd) return selected;
    return isFollowing || isElsewhere ? end : selected;
  };
}

/** What an empty narrow means, and the keys that help. */
function emptySentences(keys: Keys, narrow: Narrow): readonly string[] {
  const [means, helps] = emptyOf(narrow);
  return [means, said(keys, helps)].filter((sentence) => sentence !== "");
}

function emptyOf(narrow: Narrow): readonly [means: string, helps: string] {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return [
        "Nobody has written here yet.",
        "{message.reply} writes the first message|, {triage.next} goes to the next unread|.",
      ];
    case "mentions":
      return [
        "Nobody has mentioned you yet.",
        "{triage.next} goes to the next unread|, {go.inbox} to the inbox|.",
      ];
    case "starred":
      return ["You have starred nothing yet.", "{message.star} on a message stars it."];
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
