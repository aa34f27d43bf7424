import { expect, test } from "vitest";
import { emptyReplica } from "#model/replica.ts";
import { follow, owned, parts } from "#store/follow.ts";
import { changeScreen, changeSession, createStore } from "#store/store.ts";
import { fakeClock } from "../support/clock.ts";
import { emptyScreen } from "../support/empty-screen.ts";

function startFollowing() {
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  let listeners = 0;
  const watched: typeof store = {
    ...store,
    subscribe: (listener) => {
      listeners += 1;
      const end = store.subscribe(listener);
      return () => {
        listeners -= 1;
        end();
      };
    },
  };
  const goOnline = () =>
    changeSession(store, (session) => ({ ...session, connection: { kind: "live" } }));
  const focus = () =>
    changeScreen(store, (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, focused: !screen.terminal.focused },
    }));
  return { store: watched, goOnline, focus, listeners: () => listeners };
}

test("a follower is called when one of its parts has changed, and not otherwise", () => {
  const { store, goOnline, focus } = startFollowing();
  const seen: string[] = [];
  follow(store, [parts.connection, parts.intents], ({ session }, last) => {
    seen.push(`${last.session.connection.kind} to ${session.connection.kind}`);
  });
  focus();
  expect(seen).toEqual([]);
  goOnline();
  expect(seen).toEqual(["connecting to live"]);
});

test("all followers of a store share one subscription, which ends with the last of them", () => {
  const { store, listeners, focus } = startFollowing();
  let calls = 0;
  const ends = [1, 2].map(() => follow(store, [parts.screen], () => void calls++));
  expect(listeners()).toBe(1);
  ends[0]?.();
  ends[0]?.();
  focus();
  expect([listeners(), calls]).toEqual([1, 1]);
  ends[1]?.();
  expect(listeners()).toBe(0);
  follow(store, [parts.screen], () => void calls++);
  focus();
  expect([listeners(), calls]).toEqual([1, 2]);
});

test("followers end with the owner of the store", () => {
  const { store, listeners, focus } = startFollowing();
  const owner = owned(fakeClock(), store);
  let calls = 0;
  follow(owner.store, [parts.screen], () => void calls++);
  owner.release();
  follow(owner.store, [parts.screen], () => void calls++);
  focus();
  expect([listeners(), calls]).toEqual([0, 0]);
});
