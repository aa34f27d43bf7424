/** Delivers starring and unstarring. */
import type { Star } from "#journal/actions/star.ts";
import type { Effect } from "./effect.ts";
import { changeFlag } from "./flags.ts";

export const star: Effect<Star> = {
  lane: () => "star",
  deliver: (context, { op, ids }) => {
    const title = op === "add" ? "Starring" : "Removing stars";
    return changeFlag(context, ids, { op, flag: "starred" }, title);
  },
};
