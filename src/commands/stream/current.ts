/** The stream that a command is about. */
import { streamOfHeading } from "#commands/lists/row.ts";
import { messageAtCursor } from "#commands/message/selected.ts";
import { contextOf } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { streamOfKey } from "#model/unreads.ts";
import { openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";

/** The stream under the cursor, or the open one; undefined if neither is one. */
export function currentStream(state: State): StreamId | undefined {
  const { screen } = state;
  const { place } = screen;
  if (contextOf(screen) === "sidebar") {
    const row = sidebarRow(state);
    if (row?.kind === "stream") return row.row.stream.id;
    return row?.kind === "topic" ? row.row.streamId : undefined;
  }
  if (place.kind === "topics") return place.streamId;
  const key = openList(screen)?.cursor?.key;
  if (key !== undefined) return streamOfHeading(key) ?? streamOfKey(key as ConversationKey);
  if (place.kind !== "narrow") return undefined;
  const { narrow } = place;
  if (narrow.kind === "topic" || narrow.kind === "stream") return narrow.streamId;
  return messageAtCursor(state)?.streamId;
}
