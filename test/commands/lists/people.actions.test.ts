import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { people } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const bo = `person:${people.bo}`;

async function atPeople() {
  const world = await startSmall();
  world.press("g", "p", "]");
  world.goes(bo);
  const muted = async () => {
    const { muted_users: all } = await world.ana.register({ event_types: ["muted_users"] });
    return all.map((each: { id: number }) => each.id);
  };
  return { ...world, muted };
}

test("m toggles the mute of the selected person, and u undoes it", async () => {
  const { press, settles, muted, toast } = await atPeople();
  press("m");
  expect(toast()).toBe("Muted Bo Lindt");
  await settles();
  expect(await muted()).toEqual([people.bo]);
  press("u");
  await settles();
  expect(await muted()).toEqual([]);
  press("m", "m");
  await settles();
  expect(await muted()).toEqual([]);
});

test("x addresses the selected person, in the list and on the card", async () => {
  const { press, store, dialog } = await atPeople();
  press("x");
  const {
    composing: { address },
    focus,
  } = store.getState().screen;
  expect(address).toEqual({ kind: "direct", userIds: [people.ana, people.bo] });
  expect(focus).toBe("composer");
  press("Esc", "g", "p", "Enter");
  expect(dialog()).toMatchObject({ kind: "card", about: { kind: "person", id: people.bo } });
  press("x");
  expect(dialog()).toBeUndefined();
  expect(store.getState().screen.composing.address).toEqual(address);
});

test("the card of a person fetches the subscribers of the user's streams once", async () => {
  const { press, settles, store, sent } = await atPeople();
  press("Enter");
  await settles();
  const { streams } = store.getState().replica;
  const shared = [...values(streams)].filter(({ subscribers }) =>
    subscribers?.includes(people.bo as never),
  );
  expect(shared.map(({ name }) => name)).toEqual(["general", "dev", "news"]);
  const before = sent(/members/);
  press("Esc", "Enter");
  await settles();
  expect(sent(/members/)).toBe(before);
});

test("g / on a card starts a search for the person's messages", async () => {
  const { press, store } = await atPeople();
  press("Enter", "g", "/");
  expect(store.getState().screen.dialog).toMatchObject({
    kind: "search",
    input: { text: 'sender:"Bo Lindt" ' },
  });
});
