/** What happens around a text while it is written: its topic moves, others write, its stream goes. */
import { expect, test } from "vitest";
import { drop, newBatch } from "#base/table.ts";
import { watchRecipient } from "#commands/before-sending.ts";
import { composerEditor } from "#commands/composer-text.ts";
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
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { showScreen } from "../support/screen.tsx";

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
    told: () => store.getState().screen.toast?.text,
    presses: async (...strokes: string[]) => {
      press(...strokes);
      await screen.settles();
    },
  };
}

test("a text follows its topic, which is told, and ^G r offers the old one", async () => {
  const { store, screen, ids, state, told, presses } = await writing();
  await presses("h", "i");
  const to = { streamId: design, topic: "rollback" };
  followMove(store, { from, to });
  reportMove(store, { ids, from, to }, true);
  await screen.settles();
  expect(told()).toBe("This topic is #design › rollback now; your text moved with it.");
  expect(composerEditor(state().screen).text).toBe("hi");
  expect(screen.composer.shows("was “deploy window”  ^G")).toBe(true);
  await presses("^G", "r");
  expect(state().screen.dialog).toMatchObject({ text: "backend > deploy window" });
  screen.ends();
});

test("a resolved topic is told as such", async () => {
  const { store, ids, told, presses, screen } = await writing();
  await presses("h");
  const to = { streamId: backend, topic: "✔ deploy window" };
  followMove(store, { from, to });
  reportMove(store, { ids, from, to }, true);
  expect(told()).toBe("This topic was resolved; your text stays in it.");
  screen.ends();
});

test("where only the newest messages went elsewhere, ^G r offers to follow; older ones tell nothing", async () => {
  const { store, screen, ids, state, told, presses } = await writing();
  await presses("h");
  const to = { streamId: backend, topic: "rollback" };
  reportMove(store, { ids: ids.slice(0, 1), from, to }, false);
  expect(told()).toBeUndefined();
  reportMove(store, { ids: ids.slice(-2), from, to }, false);
  expect(told()).toBe("The newest messages were moved to #backend › rollback.");
  await presses("^G", "r");
  expect(state().screen.dialog).toMatchObject({ text: "backend > rollback" });
  screen.ends();
});

test("what others said since one began is counted", async () => {
  const { store, screen, presses } = await writing();
  await presses("h");
  const said = [
    { by: ana, to: from, at: "11:42", text: "wait" },
    { by: you, to: from, at: "11:42", text: "from my phone" },
  ];
  changeReplica(store, (replica) => withMessages(replica, said, 3001));
  await screen.settles();
  expect(screen.composer.shows("1 new since you started")).toBe(true);
  await presses("Backspace", "a");
  expect(screen.composer.shows("since you began")).toBe(false);
  screen.ends();
});

test("a stream that goes while one writes is told, and the text stays", async () => {
  const { store, screen, state, told, presses } = await writing();
  const end = watchRecipient(store);
  await presses("h", "i");
  changeReplica(store, (replica) => ({
    ...replica,
    streams: drop(replica.streams, backend, newBatch("test")),
  }));
  await screen.settles();
  expect(told()).toMatch(/archived, deleted/);
  expect(screen.composer.shows("cannot be sent")).toBe(true);
  expect(composerEditor(state().screen).text).toBe("hi");
  end();
  screen.ends();
});
