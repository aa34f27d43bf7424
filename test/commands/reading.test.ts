/** What Enter does with the message under the cursor. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { widgetOf } from "#model/widget.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf, withHistory } from "../support/acme.ts";
import { lunch, lunchId, lunchPoll } from "../support/polls.ts";
import { pressing } from "../support/pressing.ts";

function atThePoll() {
  const topic = { kind: "topic", ...lunch } as const;
  const picture = withHistory(lunchPoll(), topic, [lunchId]);
  const store = storeOf(picture, readingScreen(topic, lunchId));
  const votes = () => {
    const message = get(store.getState().view.messages, lunchId);
    const widget = message && widgetOf(message);
    return widget?.kind === "poll" ? widget.options.map(({ voterIds }) => voterIds.length) : [];
  };
  return { store, votes, press: pressing(store), dialog: () => store.getState().screen.dialog };
}

test("on a poll it opens the options, and there it votes and takes back", () => {
  const { votes, press, dialog, store } = atThePoll();
  expect(votes()).toEqual([2, 0]);
  press("Enter");
  expect(dialog()).toMatchObject({ kind: "widget", chosen: 0 });
  press("Enter", "Down", "Enter");
  expect(votes()).toEqual([1, 1]);
  press("Esc");
  expect(dialog()).toBeUndefined();
  const wishes = [...store.getState().journal.intents.values()].map(({ wish }) => wish);
  expect(wishes).toMatchObject([
    { kind: "tick", op: "remove", key: "canned,0" },
    { kind: "tick", op: "add", key: "canned,1" },
  ]);
});

test("a vote is taken back like anything else", () => {
  const { votes, press } = atThePoll();
  press("Enter", "Down", "Enter", "Esc", "u");
  expect(votes()).toEqual([2, 0]);
});

test("on any other message it replies", () => {
  const picture = acme();
  const store = storeOf(picture, readingScreen(deployWindow, idsOf(picture, deployWindow)[0]));
  pressing(store)("Enter");
  const { dialog, focus } = store.getState().screen;
  expect([dialog, focus]).toEqual([undefined, "composer"]);
});
