/** Permissions in the forms of streams and groups, by keys, on a server that has them. */
import { expect, onTestFinished, test } from "vitest";
import type { StreamId } from "#wire/ids.ts";
import { altered } from "../../support/altered.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

async function at(keys: readonly string[], who: keyof typeof people = "cleo") {
  const world = await startSmall({ who, level: 500 });
  const { state } = world.control.server;
  const system = (name: string) =>
    [...state.people.groups.values()].find((group) => group.name === `role:${name}`)?.id ?? 0;
  world.press(...keys);
  const stream = () => state.streams.byId.get(streams.dev)?.permissions;
  const group = (name: string) =>
    [...state.people.groups.values()].find((one) => one.name === name);
  return { ...world, ...formKeys(world), state, system, stream, group };
}

/** The form of the stream, at who may post. */
async function atPosting() {
  const world = await at(["g", "b"]);
  world.goes(`browse:${streams.dev}`);
  world.press("E");
  world.goesTo("posting");
  const screen = await showScreen(world.store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  return { ...world, screen };
}

test("people and groups are completed one after another, and saved as they are", async () => {
  const { press, type, value, settles, stream, system, screen, toast } = await atPosting();
  expect(value("posting")).toBe("Everybody");
  press("^U");
  type("moder");
  await screen.settles();
  expect(screen.whole.shows("Enter accepts it")).toBe(true);
  expect(screen.whole.shows("Name people or groups")).toBe(false);
  press("Enter");
  expect(value("posting")).toBe("Moderators, ");
  for (const [letters, name] of [
    ["an", "Ana Ruiz"],
    ["cre", "crew"],
  ] as const) {
    type(`, ${letters}`);
    press("Enter");
    expect(value("posting")?.endsWith(`, ${name}, `)).toBe(true);
  }
  press("^S");
  await settles();
  expect(stream()?.can_send_message_group).toEqual({
    direct_members: [people.ana],
    direct_subgroups: [1, system("moderators")],
  });
  expect(toast()).toBe("Changed #dev");
});

test.each([
  ["posting", "Moderators, nobody known", "No such user or group: nobody known"],
  ["posting", "", "Name people or groups, or Nobody."],
  ["administrators", "Everybody", "Everybody cannot have this permission."],
])("in %s, %j is a problem below the field, before it is sent", async (key, text, problem) => {
  const { fills, problems, press, settles, screen, stream } = await atPosting();
  fills(key, text);
  expect(problems()).toEqual([problem]);
  press("^S");
  await settles();
  await screen.settles();
  expect(screen.whole.shows(problem)).toBe(true);
  expect(stream()?.can_send_message_group).toBeUndefined();
});

test("a value that somebody else changed first is not overwritten, and stands below what was wanted", async () => {
  const { fills, press, settles, stream, screen, cleo, dialog, value } = await atPosting();
  fills("posting", "Moderators");
  const theirs = { direct_members: [people.bo], direct_subgroups: [] };
  void cleo.patch(`/streams/${streams.dev}`, { can_send_message_group: { new: theirs } });
  press("^S");
  await settles();
  expect(stream()?.can_send_message_group).toEqual(theirs);
  expect(dialog()).toMatchObject({ kind: "form", failure: { field: "posting" } });
  await screen.settles();
  expect(value("posting")).toBe("Moderators");
  expect(screen.whole.shows("Changed in the meantime to: Bo Lindt.")).toBe(true);
});

test("a stream is created with who may post in it and who may remove others, beside what is the default", async () => {
  const { press, fills, confirms, settles, system, state } = await at(["g", "b", "+"]);
  fills("name", "garden");
  fills("posting", "Moderators, crew");
  fills("removers", "Ana Ruiz");
  confirms();
  await settles();
  const made = [...state.streams.byId.values()].find(({ name }) => name === "garden");
  expect(made?.permissions).toEqual({
    can_send_message_group: { direct_members: [], direct_subgroups: [1, system("moderators")] },
    can_remove_subscribers_group: { direct_members: [people.ana], direct_subgroups: [] },
  });
  press("g", "g");
});

test("S asks whether to join a group, and to leave it, and says who may", async () => {
  const { press, goes, settles, group, confirms, toast, cleo, control, system } = await at(
    ["g", "U"],
    "don",
  );
  goes("group:1");
  press("S");
  confirms();
  expect(toast()).toContain("may join this group.");
  press("Esc");
  control.setRealm("can_manage_all_groups", system("administrators"));
  await cleo.patch("/user_groups/1", {
    can_join_group: { new: { direct_members: [people.don], direct_subgroups: [] } },
  });
  await settles();
  press("S");
  confirms();
  await settles();
  expect([toast(), group("crew")?.members]).toEqual([
    "Joined @crew",
    expect.arrayContaining([people.don]),
  ]);
  press("S");
  confirms();
  await settles();
  expect([toast(), group("crew")?.members]).toEqual([
    "Left @crew",
    expect.not.arrayContaining([people.don]),
  ]);
});

test("a group is created with members, a group in it, and who may manage and join it", async () => {
  const { press, fills, confirms, settles, group, system, problems } = await at(["g", "U", "+"]);
  fills("name", "rowers");
  fills("members", "Ana Ruiz, Bo Lindt");
  fills("subgroups", "crews");
  expect(problems()).toEqual(["Invalid user group: crews"]);
  fills("subgroups", "crew");
  fills("managers", "Moderators, Ana Ruiz");
  fills("joiners", "Members");
  confirms();
  await settles();
  expect(group("rowers")).toMatchObject({
    members: [people.ana, people.bo],
    subgroups: [1],
    permissions: {
      can_manage_group: { direct_members: [people.ana], direct_subgroups: [system("moderators")] },
      can_join_group: system("members"),
    },
  });
  press("g", "g");
});

/** Cleo's client of a server that says of some permissions what weir does not understand. */
async function atStrange(
  change: (stream: Record<string, unknown>) => void,
  rules: "without rules" | "with rules" = "without rules",
) {
  const over = altered(/POST .*\/register$/, (body) => {
    const streams = body["subscriptions"] as Record<string, unknown>[];
    for (const stream of streams) change(stream);
    const none = { server_supported_permission_settings: {} };
    return { ...body, ...(rules === "without rules" && none) };
  });
  const world = await startSmall({ who: "cleo", level: 500 }, { over });
  const { state } = world.control.server;
  const stored = () => state.streams.byId.get(streams.dev as StreamId);
  const form = formKeys(world);
  /** Its value, and why that is locked. */
  const locks = (key: string) => {
    const field = form.shown()?.now.fields.find((one) => one.key === key);
    return [form.value(key), field?.locked];
  };
  return { ...world, ...form, stored, locks };
}

test("permissions of which the server does not tell are locked, and the rest of a stream is saved", async () => {
  const { press, goes, fills, settles, stored, toast, locks } = await atStrange((stream) => {
    stream["can_send_message_group"] = { direct_members: [people.ana], direct_subgroups: [4711] };
    stream["can_resolve_topics_group"] = "everyone_who_cares";
  });
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("E");
  expect([locks("posting"), locks("resolvers")]).toEqual([
    ["unknown, Ana Ruiz", "The server does not list everybody who may."],
    ["", "The server does not report who may."],
  ]);
  fills("description", "The boats");
  press("^S");
  await settles();
  expect([stored()?.description, toast()]).toEqual(["The boats", "Changed #dev"]);
  press("g", "g");
});

test("a permission that cannot be read is locked, although its default is known", async () => {
  const { press, goes, locks } = await atStrange((stream) => {
    stream["can_resolve_topics_group"] = "everyone_who_cares";
    stream["can_remove_subscribers_group"] = "everyone_who_cares";
  }, "with rules");
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("E");
  const unknown = ["", "The server does not report who may."];
  expect([locks("resolvers"), locks("removers")]).toEqual([unknown, unknown]);
});

test("rules for topics that weir does not know are not shown as others, and can be replaced", async () => {
  const { press, goes, chooses, value, settles, stored } = await atStrange((stream) => {
    stream["topics_policy"] = "one_topic_a_day";
  });
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("E");
  expect(value("topics")).toBe("");
  chooses("topics", "disable_empty_topic");
  press("^S");
  await settles();
  expect(stored()?.topicsPolicy).toBe("disable_empty_topic");
  press("g", "g");
});

test("a stream is created on a server that does not tell what a permission is by default", async () => {
  const { press, fills, confirms, settles, control } = await atStrange(() => {});
  press("g", "b", "+");
  fills("name", "garden");
  fills("posting", "Moderators");
  confirms();
  await settles();
  const made = [...control.server.state.streams.byId.values()].find(
    ({ name }) => name === "garden",
  );
  expect(Object.keys(made?.permissions ?? {})).toEqual(["can_send_message_group"]);
  press("g", "g");
});
