/**
 * The reader: the rows of a narrow as the lines of its pane.
 *
 * Finished rows are cached per message and width, so moving the selection or scrolling lays out only new rows.
 */
import { memoizeFields } from "#base/memoize.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { position } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { hourMinute } from "#base/time.ts";
import type { PaintedLine } from "#markup/layout.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { MatchWords } from "#model/search.ts";
import type { Picture } from "#store/pictures.ts";
import { edges, type Reader } from "#store/screen.ts";
import { drawnCache } from "#ui/drawn.ts";
import type { Hint } from "#ui/hints.ts";
import type { MessageBodies } from "#ui/message-bodies.ts";
import { conversationSpans, personName, senderName } from "#ui/names.ts";
import { lineOf, noSpans, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type Rows, type Top, type Window, windowAt, windowWith } from "#ui/viewport.ts";
import type { MessageId } from "#wire/ids.ts";
import { markHits, markWords } from "./hit-marks.ts";
import {
  messageRow,
  type PaneContext,
  type Row,
  type RowContext,
  type SendSetting,
  type Setting,
  selectedLine,
  sendRow,
  settingKey,
  signedLine,
  skeletonLine,
} from "./message-lines.ts";
import { previewLines, previewRequests, previewsKey } from "./previews.ts";
import {
  countOf,
  indexOfRow,
  isHole,
  messageIdAt,
  type ReaderRows,
  rowAt,
  sendAt,
} from "./rows.ts";

export type ReaderSize = {
  readonly columns: number;
  readonly rows: number;
  readonly gutter: 1 | 2;
  readonly isWide?: boolean;
};

/** The rows of one narrow with their heights, laid out on demand. */
export type Sheet = {
  readonly rows: ReaderRows;
  readonly row: (index: number) => Row;
  readonly heights: Rows;
};

export type SheetRequest = {
  readonly replica: Replica;
  readonly narrow: Narrow;
  readonly rows: ReaderRows;
  readonly newFrom: MessageId | undefined;
  readonly openSpoilers: ReadonlySet<MessageId>;
  readonly sideways: ReadonlyMap<MessageId, number>;
  /** What was drawn so far, if pictures are shown below messages. */
  readonly pictures: ReadonlyMap<string, Picture> | undefined;
  readonly size: ReaderSize;
  /** UNIX seconds. */
  readonly today: number;
};

/** Cached rows; a screen shows fewer than a hundred. */
const maxCachedRows = 1500;

const lost: Row = { lines: [""], separators: 0, lead: 0 };

/**
 * Lays out sheets for one terminal. It caches rows for as long as their messages are cached. `decide` is the key for
 * resolving an unsent message.
 */
export function sheets(
  style: Style,
  bodies: MessageBodies,
  decide: readonly Hint[],
): (request: SheetRequest) => Sheet {
  const drawn = drawnCache<Row>(maxCachedRows);
  // While the user moves around, the sheet is the same, and knows the rows that it was asked for.
  const sheetOf = memoizeFields((request: SheetRequest & { readonly revision: string }): Sheet => {
    const { replica, rows, size, revision } = request;
    const context = { ...contextOf(style, bodies, request), decide };
    const laidOut = (index: number): Row => {
      const send = sendAt(rows, index);
      if (send !== undefined) {
        const above = aboveSend(request, index);
        const pane = `${size.columns} ${size.gutter} ${context.isWide}`;
        const key = `${revision} ${pane} ${above} ${send.isSaved}`;
        return drawn(send.intent, key, () =>
          sendRow(context, send, personName(replica, replica.ownId), above),
        );
      }
      const message = messageAt(request, index);
      if (message === undefined) return lost;
      const setting = settingOf(style, request, index, message);
      const spoilers = request.openSpoilers.has(message.id) ? "o" : "";
      const sideways = request.sideways.get(message.id) ?? "";
      const seen = `${spoilers}${sideways}${previewsKeyOf(bodies, request, message)}`;
      const key = `${revision} ${seen} ${settingKey(context, message, setting)}`;
      return drawn(message, key, () => messageRow(context, message, setting));
    };
    const row = remembered(laidOut);
    return { rows, row, heights: heightsOf(request, row) };
  });
  return (request) => {
    const revision = `${bodies.revision(request.replica)} ${request.narrow.kind}`;
    return sheetOf({ ...request, revision });
  };
}

function remembered(laidOut: (index: number) => Row): (index: number) => Row {
  const rows = new Map<number, Row>();
  return (index) => {
    let row = rows.get(index);
    if (row === undefined) {
      row = laidOut(index);
      if (rows.size >= maxCachedRows) rows.clear();
      rows.set(index, row);
    }
    return row;
  };
}

function heightsOf({ rows, narrow }: SheetRequest, row: (index: number) => Row): Rows {
  return {
    count: countOf(rows),
    height: (index) => row(index).lines.length,
    lead: (index) => row(index).lead,
    startKnown: rows.startKnown,
    endKnown: rows.endKnown,
    // On the composer; what is replaced in a moment mostly ends where it ends now.
    standAtEnd: isConversation(narrow) && (rows.endKnown || rows.isOlder === true),
  };
}

function contextOf(
  style: Style,
  bodies: MessageBodies,
  request: SheetRequest,
): Omit<RowContext, "decide"> {
  const { replica, size } = request;
  return {
    style,
    columns: size.columns,
    gutter: size.gutter,
    isWide: size.isWide === true,
    ownId: replica.ownId,
    today: request.today,
    nameOf: (message) => senderName(replica, message),
    bodyOf: (message, columns) =>
      bodies.of(replica, message, columns, {
        spoilers: request.openSpoilers.has(message.id),
        sideways: request.sideways.get(message.id) ?? 0,
      }),
    textOf: (content, columns) => bodies.ofText(replica, content, columns),
    previewsOf: (message) =>
      request.pictures === undefined
        ? noLines
        : previewLines(style, requestsOf(bodies, request, message), request.pictures),
  };
}

const noLines: readonly PaintedLine[] = [];

function requestsOf(bodies: MessageBodies, { replica, size }: SheetRequest, message: Message) {
  return previewRequests(bodies, replica, message, size);
}

function previewsKeyOf(bodies: MessageBodies, request: SheetRequest, message: Message): string {
  if (request.pictures === undefined) return "";
  return previewsKey(requestsOf(bodies, request, message), request.pictures);
}

function messageAt({ replica, rows }: SheetRequest, index: number): Message | undefined {
  const id = messageIdAt(rows, index);
  return id === undefined ? undefined : get(replica.messages, id);
}

/** A recent message of the user's own directly above a send belongs to the same run. */
function aboveSend(request: SheetRequest, index: number): SendSetting {
  const { rows, replica } = request;
  if (sendAt(rows, index - 1) !== undefined) return "ownWords";
  const above = messageAt(request, index - 1);
  const send = sendAt(rows, index);
  if (above === undefined || send === undefined) return "nothing";
  const { createdAt } = send.intent;
  const isOwn = above.senderId === replica.ownId && createdAt / 1000 - above.sentAt < 600;
  return isOwn ? "ownWords" : "others";
}

/** The message above a row; sends in between are skipped. */
function messageAbove(request: SheetRequest, index: number): Message | undefined {
  let at = index - 1;
  while (sendAt(request.rows, at) !== undefined) at -= 1;
  return messageAt(request, at);
}

function settingOf(style: Style, request: SheetRequest, index: number, message: Message): Setting {
  const above = messageAbove(request, index);
  const isNew = message.id === request.newFrom;
  const isOther = above?.conversation !== message.conversation;
  const needsHeading = !isConversation(request.narrow) && isOther;
  return {
    above,
    aboveUnknown: above === undefined && !request.rows.startKnown,
    isBelowSend: sendAt(request.rows, index - 1) !== undefined,
    isBelowHole: isHole(request.rows, above?.id) && holeBelow(request.rows, index),
    newLabel: isNew ? newLabel(style, request, message) : "",
    heading: needsHeading
      ? conversationSpans(style, request.replica, conversationOfMessage(message))
      : noSpans,
  };
}

/** Whether there is one above the message above, too. */
function holeBelow(rows: ReaderRows, index: number): true | "again" {
  return isHole(rows, messageIdAt(rows, index - 2)) ? "again" : true;
}

/** New means: by others. There is no label where the list is short, or its end is unknown. */
function newLabel(style: Style, { rows, replica }: SheetRequest, message: Message): SafeText {
  const since = hourMinute(message.sentAt, style.hours);
  if (!rows.endKnown) return plain(`new since ${since}`);
  const from = position(rows.ids, message.id);
  const own = (id: MessageId) => get(replica.messages, id)?.senderId === replica.ownId;
  const count = rows.ids.slice(from).filter((id) => !own(id)).length;
  return plain(`${count} new since ${since}`);
}

/**
 * A reader's saved position, on this sheet. Hidden lines count from the text, so a sender line that appears or
 * disappears above the text moves nothing.
 */
export function topOf(sheet: Sheet, reader: Reader | undefined): Top | undefined {
  if (reader?.top === undefined) return undefined;
  const index = indexOfRow(sheet.rows, reader.top.row);
  if (index < 0) return undefined;
  return { index, offset: sheet.heights.lead(index) + reader.top.hidden };
}

/** The position that a reader saves; undefined if it follows the end of the list. */
export function savedReaderTop(sheet: Sheet, window: Window): Reader["top"] {
  if (window.atEnd && sheet.rows.endKnown) return undefined;
  const row = rowAt(sheet.rows, window.top.index);
  if (row === undefined) return undefined;
  return { row, hidden: window.top.offset - sheet.heights.lead(window.top.index) };
}

/** The row that keys apply to: the selected one, else the last visible one. */
export function selectedIndex(sheet: Sheet, reader: Reader | undefined, window: Window): number {
  if (reader?.selected !== undefined) return indexOfRow(sheet.rows, reader.selected);
  return window.parts.at(-1)?.index ?? -1;
}

/**
 * What is visible. A narrow that was just opened starts at its first unread message, with read messages on the first
 * third of the screen; after that the position is the reader's own. The selected row stays visible, unless the window
 * follows the end without it.
 */
export function windowOf(
  sheet: Sheet,
  reader: Reader | undefined,
  height: number,
  followsEnd = false,
): Window {
  if (isJumping(reader)) {
    const index = indexOfRow(sheet.rows, reader.jumpTarget);
    const offset = linesAbove(sheet, index, reader.jumpTarget) - Math.floor(height / 3);
    return windowAt(sheet.heights, height, { index, offset });
  }
  const window = windowAt(sheet.heights, height, topOf(sheet, reader));
  const isFollowing = followsEnd && reader?.top === undefined;
  if (reader?.selected === undefined || isFollowing) return window;
  return windowWith(sheet.heights, height, window, indexOfRow(sheet.rows, reader.selected));
}

/** A message that is still missing will be below the last one that is older, so what is there does not move then. */
function linesAbove({ rows, heights }: Sheet, index: number, target: MessageId): number {
  const id = messageIdAt(rows, index);
  const isBelow = id !== undefined && id < target && target !== edges.last;
  return isBelow ? heights.height(index) : 0;
}

type Jumping = Reader & { readonly jumpTarget: MessageId };

export function isJumping(reader: Reader | undefined): reader is Jumping {
  return reader?.jumpTarget !== undefined;
}

export type ReaderLook = {
  readonly selected: number;
  /** Whether the pane is focused. */
  readonly focused: boolean;
  /** The messages on which keys act instead of the selected one. */
  readonly marked: ReadonlySet<MessageId>;
  /** The text to find, if it is not empty. */
  readonly find: string;
  /** In a search, the words that the server matched. */
  readonly matches: Matches | undefined;
  /** True: what is missing will not come now, so no bars stand for it. */
  readonly isAway: boolean;
  /** Why the messages at an unknown end are missing; undefined while they may still arrive. */
  readonly failure: string | undefined;
};

export type Matches = ReadonlyMap<MessageId, MatchWords>;

/** The pane's lines. Space at an unknown end is filled with placeholder bars. */
export function readerLines(
  style: Style,
  size: ReaderSize,
  sheet: Sheet,
  window: Window,
  look: ReaderLook,
): readonly string[] {
  const lines: string[] = [];
  const context = { style, columns: size.columns, gutter: size.gutter };
  const blank = " ".repeat(size.columns);
  const emptyAbove = window.parts[0]?.y ?? 0;
  for (let line = 0; line < emptyAbove; line++) {
    const isNext = line === emptyAbove - 1;
    lines.push(
      sheet.heights.startKnown
        ? blank
        : missingLine(context, line - (emptyAbove % 4) + 4, look, isNext),
    );
  }
  for (const part of window.parts) lines.push(...partLines(style, sheet, part, look));
  const isUnknownBelow = !sheet.heights.endKnown && window.atEnd && window.parts.length > 0;
  // What is replaced in a moment mostly ends where it ends now.
  const isMoreBelow = isUnknownBelow && (!sheet.rows.isOlder || look.failure !== undefined);
  for (let line = 0; line < window.below; line++) {
    lines.push(isMoreBelow ? missingLine(context, line, look, line === 0) : blank);
  }
  return lines;
}

/** The visible lines of a row. */
function partLines(
  style: Style,
  sheet: Sheet,
  { index, from, to }: Window["parts"][number],
  { selected, focused, find, matches, marked }: ReaderLook,
): readonly string[] {
  const row = sheet.row(index);
  const isAsked = matches !== undefined || marked.size > 0;
  const id = isAsked ? messageIdAt(sheet.rows, index) : undefined;
  const matched = id && matches?.get(id);
  const isMarked = id !== undefined && marked.has(id);
  const markAt = (line: number) => (line === row.separators ? "first" : "below");
  return Array.from({ length: to - from }, (_, at) => {
    const line = from + at;
    const text = markedLine(style, row, line, find, matched);
    if (line < row.separators) return text;
    const mark = isMarked ? markAt(line) : undefined;
    if (index === selected) return selectedLine(style, text, focused, mark);
    return mark === undefined ? text : signedLine(style, text, mark);
  });
}

/** A line of messages that are not loaded: a bar, or next to those that are, why they are missing. */
function missingLine(
  context: PaneContext,
  line: number,
  { failure, isAway }: ReaderLook,
  isNext: boolean,
): string {
  if (!isNext || failure === undefined)
    return isAway ? " ".repeat(context.columns) : skeletonLine(context, line);
  const { style, columns, gutter } = context;
  const words = { ...span(safeLine(failure), "warning"), shrinks: true };
  return lineOf(style, columns, [span(plain(" ".repeat(gutter))), words]);
}

/** Hits are highlighted in the text of a message only. */
function markedLine(
  style: Style,
  { lines, lead, separators, isHeaded }: Row,
  line: number,
  find: string,
  matched: MatchWords | undefined,
): string {
  const text = lines[line] ?? "";
  if (line >= lead)
    return find === ""
      ? markWords(style, text, matched?.content ?? [])
      : markHits(style, text, find);
  const isHeading = isHeaded === true && line === separators - 1;
  return isHeading ? markWords(style, text, matched?.topic ?? []) : text;
}

/** The pane before anything is loaded: placeholder bars. */
export function skeletonLines(style: Style, size: ReaderSize): readonly string[] {
  const context = { style, columns: size.columns, gutter: size.gutter };
  return Array.from({ length: size.rows }, (_, line) => skeletonLine(context, line));
}

/** The pane with a few sentences in it, the first one emphasized. */
export function sentenceLines(
  style: Style,
  { columns, rows, gutter }: ReaderSize,
  sentences: readonly string[],
): readonly string[] {
  const blank = " ".repeat(columns);
  const margin = span(plain(" ".repeat(gutter)));
  const lines = sentences.flatMap((sentence, at) =>
    style.cells
      .wrap(safeLine(sentence), Math.max(1, columns - gutter - 1))
      .map((line) => lineOf(style, columns, [margin, span(line, at === 0 ? "text" : "dim")])),
  );
  const shown = rows > lines.length ? [blank, ...lines] : lines;
  return Array.from({ length: rows }, (_, line) => shown[line] ?? blank);
}
