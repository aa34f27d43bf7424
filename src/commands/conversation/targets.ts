/**
 * Which conversations a triage command applies to: marked rows, rows from the cursor on, a heading, or the open
 * narrow.
 */

import { titleOfAll } from "#base/counted.ts";
import { memoizeLast } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import type { RowConversations } from "#commands/lists/list.ts";
import { streamOfHeading } from "#commands/lists/row.ts";
import { overIn } from "#commands/lists/staying.ts";
import { contextOf, openReader } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, conversationTitle } from "#model/select/conversations.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import { streamTitle } from "#model/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { TopicPlace } from "#store/dialog.ts";
import { chosenRows, isBelow, selectedRow } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { isUnfiltered } from "./inbox.ts";

export type Targets = {
  readonly conversations: readonly ConversationKey[];
  /** Their rows in the open list, in its order; empty elsewhere. */
  readonly rows: readonly RowKey[];
  /** What they are together, for a sentence: `#backend › deploy window`, `12 conversations`. */
  readonly title: string;
  /** The stream, if the target is all of its unread conversations. */
  readonly streamId?: StreamId;
  /** All rows of an unfiltered list, so that unread messages that the server has not listed are included. */
  readonly isEverything?: boolean;
  /** What a place of the sidebar holds, none of which was selected: only what can be undone exactly applies to it. */
  readonly isPlace?: boolean;
  /** The last message that is meant, whenever the last key was pressed, if not those that were there then. */
  readonly upTo?: MessageId;
};

const none: Targets = { conversations: [], rows: [], title: "" };

/** The current targets; empty if neither cursor nor place determines any. */
export function targetsOf({ store, count }: Pick<CommandContext, "store" | "count">): Targets {
  return targetsIn(store.getState(), count);
}

export function targetsIn(state: State, count: number): Targets {
  if (contextOf(state.screen) === "sidebar") return sidebarTargets(state);
  const { place } = state.screen;
  return isList(place) ? listTargets(state, place, count) : readerTarget(state);
}

export const notInThisList = "not in this list";

/** Why a command for conversations does nothing: the rows of the open list are none. */
export function withoutConversations({ screen }: State): string | undefined {
  const { place } = screen;
  if (contextOf(screen) !== "list" || !isList(place)) return undefined;
  return definitionOf(place).conversations === undefined ? notInThisList : undefined;
}

/** The same, also if none is selected. */
export function withoutTarget(state: State): string | undefined {
  return withoutConversations(state) ?? lackOf(state, () => true, "select a conversation");
}

/** The same for commands that apply to topics only. */
export function withoutTopic(state: State): string | undefined {
  const lack = "select a topic";
  return (
    withoutConversations(state) ??
    (isWhole(state) ? lack : lackOf(state, (key) => streamOfKey(key) !== undefined, lack))
  );
}

function lackOf(
  state: State,
  isTarget: (key: ConversationKey) => boolean,
  reason: string,
): string | undefined {
  return firstConversations(state).some(isTarget) ? undefined : reason;
}

/** Whether the target is a stream or a place, rather than topics that are in it. */
function isWhole(state: State): boolean {
  if (contextOf(state.screen) === "reader") return false;
  const { streamId, isPlace } = firstTargets(state);
  return streamId !== undefined || isPlace === true;
}

/** In the reader without the title of the targets: the footer asks for each frame. */
function firstConversations(state: State): readonly ConversationKey[] {
  const { screen } = state;
  if (contextOf(screen) === "sidebar" || isList(screen.place))
    return firstTargets(state).conversations;
  const key = readerConversation(state);
  return key === undefined ? [] : [key];
}

/** That of the selected row or of the reader; undefined if there is none, or several. The footer asks for each frame. */
export function conversationAtCursor(state: State): ConversationKey | undefined {
  const { screen, view } = state;
  if (contextOf(screen) === "sidebar") {
    const row = sidebarRow(state);
    return row?.kind === "topic" || row?.kind === "direct" ? row.row.key : undefined;
  }
  const { place } = screen;
  if (!isList(place)) return readerConversation(state);
  const row = selectedRow(listOf(screen, place));
  if (row === undefined) return undefined;
  const [key, ...more] = definitionOf(place).conversations?.of(view, row) ?? [];
  return more.length === 0 ? key : undefined;
}

/** Cached, because several commands ask in one state. */
export const firstTargets = memoizeLast((state: State) => targetsIn(state, 1));

/** The topic, if the targets are one topic and nothing else. */
export function onlyTopic(view: Replica, { conversations, streamId }: Targets) {
  const [key, ...more] = conversations;
  if (key === undefined || more.length > 0 || streamId !== undefined) return undefined;
  const conversation = conversationOfKey(view, key);
  return conversation?.kind === "topic" ? conversation : undefined;
}

/** These conversations; `rows` are theirs in the open list. */
export function targetsFor(
  view: Replica,
  conversations: readonly ConversationKey[],
  rows: readonly RowKey[] = [],
): Targets {
  const title = titleOfAll(conversations, (only) => conversationTitle(view, only), "conversation");
  return { conversations, rows, title };
}

function readerTarget(state: State): Targets {
  const key = readerConversation(state);
  return key === undefined ? none : targetsFor(state.view, [key]);
}

/** In a mixed list, the conversation of the selected message. */
function readerConversation({ screen, view }: State): ConversationKey | undefined {
  if (screen.place.kind !== "narrow") return undefined;
  const { narrow } = screen.place;
  if (isConversation(narrow)) return conversationKey(narrow);
  const selected = openReader(screen)?.selected;
  const message = typeof selected === "number" ? get(view.messages, selected) : undefined;
  return message?.conversation;
}

function sidebarTargets(state: State): Targets {
  const row = sidebarRow(state);
  const { view } = state;
  switch (row?.kind) {
    case "topic":
    case "direct":
      return targetsFor(view, [row.row.key]);
    case "stream":
      return streamTargets(view, row.row.stream.id);
    case "place":
      return placeTargets(view, row.place);
    default:
      return none;
  }
}

/** All conversations of the inbox, or all unread ones including muted topics; none for other places. */
function placeTargets(view: Replica, place: Place | undefined): Targets {
  if (place === undefined) return none;
  if (isList(place)) {
    if (place.kind !== "inbox") return none;
    const rows = [...inboxRows(inbox(view))].filter(({ snooze }) => snooze === undefined);
    const conversations = rows.map(({ key }) => key);
    return { conversations, rows: [], title: "the inbox", isEverything: true, isPlace: true };
  }
  if (place.narrow.kind !== "all") return none;
  const { streams, directs } = view.unreads;
  const topics = [...streams.values()].flatMap((inStream) => [...inStream.keys()]);
  const conversations = [...directs.keys(), ...topics];
  return { conversations, rows: [], title: "everything", isEverything: true, isPlace: true };
}

/** Every conversation of a stream with something unread. */
function streamTargets(view: Replica, streamId: StreamId, rows: readonly RowKey[] = []): Targets {
  const conversations = [...(view.unreads.streams.get(streamId)?.keys() ?? [])];
  return { conversations, rows, streamId, title: streamTitle(view, streamId) };
}

function listTargets(state: State, place: ListPlace, count: number): Targets {
  const { view, screen } = state;
  const list = listOf(screen, place);
  const definition = definitionOf(place);
  const { conversations } = definition;
  if (conversations === undefined) return none;
  const rowTargets = (rows: readonly GroupedRow[]) => targetsOfRows(view, rows, conversations);
  const { cursor, marks } = list;
  const isOver = overIn(definition, state, list);
  const rows = chosenRows(list, count, isOver);
  if (rows.length > 0) {
    const isMarked = ({ key }: GroupedRow) => marks.keys.has(key) || isOver(key);
    const isAll = isUnfiltered(list) && list.input.text === "";
    const isWhole = marks.keys.size > 0 && isAll && list.rows.every(isMarked);
    return { ...rowTargets(rows), isEverything: isWhole && place.kind === "inbox" };
  }
  if (cursor === undefined) return none;
  const below = list.rows.filter((row) => isBelow(row, cursor.key));
  const streamId = streamOfHeading(cursor.key);
  if (streamId === undefined) return rowTargets(below);
  return streamTargets(
    view,
    streamId,
    below.map(({ key }) => key),
  );
}

function targetsOfRows(
  view: Replica,
  rows: readonly GroupedRow[],
  { of: conversationsOf }: RowConversations,
): Targets {
  const keys = rows.map(({ key }) => key);
  const conversations = keys.flatMap((key) => conversationsOf(view, key));
  if (conversations.length === 0) return { ...none, rows: keys };
  return targetsFor(view, conversations, keys);
}

/** The place of a topic, without what else is known of it. */
export function topicPlace({ streamId, topic }: TopicPlace): TopicPlace {
  return { streamId, topic };
}
