/** Changes while a message is being written: moves of its topic, new messages, and the loss of its stream. */

import { expect, test } from "vitest";
import { drop, newBatch } from "#base/table.ts";
import { watchComposer } from "#commands/composer/composer.ts";
import { composerEditor } from "#store/composer.ts";
import { followMove, reportMove } from "#store/following.ts";
import { changeReplica } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  design,
  idsOf,
  now,
  readingScreen,
  storeOf,
  withMessages,
  you,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const from = { streamId: backend, topic: "deploy window" };

async function writing() {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), focus: "composer" });
  const screen = await showScreen(store, { clock: fakeClock(now * 1000) });
  const press = keyPresser(store);
  const ids = idsOf(acme(), deployWindow);
  return {
    store,
    screen,
    ids,
    state: () => store.getState(),
    toast: () => store.getState().screen.toast?.text,
    presses: async (...strokes: string[]) => {
      press(...strokes);
      await screen.settles();
    },
  };
}

test("a draft follows its moved topic with a toast, and ^G r offers the old topic", async () => {
  const { store, screen, ids, state, toast, presses } = await writing();
  await presses("h", "i");
  const to = { streamId: design, topic: "rollback" };
  followMove(store, { from, to });
  reportMove(store, { ids, from, to }, true);
  await screen.settles();
  expect(toast()).toBe("This topic is #design › rollback now; your text moved with it.");
  expect(composerEditor(state().screen).text).toBe("hi");
  expect(screen.composer.shows("was “deploy window”  ^G")).toBe(true);
  await presses("^G", "r");
  expect(state().screen.dialog).toMatchObject({ input: { text: "backend > deploy window" } });
  screen.ends();
});

test("a toast reports that the topic was resolved", async () => {
  const { store, ids, toast, presses, screen } = await writing();
  await presses("h");
  const to = { streamId: backend, topic: "✔ deploy window" };
  followMove(store, { from, to });
  reportMove(store, { ids, from, to }, true);
  expect(toast()).toBe("This topic was resolved; your text stays in it.");
  screen.ends();
});

test("if the newest messages were moved, a toast reports it and ^G r offers their topic; older ones are ignored", async () => {
  const { store, screen, ids, state, toast, presses } = await writing();
  await presses("h");
  const to = { streamId: backend, topic: "rollback" };
  reportMove(store, { ids: ids.slice(0, 1), from, to }, false);
  expect(toast()).toBeUndefined();
  reportMove(store, { ids: ids.slice(-2), from, to }, false);
  expect(toast()).toBe("The newest messages were moved to #backend › rollback.");
  await presses("^G", "r");
  expect(state().screen.dialog).toMatchObject({ input: { text: "backend > rollback" } });
  screen.ends();
});

test("the composer counts others' messages since the user started writing", async () => {
  const { store, screen, presses } = await writing();
  await presses("h");
  const messages = [
    { by: ana, to: from, at: "11:42", text: "wait" },
    { by: you, to: from, at: "11:42", text: "from my phone" },
  ];
  changeReplica(store, (replica) => withMessages(replica, messages, 3001));
  await screen.settles();
  expect(screen.composer.shows("1 new since you started")).toBe(true);
  await presses("Backspace", "a");
  expect(screen.composer.shows("since you began")).toBe(false);
  screen.ends();
});

test("if the stream disappears while writing, a toast reports it and the text stays", async () => {
  const { store, screen, state, toast, presses } = await writing();
  const end = watchComposer(store, ownKeys);
  await presses("h", "i");
  changeReplica(store, (replica) => ({
    ...replica,
    streams: drop(replica.streams, backend, newBatch("test")),
  }));
  await screen.settles();
  expect(toast()).toMatch(/is archived, or not accessible/);
  expect(screen.composer.shows("is archived, or")).toBe(true);
  expect(composerEditor(state().screen).text).toBe("hi");
  end();
  screen.ends();
});
