import { expect, test } from "vitest";
import { get, newBatch, put, values } from "#base/table.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { peopleDefinition } from "#commands/person/list.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { openList } from "#store/lists.ts";
import type { UserId } from "#wire/ids.ts";
import { ana, ci, deployWindow, emptyAcme, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

function listed(replica: Replica) {
  const store = storeOf(replica, readingScreen(deployWindow));
  watchLists(store);
  const press = keyPresser(store);
  press("g", "p", "]");
  const list = () => openList(store.getState().screen)!;
  const names = () =>
    list().rows.map(({ key }) => get(replica.people, Number(key.split(":")[1]) as UserId)?.name);
  return { store, press, names, list };
}

function changed(replica: Replica, id: UserId, change: Partial<Person>): Replica {
  const before = get(replica.people, ana)!;
  const person = { ...before, ...get(replica.people, id), id, ...change };
  return { ...replica, people: put(replica.people, id, person, newBatch("people")) };
}

test("the list opens with who is active; all lists everybody in sections", () => {
  const { press, names, list } = listed(
    changed(emptyAcme(), 20 as UserId, { name: "Zoe", isActive: false }),
  );
  const people = ["Ana Ruiz", "Bo Lindqvist", "Mei Tanaka", "Priya N", "You Yourself", "健"];
  expect(names()).toEqual([...people, "ci", "Zoe"]);
  expect(new Set(list().rows.map(({ section }) => section))).toEqual(
    new Set(["people", "bots", "deactivated"]),
  );
  press("]");
  expect(names()).toEqual(["ci"]);
  press("]");
  expect(names()).toEqual(["Zoe"]);
  press("]");
  expect(list().filter).toBe("active");
  expect(names()).toEqual(["Ana Ruiz", "Bo Lindqvist"]);
});

test.each([
  [80, /Zoe +deactivated *$/],
  [120, /Zoe +deactivated +member *$/],
])("at %s columns the row of a deactivated person has whole words only", async (columns, row) => {
  const { press, store } = listed(
    changed(emptyAcme(), 20 as UserId, { name: "Zoe", isActive: false }),
  );
  press("]", "]");
  const screen = await showScreen(store, { columns });
  expect(screen.pane.lines().find((line) => line.includes("Zoe"))).toMatch(row);
  screen.ends();
});

test("typing filters the list with the best match first, and Esc restores the list and keeps the cursor's row", async () => {
  const { press, names, store, list } = listed(emptyAcme());
  press("/", "t", "a", "n");
  expect(names()[0]).toBe("Mei Tanaka");
  const screen = await showScreen(store);
  expect(screen.title.shows("filter: tan")).toBe(true);
  press("Tab", "Esc");
  expect(list().input.text).toBe("");
  expect(names()).toHaveLength(7);
  expect(names()[list().cursor?.at ?? -1]).toBe("Mei Tanaka");
  screen.ends();
});

test("people and bots are found by what their addresses have before the @, and by whole ones", () => {
  const at = (id: UserId, name: string, email: string) => ({ name, email, id });
  let replica = emptyAcme();
  for (const { id, ...keys } of [
    at(ci, "Builds", "ci-bot@bots.example"),
    at(ana, "Ana Ruiz", "ar@acme.example"),
  ])
    replica = changed(replica, id, keys);
  const { press, names } = listed(replica);
  press("/", ..."ci-bot");
  expect(names()).toEqual(["Builds"]);
  press(..."@bots.example");
  expect(names()).toEqual(["Builds"]);
  press("^U", ..."ar@acme");
  expect(names()).toEqual(["Ana Ruiz"]);
  press("^U", ..."bots.ex");
  expect(names()).toEqual([]);
});

test("filtering 20,000 people lists at most 120", () => {
  let replica = emptyAcme();
  const batch = newBatch("many");
  const one = get(replica.people, ana)!;
  let { people } = replica;
  for (let id = 100; id < 20_100; id += 1)
    people = put(people, id as UserId, { ...one, id: id as UserId, name: `Ana ${id}` }, batch);
  replica = { ...replica, people };
  const state = storeOf(replica).getState();
  const all = peopleDefinition.filters.find(({ key }) => key === "all");
  expect(peopleDefinition.fresh(state, all!).rows.length).toBeGreaterThan(20_000);
  expect(peopleDefinition.fresh(state, all!, "ana").rows).toHaveLength(120);
  expect(get(replica.people, ci)?.isBot).toBe(true);
});

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
