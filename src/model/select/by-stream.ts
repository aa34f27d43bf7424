/** Groups data keyed by conversation by stream, so that a change concerns one stream and not four hundred. */
import type { ConversationKey } from "#model/conversation.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { StreamId } from "#wire/ids.ts";

export type ByStream<V> = ReadonlyMap<StreamId, ReadonlyMap<ConversationKey, V>>;

/** Creates a memoized grouping function. A stream without changes keeps its map. */
export function byStream<V>(): (
  all: Iterable<readonly [ConversationKey, V]> & { readonly size: number },
) => ByStream<V> {
  let last: unknown;
  let groups: ByStream<V> = new Map();
  return (all) => {
    if (all === last) return groups;
    last = all;
    groups = reuseEqual(groups, sortedOut(all));
    return groups;
  };
}

function sortedOut<V>(all: Iterable<readonly [ConversationKey, V]>): ByStream<V> {
  const groups = new Map<StreamId, Map<ConversationKey, V>>();
  for (const [key, value] of all) {
    const streamId = streamOfKey(key);
    if (streamId === undefined) continue;
    const group = groups.get(streamId);
    if (group === undefined) groups.set(streamId, new Map([[key, value]]));
    else group.set(key, value);
  }
  return groups;
}

function reuseEqual<V>(before: ByStream<V>, after: ByStream<V>): ByStream<V> {
  const groups = new Map<StreamId, ReadonlyMap<ConversationKey, V>>();
  for (const [streamId, group] of after) {
    const old = before.get(streamId);
    groups.set(streamId, old !== undefined && isEqual(old, group) ? old : group);
  }
  return groups;
}

function isEqual<V>(a: ReadonlyMap<ConversationKey, V>, b: ReadonlyMap<ConversationKey, V>) {
  if (a.size !== b.size) return false;
  for (const [key, value] of b) if (a.get(key) !== value) return false;
  return true;
}
