/** Telling where messages are before they are marked read, so that undo can show them again though nobody fetched them. */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Wish } from "#journal/intent.ts";
import type { Picture } from "#model/picture.ts";
import { unreadIn } from "#model/unreads.ts";

/** `wish` as it is, or, for messages that shall be unread again, one wish for each conversation they are unread in now. */
export function located(picture: Picture, wish: Wish): readonly Wish[] {
  if (wish.kind !== "read" || wish.op !== "remove" || wish.at !== undefined) return [wish];
  const { unreads } = picture;
  const groups = Map.groupBy(wish.ids, (id) => get(unreads.where, id));
  return [...groups].map(([key, ids]) => {
    const at = key === undefined ? undefined : unreadIn(unreads, key)?.conversation;
    const part = { ...wish, ids: sorted(ids) };
    return at === undefined ? part : { ...part, at };
  });
}
