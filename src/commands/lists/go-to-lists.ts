/** The keys that open lists, one per row of their table. */

import { get } from "#base/table.ts";
import { type Command, commandsIn, inPanes } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { messageAtCursor } from "#commands/message/actions.ts";
import { goTo } from "#commands/places/navigation.ts";
import { sidebarRow } from "#commands/places/sidebar-rows.ts";
import { contextOf } from "#commands/screen.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { ListKind, ListPlace } from "#store/list-places.ts";
import { openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { streamOfHeading } from "./row-keys.ts";
import { definitionOf, listTable } from "./table.ts";

/** The stream under the cursor, or the open one; undefined if neither is one. */
function currentStream(state: State): StreamId | undefined {
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

type OpenedByKey = Exclude<ListKind, "search">;

const kinds = (Object.keys(listTable) as ListKind[]).filter(
  (kind): kind is OpenedByKey => kind !== "search",
);

function placeOf(kind: OpenedByKey, state: State): ListPlace | undefined {
  if (kind !== "topics") return { kind };
  const streamId = currentStream(state);
  return streamId === undefined || get(state.view.streams, streamId) === undefined
    ? undefined
    : { kind, streamId };
}

const openings = kinds.map(
  (kind): Command => ({
    id: `go.${kind}`,
    title: listTable[kind].title,
    keys: [listTable[kind].keys],
    where: inPanes,
    disabled: (state) =>
      placeOf(kind, state) === undefined ? "select a stream or one of its topics first" : undefined,
    run: ({ store, clock }) => {
      const place = placeOf(kind, store.getState());
      if (place === undefined) return;
      goTo(store, place);
      definitionOf(place).prepare?.(store.getState(), clock);
    },
  }),
);

export const goToLists: readonly Command[] = [
  ...openings,
  ...commandsIn(inPanes, {
    "go.settings": {
      title: "Go to your settings",
      keys: ["g ,"],
      run: ({ store }) => openForm(store, { name: "settings", id: 0 }),
    },
  }),
];
