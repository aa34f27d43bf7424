/** Navigation: to a narrow, to the inbox, back and forward. */

import { withCursorAt, withOpenedList } from "#commands/lists/lists.ts";
import { samePlace, targetOf, withSelected } from "#commands/screen.ts";
import type { IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import { firstUnreadOf, historyOf } from "#model/select/conversations.ts";
import { withNew } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, placeOf } from "#store/lists.ts";
import type { Place, Reader, RowId, Screen, Trail } from "#store/screen.ts";
import { isUndecided, sendsOf } from "#store/sends.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { newVisit } from "#store/visit.ts";
import type { MessageId } from "#wire/ids.ts";

const longestTrail = 100;

/** Opens a place, at that row of it if given, and adds the previous one to the history. */
export function goTo(store: Store, place: Place, at?: RowId): void {
  const { screen } = store.getState();
  if (samePlace(screen.place, place)) {
    changeScreen(store, (now) => {
      const there = at === undefined ? now : withSelected(now, at);
      return { ...there, focus: "pane", sidebar: { ...now.sidebar, isShown: false } };
    });
    return;
  }
  const state = store.getState();
  changeScreen(store, (now) => ({
    ...opened(state, isLeft(now, place) ? withOpenedList(state, now, place) : now, place, at),
    trail: { back: [...now.trail.back, now.place].slice(-longestTrail), forward: [] },
  }));
}

/** Whether the place is a list that the user did not come from: one to which they return is as it was. */
function isLeft(screen: Screen, place: Place): place is ListPlace {
  if (!isList(place)) return false;
  const origin = isMixed(screen.place) ? undefined : screen.trail.back.findLast(isMixed);
  return origin === undefined || !samePlace(origin, place);
}

/** A list, or a narrow that mixes conversations. */
function isMixed(place: Place): boolean {
  return isList(place) || !isConversation(place.narrow);
}

export function openNarrow(store: Store, narrow: Narrow): void {
  goTo(store, placeOf(narrow));
}

/** Opens a narrow at one of its messages, known or not, instead of the first unread one. */
export function openAt(store: Store, narrow: Narrow, message: MessageId): void {
  goTo(store, placeOf(narrow), message);
}

/** Moves the open reader to the message; it is fetched if unknown. */
export function landOn(store: Store, message: MessageId): void {
  changeScreen(store, (screen) => withSelected(screen, message));
}

/** Opens the last place of a trail and adds the current one to the other trail; false if there is none. */
function goAlong(store: Store, from: keyof Trail, to: keyof Trail): boolean {
  const state = store.getState();
  const place = state.screen.trail[from].at(-1);
  if (place === undefined) return false;
  changeScreen(store, (now) => ({
    ...opened(state, now, place),
    trail: {
      ...now.trail,
      [from]: now.trail[from].slice(0, -1),
      [to]: [...now.trail[to], now.place],
    },
  }));
  return true;
}

export function goBack(store: Store): boolean {
  return goAlong(store, "back", "forward");
}

/**
 * Leaves the open conversation for the list, or the narrow that mixes conversations, from which the first of them was
 * opened. False without one.
 */
export function goOut(store: Store): boolean {
  const state = store.getState();
  const { back } = state.screen.trail;
  const at = back.findLastIndex(isMixed);
  const place = back[at];
  if (place === undefined) return false;
  changeScreen(store, (now) => ({
    ...opened(state, now, place),
    trail: {
      back: now.trail.back.slice(0, at),
      forward: [...now.trail.forward, now.place, ...now.trail.back.slice(at + 1).toReversed()],
    },
  }));
  return true;
}

export function goForward(store: Store): boolean {
  return goAlong(store, "forward", "back");
}

/**
 * The open place may be older than the unread counts: restored from the last run, or opened at once. As soon as those
 * are loaded, the reader lands as in a newly opened place, unless the user has moved it. The returned function cancels
 * that.
 */
export function landOnceLoaded(store: Store): () => void {
  const stop = follow(store, [parts.epoch], (state, before) => {
    if (before.replica.epoch > 0) return;
    stop();
    const { place, readers } = state.screen;
    if (isList(place) || hasMoved(before, place.narrow)) return;
    const key = narrowKey(place.narrow);
    const reader = freshReader(state, place.narrow, readers.get(key));
    changeScreen(store, (now) => ({ ...now, readers: new Map(now.readers).set(key, reader) }));
  });
  return stop;
}

/** At the end of the history, the reader is where it would be without a jump target. */
function hasMoved({ view, screen }: State, narrow: Narrow): boolean {
  const selected = screen.readers.get(narrowKey(narrow))?.selected;
  return selected !== undefined && selected !== historyOf(view, narrow)?.ids.at(-1);
}

/** The oldest send of a conversation that needs a decision. */
function firstUndecided({ journal }: State, narrow: Narrow): IntentId | undefined {
  if (!isConversation(narrow)) return undefined;
  return sendsOf(journal, conversationKey(narrow)).find(({ phase }) => isUndecided(phase))?.id;
}

/** Selects the send that needs a decision in the open conversation; false without one. */
export function selectUndecided(store: Store): boolean {
  const state = store.getState();
  const { place } = state.screen;
  const id = place.kind === "narrow" ? firstUndecided(state, place.narrow) : undefined;
  if (id === undefined) return false;
  changeScreen(store, (screen) => ({
    ...withSelected(screen, id),
    focus: "pane",
    sidebar: { ...screen.sidebar, isShown: false },
  }));
  return true;
}

function opened(state: State, screen: Screen, place: Place, at?: RowId): Screen {
  const common = {
    ...screen,
    place,
    focus: "pane",
    sidebar: { ...screen.sidebar, isShown: false, selected: undefined },
    reading: { ...screen.reading, visible: undefined, visit: undefined },
    find: undefined,
  } as const;
  if (isList(place)) return common;
  const { narrow } = place;
  const key = narrowKey(narrow);
  const readers = new Map(screen.readers).set(
    key,
    freshReader(state, narrow, screen.readers.get(key), at),
  );
  if (!isConversation(narrow)) return { ...common, readers };
  const conversation = conversationKey(narrow);
  const reading = { ...common.reading, visit: newVisit(conversation) };
  return withCursorAt(state, { ...withNew(common, narrow), readers, reading }, conversation);
}

/**
 * Lands on that row; else on the user's own send that needs a decision; else on the first unread message with some read ones above it;
 * if nothing is unread, on the reader's last position, or at the end.
 */
function freshReader(
  state: State,
  narrow: Narrow,
  before: Reader | undefined,
  at?: RowId,
): Reader {
  const { view } = state;
  const newFrom = isConversation(narrow) ? firstUnreadOf(view, conversationKey(narrow)) : undefined;
  if (at !== undefined) return { selected: at, top: undefined, newFrom, jumpTarget: targetOf(at) };
  const undecided = firstUndecided(state, narrow);
  if (undecided !== undefined)
    return { selected: undecided, top: undefined, newFrom, jumpTarget: undefined };
  if (newFrom !== undefined)
    return { selected: newFrom, top: undefined, newFrom, jumpTarget: newFrom };
  return before === undefined || before.onLast !== undefined
    ? { selected: undefined, top: undefined, newFrom: undefined, jumpTarget: undefined }
    : { ...before, newFrom: undefined, jumpTarget: undefined };
}
