/** The user's status by keys: text, emoji, presets, expiry, and visibility. */

import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { timeChoices } from "#commands/time-choices.ts";
import { inputOf } from "#editor/input.ts";
import { onUserStatus } from "#model/people.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import { since } from "#wire/levels.ts";
import { acme, ana, now, readingScreen, storeOf, you } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { accountsOf } from "../../support/live-accounts.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

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
    toast: () => state().screen.toast?.text,
    shown: () => state().view.statuses.get(you),
    until: () => state().session.statusUntil,
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
  };
}

test("g y sets and sends only the text, and u undoes it", () => {
  const { press, types, actions, shown, toast } = setting();
  press("g", "y");
  types("Reading");
  press("Enter");
  expect(actions()).toEqual([{ kind: "status", text: "Reading" }]);
  expect(toast()).toBe("Set your status");
  press("u");
  expect([shown(), actions()]).toEqual([undefined, []]);
});

test("where statuses have no emoji, a preset fills in its text alone", () => {
  const level = since.statusEmoji - 1;
  const replica = acme();
  const { press, actions } = setting({
    ...replica,
    realm: { ...replica.realm, featureLevel: level },
  });
  press("g", "y", "Down", "Down", "Enter", "Enter");
  expect(actions()).toEqual([{ kind: "status", text: "In a meeting" }]);
});

test("accounts that do not get the emoji of a status in every account are named", async () => {
  const older = acme();
  const featureLevel = since.statusEmoji - 1;
  const libre = { ...older, realm: { ...older.realm, featureLevel } };
  const program = accountsOf({ acme: acme(), libre, work: acme() });
  const set = () =>
    ["acme", "libre", "work"].map((name) => {
      const { view } = program.store(name).getState();
      return view.statuses.get(you)?.emojiName ?? "";
    });
  const toEvery = ["Down", "Down", "Enter", "Up", "Up", "Up", "Enter"];
  await program.press("g", "y", ..."Lunch", "Down", "Enter", ..."tada", "Enter", ...toEvery);
  expect(set()).toEqual(["tada", "", "tada"]);
  const said = "Set your status in every account, without the emoji in";
  expect(program.state().screen.toast?.text).toBe(`${said} libre`);
  // The organization's own.
  await program.press("g", "y", "Down", "Enter", ..."party_crab", "Enter", ...toEvery);
  expect(set()).toEqual(["party_crab", "", ""]);
  expect(program.state().screen.toast?.text).toBe(`${said} libre, work`);
});

test("a preset fills in text and emoji, and another Enter sets them", () => {
  const { press, shown } = setting();
  press("g", "y", "Down", "Down", "Down", "Enter", "Enter");
  expect(shown()).toMatchObject({ text: "In a meeting", emojiName: "calendar" });
});

test("Tab completes a common status, else goes on, and saves nothing", () => {
  const { press, types, state, actions } = setting();
  const text = () => {
    const { dialog } = state().screen;
    return dialog?.kind === "status" ? `${dialog.input.text} ${dialog.chosen}` : undefined;
  };
  press("g", "y");
  types("on v");
  press("Tab");
  expect(text()).toBe("On vacation 0");
  press("Tab");
  expect(text()).toBe("On vacation 1");
  press("Tab", "Tab", "Tab");
  expect(text()).toBe("In a meeting 0");
  expect(actions()).toEqual([]);
  press("Enter");
  expect(actions()).toMatchObject([{ kind: "status", text: "In a meeting" }]);
});

test("the picker sets and removes the emoji without changing the text", () => {
  const { press, types, actions, shown } = setting(withStatus(acme(), you, lunch));
  press("g", "y", "Down", "Enter");
  types("octopus");
  press("Enter", "Up", "Enter");
  expect(actions()).toMatchObject([{ kind: "status", emoji: { name: "octopus" } }]);
  expect(shown()?.text).toBe("At lunch");
  press("g", "y", "Down", "Enter", "Up", "Enter", "Up", "Enter");
  expect(shown()).toMatchObject({ text: "At lunch", emojiName: "" });
});

test("a status of 61 characters is refused, one of 60 emoji is not", () => {
  const { store, press, types, toast, state, actions } = setting();
  press("g", "y");
  types("a".repeat(61));
  press("Enter");
  expect([toast(), state().screen.dialog?.kind]).toEqual([
    "The status is 1 too long: 60 characters fit.",
    "status",
  ]);
  press("^U");
  const { dialog } = state().screen;
  const input = inputOf("🐙".repeat(60));
  changeScreen(store, (screen) => ({ ...screen, dialog: { ...dialog, input } as never }));
  press("Enter");
  expect(actions()).toMatchObject([{ text: "🐙".repeat(60) }]);
});

test("a status gets an expiry time without being sent again, and Esc returns from the time dialog", async () => {
  const { press, types, until, toast, actions, clock, state } = setting(
    withStatus(acme(), you, lunch),
  );
  press("g", "y", "Down", "Down", "Enter");
  await clock.pass(0);
  const offered = timeChoices(state().view, state().screen.dialog as never);
  expect(offered.map(({ name }) => name)).toContain("Tomorrow, at midnight");
  press("Esc");
  expect(state().screen.dialog?.kind).toBe("status");
  press("Enter");
  await clock.pass(0);
  types("in 2h");
  press("Enter");
  expect(state().screen.dialog).toMatchObject({ kind: "status", chosen: 2 });
  press("Up", "Up", "Enter");
  expect(until()).toEqual({ at: now + 7200, text: "At lunch", emojiName: "pizza" });
  expect([toast(), actions()]).toEqual(["Set your status until Fri 20 Nov, 13:42", []]);
});

test("the switches of the dialog change visibility settings immediately", () => {
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

test("others' statuses are shown beside their names and follow events", async () => {
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
