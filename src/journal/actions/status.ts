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
  targets: ({ text, emoji: newEmoji }) => [
    ...(text === undefined ? [] : ["text"]),
    ...(newEmoji === undefined ? [] : ["emoji"]),
  ],
  narrowed: ({ kind, text, emoji: newEmoji }, targets) => ({
    kind,
    ...(text !== undefined && targets.has("text") && { text }),
    ...(newEmoji !== undefined && targets.has("emoji") && { emoji: newEmoji }),
  }),
  overlaid: (view, { text, emoji: newEmoji }, batch) => {
    const { name, code, type } = newEmoji ?? cleared;
    const changes = {
      ...(text !== undefined && { status_text: text.trim() }),
      ...(newEmoji !== undefined && { emoji_name: name, emoji_code: code, reaction_type: type }),
    };
    const event = {
      type: "user_status",
      id: view.lastEvent,
      user_id: view.ownId,
      ...changes,
    } as const;
    return onUserStatus(view, event, batch);
  },
  agrees: (replica, { text, emoji: newEmoji }) => {
    const now = statusNow(replica);
    const sameText = text === undefined || text.trim() === now.text;
    return (
      sameText && (newEmoji === undefined || (newEmoji?.name ?? "") === (now.emoji?.name ?? ""))
    );
  },
  inverse: (view, action) => {
    const { text, emoji: currentEmoji } = statusNow(view);
    const back: StatusChange = {
      kind: "status",
      ...(action.text !== undefined && action.text.trim() !== text && { text }),
      ...(action.emoji !== undefined &&
        action.emoji?.name !== currentEmoji?.name && { emoji: currentEmoji }),
    };
    return back.text === undefined && back.emoji === undefined ? [] : [back];
  },
  sentence: (_, { text, emoji: newEmoji }) => {
    if (text === "" || (text === undefined && newEmoji === null)) return "Clear status";
    return text === undefined ? "Set status emoji" : `Set status “${text}”`;
  },
};

function statusNow({ statuses, ownId }: Replica) {
  const now = statuses.get(ownId);
  const has = now !== undefined && now.emojiName !== "";
  const shown = has ? { name: now.emojiName, code: now.emojiCode, type: now.emojiType } : null;
  return { text: now?.text ?? "", emoji: shown };
}
