/** What can be said of a wish without knowing the picture: its targets, and whether it competes with another. */
import type { Sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Wish } from "./intent.ts";

/** The messages that a wish names: none for a send and for a topic. */
export function targetsOf(wish: Wish): Sorted<MessageId> {
  switch (wish.kind) {
    case "send":
    case "delete-topic":
      return [];
    case "react":
    case "tick":
      return [wish.messageId];
    case "read":
    case "star":
      return wish.ids;
  }
}

/** `wish` for these messages only; undefined when none of its own are left. */
export function narrowedTo(wish: Wish, ids: ReadonlySet<MessageId>): Wish | undefined {
  if (wish.kind === "send" || wish.kind === "delete-topic") return wish;
  if (wish.kind === "react" || wish.kind === "tick")
    return ids.has(wish.messageId) ? wish : undefined;
  const left = wish.ids.filter((id) => ids.has(id));
  if (left.length === wish.ids.length) return wish;
  if (left.length === 0) return undefined;
  if (wish.kind === "star") return { ...wish, ids: left };
  // Some of them shall stay unread, so it is not everything any more.
  const { everything: _, ...some } = wish;
  return { ...some, ids: left };
}

/**
 * What a wish is about beside its messages: wishes with the same property and a message in common are about the same
 * thing, and the newer one counts. Undefined for a send: no two sends are the same; and for what is not about messages.
 */
export function propertyOf(wish: Wish): string | undefined {
  if (wish.kind === "send" || wish.kind === "delete-topic") return undefined;
  if (wish.kind === "tick") return `tick:${wish.key}`;
  return wish.kind === "react" ? `react:${wish.emoji.type}:${wish.emoji.code}` : wish.kind;
}
