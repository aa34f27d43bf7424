/** Setting the status that others see next to the person's name. */
import * as z from "zod";
import { onUserStatus } from "#model/people.ts";
import type { Replica } from "#model/replica.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Emoji, emoji } from "./react.ts";

export type StatusChange = {
  readonly kind: "status";
  /** Empty clears it; absent leaves it unchanged. */
  readonly text?: string;
  /** Null clears it; absent leaves it unchanged. */
  readonly emoji?: Emoji | null;
};

const cleared: Emoji = { name: "", code: "", type: "unicode_emoji" };

export const status: ActionKind<StatusChange> = {
  stored: z.strictObject({
    kind: z.literal("status"),
    text: z.exactOptional(z.string()),
    emoji: z.exactOptional(z.nullable(emoji)),
  }),
  repeatable: true,
  property: () => "status",
  targets: ({ text, emoji: given }) => [
    ...(text === undefined ? [] : ["text"]),
    ...(given === undefined ? [] : ["emoji"]),
  ],
  narrowed: ({ kind, text, emoji: given }, targets) => ({
    kind,
    ...(text !== undefined && targets.has("text") && { text }),
    ...(given !== undefined && targets.has("emoji") && { emoji: given }),
  }),
  overlaid: (view, { text, emoji: given }, batch) => {
    const { name, code, type } = given ?? cleared;
    const told = {
      ...(text !== undefined && { status_text: text.trim() }),
      ...(given !== undefined && { emoji_name: name, emoji_code: code, reaction_type: type }),
    };
    const event = {
      type: "user_status",
      id: view.lastEvent,
      user_id: view.ownId,
      ...told,
    } as const;
    return onUserStatus(view, event, batch);
  },
  agrees: (replica, { text, emoji: given }) => {
    const now = statusNow(replica);
    const sameText = text === undefined || text.trim() === now.text;
    return sameText && (given === undefined || (given?.name ?? "") === (now.emoji?.name ?? ""));
  },
  inverse: (view, action) => {
    const { text, emoji: given } = statusNow(view);
    const back: StatusChange = {
      kind: "status",
      ...(action.text !== undefined && action.text.trim() !== text && { text }),
      ...(action.emoji !== undefined && action.emoji?.name !== given?.name && { emoji: given }),
    };
    return back.text === undefined && back.emoji === undefined ? [] : [back];
  },
  sentence: (_, { text, emoji: given }) => {
    if (text === "" || (text === undefined && given === null)) return "Clear status";
    return text === undefined ? "Set status emoji" : `Set status “${text}”`;
  },
};

function statusNow({ statuses, ownId }: Replica) {
  const now = statuses.get(ownId);
  const has = now !== undefined && now.emojiName !== "";
  const shown = has ? { name: now.emojiName, code: now.emojiCode, type: now.emojiType } : null;
  return { text: now?.text ?? "", emoji: shown };
}
