/** Changing scheduled messages by keys: text, time and recipient, and what happens when they are gone. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import { composerEditor } from "#commands/composer-text.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { onScheduled, scheduledById } from "#model/drafts.ts";
import type { Replica } from "#model/replica.ts";
import { openList } from "#store/lists.ts";
import { changeReplica } from "#store/store.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId, StreamId } from "#wire/ids.ts";
import { acme, ana, bo, design, general, now, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { showScreen } from "../support/screen.tsx";

await typedTimeParser();
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
  const hears = (event: object) =>
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
    hears,
    types: (text: string) => press(...text),
    told: () => state().screen.toast?.text,
    text: () => composerEditor(state().screen).text,
    rows: () => openList(state().screen)?.rows.map(({ key }) => key),
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    shown: () => state().view.scheduled.get(soup.scheduled_message_id),
  };
}

test("E edits the text, Enter saves it with its time, and u brings the old one back", () => {
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

test("^T in the composer saves the text with another time", async () => {
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

test("Esc keeps a change for the next E, and leaves the conversation's own draft alone", () => {
  const { press, text, actions } = listing();
  press("E", "!", "Esc");
  expect([text(), actions()]).toEqual(["", []]);
  press("E");
  expect(text()).toBe("soup!");
});

test("Enter offers everything: t changes the time", async () => {
  const { press, types, shown, clock } = listing();
  press("Enter", "t");
  await clock.pass(0);
  types("in 2h");
  press("Enter");
  expect(shown()).toMatchObject({ content: "soup", scheduled_delivery_timestamp: now + 7200 });
});

test.each([
  ["c", ["design", "icons"], { type: "stream", to: design, topic: "icons" }],
  ["x", ["Ana", ""], { type: "private", to: [ana], topic: "" }],
] as const)("%s in the dialog gives it another recipient", (key, typed, recipient) => {
  const { press, types, shown } = listing();
  press("Enter", key);
  for (const part of typed) {
    types(part);
    press("Enter");
  }
  expect(shown()).toMatchObject({ content: "soup", ...recipient });
});

test("^G r in the composer changes the recipient at once, and the edit of the text goes on", () => {
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

test("one that failed asks for a time before its text is saved, and is due again then", async () => {
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

test("what was sent while it was being changed leaves the text as a draft", () => {
  const { press, hears, told, state } = listing();
  press("E", "!");
  hears({ op: "remove", scheduled_message_id: 7 });
  press("Enter");
  expect(told()).toBe(
    "This message has already been sent or deleted. Your text is in the draft to #general › lunch.",
  );
  expect([...state().journal.drafts.values()]).toMatchObject([{ text: "soup!" }]);
});

test.each([
  ["is open", []],
  ["was left", ["Esc"]],
])("a change from elsewhere while the edit %s asks before it is replaced", (_, leave) => {
  const { press, hears, shown } = listing();
  press("E", "!", ...leave);
  hears({ op: "update", scheduled_message: { ...soup, content: "stew" } });
  press(...leave.map(() => "E"), "Enter");
  expect(shown()?.content).toBe("stew");
  press("Enter");
  expect(shown()?.content).toBe("soup!");
});

/** The realm with so many subscribers of a stream, and other changes to the stream. */
function crowded(id: StreamId, count: number, change: object = {}): Replica {
  const known = acme();
  const subscribers = Array.from({ length: count }, (_, index) => index + 1);
  const stream = { ...get(known.streams, id), subscribers, ...change } as never;
  return { ...known, streams: put(known.streams, id, stream, newBatch("test")) };
}

test.each([
  ["more people than before", crowded(design, 40), "This notifies 40 people: press Enter again"],
  ["no more people", crowded(general, 40), /^To #design/],
])("a mention of everybody asks when the new recipient is a stream with %s", (_, known, says) => {
  const { press, types, told, shown } = listing({ ...soup, content: "@**all** soup" }, known);
  press("Enter", "c");
  types("design");
  press("Enter");
  types("icons");
  press("Enter");
  expect(told()).toMatch(says);
  if (shown()?.to === general) press("Enter");
  expect(shown()).toMatchObject({ to: design, topic: "icons" });
});

test("a recipient to whom the user may not write is refused at once, and another can be chosen", () => {
  const { press, types, told, shown, state } = listing(soup, crowded(design, 2, { postPolicy: 2 }));
  press("Enter", "c");
  types("design");
  press("Enter");
  types("icons");
  press("Enter");
  expect(told()).toBe("Only administrators may post in #design.");
  expect([shown()?.to, state().screen.dialog?.kind]).toEqual([general, "recipient"]);
});

test("an edit that mentions many people for the first time asks with their number", () => {
  const { press, types, told, shown } = listing(soup, crowded(general, 40));
  press("E");
  types(" @**all** ");
  press("Enter");
  expect([told(), shown()?.content]).toEqual([
    "This notifies 40 people: press Enter again to save.",
    "soup",
  ]);
  press("Enter");
  expect(shown()?.content).toContain("@**all**");
  press("E", "!", "Enter");
  expect(shown()?.content).toContain("!");
});

test("the list follows events: what is added appears, what is sent goes", () => {
  const { store, hears, rows } = listing();
  const ends = watchLists(store);
  hears({ op: "add", scheduled_messages: [{ ...soup, scheduled_message_id: 8 }] });
  expect(rows()).toEqual(["7", "8"]);
  hears({ op: "remove", scheduled_message_id: 7 });
  expect(rows()).toEqual(["8"]);
  ends();
});

test("a deletion whose time has passed is not undone: the text becomes a draft", async () => {
  const { press, clock, told, state, store } = listing();
  press("D");
  // The server has deleted it.
  changeReplica(store, (replica) => ({ ...replica, scheduled: new Map() }));
  const { undo } = state().journal;
  store.setState({ journal: { ...state().journal, intents: new Map(), undo } });
  await clock.pass("2 h");
  press("u");
  expect(told()).toBe(
    "Too late to send at that time: the text is in the draft to #general › lunch.",
  );
  expect([...state().journal.drafts.values()]).toMatchObject([{ text: "soup" }]);
});

test("a row that failed says that the recipient is gone, as far as that can be seen", async () => {
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
