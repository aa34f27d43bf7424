/**
 * Turns composer text into drafts, which `storage/intents.ts` writes to disk: the first key after a pause at once, then at
 * each pause of 500 ms, and at least every second while the user types.
 *
 * The draft of a sent text is removed only after its intent was queued for the same file, which preserves the order: at
 * any time, one of the two is on disk.
 */

import { sameFields } from "#base/memoize.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { conflictKey } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import {
  catchUp,
  composerAt,
  keepReplaced,
  replacedIn,
  restoreReplaced,
  targetKey,
  textOf,
  typedIn,
} from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeDraft } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";

const pauseMs = 500;
const longestMs = 1_000;

/** Returns a function that stores text written since the last pause: call it before the program ends, however it ends. */
export function startDrafts({ store, clock, idle, newId }: SyncContext): () => void {
  /** Conversations whose draft is older than the text on the screen, and since when, in elapsed milliseconds. */
  const dirty = new Map<string, number>();
  const addresses = new Map<string, Address>();
  let cancel = () => {};
  let flushedAt = Number.NEGATIVE_INFINITY;

  const keep = (key: string, text: string) => {
    const address = addresses.get(key) ?? addressOf(store.getState().replica, key);
    keepReplaced(store, key, text, conflictKey(newId()), { address, updatedAt: clock.now() });
  };
  /** First what was typed over, then what takes its place: the disk has one of them at any time. */
  const settleReplaced = (key: string) => {
    const composer = composerAt(store.getState().screen, key);
    const { replaced } = composer;
    if (replaced === undefined) return;
    const isBack = replacedIn(composer) === undefined;
    if (isBack && replaced.by !== undefined)
      restoreReplaced(store, key, replaced.text, replaced.by);
    else if (!isBack && replaced.by === undefined) keep(key, replaced.text);
  };
  const flush = () => {
    cancel();
    cancel = () => {};
    flushedAt = clock.elapsed();
    for (const key of dirty.keys()) {
      settleReplaced(key);
      changeDraft(store, key, draftOf(store.getState(), addresses, key, clock.now()));
    }
    dirty.clear();
  };
  const arm = () => {
    cancel();
    if (dirty.size === 0) return;
    const oldest = Math.min(...dirty.values());
    const isFirst = oldest - flushedAt >= longestMs;
    const wait = isFirst ? 0 : Math.min(pauseMs, oldest + longestMs - clock.elapsed());
    cancel = idle.after(Math.max(0, wait), flush);
  };
  const notice = (state: State, last: State) => {
    const { composing, composers } = state.screen;
    if (composing.address !== undefined) addresses.set(targetKey(composing), composing.address);
    if (composers === last.screen.composers) return;
    for (const [key, text] of unkeptSince(state, last)) keep(key, text);
    const changed = changedKeys(state, last);
    for (const key of changed) if (!dirty.has(key)) dirty.set(key, clock.elapsed());
    if (changed.length > 0) arm();
  };
  follow(store, [({ screen }) => screen.composing, ({ screen }) => screen.composers], notice);
  return flush;
}

/** What was typed over and is not kept yet, where the text was sent, discarded or typed over itself just now. */
function unkeptSince(
  { screen }: State,
  last: State,
): readonly (readonly [key: string, text: string])[] {
  const now = new Set([...screen.composers.values()].map(({ replaced }) => replaced));
  return [...last.screen.composers].flatMap(([key, composer]) => {
    const replaced = replacedIn(composer);
    if (replaced === undefined || replaced.by !== undefined || now.has(replaced)) return [];
    const isThere = composerAt(screen, key).replaced?.text === replaced.text;
    return isThere ? [] : [[key, replaced.text] as const];
  });
}

function changedKeys(state: State, last: State): readonly string[] {
  const [now, before] = [state.screen.composers, last.screen.composers];
  const keys = new Set([...now.keys(), ...before.keys()]);
  return [...keys].filter((key) => {
    const isSame = now.get(key)?.editor === before.get(key)?.editor;
    return !isSame && textOf(state, key) !== textOf(last, key);
  });
}

/** What waits beside a composer whose text was overtaken takes its place when it is left. The returned function leaves it. */
export function startCatchingUp({ store }: Pick<SyncContext, "store">): () => void {
  follow(store, [parts.screen], ({ screen }, last) => {
    const left = typedIn(last.screen);
    if (left !== undefined && left !== typedIn(screen)) catchUp(store, left);
  });
  return () => {
    const open = typedIn(store.getState().screen);
    if (open !== undefined) catchUp(store, open);
  };
}

/** Undefined if the text is empty and there is no server copy to delete. */
function draftOf(
  { screen, journal, replica }: State,
  addresses: ReadonlyMap<string, Address>,
  key: string,
  now: number,
): Draft | undefined {
  const { editor, was } = composerAt(screen, key);
  const text = editor.text.trim() === "" ? "" : editor.text;
  const before = journal.drafts.get(key);
  const shared = before?.shared;
  if (text === "" && shared === undefined) return undefined;
  const address = addresses.get(key) ?? before?.address ?? addressOf(replica, key);
  return sameFields(before, {
    address,
    text,
    // A text that came from another client has that one's date: what it writes afterwards is newer.
    updatedAt: before?.text === text ? before.updatedAt : now,
    ...(shared !== undefined && { shared }),
    ...(was !== undefined && { was }),
  });
}

/** The address of a text whose topic was moved before it became a draft; undefined if it has no recipient yet. */
function addressOf(replica: Replica, key: string): Address | undefined {
  return key === "" ? undefined : conversationOfKey(replica, key as ConversationKey);
}
