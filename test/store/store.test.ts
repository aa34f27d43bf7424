import { expect, test } from "vitest";
import { idListOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import { answered } from "#journal/phases.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { onMessage } from "#model/messages.ts";
import { emptyReplica } from "#model/replica.ts";
import { isUnread, unreadIn } from "#model/unreads.ts";
import type { State } from "#store/state.ts";
import {
  addIntents,
  changeIntent,
  changeLocal,
  changeReplica,
  changeScreen,
  createStore,
  redoStep,
  undoStep,
} from "#store/store.ts";
import { type EventOf, events } from "#wire/events.ts";
import { emptyScreen } from "../support/empty-screen.ts";
import { intentId, messageId, react, read, star, topic } from "../support/intents.ts";

const own = 11;
const key = conversationKey(topic as Conversation);

function event(id: number, senderId: number, content: string, flags: string[] = []) {
  return events.message.parse({
    type: "message",
    id,
    flags,
    message: {
      id,
      type: "stream",
      stream_id: 2,
      subject: "deploy",
      display_recipient: "dev",
      content,
      sender_id: senderId,
      sender_full_name: "Ana",
      timestamp: 1,
    },
  });
}

function start() {
  const replica = { ...emptyReplica, ownId: own as never };
  const store = createStore({ replica, screen: emptyScreen });
  let count = 0;
  const origin = { clock: { now: () => 1_000 }, newId: () => `i${++count}` };
  const receive = (one: EventOf<"message">) =>
    changeReplica(
      store,
      (before, batch) => onMessage(before, one, batch),
      one.message.sender_id === own
        ? [{ id: one.message.id, conversation: key, content: one.message.content }]
        : [],
    );
  return { store, origin, receive, state: store.getState };
}

test("without open actions the view is the replica itself", () => {
  const { state, receive } = start();
  receive(event(1, 12, "hi"));
  expect(state().view).toBe(state().replica);
});

test("an action is visible in the view at once, and the replica is unchanged", () => {
  const { store, origin, receive, state } = start();
  receive(event(1, 12, "hi"));
  addIntents(store, origin, [read("add", 1), star("add", 1), react("add", 1)]);
  const { view, replica } = state();
  expect(isUnread(view.unreads, messageId(1))).toBe(false);
  expect(view.starred).toEqual([1]);
  expect(get(view.messages, messageId(1))?.reactions).toMatchObject([{ userIds: [own] }]);
  expect(isUnread(replica.unreads, messageId(1))).toBe(true);
  expect(replica.starred).toEqual([]);
  expect(get(replica.messages, messageId(1))?.reactions).toEqual([]);
});

test("a change of the screen alone leaves the view the same object", () => {
  const { store, origin, receive, state } = start();
  receive(event(1, 12, "hi"));
  addIntents(store, origin, [read("add", 1)]);
  const { view } = state();
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, columns: 100 },
  }));
  expect(state().view).toBe(view);
});

test("what this machine alone keeps of one kind leaves the other kinds the same objects", () => {
  const { store, state } = start();
  const { localFolders, localViews, snoozes } = state().view;
  changeLocal(store, "dismissals", new Map([[messageId(1), true as const]]));
  expect(state().view.dismissed.has(messageId(1))).toBe(true);
  expect(state().view.localFolders).toBe(localFolders);
  expect(state().view.localViews).toBe(localViews);
  expect(state().view.snoozes).toBe(snoozes);
});

test("undo restores exactly what was unread, also messages that were never fetched", () => {
  const { store, origin, receive, state } = start();
  receive(event(1, 12, "one"));
  receive(event(2, 12, "two"));
  changeReplica(store, (replica) => ({ ...replica, messages: emptyReplica.messages }));
  addIntents(store, origin, [read("add", 1, 2)], {
    sentence: "Done",
    inverse: [read("remove", 1, 2)],
  });
  changeIntent(store, intentId("i1"), answered());
  changeReplica(store, (replica) => ({ ...replica, unreads: emptyReplica.unreads }));
  expect(undoStep(store, origin)?.sentence).toBe("Done");
  expect(unreadIn(state().view.unreads, key)?.ids).toEqual(idListOf([1, 2]));
  expect(redoStep(store, origin)?.sentence).toBe("Done");
  expect(unreadIn(state().view.unreads, key)).toBeUndefined();
});

test("what is done as one change is told once, also if it fails, and to nobody who has stopped listening", () => {
  const { store, state } = start();
  const before = state();
  const told: State[][] = [];
  store.subscribe((now, last) => void told.push([now, last]));
  const stop = store.subscribe(() => void told.push([]));
  const toast = (text: string) =>
    changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "done", undo: false } }));
  const failing = () =>
    store.asOneChange(() => {
      toast("one");
      store.asOneChange(() => toast("two"));
      stop();
      expect(told).toEqual([]);
      throw new Error("broken");
    });
  expect(failing).toThrow("broken");
  expect(told).toEqual([[state(), before]]);
  toast("three");
  expect(told.length).toBe(2);
});

test("undo with nothing to undo returns undefined", () => {
  const { store, origin } = start();
  expect(undoStep(store, origin)).toBeUndefined();
  expect(redoStep(store, origin)).toBeUndefined();
});
