/** Where the person is goes along when a topic is moved as a whole: the open place, what is written there, the way back. */
import { conversationKey, topicKey } from "#model/conversation.ts";
import type { Move } from "#model/message-changes.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Place, Screen } from "./screen.ts";

type Topic = Move["from"];

/** The same screen when nothing of it was about that topic. */
export function following(screen: Screen, { from, to }: Pick<Move, "from" | "to">): Screen {
  const isFrom = (narrow: Narrow | undefined) => isTopic(narrow, from);
  const target = { kind: "topic", ...to } as const;
  const moved = (place: Place): Place =>
    place.kind === "narrow" && isFrom(place.narrow) ? { kind: "narrow", narrow: target } : place;
  const place = moved(screen.place);
  const back = kept(screen.back, moved);
  const forward = kept(screen.forward, moved);
  const address = isFrom(screen.address) ? target : screen.address;
  if ([place, back, forward, address].every((part, at) => part === before(screen)[at])) {
    return screen;
  }
  return {
    ...screen,
    place,
    back,
    forward,
    address,
    readers: renamed(screen.readers, narrowKey({ kind: "topic", ...from }), narrowKey(target)),
    editors:
      address === screen.address ? screen.editors : renamed(screen.editors, keyOf(from), keyOf(to)),
    visible: place === screen.place ? screen.visible : undefined,
  };
}

function before({ place, back, forward, address }: Screen): readonly unknown[] {
  return [place, back, forward, address];
}

function isTopic(narrow: Narrow | undefined, { streamId, topic }: Topic): boolean {
  if (narrow?.kind !== "topic") return false;
  return topicKey(narrow.streamId, narrow.topic) === topicKey(streamId, topic);
}

function keyOf(topic: Topic): string {
  return conversationKey({ kind: "topic", ...topic });
}

function kept(places: readonly Place[], moved: (place: Place) => Place): readonly Place[] {
  const next = places.map(moved);
  return next.every((place, at) => place === places[at]) ? places : next;
}

/** The entry of one key under another; what stands there already stays. */
function renamed<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  from: Key,
  to: Key,
): ReadonlyMap<Key, Value> {
  const value = map.get(from);
  if (from === to || value === undefined || map.has(to)) return map;
  const next = new Map(map).set(to, value);
  next.delete(from);
  return next;
}
