/** Starring or unstarring messages. */
import * as z from "zod";
import { has, type Sorted } from "#base/sorted.ts";
import { withStars } from "#model/flags.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op } from "./schemas.ts";

export type Star = {
  readonly kind: "star";
  readonly op: Op;
  readonly ids: Sorted<MessageId>;
};

export const star: ActionKind<Star> = {
  stored: z.strictObject({ kind: z.literal("star"), op, ids: z.array(messageId) }),
  repeatable: true,
  property: () => "star",
  targets: ({ ids }) => ids,
  narrowed: (action, targets) => ({ ...action, ids: action.ids.filter((id) => targets.has(id)) }),
  overlaid: (view, action, batch) => withStars(view, action.ids, action.op === "add", batch),
  agrees: ({ starred }, action) =>
    action.ids.every((id) => has(starred, id) === (action.op === "add")),
  inverse: ({ starred }, { op: change, ids }) => {
    const changed = ids.filter((id) => has(starred, id) !== (change === "add"));
    const inverse = change === "add" ? "remove" : "add";
    return changed.length === 0 ? [] : [{ kind: "star", op: inverse, ids: changed }];
  },
  sentence: (_, { op: change, ids }) => {
    const what = ids.length === 1 ? "a message" : `${ids.length} messages`;
    return `${change === "add" ? "Star" : "Unstar"} ${what}`;
  },
};
