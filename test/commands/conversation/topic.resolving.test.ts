/** Resolving topics that would be merged with others: the question, and what its answer is about. */
import { expect, test } from "vitest";
import type { StreamId } from "#wire/ids.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

/** In both streams, “plan” was resolved once and begun again. */
async function twoPlans() {
  const world = await startSmall();
  const { store, clock, bo, client } = world;
  for (const streamId of [streams.general, streams.dev]) {
    await bo.say({ streamId, topic: "✔ plan" }, "old");
    await bo.say({ streamId, topic: "plan" }, "new");
  }
  await clock.pass("5 s");
  const press = keyPresser(store, noViewport, noDesktop, clock);
  const opens = async (stream: keyof typeof streams) => {
    client.open({ kind: "topic", streamId: streams[stream] as StreamId, topic: "plan" });
    await clock.pass("5 s");
  };
  await opens("general");
  return {
    ...world,
    press,
    opens,
    menu: () => menuIn(store),
    /** The topics of a stream on the server, with the texts in each. */
    topics: async (streamId: number) => {
      await clock.pass("5 s");
      const { body } = await bo.get("/messages", {
        anchor: "newest",
        num_before: 20,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: "channel", operand: streamId }],
      });
      const messages = body["messages"] as readonly { subject: string; content: string }[];
      const own = messages.filter(({ subject }) => subject.endsWith("plan"));
      return own.map(({ subject, content }) => `${subject}: ${content}`);
    },
  };
}

const apart = ["✔ plan: old", "plan: new"];

test("! asks before it merges a topic, and pressing it again merges", async () => {
  const { press, menu, topics } = await twoPlans();
  press("!");
  expect(menu()).toEqual({
    title: "Resolve #general › plan?",
    lines: ["#general › ✔ plan already exists: both are merged, which cannot be undone."],
    items: ["k Keep it as it is", "! Merge"],
  });
  expect(await topics(streams.general)).toEqual(apart);
  press("!");
  expect((await topics(streams.general)).slice(0, 2)).toEqual(["✔ plan: old", "✔ plan: new"]);
});

test("Enter keeps both topics", async () => {
  const { press, menu, topics } = await twoPlans();
  press("!", "Enter");
  expect(menu()).toBeUndefined();
  expect(await topics(streams.general)).toEqual(apart);
});

test("a confirmation is about the topic in its title, whatever is open by then", async () => {
  const { press, menu, opens, topics } = await twoPlans();
  press("!");
  await opens("dev");
  expect(menu()?.title).toBe("Resolve #general › plan?");
  press("!");
  expect(await topics(streams.dev)).toEqual(apart);
  expect((await topics(streams.general)).slice(0, 2)).toEqual(["✔ plan: old", "✔ plan: new"]);
});

test("the same key in another topic asks about that one", async () => {
  const { press, menu, opens, topics } = await twoPlans();
  press("!", "Esc");
  await opens("dev");
  press("!");
  expect(menu()?.title).toBe("Resolve #dev › plan?");
  expect(await topics(streams.dev)).toEqual(apart);
});

test("if the topic is gone by then, the question says so; if the other one is, nothing is merged", async () => {
  const { press, menu, ana, cleo, topics, clock, store } = await twoPlans();
  press("!");
  const idOf = async (topic: string) => {
    const { body } = await ana.get(`/users/me/${streams.general}/topics`);
    return (body["topics"] as readonly { name: string; max_id: number }[]).find(
      ({ name }) => name === topic,
    )?.max_id;
  };
  const moves = async (from: string, to: string) => {
    await cleo.patch(`/messages/${await idOf(from)}`, { topic: to, propagate_mode: "change_all" });
    await clock.pass("5 s");
  };
  await moves("✔ plan", "history");
  expect(menu()).toMatchObject({ lines: [], items: ["k Keep it as it is", "! Resolve"] });
  await moves("plan", "later");
  expect(menu()).toMatchObject({
    title: "Gone",
    lines: ["The topic was renamed, moved or deleted."],
    items: [],
  });
  const sent = store.getState().journal.intents.size;
  press("!", "Enter");
  expect([menu(), store.getState().journal.intents.size]).toEqual([undefined, sent]);
  expect(await topics(streams.general)).toEqual([]);
});
