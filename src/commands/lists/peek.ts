/** What the pane beside a list shows of a row: where Enter would lead, before it is opened. */
import { memoizeFields, memoizeLast, sameFields } from "#base/memoize.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { narrowKey, type ReadNarrow } from "#model/narrow.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import { indexOfRow } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { rowIn } from "#store/others.ts";
import { listBeside, peekAt, peekedRow } from "#store/peek.ts";
import { foreignRow, type RowKey } from "#store/row-keys.ts";
import type { Reader } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { definitionOf, placeIn } from "./definitions.ts";
import { landing } from "./landing.ts";
import type { Peeked } from "./list.ts";
import { conversationStoodFor, streamOfHeading } from "./row.ts";

/** What the pane shows, in the state of the row's account. */
export type Peeking = {
  readonly state: State;
  /** If absent, it is the shown account. */
  readonly account?: string | undefined;
  /** The list as that account has it. */
  readonly place: ListPlace;
  /** It is undefined if nothing is known of the row. */
  readonly peeked: Peeked | undefined;
  /** The reading position, if it is a narrow. */
  readonly reader: Reader | undefined;
};

/** What a row of the list shows; a stream's heading stands for its messages. */
function peekedOf(state: State, place: ListPlace, key: RowKey, shown: State): Peeked | undefined {
  const streamId = streamOfHeading(key);
  if (streamId !== undefined) return { narrow: { kind: "stream", streamId } };
  const { peek, conversations } = definitionOf(place);
  if (peek !== undefined) return peek(state, key);
  if (conversations === undefined) return undefined;
  const narrow =
    conversationOfKey(state.view, key as ConversationKey) ?? conversationPlaced(shown, key);
  return narrow && { narrow };
}

/** Nothing else may be known of the conversation of a row that was dealt with. */
function conversationPlaced({ screen }: State, key: RowKey) {
  const { place } = screen;
  if (!isList(place)) return undefined;
  const list = listOf(screen, place);
  const row = list.rows[indexOfRow(list, key, list.cursor?.at)];
  return row && conversationStoodFor(row);
}

// Objects of before with the same content: what is drawn of a row stays while only the cursor moves on.

let lastNarrow: ReadNarrow | undefined;

function keptNarrow(narrow: ReadNarrow): ReadNarrow {
  const before = lastNarrow;
  // The IDs are a list of their own each time.
  if (before?.kind === "direct" && narrowKey(before) === narrowKey(narrow)) return before;
  const kept = sameFields(before, narrow);
  lastNarrow = kept;
  return kept;
}

const keptReader = memoizeFields((reader: Reader): Reader => reader);

/** Undefined without the pane, in narrows, and while nothing is selected. */
export const peeking = memoizeLast((state: State): Peeking | undefined => {
  const { screen } = state;
  const { place } = screen;
  const row = peekedRow(screen);
  const origin = row === undefined ? undefined : rowIn(state, row);
  if (row === undefined || origin === undefined || !isList(place)) return undefined;
  const there = placeIn(place, state, origin.state);
  const peeked = peekedOf(origin.state, there, origin.key, state);
  const now = { state: origin.state, account: origin.account, place: there };
  if (peeked === undefined || !("narrow" in peeked)) return { ...now, peeked, reader: undefined };
  const narrow = keptNarrow(peeked.narrow);
  const reader = keptReader(readerAt(origin.state, screen, narrow, peeked.at));
  return { ...now, peeked: { ...peeked, narrow }, reader };
});

function readerAt(
  state: State,
  { peek }: State["screen"],
  narrow: ReadNarrow,
  at: MessageId | undefined,
): Reader {
  return landing(state, narrow, at, peekAt({ peek }, narrowKey(narrow), at));
}

/** Whether the row of the list beside the open narrow stands for that. */
export function standsForOpen(state: State, key: RowKey): boolean {
  const beside = listBeside(state.screen);
  const { place } = state.screen;
  if (beside === undefined || isList(place) || foreignRow(key) !== undefined) return false;
  const peeked = peekedOf(state, beside, key, state);
  const narrow = peeked && "narrow" in peeked ? peeked.narrow : undefined;
  return narrow !== undefined && narrowKey(narrow) === narrowKey(place.narrow);
}
