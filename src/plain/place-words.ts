/** The current place in one line: `[backend > deploy window, 12 unread, followed]`. */
import { get } from "#base/table.ts";
import { filterOf } from "#commands/lists/list.ts";
import { sourceOf } from "#commands/lists/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { listNameSpans } from "#ui/lists/list-title.ts";
import { narrowSpans } from "#ui/names.ts";
import type { Style } from "#ui/style.ts";
import { textOf } from "./span-text.ts";

export function placeWords(style: Style, { screen, view }: State): string {
  const { place } = screen;
  if (!isList(place)) return `[${[...narrowWords(style, view, place.narrow)].join(", ")}]`;
  const list = listOf(screen, place);
  const name = place.kind === "inbox" ? "Inbox" : textOf(listNameSpans(style, view, place));
  const { title } = filterOf(sourceOf(place), list);
  const words = list.input.text === "" ? "" : `, filter ${list.input.text}`;
  const count = `${list.rows.length} ${list.rows.length === 1 ? "row" : "rows"}`;
  return `[${name}, ${title.toLowerCase()}${words}, ${count}]`;
}

function* narrowWords(style: Style, view: Replica, narrow: Narrow): Iterable<string> {
  yield textOf(narrowSpans(style, view, narrow));
  if (!isConversation(narrow)) return;
  const unread = unreadCountOf(view, conversationKey(narrow));
  if (unread > 0) yield `${unread} unread`;
  if (narrow.kind !== "topic") return;
  const policy = view.policies.get(conversationKey(narrow));
  if (policy === 3) yield "followed";
  if (policy === 1) yield "muted";
  const stream = get(view.streams, narrow.streamId);
  if (stream !== undefined && stream.subscription === undefined) yield "not subscribed";
}

/** Changes when another place or another filter of a list is opened. */
export function placeKey({ screen }: State): string {
  const { place } = screen;
  if (!isList(place)) return JSON.stringify(place.narrow);
  const { filter, input } = listOf(screen, place);
  return JSON.stringify([place, filter, input.text]);
}
