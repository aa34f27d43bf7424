/** Several messages of a conversation are marked, and keys act on all of them. */
import { expect, test } from "vitest";
import { markedMessages, messageAtCursor } from "#commands/message/selected.ts";
import { narrowKey } from "#model/narrow.ts";
import { composerEditor } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import { reporter } from "#ui/reports.ts";
import { createViewport } from "#ui/viewport-port.ts";
import type { MessageId } from "#wire/ids.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { speakWith } from "../../support/plain-client.ts";
import { panesOf } from "../../support/screen.tsx";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";

/** Bo's two messages, then one of Ana, whose client it is, and two of Bo; the cursor is on the last. */
async function reading(options: Parameters<typeof startSmall>[0] = {}) {
  const small = await startSmall(options);
  const { store, clock, bo, ana, settles } = small;
  const own = await ana.say(inDeploy, "mine");
  await bo.say(inDeploy, "four");
  await bo.say(inDeploy, "five");
  await settles();
  const size = { columns: 80, rows: 40, focused: true };
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...size } }));
  const panes = panesOf(clock);
  store.subscribe(reporter(store, store.getState, () => panes));
  const copied: string[] = [];
  const copy = async (text: string) => {
    copied.push(text);
    return ["test"];
  };
  const desktop = { ...noDesktop, copy };
  const viewport = createViewport(store, () => panes);
  const press = keyPresser(store, viewport, desktop, clock);
  press("G");
  await settles();
  return {
    ...small,
    own,
    press,
    copied,
    marked: () => markedMessages(store.getState()).map(({ content }) => content),
    titles: () => panes.title(store.getState()).join(),
    footer: () => panes.footer(store.getState()).join(),
    menu: () => menuIn(store, clock.now()),
  };
}

test("V marks what the cursor passes, Space the next ones, and Esc leaves the marks first", async () => {
  const { press, marked, titles, footer, store } = await reading();
  press("k", "V", "k", "k");
  expect(marked()).toEqual(["@**Ana Ruiz** look", "mine", "four"]);
  expect(titles()).toContain("3 selected");
  expect(footer()).toMatch(/Space.* select.*copy.*quote.*move.*delete.*Esc.* unselect/);
  press("j");
  expect(marked()).toEqual(["mine", "four"]);
  press("V", "k", "k", "Space");
  expect(marked()).toEqual(["rolling", "mine", "four"]);
  expect(store.getState().screen.place.kind).toBe("narrow");
  press("Esc");
  expect([marked(), titles().includes("marked")]).toEqual([[], false]);
  press("Esc");
  expect(store.getState().screen.place.kind).toBe("inbox");
});

test("b reminds of each of the marked messages as one step, and so does a number before it", async () => {
  const { press, marked, toast, store, settles } = await reading();
  const reminded = () => store.getState().view.reminders.size;
  press("V", "k", "b", "t");
  expect(toast()).toBe("You will be reminded Sat 21 Nov, 9:00: 2 messages");
  expect([reminded(), marked()]).toEqual([2, []]);
  await settles();
  press("u");
  await settles();
  expect(reminded()).toBe(0);
  press("g", "g", "3", "b", "t");
  expect(reminded()).toBe(3);
});

test("y y copies the marked texts in order, below names where several people wrote them", async () => {
  const { press, copied, marked } = await reading();
  press("V", "k", "y", "y");
  press("k", "V", "k", "y", "y", "y", "l");
  expect(copied.slice(0, 2)).toEqual([
    "four\n\nfive",
    "Cleo Vane:\n@**Ana Ruiz** look\n\nAna Ruiz:\nmine",
  ]);
  expect(copied[2]).toMatch(/^http\S+$/);
  expect(marked()).toEqual([]);
});

test("> quotes the marked messages in order", async () => {
  const { press, store } = await reading();
  press("V", "k", "k", ">");
  const { text } = composerEditor(store.getState().screen);
  expect([...text.matchAll(/quote\n(.*)\n/g)].map(([, said]) => said)).toEqual([
    "mine",
    "four",
    "five",
  ]);
});

test("D asks once, says which may not be deleted, and deletes the others", async () => {
  const { press, menu, rows, settles, toast, marked } = await reading();
  press("V", "k", "k", "D");
  expect(menu()).toEqual({
    title: "Delete 1 of 3 messages in #dev › deploy?",
    lines: [
      "2 cannot be deleted: Only administrators may delete messages of others.",
      "Bo Lindt: four",
      "Bo Lindt: five",
      "It is deleted for everybody and cannot be brought back.",
    ],
    items: ["k Keep them", "d Delete what can be deleted"],
  });
  press("d");
  await settles();
  expect(rows()).toEqual(["rolling", "@**Ana Ruiz** look", "four", "five"]);
  expect([toast(), marked()]).toEqual(["Deleted the message.", []]);
});

test("T moves each of them alone, also to an existing topic, and one u brings all back", async () => {
  const { press, type, menu, rows, settles, sent, toast, control } = await reading();
  const noise = () =>
    [...control.server.state.messages.byId.values()]
      .filter(({ streamId, topic }) => streamId === streams.dev && topic === "noise")
      .map(({ content }) => content);
  const before = noise();
  press("k", "V", "k", "T", "^U");
  type("dev > noise");
  press("Enter");
  expect(menu()).toMatchObject({
    title: "Move 2 messages",
    items: ["o These 2 messages"],
  });
  press("o");
  await settles();
  expect(rows()).toEqual(["rolling", "@**Ana Ruiz** look", "five"]);
  expect(noise()).toEqual([...before, "mine", "four"]);
  expect([sent(/^PATCH \/messages\/\d+/), toast()]).toEqual([
    2,
    "Moved 2 messages to #dev › noise",
  ]);
  press("u");
  await settles();
  expect(rows()).toEqual(["rolling", "@**Ana Ruiz** look", "mine", "four", "five"]);
  expect(noise()).toEqual(before);
});

test("what a topic ends with is moved by one request", async () => {
  const { press, type, menu, settles, sent } = await reading();
  press("V", "k", "T", "^U");
  type("dev > other");
  press("Enter");
  expect(menu()?.items[0]).toBe("l These 2 messages, with which the topic ends");
  press("l");
  await settles();
  expect(sent(/^PATCH \/messages\/\d+/)).toBe(1);
});

test("messages that are deleted or arrive meanwhile change no other mark", async () => {
  const { press, marked, own, bo, ana, settles } = await reading();
  press("k", "V", "k", "k");
  await ana.delete(`/messages/${own}`);
  await bo.say(inDeploy, "six");
  await settles();
  expect(marked()).toEqual(["@**Ana Ruiz** look", "four"]);
  press("j");
  expect(marked()).toEqual(["four"]);
});

test("a range whose start is deleted goes no further than it did", async () => {
  const { press, marked, own, ana, settles } = await reading();
  press("k", "k", "V", "k");
  await ana.delete(`/messages/${own}`);
  await settles();
  press("k");
  expect(marked()).toEqual(["rolling", "@**Ana Ruiz** look"]);
});

test("plain mode acts on several by their numbers, and says how many are selected", async () => {
  const { store, clock } = await reading();
  const { types } = speakWith(store, clock);
  expect(await types("delete 3-2")).toContain("Delete 1 of 2 messages in");
  expect(await types("k", "select a range")).toContain("1 message is selected.");
});

test("messages of several topics are copied and starred together, and not moved", async () => {
  const { press, settles, toast, sent, bo, marked } = await reading();
  await bo.say({ streamId: streams.dev, topic: "noise" }, "elsewhere");
  press("g", "a", "G");
  await settles();
  press("V", "k", "T");
  expect(toast()).toBe("These messages are in several topics: select those of one.");
  press("s");
  expect([toast(), marked()]).toEqual(["Starred 2 messages", []]);
  await settles();
  expect(sent(/^POST \/messages\/flags/)).toBe(1);
});

test("before the next frame, a key acts on no message that was moved away from under the cursor", async () => {
  const { press, cleo, settles, toast, sent, store } = await startSmall();
  const selected = { selected: 108 as MessageId, top: undefined, newFrom: undefined };
  const readers = new Map([[narrowKey(deploy), { ...selected, jumpTarget: undefined }]]);
  changeScreen(store, (screen) => ({ ...screen, readers }));
  expect(messageAtCursor(store.getState())?.id).toBe(108);
  await cleo.patch("/messages/108", { topic: "aside", propagate_mode: "change_one" });
  await settles();
  const before = sent(/flags/);
  press("s");
  expect(toast()).toBe("Star or unstar: select a message");
  await settles();
  expect(sent(/flags/)).toBe(before);
});
