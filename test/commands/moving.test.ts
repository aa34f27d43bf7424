/** Moving messages by keys. */
import { expect, test } from "vitest";
import { moveOptions } from "#commands/move-choices.ts";
import type { Replica } from "#model/replica.ts";
import {
  acme,
  backend,
  deployWindow,
  design,
  idsOf,
  now,
  readingScreen,
  storeOf,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { startKeyboardClient } from "../support/keyboard-client.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { streams } from "../support/small-blueprint.ts";

const from = { streamId: backend, topic: "deploy window" };
const ids = idsOf(acme(), deployWindow);

function reading(settings: Replica["organization"]["settings"] = {}) {
  const base = acme();
  const replica = { ...base, organization: { ...base.organization, settings } };
  const store = storeOf(replica, readingScreen(deployWindow, ids[2]));
  const state = () => store.getState();
  return {
    press: keyPresser(store, noViewport, noDesktop, fakeClock(now * 1000)),
    dialog: () => state().screen.dialog,
    toast: () => state().screen.toast,
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    options: () => {
      const { dialog } = state().screen;
      return dialog?.kind === "move"
        ? moveOptions(state().view, dialog).map((one) => one.title)
        : [];
    },
  };
}

const wipe = ["^W", "^W"];

test("T renames the topic of the selected message, and u undoes it", () => {
  const { press, dialog, options, actions, toast } = reading();
  press("T");
  expect(dialog()).toMatchObject({ text: "backend > deploy window" });
  press(...wipe, ..."rollback", "Enter");
  expect(options()).toEqual([
    "All 6 messages of the topic",
    "This message and the 3 after it",
    "This message only",
    "Notice in the new topic",
    "Notice in the old topic",
  ]);
  press("n", "p", "a");
  const to = { streamId: backend, topic: "rollback" };
  const action = { kind: "move", messageId: ids[2], from, to, mode: "change_all" };
  expect(actions()).toEqual([{ ...action, quiet: true, noticeInOld: true }]);
  expect(toast()).toMatchObject({
    text: "Moved #backend › deploy window to #backend › rollback",
    undo: true,
  });
  press("u");
  expect(actions()).toEqual([]);
});

test("choosing another stream keeps the topic, and a move into an existing topic cannot be undone", () => {
  const { press, dialog, actions, toast } = reading();
  press("T", "^U", ..."design", "Enter");
  expect(dialog()).toMatchObject({ kind: "move-target", text: "design > deploy window" });
  press(...wipe, ..."icons", "Enter", "o");
  const to = { streamId: design, topic: "icons" };
  expect(actions()).toEqual([{ kind: "move", messageId: ids[2], from, to, mode: "change_one" }]);
  expect(toast()).toMatchObject({ text: "Moved the message to #design › icons", undo: false });
});

test("moves that the realm does not allow are reported before anything is requested", () => {
  const policy = reading({ edit_topic_policy: 2 });
  policy.press("T", "x", "Enter");
  expect(policy.toast()?.text).toBe("Your organization does not let you change topics.");
  const between = reading({ move_messages_between_streams_policy: 6 });
  between.press("T", "^U", ..."design", "Enter", "Enter");
  expect(between.toast()?.text).toMatch(/another stream/);
  expect(between.dialog()?.kind).toBe("move-target");
});

test("if only the oldest messages are past the time limit, the later ones can be moved", () => {
  const { press, toast, actions } = reading({ move_messages_within_stream_limit_seconds: 3600 });
  press("T", "x", "Enter", "a");
  expect(toast()?.text).toBe("Messages can only be moved for 1 hour. Some are older.");
  press("l");
  expect(actions()).toMatchObject([{ mode: "change_later" }]);
});

test("a move to an inaccessible private stream is refused before anything is requested", async () => {
  const { press, goes, type, settles, bo, dialog, toast } = await startKeyboardClient("cleo");
  await bo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "attic" }],
    invite_only: true,
  });
  await settles();
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("Enter");
  await settles();
  press("T", "^U");
  type("attic > boxes");
  press("Enter");
  expect(toast()).toBe("Only subscribers may post in #attic.");
  expect(dialog()?.kind).toBe("move-target");
});
