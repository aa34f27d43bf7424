/** The title of the pane, and that of the terminal's window. */

import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize.ts";
import { joined, partOf, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { Keys } from "#commands/command.ts";
import { peeking } from "#commands/lists/peek.ts";
import { markedMessages } from "#commands/message/selected.ts";
import { findHits } from "#commands/places/find.ts";
import { openReader } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow, narrowKey, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { totals } from "#model/select/inbox.ts";
import { streamStates } from "#model/select/streams.ts";
import { lostUse } from "#model/streams.ts";
import { unreadInStream } from "#model/unreads.ts";
import { accountLabel } from "#store/account.ts";
import { follow, parts } from "#store/follow.ts";
import { isList } from "#store/lists.ts";
import { listBeside } from "#store/peek.ts";
import type { Find, RowId } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { openFind } from "#store/typed-into.ts";
import type { Geometry } from "#ui/geometry.ts";
import { listTitles } from "#ui/lists/list-title.ts";
import { conversationSpans, emojiText, narrowSpans } from "#ui/names.ts";
import type { Lines, PaneParts, Title } from "#ui/pane-parts.ts";
import type { OpenReader } from "#ui/reader/pane.ts";
import { countOf, rowAt } from "#ui/reader/rows.ts";
import { countText, lineOf, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { typedTitle } from "#ui/typed-line.ts";

const noTitle: Title = { lines: [], caret: undefined };

export function titlePane(
  { style, keys }: PaneParts,
  geometry: (state: State) => Geometry,
  reading: (state: State) => OpenReader | undefined,
): (state: State) => Title {
  const listTitle = listTitles(style);
  const findTitle = findTitles(style);
  const title = narrowTitles(style, keys);
  return (state) => {
    const { title: region, gutter } = geometry(state);
    if (region === undefined) return noTitle;
    const { place } = state.screen;
    if (isList(place)) return listTitle(state, place, region.columns, gutter);
    const find = openFind(state.screen);
    if (find !== undefined) return findTitle(state, region.columns, gutter, find);
    const now = reading(state);
    if (now === undefined) return noTitle;
    const lines = titleLines(title, now, state, region.columns, gutter);
    return { lines, caret: undefined };
  };
}

/**
 * The title of what is beside the pane: of the list to which leaving leads, or of what is shown of a row, as it will be when
 * that is opened.
 */
export function besideTitlePane(
  { style, keys }: PaneParts,
  geometry: (state: State) => Geometry,
  peeked: (state: State) => OpenReader | undefined,
): (state: State) => Lines {
  const listTitle = listTitles(style);
  const title = narrowTitles(style, keys);
  const named = memoizeLast((name: string, columns: number, gutter: number) => [
    lineOf(style, columns, [blank(gutter), { ...span(safeLine(name), "strong"), shrinks: true }]),
  ]);
  return (state) => {
    const { beside, gutter } = geometry(state);
    if (beside?.title === undefined) return noTitle.lines;
    const { columns } = beside.title;
    const list = listBeside(state.screen);
    if (list !== undefined) return listTitle(state, list, columns, gutter).lines;
    const now = peeked(state);
    const shown = peeking(state);
    if (now !== undefined && shown !== undefined)
      return titleLines(title, now, shown.state, columns, gutter);
    const { peeked: what } = shown ?? {};
    return named(what && "person" in what ? what.person.name : "", columns, gutter);
  };
}

type NarrowTitle = ReturnType<typeof narrowTitles>;

function titleLines(
  title: NarrowTitle,
  now: OpenReader,
  { screen, view, session }: State,
  columns: number,
  gutter: number,
): Lines {
  const { rows } = now.sheet;
  const row = rowAt(rows, now.selected);
  const below = rows.endKnown ? rowsBelow(now) : 0;
  const isPartial = !(rows.startKnown && rows.endKnown) && countOf(rows) > 0;
  const isFailed = isPartial && session.loadFailures.has(narrowKey(now.narrow));
  // Of the narrow that is open, not of one that is shown beside a list.
  const marked = markedMessages({ screen, view }).length;
  return title(columns, gutter, view, now.narrow, below, row, isFailed, marked);
}

/** The rows of which a line is below the screen. */
function rowsBelow({ sheet, window }: OpenReader): number {
  const last = window.parts.at(-1);
  if (last === undefined) return 0;
  const isCut = last.to < sheet.heights.height(last.index);
  return sheet.heights.count - 1 - last.index + (isCut ? 1 : 0);
}

/** The narrow's name, its visibility policy, and what remains to be read. */
function narrowTitles(style: Style, keys: Keys) {
  const failed = safeLine(withKeys(keys, "not all loaded|, {program.repaint} retries|  "));
  return memoizeLast(
    (
      columns: number,
      gutter: number,
      view: Replica,
      narrow: Narrow,
      below: number,
      row: RowId | undefined,
      isFailed: boolean,
      marked: number,
    ) => [
      lineOf(
        style,
        columns,
        [
          blank(gutter),
          ...narrowSpans(style, view, narrow),
          ...marks(style, view, narrow, columns >= wordsFrom),
          ...noteSpans(view, narrow),
          ...placeSpans(style, view, narrow, row),
        ],
        [
          ...(marked > 0 ? [span(plain(`${marked} selected  `), "accent")] : []),
          ...(isFailed ? [span(failed, "warning")] : remaining(view, narrow, below)),
        ],
      ),
    ],
  );
}

/** The text to find, and which of the hits is selected. */
function findTitles(style: Style) {
  const drawn = memoizeLast(
    (columns: number, gutter: number, { input }: Find, right: string): Title => {
      const isFound = right !== "";
      const count = span(plain(`${right || "not found"}  `), isFound ? "dim" : "bad");
      const end = input.text === "" ? [] : [count];
      return typedTitle(style, columns, gutter, input, end);
    },
  );
  return (state: State, columns: number, gutter: number, find: Find): Title => {
    const hits = findHits(state, find.input.text);
    const selected = openReader(state.screen)?.selected;
    const at = typeof selected === "number" ? hits.indexOf(selected) : -1;
    const count = at < 0 ? `${hits.length} found` : `${at + 1} of ${hits.length}`;
    return drawn(columns, gutter, find, hits.length === 0 ? "" : count);
  };
}

/** In a mixed list, the conversation of the selected message: its heading may be far above. */
function placeSpans(
  style: Style,
  view: Replica,
  narrow: Narrow,
  row: RowId | undefined,
): readonly Span[] {
  if (isConversation(narrow) || narrow.kind === "stream" || typeof row !== "number") return [];
  const message = get(view.messages, row);
  if (message === undefined) return [];
  const place = conversationSpans(style, view, conversationOfMessage(message), "dim");
  return [span(plain("  ")), ...place];
}

function blank(gutter: number): Span {
  return span(plain(" ".repeat(gutter)));
}

/** From this width on, marks are labelled. */
const wordsFrom = 50;

/** Whether the topic is followed or muted. */
function marks({ glyphs }: Style, view: Replica, narrow: Narrow, words: boolean): readonly Span[] {
  if (narrow.kind !== "topic") return [];
  const policy = view.policies.get(conversationKey(narrow));
  const gap = plain(words ? "  " : " ");
  if (policy === 3) {
    return [span(plain(`${gap}${glyphs.followed}${words ? " followed" : ""}`), "followed")];
  }
  return policy === 1
    ? [span(plain(`${gap}${glyphs.muted}${words ? " muted" : ""}`), "muted")]
    : [];
}

/** The stream's description, or the status of the other participant of a direct conversation. */
function noteSpans(view: Replica, narrow: Narrow): readonly Span[] {
  const note = noteOf(view, narrow);
  if (note === "") return [];
  return [span(plain("  ")), { text: plain(note), token: "faint", shrinks: true }];
}

type StreamNarrow = Extract<Narrow, { readonly kind: "stream" | "topic" }>;

function streamNote(view: Replica, { kind, streamId }: StreamNarrow): SafeText | "" {
  const lost = lostUse(view, streamId);
  // Before the first register no stream is known.
  if (lost !== undefined) return view.epoch === 0 ? "" : plain(lost);
  return kind === "stream" ? safeLine(get(view.streams, streamId)?.description ?? "") : "";
}

function noteOf(view: Replica, narrow: Narrow): SafeText | "" {
  if (narrow.kind === "stream" || narrow.kind === "topic") return streamNote(view, narrow);
  if (narrow.kind !== "direct") return "";
  const [userId, ...more] = others(narrow.userIds, view.ownId);
  const status = userId === undefined ? undefined : view.statuses.get(userId);
  if (status === undefined || more.length > 0) return "";
  const { text, emojiName, emojiCode, emojiType } = status;
  const emoji = emojiName === "" ? [] : [emojiText(emojiType, emojiCode, emojiName)];
  return joined([...emoji, ...(text === "" ? [] : [safeLine(text)])], plain(" "));
}

function unreadIn(view: Replica, narrow: Narrow): number {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return unreadCountOf(view, conversationKey(narrow));
    case "stream":
      return (
        streamStates(view).find(({ stream }) => stream.id === narrow.streamId)?.sums.counted ??
        unreadInStream(view.unreads, narrow.streamId)
      );
    case "all":
      return totals(view).unread;
    case "mentions":
      return totals(view).mentions;
    default:
      return 0;
  }
}

/** `12 new` while anything is unread there; else `5 below`, if there are messages below the screen. */
function remaining(view: Replica, narrow: Narrow, below: number): readonly Span[] {
  const unread = unreadIn(view, narrow);
  if (unread === 0 && below === 0) return [];
  // Aligned with the times of the messages below it.
  return [span(plain(unread > 0 ? `${countText(unread)} new` : `${below} below`), "dim"), blank(2)];
}

// The title of the terminal's window: the unread count and the realm.

/** At most one change a second. */
const pauseMs = 1_000;

/** `41 unread - Acme (work)`, with the account if there are several; the program's name until the server is known. */
export function windowTitle(view: Replica, account?: string): SafeText {
  if (view.epoch === 0) return plain("weir");
  const { unread, older } = totals(view);
  const realm = safeLine(view.realm.name);
  const name = account === undefined ? realm : partOf(`${realm} (${safeLine(account)})`);
  return unread === 0 ? name : partOf(`${countText(unread)}${older ? "+" : ""} unread - ${name}`);
}

/** Sets the title now, and whenever it changes. The returned function stops it. */
export function watchWindowTitle(
  store: Store,
  clock: Pick<Clock, "after">,
  set: (title: SafeText) => void,
): () => void {
  let shown: SafeText | undefined;
  let cancel: (() => void) | undefined;
  const show = () => {
    cancel = undefined;
    const title = windowTitle(
      store.getState().view,
      accountLabel(store.getState().session.account),
    );
    if (title === shown) return;
    shown = title;
    set(title);
    cancel = clock.after(pauseMs, show);
  };
  show();
  const stop = follow(store, [parts.view], () => {
    if (cancel === undefined) show();
  });
  return () => {
    stop();
    cancel?.();
  };
}
