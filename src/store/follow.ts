/**
 * Following the state: when one of these parts of it has changed, do that.
 *
 * A store has one subscription for all of its followers. If the store belongs to an owner (`owned`), they end with it.
 */

import type { Clock } from "#base/clock.ts";
import type { State, Store } from "./state.ts";

/** What is followed: it has changed when its value is another one. */
export type Part = (state: State) => unknown;

/** The parts that most followers need. */
export const parts = {
  connection: ({ session }) => session.connection,
  drafts: ({ journal }) => journal.drafts,
  epoch: ({ replica }) => replica.epoch,
  intents: ({ journal }) => journal.intents,
  place: ({ screen }) => screen.place,
  replica: ({ replica }) => replica,
  screen: ({ screen }) => screen,
  view: ({ view }) => view,
} satisfies Readonly<Record<string, Part>>;

type Follower = (state: State, last: State) => void;

type Following = {
  /** In the order of their registration, in which they are called. */
  readonly followers: Set<Follower>;
  /** Each part is compared once, however many follow it. */
  readonly byPart: Map<Part, Set<Follower>>;
  readonly end: () => void;
};

const followings = new WeakMap<Store, Following>();

/** Calls `then` after each change of one of these parts, until the returned function is called or the store's owner ends. */
export function follow(store: Store, followed: readonly Part[], then: Follower): () => void {
  const { followers, byPart, end } = followings.get(store) ?? started(store);
  const follower: Follower = (state, last) => then(state, last);
  followers.add(follower);
  for (const part of followed) byPart.set(part, (byPart.get(part) ?? new Set()).add(follower));
  return () => {
    if (!followers.delete(follower)) return;
    for (const part of followed) {
      const others = byPart.get(part);
      others?.delete(follower);
      if (others?.size === 0) byPart.delete(part);
    }
    if (followers.size > 0) return;
    end();
    followings.delete(store);
  };
}

function started(store: Store): Following {
  const followers = new Set<Follower>();
  const byPart: Following["byPart"] = new Map();
  const end = store.subscribe((state, last) => {
    let due: Set<Follower> | undefined;
    for (const [part, ofPart] of byPart) {
      if (part(state) === part(last)) continue;
      due ??= new Set();
      for (const follower of ofPart) due.add(follower);
    }
    if (due === undefined) return;
    for (const follower of followers) if (due.has(follower)) follower(state, last);
  });
  const following = { followers, byPart, end };
  followings.set(store, following);
  return following;
}

// A clock and a store for one owner, such as a session or a screen: what its parts register with them ends when the owner
// releases them, by construction.

type Owned = {
  readonly clock: Clock;
  readonly store: Store;
  /** The same for another way to run tasks later. */
  readonly owning: (after: Clock["after"]) => Clock["after"];
  /** Cancels every task and every subscription, and accepts no more. A sleep ends with the signal it was given. */
  readonly release: () => void;
};

export function owned(clock: Clock, store: Store): Owned {
  const ends = new Set<() => void>();
  let isReleased = false;
  const keep = (end: () => void) => {
    ends.add(end);
    return () => {
      ends.delete(end);
      end();
    };
  };
  const owning =
    (after: Clock["after"]): Clock["after"] =>
    (ms, task) => {
      if (isReleased) return () => {};
      const end = keep(
        after(ms, () => {
          end();
          task();
        }),
      );
      return end;
    };
  return {
    clock: { ...clock, after: owning(clock.after) },
    owning,
    store: {
      ...store,
      subscribe: (listener) => (isReleased ? () => {} : keep(store.subscribe(listener))),
    },
    release: () => {
      isReleased = true;
      for (const end of ends) end();
      ends.clear();
    },
  };
}
