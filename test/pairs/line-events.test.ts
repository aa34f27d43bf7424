/** Every line that is typed outside of dialogs, while everything happens: letters stay letters. */
import { expect, onTestFinished, test } from "vitest";
import { askForKey } from "#app/sign-in-again.ts";
import { takesText } from "#commands/keys/inputs.ts";
import { contextOf } from "#commands/screen.ts";
import { happenings, sentAndScheduled } from "../support/happenings.ts";
import { ownKeys } from "../support/key-presser.ts";
import { showScreen } from "../support/screen.tsx";
import { startSmall } from "../support/small-client.ts";

/** The keys that open the line, and its context. */
const lines = [
  [["/"], "find"],
  [["g", "i", "/"], "filter"],
  [["g", "r", "/"], "filter"],
  [["g", "p", "/"], "filter"],
  [["g", "b", "/"], "filter"],
  [["Shift+Tab", "/"], "bar"],
] as const;

/** After these, nothing can happen to the open topic any more. */
const last = ["the message moved alone", "the message deleted", "the account signed out"];
const all = [...Object.keys(happenings).filter((name) => !last.includes(name)), ...last];

test.each(lines)("what is typed after %j is taken whatever happens", async (keys, context) => {
  const pair = await startSmall({ first: sentAndScheduled });
  const { store, clock, press } = pair;
  askForKey(store, pair.client.session, { clock, keys: ownKeys, isIdle: () => true });
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  await screen.settles();
  press(...keys, "q");
  const isTyping = () =>
    contextOf(store.getState().screen) === context && takesText(store.getState());
  expect(isTyping()).toBe(true);
  for (const happening of all) {
    await happenings[happening]?.(pair);
    await clock.pass("5 s");
    await screen.settles();
    expect([happening, isTyping()]).toEqual([happening, true]);
    const { intents } = store.getState().journal;
    press("e");
    expect([happening, store.getState().journal.intents]).toEqual([happening, intents]);
  }
});
