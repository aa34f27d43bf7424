/** An open edit while its topic is resolved or moved elsewhere: it stays an edit, and nothing of it is published. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { beginEdit } from "#commands/message/editing.ts";
import { editScheduled } from "#commands/scheduled/editing.ts";
import { pasteOutsideInputs } from "#commands/writing/text.ts";
import { composerEditor } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { inDeploy, startSmall } from "../support/small-client.ts";

type Small = Awaited<ReturnType<typeof startSmall>>;

async function editing() {
  const small = await startSmall();
  const id = (await small.ana.say(inDeploy, "The deploy window is at 9")) as MessageId;
  await small.clock.pass("5 s");
  const { store, clock } = small;
  beginEdit({ store, clock }, get(store.getState().view.messages, id)!);
  return { ...small, id, press: keyPresser(store, noViewport, noDesktop, clock) };
}

const open = ({ store }: Small) => ({
  target: store.getState().screen.composing.kind,
  text: composerEditor(store.getState().screen).text,
});

async function newest({ bo }: Small) {
  const { body } = await bo.get("/messages", {
    anchor: "newest",
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
  });
  return body["messages"] as readonly { id: number; content: string }[];
}

test.each([
  ["resolved", "✔ deploy"],
  ["moved", "rollout"],
])("an edit stays an edit when its topic is %s, and Enter saves it", async (_, topic) => {
  const small = await editing();
  const { bo, id, press, clock } = small;
  press(..." (was 8, and the bot");
  await bo.patch(`/messages/${id}`, { topic, propagate_mode: "change_all" });
  await clock.pass("3 s");
  press(..." says so)", "Enter");
  await clock.pass("5 s");
  const texts = (await newest(small)).filter(({ content }) => content.includes("says so"));
  expect(texts).toEqual([
    expect.objectContaining({
      id,
      content: "The deploy window is at 9 (was 8, and the bot says so)",
    }),
  ]);
});

test("the edit of a scheduled message stays one when the topic is resolved", async () => {
  const small = await startSmall();
  const { ana, bo, store, clock } = small;
  const at = Math.floor(clock.now() / 1000) + 86_400;
  const old = (await newest(small)).at(-1)!.id;
  const words = {
    type: "stream",
    to: inDeploy.streamId,
    topic: "deploy",
    content: "Tomorrow: salaries.",
  };
  await ana.post("/scheduled_messages", { ...words, scheduled_delivery_timestamp: at });
  const id = await ana.say(inDeploy, "soon");
  await clock.pass("5 s");
  const [scheduled] = [...store.getState().view.scheduled.values()];
  editScheduled(store, scheduled!.scheduled_message_id);
  await bo.patch(`/messages/${id}`, { topic: "✔ deploy", propagate_mode: "change_all" });
  await clock.pass("3 s");
  expect(open(small)).toEqual({ target: "scheduled", text: "Tomorrow: salaries." });
  const press = keyPresser(store, noViewport, noDesktop, clock);
  press(..." And bonuses.", "Enter");
  await clock.pass("5 s");
  const published = (await newest(small)).filter(({ id: one }) => one > old);
  expect(published.filter(({ content }) => /salaries|bonuses/.test(content))).toEqual([]);
  const [saved] = [...store.getState().replica.scheduled.values()];
  expect(saved?.content).toBe("Tomorrow: salaries. And bonuses.");
});

test("a paste while the pane is focused goes into the open edit", async () => {
  const small = await editing();
  changeScreen(small.store, (screen) => ({ ...screen, focus: "pane" }));
  pasteOutsideInputs(small.store, " 10", small.clock);
  expect(open(small)).toEqual({ target: "edit", text: "The deploy window is at 9 10" });
});
