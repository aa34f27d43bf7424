import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { peopleSource } from "#commands/lists/people.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { openList } from "#store/lists.ts";
import type { UserId } from "#wire/ids.ts";
import { ana, ci, deployWindow, emptyAcme, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

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

test("filtering 20,000 people lists at most 120", () => {
  let replica = emptyAcme();
  const batch = newBatch("many");
  const one = get(replica.people, ana)!;
  let { people } = replica;
  for (let id = 100; id < 20_100; id += 1)
    people = put(people, id as UserId, { ...one, id: id as UserId, name: `Ana ${id}` }, batch);
  replica = { ...replica, people };
  const state = storeOf(replica).getState();
  const all = peopleSource.filters.find(({ key }) => key === "all");
  expect(peopleSource.fresh(state, all!).rows.length).toBeGreaterThan(20_000);
  expect(peopleSource.fresh(state, all!, "ana").rows).toHaveLength(120);
  expect(get(replica.people, ci)?.isBot).toBe(true);
});
