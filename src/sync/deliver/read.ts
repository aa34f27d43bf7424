/** Delivers changes that mark messages read or unread. */
import type { Read } from "#journal/actions/read.ts";
import type { Effect } from "./effect.ts";
import { changeFlag } from "./flags.ts";

export const read: Effect<Read> = {
  lane: () => "read",
  joins: (first, next) => first.op === next.op,
  deliver: (context, { op }, all) => {
    const ids = all.flatMap((each) => each.ids);
    const title = op === "add" ? "Marking as read" : "Marking as unread";
    return changeFlag(context, ids, { op, flag: "read" }, title);
  },
};
