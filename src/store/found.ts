/** Unread messages that the register response left out: added to the replica as they are found, and marked together. */
import { sorted } from "#base/sorted.ts";
import { remembered } from "#journal/action.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { withAllFound, withFound } from "#journal/undo.ts";
import { mergeMessages, type RequestedAt } from "#model/merge-page.ts";
import type { Narrow } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { Store } from "./state.ts";
import { changeBoth } from "./store.ts";

/** Handles a page of the search, ascending. False, and nothing changes, if it is outdated. */
export function found(
  store: Store,
  id: Intent["id"],
  messages: readonly Message[],
  asked: RequestedAt,
): boolean {
  const [first] = messages;
  if (first === undefined) return true;
  let isMerged = false;
  changeBoth(store, ({ replica, journal }, batch) => {
    const merged = mergeMessages(replica, messages, asked, batch);
    isMerged = merged !== replica;
    if (!isMerged) return { replica, journal };
    // Those on an already loaded page of history were marked with the rest of the step, or are unread on purpose.
    const isNew = (one: MessageId) =>
      isUnread(merged.unreads, one) && !isUnread(replica.unreads, one);
    const ids = sorted(messages.map((one) => one.id).filter(isNew));
    const unread: Action = { kind: "read", op: "remove", ids };
    const inverse = ids.length === 0 ? [] : remembered(merged, unread);
    const next = withFound(journal, id, { ids, before: first.id }, inverse);
    return { replica: merged, journal: next };
  });
  return isMerged;
}

/** The search is over. */
export function allFound(store: Store, id: Intent["id"], scope: Narrow): void {
  changeBoth(store, ({ replica, journal }) => ({
    journal: withAllFound(journal, id),
    replica:
      scope.kind === "all"
        ? { ...replica, unreads: { ...replica.unreads, older: false } }
        : replica,
  }));
}
