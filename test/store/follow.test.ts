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

test("what a follower changes is heard after what it heard, by all and in order, whichever store they follow", () => {
  const { store, focus } = startFollowing();
  const say = (text: string) =>
    changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "done", undo: false } }));
  const heard: string[] = [];
  const hears = (name: string, of: typeof store) =>
    follow(of, [parts.screen], ({ screen }, last) => {
      heard.push(`${name}: ${last.screen.toast?.text} to ${screen.toast?.text}`);
    });
  follow(owned(fakeClock(), store).store, [parts.screen], ({ screen }) => {
    if (screen.toast === undefined) say("newer");
  });
  hears("first", store);
  hears("second", owned(fakeClock(), store).store);
  store.subscribe(({ screen }) => heard.push(`subscriber: ${screen.toast?.text}`));
  focus();
  expect(heard).toEqual([
    ...["first: undefined to undefined", "second: undefined to undefined", "subscriber: undefined"],
    ...["first: undefined to newer", "second: undefined to newer", "subscriber: newer"],
  ]);
});

test("a follower that fails keeps no later change from the others", () => {
  const { store, focus } = startFollowing();
  follow(store, [parts.screen], ({ screen }) => {
    if (screen.toast !== undefined) return;
    changeScreen(store, (now) => ({ ...now, toast: { text: "newer", tone: "done", undo: false } }));
    throw new Error("A follower failed.");
  });
  let toast: string | undefined;
  follow(store, [parts.screen], ({ screen }) => {
    toast = screen.toast?.text;
  });
  expect(focus).toThrow("A follower failed.");
  expect(toast).toBe("newer");
});

test("a follower that begins while a change is told hears of none from before", () => {
  const { store, focus } = startFollowing();
  let calls = 0;
  const end = follow(store, [parts.screen], () => {
    end();
    focus();
    follow(store, [parts.screen], () => void calls++);
  });
  focus();
  expect(calls).toBe(0);
  focus();
  expect(calls).toBe(1);
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
