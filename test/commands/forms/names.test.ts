import { expect, test } from "vitest";
import {
  listOf,
  nameChoices,
  namesIn,
  namesOf,
  peopleNamed,
  unknownName,
} from "#commands/forms/names.ts";
import { inputOf } from "#editor/input.ts";
import type { UserId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

/** Cleo in the form of the group crew, whose members are Ana and Bo. */
async function atCrew() {
  const world = await startSmall({ who: "cleo" });
  const { ana, bo } = people;
  await world.cleo.patch(`/users/${people.don}`, { full_name: "Marsh, Don" });
  await world.settles();
  world.press("g", "U");
  world.goes("group:1");
  world.press("Enter");
  const members = () => world.control.server.state.people.groups.get(1)?.members;
  const seen = async () => {
    const screen = await showScreen(world.store, { columns: 100, rows: 30 });
    const lines = screen.whole.lines();
    screen.ends();
    return lines.join("\n");
  };
  return { ...world, ...formKeys(world), members, seen, ana, bo };
}

test("a completed name with a comma is escaped and saved as one name", async () => {
  const { goesTo, type, press, value, settles, members, ana, bo } = await atCrew();
  goesTo("members");
  type("mars");
  press("Enter");
  expect(value("members")).toBe("Ana Ruiz, Bo Lindt, Marsh\\, Don, ");
  press("^S");
  await settles();
  expect(members()).toEqual([ana, bo, people.don]);
});

test("Enter completes the name at the cursor and keeps the others", async () => {
  const { goesTo, press, type, value } = await atCrew();
  goesTo("members");
  press("Home");
  type("cleo, ");
  press("Left", "Left", "Enter");
  expect(value("members")).toBe("Cleo Vane, Ana Ruiz, Bo Lindt");
});

test.each(["Tab", "Enter"])(
  "%s completes a name, and what is typed then is the next one",
  async (key) => {
    const { goesTo, press, type, value } = await atCrew();
    goesTo("members");
    type(", cle");
    press(key);
    type("marsh");
    press(key);
    expect(value("members")).toMatch(/Bo Lindt, Cleo Vane, .*Marsh.*Don(?:, )?$/);
  },
);

test("an incomplete name is neither a change nor an error, and an unknown one is an error", async () => {
  const { goesTo, type, press, seen } = await atCrew();
  goesTo("members");
  type("cle");
  expect(await seen()).toMatch(/Cleo Vane +Enter accepts it/);
  expect(await seen()).not.toMatch(/\+cle|No such user/);
  press("Enter");
  expect(await seen()).toContain("+Cleo Vane");
  type(", zz");
  expect(await seen()).toContain("No such user: zz");
  expect(await seen()).not.toContain("+zz");
});

test("group names are completed among the members and the subgroups of a group", async () => {
  const { press, fills, value, seen, settles } = await atCrew();
  press("Esc", "+");
  fills("name", "coxes");
  fills("members", "cre");
  expect(await seen()).toMatch(/crew {2}group, 2 people +Enter accepts it/);
  press("Enter");
  expect(value("members")).toBe("crew, ");
  expect(await seen()).toMatch(/\+Ana Ruiz {2}\+Bo Lindt/);
  press("^S");
  await settles();
  press("Enter");
  fills("subgroups", "cre");
  press("Enter");
  expect(value("subgroups")).toBe("crew, ");
});

test("a list of names is parsed as it was formatted, including names with commas", () => {
  const names = ["Ana Ruiz", "Vane, Cleo", "a,b,c"];
  expect(namesIn(listOf(names))).toEqual(names);
  expect(namesIn(" Ana ,, Bo ")).toEqual(["Ana", "Bo"]);
});

test("people with the same name are distinguished by their IDs", () => {
  const twins = [make.ada, make.brook].map((id) => make.person(id, { full_name: "Sam Vale" }));
  const replica = make.replica({ realm_users: [make.person(make.me), ...twins] });
  const text = namesOf(replica, [make.brook, make.ada]);
  expect(text).toBe(`Sam Vale|${make.brook}, Sam Vale|${make.ada}`);
  expect(peopleNamed(replica, "Sam Vale")).toEqual([]);
  expect(peopleNamed(replica, text)).toEqual([make.brook, make.ada]);
});

test("of a person and a group of one name, each is written so that it means no other", async () => {
  const world = await startSmall({ who: "cleo" });
  await world.cleo.patch(`/users/${people.don}`, { full_name: "crew" });
  await world.settles();
  const { view } = world.store.getState();
  expect(peopleNamed(view, "crew")).toEqual([]);
  expect(unknownName(view, "crew")).toBe(
    `crew is a person and a group: write crew|${people.don} or group:crew.`,
  );
  const text = namesOf(view, [people.don as UserId]);
  expect(peopleNamed(view, text)).toEqual([people.don]);
  expect(peopleNamed(view, "group:crew")).toEqual([people.ana, people.bo]);
  // What completes a name means what it says.
  const field = { key: "add", label: "Add", kind: { type: "people", groups: true } } as never;
  const typing = { field, change: { values: {} } as never, form: { input: inputOf("cre") } };
  expect(nameChoices(view, typing).map(({ name }) => name)).toEqual([
    `crew|${people.don}`,
    "group:crew",
  ]);
});
