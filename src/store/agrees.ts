/** Whether truth already is as a wish wants it. */
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Wish } from "#journal/intent.ts";
import type { Truth } from "#journal/retire.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import { isUnread } from "#model/unreads.ts";
import { isTicked } from "#model/widget.ts";
import type { MessageId } from "#wire/ids.ts";

/** Truth as the journal asks about it. What the picture does not know cannot disagree: nothing could be laid over it. */
export function truthOf(picture: Picture): Truth {
  return {
    agrees: (wish) => agrees(picture, wish),
    shows: (messageId) => shows(picture, messageId),
  };
}

/** A message that is known may still be missing where its conversation is read: after a lost queue, until the page comes. */
function shows(picture: Picture, messageId: MessageId): boolean {
  const message = get(picture.messages, messageId);
  if (message === undefined) return false;
  const history = picture.histories.get(message.conversation as string as NarrowKey);
  return history === undefined || has(history.ids, messageId);
}

function agrees(picture: Picture, wish: Wish): boolean {
  switch (wish.kind) {
    case "send":
    case "delete-topic":
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
    case "tick": {
      const message = get(picture.messages, wish.messageId);
      return (
        message === undefined ||
        isTicked(message, wish.key, picture.ownId) !== (wish.op === "remove")
      );
    }
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
