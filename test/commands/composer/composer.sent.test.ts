/** Where the user is after a send: out of the composer, on their own message, whatever arrives meanwhile. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { messageAtCursor } from "#commands/message/selected.ts";
import { narrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";
import { deploy, hello, inDeploy, startSmall } from "../../support/small-client.ts";

async function reading() {
  const world = await startSmall();
  const { store, clock } = world;
  const screen = await showScreen(store, { clock });
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const passes = async () => {
    await clock.pass("5 s");
    await screen.settles();
  };
  return { ...world, screen, press, passes };
}

test("after Enter the selection is on the user's own message, and an answer does not move it", async () => {
  const { screen, press, passes, bo, store } = await reading();
  press("r", "^C", "r", ..."mine", "Enter");
  await screen.settles();
  expect(store.getState().screen.focus).toBe("pane");
  await bo.say(inDeploy, "the answer");
  await passes();
  await bo.say(inDeploy, "and another");
  await passes();
  expect(messageAtCursor(store.getState())?.content).toBe("mine");
  press("D");
  await screen.settles();
  expect(screen.whole.shows("Delete your “mine”?")).toBe(true);
  screen.ends();
});

test("after ^S the conversation that was left is on the user's own message, too", async () => {
  const { screen, press, passes, bo, store } = await reading();
  press("r", "^C", "r", ..."mine", "^S");
  await bo.say(inDeploy, "the answer");
  await passes();
  const { screen: now, view } = store.getState();
  const { selected } = now.readers.get(narrowKey(deploy)) ?? {};
  expect(get(view.messages, selected as MessageId)?.content).toBe("mine");
  screen.ends();
});

test("a message to another conversation opens that one at the message", async () => {
  const { screen, press, passes, store, bo } = await reading();
  await bo.say({ streamId: hello.kind === "topic" ? hello.streamId : 0, topic: "hello" }, "unread");
  await passes();
  press("c", ..."general > hello", "Enter", ..."mine", "Enter");
  await passes();
  expect(messageAtCursor(store.getState())?.content).toBe("mine");
  screen.ends();
});

test("a delete dialog that cuts the words of its message still closes their quote", async () => {
  const world = await startSmall();
  const screen = await showScreen(world.store, { clock: world.clock, columns: 40, rows: 20 });
  const press = keyPresser(world.store, screen.ui.viewport, noDesktop, world.clock);
  press("r", "^C", "r", ..."mine, and more of it", "Enter");
  await world.settles();
  press("D");
  await screen.settles();
  expect(screen.whole.lines().join("\n")).toMatch(/Delete your “mine.*…”\?/);
  screen.ends();
});
