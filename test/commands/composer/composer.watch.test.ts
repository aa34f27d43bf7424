/** What the user is told about the text that they are writing. */
import { expect, test } from "vitest";
import { drop, get, newBatch, put } from "#base/table.ts";
import { watchComposer } from "#commands/composer/composer.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { withSelected } from "#commands/screen.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  readingScreen,
  storeOf,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const own = 2001 as MessageId;

async function writing() {
  const to = { streamId: backend, topic: "deploy window" };
  const replica = withMessages(acme(), [{ by: you, to, at: "11:29", text: "rolling" }], own);
  const store = storeOf(replica, readingScreen(deployWindow));
  const screen = await showScreen(store, { columns: 120 });
  watchComposer(store, ownKeys);
  const press = keyPresser(store);
  return {
    store,
    screen,
    presses: async (...strokes: string[]) => {
      press(...strokes);
      await screen.settles();
    },
    becomes: async (change: (replica: Replica, stream: Stream) => Replica) => {
      changeReplica(store, (now) => change(now, get(now.streams, backend)!));
      await screen.settles();
    },
    toast: () => store.getState().screen.toast?.text,
  };
}

test("an archived stream keeps its name, and the footer names the way out instead of sending", async () => {
  const { screen, presses, becomes, toast } = await writing();
  await presses("r", "h", "i");
  await becomes((now, stream) => ({
    ...now,
    streams: drop(now.streams, backend, newBatch("test")),
    archived: new Map([[backend, stream]]),
  }));
  expect(toast()).toBe("#backend is archived, or not accessible. ^G r changes the recipient.");
  await presses("!");
  expect(screen.title.shows("#backend › deploy window")).toBe(true);
  expect(screen.composer.shows("To #backend › deploy window")).toBe(true);
  changeScreen(screen.store, (now) => ({ ...now, toast: undefined }));
  await screen.settles();
  expect(screen.footer.shows("^G r change recipient")).toBe(true);
  expect(screen.footer.shows("send")).toBe(false);
  screen.ends();
});

test("the new name of a stream is told to somebody who writes there", async () => {
  const { screen, presses, becomes, toast } = await writing();
  await presses("r", "h", "i");
  await becomes((now, stream) => ({
    ...now,
    namesRevision: now.namesRevision + 1,
    streams: put(now.streams, backend, { ...stream, name: "platform" }, newBatch("test")),
  }));
  expect(toast()).toBe("#backend is called #platform now.");
  screen.ends();
});

test("an edit that is left for another place says where its text is", async () => {
  const { store, screen, presses, toast } = await writing();
  changeScreen(store, (now) => withSelected(now, own));
  await presses("E", "!", "Shift+Tab");
  expect(toast()).toBeUndefined();
  openNarrow(store, { kind: "mentions" });
  expect(toast()).toBeUndefined();
  openNarrow(store, { kind: "topic", streamId: backend, topic: "flaky tests" });
  expect(toast()).toBe("Your edit is kept in Drafts.");
  screen.ends();
});
