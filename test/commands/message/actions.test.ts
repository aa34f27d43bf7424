/** Enter on the selected message, and reactions. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { withEmojiNames } from "#model/settings.ts";
import { widgetOf } from "#model/widget.ts";
import {
  acme,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { lunch, lunchId, lunchPoll } from "../../support/polls.ts";
import { showScreen } from "../../support/screen.tsx";

function atThePoll() {
  const topic = { kind: "topic", ...lunch } as const;
  const replica = withHistory(lunchPoll(), topic, [lunchId]);
  const store = storeOf(replica, readingScreen(topic, lunchId));
  const votes = () => {
    const message = get(store.getState().view.messages, lunchId);
    const widget = message && widgetOf(message);
    return widget?.kind === "poll" ? widget.options.map(({ voterIds }) => voterIds.length) : [];
  };
  return { store, votes, press: keyPresser(store), dialog: () => store.getState().screen.dialog };
}

test.each([
  ["votes in a poll", { kind: "topic", ...lunch }, lunchId, "Enter vote"],
  ["opens the conversation in a feed", { kind: "all" }, lunchId, "Enter open"],
  ["begins a reply, as r does", deployWindow, idsOf(acme(), deployWindow)[0], undefined],
] as const)("the footer names Enter where it %s", async (_, narrow, id, words) => {
  const replica = withHistory(lunchPoll(), narrow, id === undefined ? [] : [id]);
  const screen = await showScreen(storeOf(replica, readingScreen(narrow, id)));
  expect(screen.footer.lines()[0]?.match(/Enter \S+/)?.[0]).toBe(words);
  screen.ends();
});

test("Enter on a poll opens the options, and on an option it toggles the vote", () => {
  const { votes, press, dialog, store } = atThePoll();
  expect(votes()).toEqual([2, 0]);
  press("Enter");
  expect(dialog()).toMatchObject({ about: { kind: "widget" } });
  press("Enter", "Down", "Enter");
  expect(votes()).toEqual([1, 1]);
  press("Esc");
  expect(dialog()).toBeUndefined();
  const actions = [...store.getState().journal.intents.values()].map(({ action }) => action);
  expect(actions).toMatchObject([
    { kind: "tick", op: "remove", key: "canned,0" },
    { kind: "tick", op: "add", key: "canned,1" },
  ]);
});

test("u undoes a vote", () => {
  const { votes, press } = atThePoll();
  press("Enter", "Down", "Enter", "Esc", "u");
  expect(votes()).toEqual([2, 0]);
});

function atTheFirst(replica = acme()) {
  return storeOf(replica, readingScreen(deployWindow, idsOf(replica, deployWindow)[0]));
}

test("Enter on any other message starts a reply", () => {
  const store = atTheFirst();
  keyPresser(store)("Enter");
  const { dialog, focus } = store.getState().screen;
  expect([dialog, focus]).toEqual([undefined, "composer"]);
});

test.for([
  ["tada", { type: "unicode_emoji", code: "1f389", name: "tada" }],
  ["party_", { type: "realm_emoji", code: "7", name: "party_crab" }],
  ["svc", { type: "svc_extra_emoji", code: "svc", name: "svc" }],
] as const)("%s in the emoji picker selects the matching emoji of any type", ([typed, emoji]) => {
  const store = atTheFirst();
  const press = keyPresser(store);
  press(":", ...typed, "Enter");
  const [intent] = store.getState().journal.intents.values();
  expect(intent?.action).toMatchObject({ kind: "react", op: "add", emoji });
});

test("a reaction uses the server's name of its emoji", () => {
  const store = atTheFirst(withEmojiNames(acme(), new Map([["1f389", ["whoopee"]]])));
  keyPresser(store)(":", ..."tada", "Enter");
  const [intent] = store.getState().journal.intents.values();
  expect(intent?.action).toMatchObject({ emoji: { code: "1f389", name: "whoopee" } });
});

test.each([
  ["=", "Add or remove the first reaction: it has none yet"],
  ["z", "Show or hide the spoilers: no spoiler or formula in it"],
  ["E", "Edit your message: only your own"],
])("%s on a message that does not allow it says why, within 55 columns", (key, sentence) => {
  const [first] = idsOf(acme(), deployWindow);
  const store = storeOf(acme(), readingScreen(deployWindow, first));
  keyPresser(store)(key);
  expect(store.getState().screen.toast?.text).toBe(sentence);
  expect(sentence.length).toBeLessThanOrEqual(55);
});
