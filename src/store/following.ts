/** Moves what belongs to a topic along when all of it is moved: the open place, the history, and drafts. */
import { sorted } from "#base/sorted.ts";
import { isResolved, resolutionOf } from "#journal/actions/move.ts";
import { withMovedDraft } from "#journal/drafts.ts";
import { movedSnooze } from "#journal/snoozes.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import type { Move } from "#model/message-changes.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { titleOf } from "#model/select/conversations.ts";
import { composerAt, composerEditor, composerKey, withComposer } from "./composer.ts";
import { withRenamedRow } from "./list.ts";
import type { Place, Screen } from "./screen.ts";
import type { Store } from "./state.ts";
import { changeSnoozes } from "./store.ts";

type Topic = Move["from"];

/** A text is moved wherever the user is, unless there is a text at the destination already. */
export function followMove(store: Store, move: Pick<Move, "from" | "to">): void {
  const { screen, journal } = store.getState();
  const [from, to] = [keyOf(move.from), keyOf(move.to)];
  const followed = following(screen, move);
  const isFree = composerAt(screen, to).editor.text === "" && !journal.drafts.has(to);
  const after = isFree
    ? {
        screen: withComposers(followed, renamed(screen.composers, from, to)),
        journal: withMovedDraft(journal, from, to, { kind: "topic", ...move.to }),
      }
    : { screen: followed, journal };
  if (after.screen !== screen || after.journal !== journal) store.setState(after);
  const fromTopic = conversationKey({ kind: "topic", ...move.from });
  changeSnoozes(store, movedSnooze(after.journal, fromTopic, { kind: "topic", ...move.to }));
}

/**
 * Notifies a user who is writing in the topic that somebody else moved messages of it. The text follows if the whole
 * topic was moved; if the newest messages were, the user can change the recipient.
 */
export function reportMove(store: Store, { from, to, ids }: Move, isWhole: boolean): void {
  const { screen, view } = store.getState();
  const [fromKey, toKey] = [keyOf(from), keyOf(to)];
  const key = isWhole ? toKey : fromKey;
  const isHere = composerKey(screen) === key;
  if (!isHere || composerEditor(screen).text === "") return;
  // Older messages do not matter to somebody who answers the newest.
  const newest = sorted(ids).at(-1) ?? 0;
  const later =
    view.topics.get(from.streamId)?.get(topicKey(from.streamId, from.topic))?.newest ?? 0;
  if (!isWhole && newest < later) return;
  const rerouted = { other: isWhole ? from : to, isFollowed: isWhole };
  const name = titleOf(view, { kind: "topic", ...to });
  const text = isWhole
    ? topicMoveNotice(from, to, name)
    : `The newest messages were moved to ${name}.`;
  const toast = { text, tone: "done", undo: false } as const;
  store.setState({ screen: { ...withComposer(screen, key, { rerouted }), toast } });
}

function topicMoveNotice(from: Topic, to: Topic, name: string): string {
  const { streamId, topic } = resolutionOf(from);
  if (streamId === to.streamId && topic === to.topic)
    return isResolved(topic)
      ? "This topic was resolved; your text stays in it."
      : "This topic was unresolved; your text stays in it.";
  return `This topic is ${name} now; your text moved with it.`;
}

function withComposers(screen: Screen, composers: Screen["composers"]): Screen {
  return composers === screen.composers ? screen : { ...screen, composers };
}

/** The same screen if nothing in it concerns that topic. */
export function following(screen: Screen, move: Pick<Move, "from" | "to">): Screen {
  return withLists(followingPlaces(screen, move), keyOf(move.from), keyOf(move.to));
}

/** Renames the topic's rows in lists. */
function withLists(screen: Screen, from: string, to: string): Screen {
  const lists = new Map(
    [...screen.lists].map(([key, list]) => [key, withRenamedRow(list, from, to)]),
  );
  const isSame = [...lists].every(([key, list]) => screen.lists.get(key) === list);
  return isSame ? screen : { ...screen, lists };
}

function followingPlaces(screen: Screen, { from, to }: Pick<Move, "from" | "to">): Screen {
  const isFrom = (narrow: Narrow | undefined) => isTopic(narrow, from);
  const target = { kind: "topic", ...to } as const;
  const moved = (place: Place): Place =>
    place.kind === "narrow" && isFrom(place.narrow) ? { kind: "narrow", narrow: target } : place;
  const place = moved(screen.place);
  const back = mapPlaces(screen.back, moved);
  const forward = mapPlaces(screen.forward, moved);
  const composing = isFrom(screen.composing.address)
    ? { ...screen.composing, address: target }
    : screen.composing;
  if ([place, back, forward, composing].every((part, at) => part === before(screen)[at])) {
    return screen;
  }
  const [fromKey, toKey] = [narrowKey({ kind: "topic", ...from }), narrowKey(target)];
  const isReadThere = screen.readers.has(toKey);
  return {
    ...screen,
    place,
    back,
    forward,
    composing,
    readers: isReadThere ? screen.readers : renamed(screen.readers, fromKey, toKey),
    visible: place === screen.place ? screen.visible : undefined,
  };
}

function before({ place, back, forward, composing }: Screen): readonly unknown[] {
  return [place, back, forward, composing];
}

function isTopic(narrow: Narrow | undefined, { streamId, topic }: Topic): boolean {
  if (narrow?.kind !== "topic") return false;
  return topicKey(narrow.streamId, narrow.topic) === topicKey(streamId, topic);
}

function keyOf(topic: Topic): string {
  return conversationKey({ kind: "topic", ...topic });
}

function mapPlaces(places: readonly Place[], moved: (place: Place) => Place): readonly Place[] {
  const next = places.map(moved);
  return next.every((place, at) => place === places[at]) ? places : next;
}

/** Moves the entry of one key to another, replacing that one's. */
function renamed<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  from: Key,
  to: Key,
): ReadonlyMap<Key, Value> {
  const value = map.get(from);
  if (from === to || value === undefined) return map;
  const next = new Map(map).set(to, value);
  next.delete(from);
  return next;
}
