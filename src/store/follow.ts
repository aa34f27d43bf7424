/**
 * Following the state: when one of these parts of it has changed, do that.
 *
 * A store has one subscription for all of its followers. If the store belongs to an owner (`owned.ts`), they end with it.
 */
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

type Follower = {
  readonly followed: readonly Part[];
  readonly then: (state: State, last: State) => void;
};

type Following = { readonly followers: Set<Follower>; readonly end: () => void };

const followings = new WeakMap<Store, Following>();

/** Calls `then` after each change of one of these parts, until the returned function is called or the store's owner ends. */
export function follow(
  store: Store,
  followed: readonly Part[],
  then: (state: State, last: State) => void,
): () => void {
  const { followers, end } = followings.get(store) ?? started(store);
  const follower = { followed, then };
  followers.add(follower);
  return () => {
    if (!followers.delete(follower) || followers.size > 0) return;
    end();
    followings.delete(store);
  };
}

function started(store: Store): Following {
  const followers = new Set<Follower>();
  const end = store.subscribe((state, last) => {
    for (const { followed, then } of followers)
      if (followed.some((part) => part(state) !== part(last))) then(state, last);
  });
  const following = { followers, end };
  followings.set(store, following);
  return following;
}
