/**
 * Marking read what was looked at: a message that stood whole on a focused terminal for 300 ms in a conversation.
 *
 * Opening a conversation marks nothing by itself, and what was skipped stays unread. The person's setting may extend
 * this to every view, or turn it off. What turns unread while it stands there was marked so, perhaps at another
 * terminal: it stays unread until it has left the screen.
 */
import { sorted } from "#base/sorted.ts";
import { isConversationKey } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import type { State } from "#store/state.ts";
import { wish } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";

const lookMs = 300;
const batchMs = 1_000;
/** Where a terminal does not say whether it has the focus, a key so lately says that somebody is there. */
const presentMs = 60_000;
/** The person's settings for marking by scrolling; any other, and none, is "in conversations only". */
const always = 1;
const never = 3;

/** What the terminal tells of the person in front of it. */
export type Attention = {
  /** UNIX milliseconds; 0 before the first key. */
  readonly lastKeyAt: () => number;
  /** True once the terminal was seen to report its focus. */
  readonly reportsFocus: () => boolean;
};

/** Watches what stands on the screen; the returned function ends it. */
export function startReads(context: SyncContext, attention: Attention): () => void {
  const { store, clock, busy } = context;
  /** Since when each message has stood there, in elapsed milliseconds. */
  let since: ReadonlyMap<MessageId, number> = new Map();
  const seen = new Set<MessageId>();
  /** Turned unread while they stood there. */
  let spared: ReadonlySet<MessageId> = new Set();
  let cancelLook = () => {};
  let lastBatchAt = Number.NEGATIVE_INFINITY;
  let flushing = false;

  const flush = () => {
    flushing = false;
    lastBatchAt = clock.elapsed();
    const { view } = store.getState();
    const ids = sorted([...seen].filter((id) => isUnread(view.unreads, id)));
    seen.clear();
    if (ids.length > 0) wish(store, context, [{ kind: "read", op: "add", ids }]);
  };
  const note = () => {
    const now = clock.elapsed();
    for (const [id, from] of since) if (now - from >= lookMs) seen.add(id);
    if (seen.size === 0 || flushing) return;
    flushing = true;
    busy.after(Math.max(0, lastBatchAt + batchMs - now), flush);
  };
  const look = (state: State) => {
    const now = clock.elapsed();
    const unread = isWatched(state, attention, clock.now()) ? unreadShown(state) : [];
    const shown = unread.filter((id) => !spared.has(id));
    const before = since;
    since = new Map(shown.map((id) => [id, before.get(id) ?? now]));
    cancelLook();
    const next = [...since.values()].filter((from) => now - from < lookMs);
    cancelLook =
      next.length === 0
        ? () => {}
        : busy.after(Math.min(...next) + lookMs - now, () => {
            note();
            look(store.getState());
          });
  };

  look(store.getState());
  const unsubscribe = store.subscribe((state, last) => {
    const { screen, view } = state;
    const moved =
      screen.visible !== last.screen.visible ||
      screen.focused !== last.screen.focused ||
      view.settings !== last.view.settings ||
      (screen.visible !== undefined && view.unreads !== last.view.unreads) ||
      // A key came, so somebody is there who was not before.
      (screen !== last.screen && !attention.reportsFocus());
    if (!moved) return;
    spared = new Set(unreadShown(state).filter((id) => spared.has(id) || turned(id, state, last)));
    for (const id of spared) seen.delete(id);
    look(state);
  });
  return () => {
    unsubscribe();
    cancelLook();
    note();
    if (flushing) flush();
  };
}

function isWatched({ screen, picture }: State, attention: Attention, now: number): boolean {
  const policy = picture.settings.web_mark_read_on_scroll_policy;
  const marks =
    policy === always || (policy !== never && isConversationKey(screen.visible?.narrow));
  if (!marks || !screen.focused) return false;
  return attention.reportsFocus() || now - attention.lastKeyAt() < presentMs;
}

/** Whether a message was read when it already stood on the screen, and is not any more. */
function turned(id: MessageId, { view }: State, last: State): boolean {
  if (view.unreads === last.view.unreads || isUnread(last.view.unreads, id)) return false;
  return last.screen.visible?.ids.includes(id) === true;
}

function unreadShown({ screen, view }: State): readonly MessageId[] {
  return (screen.visible?.ids ?? []).filter((id) => isUnread(view.unreads, id));
}
