import { expect, test } from "vitest";
import { landOnceLoaded } from "#commands/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Narrow } from "#model/narrow.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { firstUnreadOf } from "#model/select/conversations.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import { acme, deployWindow, idsOf, storeOf } from "../support/acme.ts";

/** A program that starts where an earlier one ended; `shown` is what its cache still knew. */
function started(shown: Replica, place: Narrow) {
  const store = storeOf({ ...shown, epoch: 0 }, { place: { kind: "narrow", narrow: place } });
  landOnceLoaded(store);
  const readerOf = () => store.getState().screen.readers.get(narrowKey(place));
  const know = (replica: Replica) => changeReplica(store, () => ({ ...replica, epoch: 1 }), []);
  return { store, readerOf, know };
}

const known = acme();
const firstUnread =
  deployWindow.kind === "topic" ? firstUnreadOf(known, conversationKey(deployWindow)) : undefined;

test("a conversation restored from an earlier run jumps to its first unread message once that is known", () => {
  const { readerOf, know } = started(known, deployWindow);
  expect(readerOf()).toBeUndefined();
  know(known);
  expect(firstUnread).toBeDefined();
  expect(readerOf()).toEqual({
    selected: firstUnread,
    top: undefined,
    newFrom: firstUnread,
    jumpTarget: firstUnread,
  });
});

test("moving in cached messages keeps the position", () => {
  const { store, readerOf, know } = started(known, deployWindow);
  const [first] = idsOf(known, deployWindow);
  const moved = { selected: first, top: undefined, newFrom: undefined, jumpTarget: undefined };
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map([[narrowKey(deployWindow), moved]]),
  }));
  know(known);
  expect(readerOf()).toEqual(moved);
});
