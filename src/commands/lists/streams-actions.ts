/** Actions on streams: subscribing and unsubscribing, topics, cards and forms. */

import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { goTo, openNarrow } from "#commands/navigation.ts";
import { perform } from "#commands/perform.ts";
import { contextOf, openDialog, showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar-rows.ts";
import { streamTitle } from "#model/known-stream.ts";
import { chosenRows, type RowKey, withoutMarks } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { selectedRow } from "./lists.ts";
import { streamOfRow } from "./row-keys.ts";

/** A subscribed stream opens its topics; any other its messages, as a preview. */
export function openStreamRow(store: Store, key: RowKey): void {
  const id = streamOfRow(key);
  const stream = id === undefined ? undefined : get(store.getState().view.streams, id);
  if (stream === undefined) {
    // An archived stream has no readable messages, so its card is opened.
    if (id !== undefined) openStreamCard(store, id);
    return;
  }
  if (stream.subscription === undefined) openNarrow(store, { kind: "stream", streamId: stream.id });
  else goTo(store, { kind: "topics", streamId: stream.id });
}

/** The stream under the cursor in the list of streams; undefined elsewhere. */
export function selectedStream({ screen }: Pick<State, "screen">): StreamId | undefined {
  const list = openList(screen);
  const key = list && selectedRow(list);
  return key === undefined ? undefined : streamOfRow(key);
}

/** The streams that a key applies to: marked rows, the row of the sidebar, or the open stream. */
function targetStreams({ store, count }: CommandContext): readonly StreamId[] {
  const state = store.getState();
  const { screen } = state;
  const where = contextOf(screen);
  if (where === "sidebar") {
    const row = sidebarRow(state);
    return row?.kind === "stream" ? [row.row.stream.id] : [];
  }
  if (where === "list") {
    if (screen.place.kind === "topics") return [screen.place.streamId];
    const list = openList(screen);
    const rows = list === undefined ? [] : chosenRows(list, count);
    return rows.flatMap(({ key }) => streamOfRow(key) ?? []);
  }
  if (screen.place.kind !== "narrow") return [];
  const { narrow } = screen.place;
  return narrow.kind === "stream" || narrow.kind === "topic" ? [narrow.streamId] : [];
}

/** Subscribes to all if any of them is not subscribed, else unsubscribes from all. */
export function toggleSubscription(context: CommandContext, ids: readonly StreamId[]): void {
  const { store } = context;
  const { view } = store.getState();
  const streams = ids.flatMap((id) => get(view.streams, id) ?? []);
  const joins = streams.filter(({ subscription }) => subscription === undefined);
  const changed = joins.length > 0 ? joins : streams;
  const [first] = changed;
  if (first === undefined) {
    showToast(store, "Select a stream to join or leave.");
    return;
  }
  const isJoining = joins.length > 0;
  const which = changed.length === 1 ? `#${first.name}` : `${changed.length} streams`;
  const sentence = `${isJoining ? "Joined" : "Left"} ${which}`;
  const op = isJoining ? "add" : "remove";
  const actions = changed.map(
    ({ id: streamId }) => ({ kind: "subscription", op, streamId }) as const,
  );
  if (perform(context, actions, sentence)) changeList(store, withoutMarks);
}

/** What mutes or unmutes the stream; undefined, after telling the user, if they are not subscribed to it. */
export function streamMuteToggle({ store }: Pick<CommandContext, "store">, streamId: StreamId) {
  const { view } = store.getState();
  const stream = get(view.streams, streamId);
  const name = streamTitle(view, streamId);
  if (stream?.subscription === undefined) {
    showToast(store, `You are not subscribed to ${name}.`);
    return undefined;
  }
  const value = !stream.subscription.muted;
  const action = { kind: "subscription-property", streamId, property: "is_muted", value } as const;
  return { actions: [action], sentence: `${value ? "Muted" : "Unmuted"} ${name}`, mutes: value };
}

export function toggleStreamMute(context: CommandContext, streamId: StreamId): void {
  const toggle = streamMuteToggle(context, streamId);
  if (toggle !== undefined) perform(context, toggle.actions, toggle.sentence);
}

export function openStreamCard(store: Store, id: StreamId): void {
  openDialog(store, { kind: "card", about: { kind: "stream", id }, chosen: 0 });
}

export const streamActions = commandsIn(inPanes, {
  "stream.subscribe": {
    title: "Join or leave the stream",
    hint: "join",
    keys: ["S"],
    run: (context) => toggleSubscription(context, targetStreams(context)),
  },
});
