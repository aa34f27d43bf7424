/** Delivers changes that mark messages read or unread. */
import { markAllAsRead } from "#api/flags.ts";
import type { Read } from "#journal/actions/read.ts";
import { atLength } from "#sync/progress.ts";
import type { Departure, Effect } from "./effect.ts";
import { changeFlag } from "./flags.ts";

export const read: Effect<Read> = {
  lane: () => "read",
  joins: (first, next) =>
    first.op === next.op && first.everything !== true && next.everything !== true,
  deliver: (context, wish, all) => {
    if (wish.everything === true) return readEverything(context);
    const ids = all.flatMap((each) => each.ids);
    const title = wish.op === "add" ? "Marking as read" : "Marking as unread";
    return changeFlag(context, ids, { op: wish.op, flag: "read" }, title);
  },
};

function readEverything(context: Departure): Promise<void> {
  const title = "Marking everything as read";
  return atLength(context, context.intent.id, { title }, async (course) => {
    const options = { ...course, beforeLeaving: context.beforeLeaving };
    await markAllAsRead(context.connection(), course.answered, options);
  });
}
