/** Keys that the footer only names where they apply. */
import { expect, onTestFinished, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { toKey } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import { changeScreen } from "#store/store.ts";
import {
  acme,
  ana,
  deployWindow,
  emptyAcme,
  idsOf,
  mei,
  priya,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

async function reading(content: string) {
  const replica = acme();
  const id = idsOf(replica, deployWindow)[3];
  const message = id && get(replica.messages, id);
  if (message === undefined) throw new RangeError("The message is not there.");
  const messages = put(replica.messages, message.id, { ...message, content }, newBatch("spoiler"));
  const store = storeOf({ ...replica, messages }, readingScreen(deployWindow, message.id));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const pressZ = async () => {
    press("z");
    await screen.settles();
  };
  return { screen, pressZ };
}

test("a spoiler is hidden at first, z toggles it, and the footer names the key", async () => {
  const { screen, pressZ } = await reading("```spoiler The end\nit was Bo\n```");
  expect(screen.pane.shows("The end (hidden)")).toBe(true);
  expect(screen.pane.shows("it was Bo")).toBe(false);
  expect(screen.footer.shows("z spoiler")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("it was Bo")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("it was Bo")).toBe(false);
});

test("a formula is drawn in signs where that is possible, and z shows how it was written", async () => {
  const { screen, pressZ } = await reading("so $$x_i \\to \\infty$$, and $$\\unheardof{x}$$");
  expect(screen.pane.shows("so xᵢ → ∞, and \\unheardof{x}")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("so x_i \\to \\infty, and")).toBe(true);
  await pressZ();
  expect(screen.pane.shows("xᵢ → ∞")).toBe(true);
});

test("without a spoiler the footer does not name z, and pressing it shows a toast", async () => {
  const { screen, pressZ } = await reading("no secrets");
  expect(screen.footer.shows("z spoiler")).toBe(false);
  await pressZ();
  expect(screen.whole.shows("no spoiler or formula in it")).toBe(true);
});

test("the footer names the keys for sending, for saving an edit, and for undoing it outside the composer", async () => {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), focus: "composer" });
  const screen = await showScreen(store, { columns: 120 });
  onTestFinished(screen.ends);
  expect(screen.footer.shows("Enter send Alt+Enter new line ^S send, done")).toBe(true);
  changeScreen(store, (now) => ({ ...now, preferences: { enterSends: false } }));
  await screen.settles();
  expect(screen.footer.shows("Enter new line Alt+Enter send")).toBe(true);
  const address = deployWindow as never;
  const messageId = idsOf(acme(), deployWindow)[3] as never;
  changeScreen(
    store,
    (now) =>
      ({ ...now, composing: { kind: "edit", id: messageId, address, focus: "pane" } }) as never,
  );
  await screen.settles();
  expect(screen.footer.shows("Enter new line Alt+Enter save")).toBe(true);
  expect(screen.footer.shows("send, done")).toBe(false);
  expect(screen.footer.shows("schedule")).toBe(false);
  changeScreen(store, (now) => ({ ...now, toast: { text: "Edited", tone: "done", undo: true } }));
  await screen.settles();
  expect(screen.whole.shows("Edited · Esc u undo")).toBe(true);
});

test("where there is nothing to answer, the footer does not say that r replies", async () => {
  const starred = { kind: "starred" } as const;
  const replica = withHistory(emptyAcme(), starred, []);
  const screen = await showScreen(storeOf(replica, readingScreen(starred)));
  onTestFinished(screen.ends);
  expect(screen.pane.shows("No starred messages yet.")).toBe(true);
  expect(screen.footer.shows("r reply")).toBe(false);
  expect(screen.footer.shows("^K go to")).toBe(true);
});

test("a form of which all is locked does not offer to save it", async () => {
  const { store, press, settles } = await startSmall({
    first: async (as) => void (await as(people.cleo).patch("/users/11", { role: 600 })),
  });
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  press("g", "b", "+");
  await settles();
  await screen.settles();
  expect(screen.whole.shows("Only members may create streams.")).toBe(true);
  expect(screen.whole.shows("^S save")).toBe(false);
});

test("to an administrator, the footer of stream and topic lists names their keys", async () => {
  const { store, press, goes, settles } = await startSmall({ who: "cleo" });
  const screen = await showScreen(store, { columns: 80 });
  onTestFinished(screen.ends);
  press("g", "b");
  await screen.settles();
  expect(screen.footer.shows("Enter open S leave E edit + new")).toBe(true);
  expect(screen.footer.shows("D archive")).toBe(true);
  goes(`browse:${streams.dev}`);
  press("Enter");
  await settles();
  await screen.settles();
  expect(screen.footer.shows("T move D delete")).toBe(true);
  press("D");
  await screen.settles();
  expect(screen.whole.shows("Keep the topic")).toBe(true);
  expect(screen.footer.shows("save")).toBe(false);
});

test("the preview of a stream names the key for joining until the user has joined", async () => {
  const { store, press, settles } = await startSmall();
  const screen = await showScreen(store, { columns: 80 });
  onTestFinished(screen.ends);
  press("g", "b", "]", "Enter");
  await settles();
  await screen.settles();
  expect(screen.footer.shows("S join")).toBe(true);
  press("S");
  await settles();
  await screen.settles();
  expect(screen.footer.shows("S join")).toBe(false);
});

test.each([
  ["one person", [you, ana], true],
  ["several people", [you, mei, priya], false],
] as const)(
  "whether m mutes a conversation with %s, in the reader and in recent",
  async (_, userIds, mutes) => {
    const known = withMessages(acme(), [
      { by: userIds[1], to: userIds.filter((id) => id !== you), at: "11:42", text: "soup?" },
    ]);
    const store = storeOf(known, readingScreen({ kind: "direct", userIds }));
    const screen = await showScreen(store, { columns: 120 });
    onTestFinished(screen.ends);
    const press = keyPresser(store, screen.ui.viewport);
    expect(screen.footer.shows("e done")).toBe(true);
    expect(screen.footer.shows("m mute")).toBe(mutes);
    press("g", "r");
    changeList(store, (list) => toKey(list, conversationKey({ kind: "direct", userIds })));
    await screen.settles();
    expect(screen.footer.shows("e done")).toBe(true);
    expect(screen.footer.shows("m mute")).toBe(mutes);
    press("m");
    await screen.settles();
    expect(screen.whole.shows("Mute or unmute the topic: only with one other person")).toBe(!mutes);
  },
);

test("the footer of an empty list names no keys that need a row", async () => {
  const store = storeOf(emptyAcme());
  const screen = await showScreen(store, { columns: 80 });
  onTestFinished(screen.ends);
  expect(screen.footer.lines()[0]).toBe(" / find a place   c compose   ^K go to   ? keys");
});

test.each(["v", "S"])(
  "the footer of an empty list (g %s) names the key that adds a row",
  async (key) => {
    const store = storeOf(emptyAcme());
    keyPresser(store)("g", key);
    const screen = await showScreen(store, { columns: 80 });
    onTestFinished(screen.ends);
    expect(openList(store.getState().screen)?.rows).toEqual([]);
    expect(screen.footer.shows("+ new")).toBe(true);
  },
);
