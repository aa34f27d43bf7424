/** Changing text, time and recipient of scheduled messages by keys. */

import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { onScheduled, scheduledById } from "#model/drafts.ts";
import type { Replica } from "#model/replica.ts";
import { composerEditor } from "#store/composer.ts";
import { openList } from "#store/lists.ts";
import { changeReplica } from "#store/store.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId, StreamId } from "#wire/ids.ts";
import { acme, ana, bo, design, general, now, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";

const soup: ScheduledMessage = {
  scheduled_message_id: 7 as ScheduledId,
  type: "stream",
  to: general,
  topic: "lunch",
  content: "soup",
  scheduled_delivery_timestamp: now + 3600,
  failed: false,
};

function listing(message: ScheduledMessage = soup, known: Replica = acme()) {
  const clock = fakeClock();
  const store = storeOf({ ...known, scheduled: scheduledById([message]) });
  const press = keyPresser(store, noViewport, noDesktop, clock);
  press("g", "t");
  const state = () => store.getState();
  const receives = (event: object) =>
    changeReplica(store, (replica) =>
      onScheduled(
        replica,
        { type: "scheduled_messages", id: replica.lastEvent, ...event } as never,
        newBatch("test"),
      ),
    );
  return {
    clock,
    store,
    press,
    state,
    receives,
    types: (text: string) => press(...text),
    toast: () => state().screen.toast?.text,
    text: () => composerEditor(state().screen).text,
    rows: () => openList(state().screen)?.rows.map(({ key }) => key),
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    shown: () => state().view.scheduled.get(soup.scheduled_message_id),
  };
}

test("E edits the text, Enter saves it with the same time, and u restores the old text", () => {
  const { press, text, shown, actions, state } = listing();
  press("E");
  expect([text(), state().screen.focus]).toEqual(["soup", "composer"]);
  press("!", "Enter");
  expect(shown()).toMatchObject({ content: "soup!", scheduled_delivery_timestamp: now + 3600 });
  expect([state().screen.focus, state().screen.place.kind]).toEqual(["pane", "scheduled"]);
  press("u");
  expect(shown()?.content).toBe("soup");
  expect(actions()).toEqual([]);
});

test("^T in the composer saves the edit with another time", async () => {
  const { press, types, shown, clock } = listing();
  press("E", "!", "^T");
  await clock.pass(0);
  types("in 3h");
  press("Enter");
  expect(shown()).toMatchObject({
    content: "soup!",
    scheduled_delivery_timestamp: now + 3 * 3600,
  });
});

test("Esc keeps the edit for the next E, and does not change the conversation's draft", () => {
  const { press, text, actions } = listing();
  press("E", "!", "Esc");
  expect([text(), actions()]).toEqual(["", []]);
  press("E");
  expect(text()).toBe("soup!");
});

test("t in the dialog changes the time", async () => {
  const { press, types, shown, clock, toast } = listing();
  press("Enter", "t");
  await clock.pass(0);
  types("in 2h");
  press("Enter");
  expect(shown()).toMatchObject({ content: "soup", scheduled_delivery_timestamp: now + 7200 });
  // The time first: the end may be cut.
  expect(toast()).toMatch(/^Scheduled for Fri 20 Nov, \d+:\d\d to /);
});

test.each([
  ["c", ["design", "icons"], { type: "stream", to: design, topic: "icons" }],
  ["x", ["Ana", ""], { type: "private", to: [ana], topic: "" }],
] as const)("%s in the dialog changes the recipient", (key, typed, recipient) => {
  const { press, types, shown } = listing();
  press("Enter", key);
  for (const part of typed) {
    types(part);
    press("Enter");
  }
  expect(shown()).toMatchObject({ content: "soup", ...recipient });
});

test("^G r during an edit changes the recipient immediately, and the edit continues", () => {
  const { press, types, shown, text, actions } = listing();
  press("E", "!", "^G", "r", "^U");
  types("design");
  press("Enter");
  types("icons");
  press("Enter");
  expect(shown()).toMatchObject({ content: "soup", to: design, topic: "icons" });
  expect(text()).toBe("soup!");
  press("Enter");
  expect(shown()).toMatchObject({ content: "soup!", to: design, topic: "icons" });
  expect(actions().map(({ kind }) => kind)).toEqual(["schedule-edit"]);
});

test("saving an edit of a failed message asks for a new time", async () => {
  const failed = { ...soup, failed: true, scheduled_delivery_timestamp: now - 60 };
  const { press, types, shown, clock, state } = listing(failed);
  press("E", "!", "Enter");
  expect(state().screen.dialog?.kind).toBe("time");
  await clock.pass(0);
  types("in 1h");
  press("Enter");
  expect(shown()).toMatchObject({
    content: "soup!",
    failed: false,
    scheduled_delivery_timestamp: now + 3600,
  });
});

test("if a message was sent while it was edited, the text becomes a draft", () => {
  const { press, receives, toast, state } = listing();
  press("E", "!");
  receives({ op: "remove", scheduled_message_id: 7 });
  press("Enter");
  expect(toast()).toBe(
    "This message has already been sent or deleted. Your text is in the draft to #general › lunch.",
  );
  expect([...state().journal.drafts.values()]).toMatchObject([{ text: "soup!" }]);
});

test.each([
  ["is open", []],
  ["was left", ["Esc"]],
])("if the message is changed elsewhere while the edit %s, saving asks first", (_, leave) => {
  const { store, press, receives, shown } = listing();
  press("E", "!", ...leave);
  receives({ op: "update", scheduled_message: { ...soup, content: "stew" } });
  press(...leave.map(() => "E"), "Enter");
  expect(shown()?.content).toBe("stew");
  expect(menuIn(store)?.lines).toEqual(["It says now:", "stew"]);
  press("o");
  expect(shown()?.content).toBe("soup!");
});

/** Acme with `count` subscribers of a stream, and other changes to the stream. */
function withSubscribers(id: StreamId, count: number, change: object = {}): Replica {
  const known = acme();
  const subscribers = Array.from({ length: count }, (_, index) => index + 1);
  const stream = { ...get(known.streams, id), subscribers, ...change } as never;
  return { ...known, streams: put(known.streams, id, stream, newBatch("test")) };
}

test.each([
  ["more people than before", withSubscribers(design, 40), "Notify 40 people in #design › icons?"],
  ["no more people", withSubscribers(general, 40), undefined],
])("moving a mention of everybody asks according to the new stream: %s", (_, known, expected) => {
  const { store, press, types, shown, state } = listing(
    { ...soup, content: "@**all** soup" },
    known,
  );
  press("Enter", "c");
  types("design");
  press("Enter");
  types("icons");
  press("Enter");
  expect(menuIn(store)?.title).toBe(expected);
  if (expected !== undefined) {
    expect(menuIn(store)?.items).toEqual(["k Keep the recipient", "s Change the recipient"]);
    press("Enter");
    expect([state().screen.dialog?.kind, shown()?.to]).toEqual(["recipient", general]);
    press("Enter", "s");
  }
  expect(shown()).toMatchObject({ to: design, topic: "icons" });
});

test("a stream where the user may not post is refused as recipient, and another one can be chosen", () => {
  const { press, types, toast, shown, state } = listing(
    soup,
    withSubscribers(design, 2, { postPolicy: 2 }),
  );
  press("Enter", "c");
  types("design");
  press("Enter");
  types("icons");
  press("Enter");
  expect(toast()).toBe("Only administrators may post in #design.");
  expect([shown()?.to, state().screen.dialog?.kind]).toEqual([general, "recipient"]);
});

test("an edit that adds a mention of many people asks first, with their number", () => {
  const { store, press, types, shown } = listing(soup, withSubscribers(general, 40));
  press("E");
  types(" @**all** ");
  press("Enter");
  expect([menuIn(store)?.title, shown()?.content]).toEqual([
    "Notify 40 people in #general › lunch?",
    "soup",
  ]);
  press("s");
  expect(shown()?.content).toContain("@**all**");
  press("E", "!", "Enter");
  expect(shown()?.content).toContain("!");
});

test("events add rows to the open list, and those that are sent stay as dealt with", () => {
  const { store, receives, rows } = listing();
  const ends = watchLists(store);
  receives({ op: "add", scheduled_messages: [{ ...soup, scheduled_message_id: 8 }] });
  expect(rows()).toEqual(["7", "8"]);
  receives({ op: "remove", scheduled_message_id: 7 });
  expect(openRows(store.getState())).toEqual({ over: ["7"], left: ["8"] });
  ends();
});

test("undoing a deletion after the scheduled time makes the text a draft", async () => {
  const { press, clock, toast, state, store } = listing();
  press("D");
  // The server has deleted it.
  changeReplica(store, (replica) => ({ ...replica, scheduled: new Map() }));
  const { undo } = state().journal;
  store.setState({ journal: { ...state().journal, intents: new Map(), undo } });
  await clock.pass("2 h");
  press("u");
  expect(toast()).toBe("Too late to send then: it is in the draft to #general › lunch.");
  expect([...state().journal.drafts.values()]).toMatchObject([{ text: "soup" }]);
});

test("the row of a failed message shows that its recipient is deactivated", async () => {
  const direct = { ...soup, failed: true, type: "private" as const, to: [bo], topic: "" };
  const known = acme();
  const gone = { ...get(known.people, bo)!, isActive: false };
  const people = put(known.people, bo, gone, newBatch("test"));
  const { store } = listing(direct, { ...known, people });
  const screen = await showScreen(store, { columns: 140, rows: 30 });
  expect(screen.pane.shows("✗ Bo Lindqvist the account of Bo Lindqvist is deactivated: soup")).toBe(
    true,
  );
  screen.ends();
});
