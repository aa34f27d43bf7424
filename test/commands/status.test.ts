/** The person's status by keys: text, emoji, usual ones, when it is cleared, and what others see. */
import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { onUserStatus } from "#model/people.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import { acme, ana, now, readingScreen, storeOf, you } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { showScreen } from "../support/screen.tsx";

await typedTimeParser();

function withStatus(replica: Replica, userId: typeof you, status: object): Replica {
  const event = { type: "user_status", id: replica.lastEvent, user_id: userId, ...status };
  return onUserStatus(replica, event as never, newBatch("test"));
}

const lunch = {
  status_text: "At lunch",
  emoji_name: "pizza",
  emoji_code: "1f355",
  reaction_type: "unicode_emoji",
};

function setting(replica: Replica = acme()) {
  const clock = fakeClock();
  const store = storeOf(replica);
  const press = keyPresser(store, noViewport, noDesktop, clock);
  const state = () => store.getState();
  return {
    clock,
    store,
    press,
    state,
    types: (text: string) => press(...text),
    told: () => state().screen.toast?.text,
    shown: () => state().view.statuses.get(you),
    until: () => state().session.statusUntil,
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
  };
}

test("g y sets what is typed, only the text is sent, and u takes it back", () => {
  const { press, types, actions, shown, told } = setting();
  press("g", "y");
  types("Reading");
  press("Enter");
  expect(actions()).toEqual([{ kind: "status", text: "Reading" }]);
  expect(told()).toBe("Set your status");
  press("u");
  expect([shown(), actions()]).toEqual([undefined, []]);
});

test("a usual one fills in text and emoji; Enter once more sets them", () => {
  const { press, shown } = setting();
  press("g", "y", "Down", "Down", "Down", "Enter", "Enter");
  expect(shown()).toMatchObject({ text: "In a meeting", emojiName: "calendar" });
});

test("the emoji comes from the picker, and goes by it; the text stays", () => {
  const { press, types, actions, shown } = setting(withStatus(acme(), you, lunch));
  press("g", "y", "Down", "Enter");
  types("octopus");
  press("Enter", "Enter");
  expect(actions()).toMatchObject([{ kind: "status", emoji: { name: "octopus" } }]);
  expect(shown()?.text).toBe("At lunch");
  press("g", "y", "Down", "Enter", "Up", "Enter", "Enter");
  expect(shown()).toMatchObject({ text: "At lunch", emojiName: "" });
});

test("more than 60 code points are refused, and 60 emoji are not", () => {
  const { store, press, types, told, state, actions } = setting();
  press("g", "y");
  types("a".repeat(61));
  press("Enter");
  expect([told(), state().screen.dialog?.kind]).toEqual([
    "The status is 1 too long: 60 characters fit.",
    "status",
  ]);
  press("^U");
  const { dialog } = state().screen;
  changeScreen(store, (screen) => ({
    ...screen,
    dialog: { ...dialog, text: "🐙".repeat(60) } as never,
  }));
  press("Enter");
  expect(actions()).toMatchObject([{ text: "🐙".repeat(60) }]);
});

test("it is cleared at a typed time, which can be changed alone; Esc comes back from there", async () => {
  const { press, types, until, told, actions, clock, state } = setting(
    withStatus(acme(), you, lunch),
  );
  press("g", "y", "Down", "Down", "Enter");
  await clock.pass(0);
  press("Esc");
  expect(state().screen.dialog?.kind).toBe("status");
  press("Enter");
  await clock.pass(0);
  types("in 2h");
  press("Enter", "Enter");
  expect(until()).toEqual({ at: now + 7200, text: "At lunch", emojiName: "pizza" });
  expect([told(), actions()]).toEqual(["Set your status until Fri 20 Nov, 13:42", []]);
});

test("switches change what others see of the person at once", () => {
  const { press, actions, state, store } = setting();
  changeReplica(store, (replica) => ({
    ...replica,
    settings: { ...replica.settings, receives_typing_notifications: true },
  }));
  press("g", "y", "Up", "Enter", "Up", "Enter", "Up", "Up", "Enter");
  expect(actions()).toEqual([
    { kind: "setting", property: "receives_typing_notifications", value: false },
    { kind: "setting", property: "send_stream_typing_notifications", value: false },
    { kind: "setting", property: "presence_enabled", value: false },
  ]);
  expect(state().screen.dialog?.kind).toBe("status");
});

test("the status of others stands beside their names, and follows events", async () => {
  const store = storeOf(acme(), readingScreen({ kind: "direct", userIds: [you, ana] }));
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.sidebar.shows("Ana Ruiz 🍕")).toBe(false);
  changeReplica(store, (replica) => withStatus(replica, ana, lunch));
  await screen.until(() => screen.sidebar.shows("Ana Ruiz 🍕"));
  expect(screen.title.shows("Ana Ruiz 🍕 At lunch")).toBe(true);
  keyPresser(store)("g", "i");
  refreshList(store);
  await screen.until(() => screen.pane.shows("@ Ana Ruiz 🍕"));
  screen.ends();
});
