/** Whether truth already is as a wish wants it. */
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Wish } from "#journal/intent.ts";
import type { Truth } from "#journal/retire.ts";
import type { Picture } from "#model/picture.ts";
import { isUnread } from "#model/unreads.ts";

/** Truth as the journal asks about it. What the picture does not know cannot disagree: nothing could be laid over it. */
export function truthOf(picture: Picture): Truth {
  return {
    agrees: (wish) => agrees(picture, wish),
    knows: (messageId) => get(picture.messages, messageId) !== undefined,
  };
}

function agrees(picture: Picture, wish: Wish): boolean {
  switch (wish.kind) {
    case "send":
      return false;
    case "read":
      return wish.ids.every((id) => {
        const unread = isUnread(picture.unreads, id);
        if (wish.op === "add") return !unread;
        return unread || (wish.at === undefined && get(picture.messages, id) === undefined);
      });
    case "star":
      return wish.ids.every((id) => has(picture.starred, id) === (wish.op === "add"));
    case "react":
      return agreesWithReaction(picture, wish);
  }
}

function agreesWithReaction(picture: Picture, wish: Wish & { readonly kind: "react" }): boolean {
  const message = get(picture.messages, wish.messageId);
  if (message === undefined) return true;
  const { type, code } = wish.emoji;
  const stands = message.reactions.some(
    (reaction) =>
      reaction.type === type && reaction.code === code && reaction.userIds.includes(picture.ownId),
  );
  return stands === (wish.op === "add");
}
