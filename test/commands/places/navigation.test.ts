import { expect, test } from "vitest";
import { landOnceLoaded } from "#commands/places/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import type { ReadNarrow } from "#model/narrow.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { firstUnreadOf } from "#model/select/conversations.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import { acme, deployWindow, idsOf, storeOf } from "../../support/acme.ts";

/** A client that restores the place of an earlier run; `shown` is the cached replica. */
function startAt(shown: Replica, place: ReadNarrow) {
  const store = storeOf({ ...shown, epoch: 0 }, { place: { kind: "narrow", narrow: place } });
  landOnceLoaded(store);
  const readerOf = () => store.getState().screen.readers.get(narrowKey(place));
  const register = (replica: Replica) => changeReplica(store, () => ({ ...replica, epoch: 1 }), []);
  return { store, readerOf, register };
}

const known = acme();
const firstUnread =
  deployWindow.kind === "topic" ? firstUnreadOf(known, conversationKey(deployWindow)) : undefined;

test("a restored conversation jumps to its first unread message once the register answer is there", () => {
  const { readerOf, register } = startAt(known, deployWindow);
  expect(readerOf()).toBeUndefined();
  register(known);
  expect(firstUnread).toBeDefined();
  expect(readerOf()).toEqual({
    selected: firstUnread,
    top: undefined,
    newFrom: firstUnread,
    jumpTarget: firstUnread,
  });
});

test("after moving in cached messages, the register answer does not move the selection", () => {
  const { store, readerOf, register } = startAt(known, deployWindow);
  const [first] = idsOf(known, deployWindow);
  const moved = { selected: first, top: undefined, newFrom: undefined, jumpTarget: undefined };
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map([[narrowKey(deployWindow), moved]]),
  }));
  register(known);
  expect(readerOf()).toEqual(moved);
});
