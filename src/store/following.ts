/** What is open or being written follows the messages that it is about: moved topics, and deleted messages. */
import { sorted } from "#base/sorted.ts";
import { resolutionOf } from "#journal/actions/topic.ts";
import type { Address, Draft } from "#journal/intent.ts";
import {
  conflictKey,
  editKey,
  movedSnooze,
  withDraft,
  withMovedDraft,
  withMovedEdits,
} from "#journal/journal.ts";
import {
  type ConversationKey,
  conversationKey,
  isResolved,
  topicKey,
} from "#model/conversation.ts";
import type { Move } from "#model/message-changes.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  cleared,
  composerAt,
  composerEditor,
  composerKey,
  isHeld,
  isTypedIn,
  prependDraft,
  textOf,
  withComposer,
} from "./composer.ts";
import { withRenamedRow } from "./list.ts";
import { foreignKey } from "./row-keys.ts";
import type { Place, Screen, Visit } from "./screen.ts";
import type { RowMove, Session } from "./session.ts";
import type { State, Store } from "./state.ts";
import { changeDraft, changeLocal, changeScreen, changeSession } from "./store.ts";

type Topic = Move["from"];

export function followMove(store: Store, move: Pick<Move, "from" | "to">): void {
  const before = store.getState();
  const from = keyOf(move.from);
  const target = { kind: "topic", ...move.to } as const;
  const followed = {
    screen: following(before.screen, move),
    journal: withMovedEdits(before.journal, from, target),
  };
  const isOpen = composerKey(before.screen) === from;
  const { screen, journal } = withMovedText(followed, from, target, isOpen);
  if (screen !== before.screen || journal !== before.journal) store.setState({ screen, journal });
  changeSession(store, (session) => withMove(session, { from, to: keyOf(move.to) }));
  const fromTopic = conversationKey({ kind: "topic", ...move.from });
  changeLocal(store, "snoozes", movedSnooze(journal, fromTopic, target));
}

const keptMoves = 100;

function withMove(session: Session, move: RowMove): Session {
  return { ...session, moves: [...session.moves, move].slice(-keptMoves) };
}

/** Renames the rows of another account whose topics were moved since `before`, for whenever the lists are shown. */
export function followMovesIn(store: Store, account: string, before: Moves, now: Moves): void {
  const last = before.at(-1);
  const moves = now.slice(last === undefined ? 0 : now.indexOf(last) + 1);
  for (const { from, to } of moves)
    changeScreen(store, (screen) =>
      withLists(screen, foreignKey(account, from), foreignKey(account, to)),
    );
}

type Moves = Session["moves"];

type Texts = Pick<State, "screen" | "journal">;

/**
 * The text follows wherever the user is, unless there is one at the target already: only the text that is being written,
 * if there is any yet, takes its place, and the other one is kept beside it.
 */
function withMovedText(texts: Texts, from: string, target: Address, isOpen: boolean): Texts {
  const { screen, journal } = texts;
  const to = conversationKey(target);
  const other = composerAt(screen, to).editor.text;
  const isFree = other === "" && !journal.drafts.has(to);
  const own = composerAt(screen, from);
  const isEmpty = own.editor.text === "";
  const replaces = isOpen && (!isEmpty || isHeld(own) || isTypedIn(screen, to));
  if (from === to || !(isFree || replaces)) return texts;
  const kept: Draft = { address: target, updatedAt: 0, ...journal.drafts.get(to), text: other };
  const by = conflictKey(`at ${to}`);
  const beside = withDraft(withDraft(journal, to, undefined), by, kept);
  const moved = withComposers(screen, renamed(screen.composers, from, to));
  // What is at the target appears there once the composer is left.
  const empty = { ...own, overtaken: { by, text: "" } };
  return {
    screen: isEmpty && !isFree ? withComposer(cleared(moved, to), to, empty) : moved,
    journal: withMovedDraft(isFree ? journal : beside, from, to, target),
  };
}

/**
 * Edits of deleted messages: the open one stays, and is marked; another becomes a draft of its conversation, unless it
 * changed nothing.
 */
export function followDeletion(store: Store, ids: readonly MessageId[]): void {
  const { screen, journal } = store.getState();
  for (const id of ids) {
    const key = editKey(id);
    const draft = journal.drafts.get(key);
    const { editor, was = "" } = composerAt(screen, key);
    if (composerKey(screen) === key)
      changeScreen(store, (now) => withComposer(now, key, { isGone: true }));
    else if (editor.text !== "" || draft !== undefined) {
      if (draft !== undefined && ![was.trim(), ""].includes(draft.text.trim()))
        keepAsDraft(store, key, draft);
      changeDraft(store, key, undefined);
      changeScreen(store, (now) => cleared(now, key));
    }
  }
}

/** Under its conversation; if that has a text, beside it. */
export function keepAsDraft(store: Store, key: string, { address, text, updatedAt }: Draft): void {
  const to = address === undefined ? "" : conversationKey(address);
  const { screen, journal } = store.getState();
  const isFree = textOf({ screen }, to) === "" && !journal.drafts.has(to) && !isTypedIn(screen, to);
  if (isFree) prependDraft(store, to, { address, text, updatedAt });
  else changeDraft(store, conflictKey(key), { address, text, updatedAt });
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
  const back = mapPlaces(screen.trail.back, moved);
  const forward = mapPlaces(screen.trail.forward, moved);
  const composing = isFrom(screen.composing.address)
    ? { ...screen.composing, address: target }
    : screen.composing;
  const [fromKey, toKey] = [narrowKey({ kind: "topic", ...from }), narrowKey(target)];
  // Otherwise it would be closed: the letters of what is being typed would be keys.
  const find = screen.find?.narrow === fromKey ? { ...screen.find, narrow: toKey } : screen.find;
  if ([place, back, forward, composing, find].every((part, at) => part === before(screen)[at])) {
    return screen;
  }
  const isReadThere = screen.readers.has(toKey);
  return {
    ...screen,
    place,
    trail: { back, forward },
    composing,
    find,
    readers: isReadThere ? screen.readers : renamed(screen.readers, fromKey, toKey),
    reading: {
      ...screen.reading,
      visit: movedVisit(screen.reading.visit, keyOf(from), conversationKey(target)),
      visible: place === screen.place ? screen.reading.visible : undefined,
    },
  };
}

function before({ place, trail, composing, find }: Screen): readonly unknown[] {
  return [place, trail.back, trail.forward, composing, find];
}

function movedVisit(visit: Visit | undefined, from: ConversationKey, to: ConversationKey) {
  return visit?.conversation === from ? { ...visit, conversation: to } : visit;
}

function isTopic(narrow: Narrow | undefined, { streamId, topic }: Topic): boolean {
  if (narrow?.kind !== "topic") return false;
  return topicKey(narrow.streamId, narrow.topic) === topicKey(streamId, topic);
}

function keyOf(topic: Topic): ConversationKey {
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
