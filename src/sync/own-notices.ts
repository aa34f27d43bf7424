/**
 * Marks the server's notices of what the user did themselves as read: that they moved messages, or resolved a topic.
 *
 * Newer servers do that by a setting, and not for all of them.
 */

import { sorted } from "#base/sorted.ts";
import { get, valuesBetween } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { isNoticeBot } from "#model/topics.ts";
import { isUnread } from "#model/unreads.ts";
import { follow } from "#store/follow.ts";
import { addIntents } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

export function startOwnNotices(context: Pick<SyncContext, "store" | "clock" | "newId">): void {
  const { store } = context;
  follow(store, [({ replica }) => replica.newestMessage], ({ replica, view }, last) => {
    const [from, to] = [last.replica.newestMessage + 1, replica.newestMessage];
    if (last.replica.epoch !== replica.epoch) return;
    const ids = [...valuesBetween(replica.messages, from, to)]
      .filter((message) => isUnread(view.unreads, message.id) && isOwnNotice(replica, message))
      .map(({ id }) => id);
    if (ids.length > 0) addIntents(store, context, [{ kind: "read", op: "add", ids: sorted(ids) }]);
  });
}

/** Whoever did it is mentioned silently, on newer servers with their ID. */
function isOwnNotice(
  { people, ownId }: Replica,
  { streamId, senderId, content }: Message,
): boolean {
  if (streamId === undefined || !isNoticeBot(get(people, senderId))) return false;
  const name = get(people, ownId)?.name ?? "";
  return [`@_**${name}|${ownId}**`, `@_**${name}**`].some((one) => content.includes(one));
}
