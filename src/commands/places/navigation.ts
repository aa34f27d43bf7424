/** Navigation: to a narrow, to the inbox, back and forward. */

import { firstUndecided, landing } from "#commands/lists/landing.ts";
import { withCursorAt, withOpenedList } from "#commands/lists/lists.ts";
import { samePlace, withSelected } from "#commands/screen.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow, narrowKey } from "#model/narrow.ts";
import { historyOf } from "#model/select/conversations.ts";
import { withNew } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, isMixed, listOf, placeOf } from "#store/lists.ts";
import { peekAt, peekedRow } from "#store/peek.ts";
import type { Place, Reader, RowId, Screen, Trail } from "#store/screen.ts";
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
    ...screenAt(state, isLeft(now, place) ? withOpenedList(state, now, place) : now, place, at),
    trail: { back: [...now.trail.back, now.place].slice(-longestTrail), forward: [] },
  }));
}

/** Whether the place is a list that the user did not come from: one to which they return is as it was. */
function isLeft(screen: Screen, place: Place): place is ListPlace {
  if (!isList(place)) return false;
  const origin = isMixed(screen.place) ? undefined : screen.trail.back.findLast(isMixed);
  return origin === undefined || !samePlace(origin, place);
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
    ...screenAt(state, now, place),
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
    ...screenAt(state, now, place),
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
    const { place } = state.screen;
    if (isList(place) || hasMoved(before, place.narrow)) return;
    const key = narrowKey(place.narrow);
    const reader = landing(state, place.narrow);
    changeScreen(store, (now) => ({ ...now, readers: new Map(now.readers).set(key, reader) }));
  });
  return stop;
}

/** At the end of the history, the reader is where it would be without a jump target. */
function hasMoved({ view, screen }: State, narrow: Narrow): boolean {
  const selected = screen.readers.get(narrowKey(narrow))?.selected;
  return selected !== undefined && selected !== historyOf(view, narrow)?.ids.at(-1);
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

/** The position in what is shown of the row that is being opened. */
function peekedAt(screen: Screen, narrow: Narrow, at: RowId | undefined): Reader | undefined {
  if (typeof at === "string" || !isList(screen.place)) return undefined;
  const { cursor } = listOf(screen, screen.place);
  const isShown = cursor !== undefined && peekedRow(screen) === cursor.key;
  return isShown ? peekAt(screen, narrowKey(narrow), at) : undefined;
}

function screenAt(state: State, screen: Screen, place: Place, at?: RowId): Screen {
  const common = {
    ...screen,
    place,
    focus: "pane",
    sidebar: { ...screen.sidebar, isShown: false, selected: undefined },
    reading: { ...screen.reading, visible: undefined, visit: undefined },
    find: undefined,
    // What is shown of the row is where the reader was left, when the user comes back.
    peek: screen.peek && { ...screen.peek, position: undefined },
  } as const;
  if (isList(place)) return common;
  const { narrow } = place;
  const key = narrowKey(narrow);
  const readers = new Map(screen.readers).set(
    key,
    landing(state, narrow, at, peekedAt(screen, narrow, at)),
  );
  if (!isConversation(narrow)) return { ...common, readers };
  const conversation = conversationKey(narrow);
  const reading = { ...common.reading, visit: newVisit(conversation) };
  return withCursorAt(state, { ...withNew(common, narrow), readers, reading }, conversation);
}
