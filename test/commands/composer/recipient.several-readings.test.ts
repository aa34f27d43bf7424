/** What is typed for people or a topic and can be read in several ways is neither sent nor moved to one of them by itself. */
import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { menuIn } from "../../support/menu.ts";
import { panesOf } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

/** Bo is called “Ana Ruiz, Cleo Vane”, as are two others together. */
async function withJoinedName() {
  const world = await startSmall();
  await world.cleo.patch(`/users/${people.bo}`, { full_name: "Cleo Vane, Don Marsh" });
  await world.settles();
  const { dialog, store } = world;
  return {
    ...world,
    text: () =>
      (dialog() as { readonly input?: { readonly text: string } } | undefined)?.input?.text,
    composing: () => store.getState().screen.composing,
  };
}

test("names that are those of one person as well are refused, and taken with their IDs", async () => {
  const { press, type, toast, dialog, composing } = await withJoinedName();
  press("x");
  type("Cleo Vane, Don Marsh, ");
  press("Enter");
  expect(toast()).toBe(
    `"Cleo Vane, Don Marsh" can be read as 'Cleo Vane|13, Don Marsh|14' or 'Cleo Vane, Don Marsh|12'.`,
  );
  expect(dialog()?.kind).toBe("recipient");
  press("^U");
  type("Cleo Vane, Don Marsh|12, ");
  press("Enter");
  expect(composing()).toMatchObject({ address: { userIds: [people.ana, people.bo] } });
});

test("who is chosen from the list is written with the ID where the names could be read otherwise", async () => {
  const { press, type, text, composing } = await withJoinedName();
  press("x");
  type("cleo");
  press("Enter");
  type("Don");
  press("Enter");
  expect(text()).toBe("Cleo Vane|13, Don Marsh|14, ");
  press("Enter");
  expect(composing()).toMatchObject({
    address: { userIds: [people.ana, people.cleo, people.don] },
  });
});

/** Besides “dev”, there is “dev > ops”. */
async function withJoinedStream() {
  const world = await startSmall();
  const { ana, store, settles } = world;
  await ana.post("/users/me/subscriptions", { subscriptions: [{ name: "dev > ops" }] });
  await settles();
  const { dialog, clock } = world;
  const other = [...values(store.getState().view.streams)].find(({ name }) => name === "dev > ops");
  return {
    ...world,
    other: other!.id,
    chosen: () => (dialog() as { readonly chosen?: number } | undefined)?.chosen,
    composing: () => store.getState().screen.composing,
    rows: () =>
      (panesOf(clock).dialog(store.getState())?.content.list ?? []).map(
        ({ left = [], right = [] }) => [...left, ...right].map(({ text }) => text).join(" "),
      ),
  };
}

test("a topic that two streams can have is asked for, with the stream of each", async () => {
  const { press, type, dialog, chosen, composing, rows, other, store, clock } =
    await withJoinedStream();
  press("c", "^U");
  type("dev > ops > night");
  expect(chosen()).toBe(-1);
  expect(rows()).toEqual([
    expect.stringMatching(/^\+ +night.*dev > ops/),
    expect.stringMatching(/^\+ +ops > night.*dev /),
  ]);
  const hints = () =>
    panesOf(clock)
      .dialog(store.getState())
      ?.content.hints.map(({ words }) => words);
  expect(hints()).toEqual(["select", "people", "close"]);
  press("Enter");
  expect([dialog()?.kind, chosen()]).toEqual(["recipient", 0]);
  expect(hints()).toEqual(["write", "people", "close"]);
  press("Down", "Enter");
  expect(composing()).toMatchObject({ address: { streamId: streams.dev, topic: "ops > night" } });
  press("Esc", "c", "^U");
  type("dev > ops > night");
  press("Enter", "Enter");
  expect(composing()).toMatchObject({ address: { streamId: other, topic: "night" } });
});

test("messages move to neither of two streams by themselves", async () => {
  const { press, type, dialog, store } = await withJoinedStream();
  press("G", "T", "^U");
  type("dev > ops > night");
  press("Enter");
  expect([dialog()?.kind, menuIn(store)]).toEqual(["move-target", undefined]);
  press("Down", "Enter");
  expect(menuIn(store)?.lines).toContain("to #dev › ops > night");
});
