/** The right end of a reader's title: what remains to be read there, by one rule. */
import { expect, onTestFinished, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import type { ReadNarrow } from "#model/narrow.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { addIntents } from "#store/store.ts";
import { acme, backend, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

async function reading(narrow: ReadNarrow, ...keys: string[]) {
  const store = storeOf(acme(), readingScreen(narrow));
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  press(...keys);
  await screen.settles();
  const end = () => screen.title.lines()[0]?.trim().split(/ {2,}/).at(-1);
  const reads = async () => {
    const ids = unreadIdsOf(store.getState().view, conversationKey(deployWindow as never));
    const ports = { clock: fakeClock(), newId: () => "read" };
    addIntents(store, ports, [{ kind: "read", op: "add", ids }]);
    await screen.settles();
  };
  return { end, reads, press, settles: screen.settles, resizes: screen.resizes };
}

test("while anything is unread, a title ends with its number, wherever the cursor is", async () => {
  const { end, press, settles } = await reading(deployWindow);
  for (const key of ["g g", "j", "G"]) {
    press(...key.split(" "));
    await settles();
    expect(end()).toBe("3 new");
  }
});

test("once all is read, it ends with the number of messages below the screen, and with nothing at the last", async () => {
  const { end, reads, press, settles, resizes } = await reading(deployWindow, "g", "g");
  await reads();
  expect(end()).toBe("1 below");
  press("j");
  await settles();
  expect(end()).toBe("1 below");
  await resizes(120, 40);
  expect(end()).not.toMatch(/below|new/);
  await resizes(120, 24);
  press("G");
  await settles();
  expect(end()).not.toMatch(/below|new/);
});

test.each<[ReadNarrow, string]>([
  [{ kind: "stream", streamId: backend }, "5 new"],
  [{ kind: "all" }, "12 new"],
  [{ kind: "mentions" }, "1 new"],
])("the title of %j ends with the number that the sidebar shows", async (narrow, expected) => {
  const { end } = await reading(narrow);
  expect(end()).toBe(expected);
});
