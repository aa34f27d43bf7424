import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import { get } from "#base/table.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { menuIn } from "../../support/menu.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";
import { beforePermissions } from "../../support/versions.ts";

/** A client at a list, and the state of the realm. */
async function at(
  keys: readonly string[],
  who: keyof typeof people = "cleo",
  level?: number,
  over?: (send: Send) => Send,
) {
  const world = await startSmall({ who, level }, over && { over });
  world.press(...keys);
  const { state } = world.control.server;
  return {
    ...world,
    ...formKeys(world),
    state,
    person: (id: number) => state.people.byId.get(id),
    group: (name: string) => [...state.people.groups.values()].find((one) => one.name === name),
    field: (name: string) => state.profileFields.find((one) => one.name === name),
  };
}

test("a stream is created with people and the members of a group as subscribers", async () => {
  const { press, fills, chooses, confirms, settles, state, toast } = await at(["g", "b", "+"]);
  fills("name", "garden");
  fills("description", "green things");
  chooses("privacy", "private-history");
  chooses("posting", "4");
  fills("add", "Don Marsh, crew");
  confirms();
  await settles();
  const made = [...state.streams.byId.values()].find(({ name }) => name === "garden");
  expect(made).toMatchObject({
    description: "green things",
    inviteOnly: true,
    historyPublic: true,
  });
  expect([...(made?.subscribers ?? [])].sort()).toEqual([
    people.ana,
    people.bo,
    people.cleo,
    people.don,
  ]);
  expect(toast()).toBe("Created #garden");
  press("g", "g");
});

test("Enter completes a partial name", async () => {
  const { fills, press, value } = await at(["g", "b", "+"]);
  fills("add", "don");
  press("Enter");
  expect(value("add")).toBe("Don Marsh, ");
  press("Down");
  expect(value("add")).toBe("Don Marsh");
});

test("Tab completes as in the composer, and the next name can be typed at once", async () => {
  const { goesTo, type, press, value, shown } = await at(["g", "b", "+"]);
  goesTo("add");
  type("don");
  press("Tab");
  type("cle");
  press("Tab");
  type(", ana");
  press("Enter");
  expect(value("add")).toBe("Don Marsh, Cleo Vane, Ana Ruiz, ");
  press("Tab");
  expect(shown()?.field?.key).not.toBe("add");
});

test("a name typed after preset ones is separated by a comma", async () => {
  const { goesTo, type, press, value } = await at(["g", "U", "+"]);
  goesTo("members");
  const before = value("members");
  type("don");
  expect(value("members")).toBe(`${before}, don`);
  press("Enter");
  expect(value("members")).toBe(`${before}, Don Marsh, `);
});

test("people are added to a stream and removed from its card", async () => {
  const { press, goes, fills, settles, state, problems } = await at(["g", "b"]);
  goes(`browse:${streams.dev}`);
  press("i", "a");
  await settles();
  fills("remove", "Gus Guest");
  expect(problems()).toEqual(["Gus Guest is not in this stream."]);
  fills("remove", "Bo Lindt");
  fills("add", "Don Marsh");
  press("^S");
  await settles();
  expect([...(state.streams.byId.get(streams.dev)?.subscribers ?? [])].sort()).toEqual([
    people.ana,
    people.cleo,
    people.don,
  ]);
});

test.each([
  [
    "Bo Lindt",
    { failure: { sentence: "Bo Lindt was not in #dev." }, refused: "remove" },
    undefined,
  ],
  [
    "Bo Lindt, Ana Ruiz",
    undefined,
    "Changed who is in #dev. 1 of them was not in #dev. The others were removed.",
  ],
])(
  "who leaves a stream while a form removes %s is not said to be removed",
  async (names, dialog, toast) => {
    const world = await at(["g", "b"]);
    const { press, goes, fills, settles, bo, store } = world;
    goes(`browse:${streams.dev}`);
    press("i", "a");
    await settles();
    fills("remove", names);
    await bo.delete("/users/me/subscriptions", { subscriptions: ["dev"] });
    press("^S");
    await settles();
    const { screen } = store.getState();
    if (dialog === undefined) expect(screen.dialog?.kind).not.toBe("form");
    else expect(screen.dialog).toMatchObject(dialog);
    expect(screen.toast?.text).toBe(toast);
  },
);

test.each([
  [{ add: "Bo Lindt" }, "@Bo Lindt is in #dev already.", undefined],
  [{ add: "Bo Lindt, Ana Ruiz" }, "2 people are in #dev already.", undefined],
  [
    { add: "Bo Lindt, Don Marsh" },
    undefined,
    "Changed who is in #dev. @Bo Lindt is in #dev already.",
  ],
  [
    { add: "Bo Lindt", remove: "Ana Ruiz" },
    undefined,
    "Changed who is in #dev. @Bo Lindt is in #dev already.",
  ],
])(
  "who is in a stream is not said to be added by a form with %j",
  async (typed, failure, toast) => {
    const { press, goes, fills, settles, store } = await at(["g", "b"]);
    goes(`browse:${streams.dev}`);
    press("i", "a");
    await settles();
    for (const [field, text] of Object.entries(typed)) fills(field, text);
    press("^S");
    await settles();
    const { dialog, toast: said } = store.getState().screen;
    if (failure === undefined) expect(dialog?.kind).not.toBe("form");
    else expect(dialog).toMatchObject({ failure: { sentence: failure }, refused: "add" });
    expect(said?.text).toBe(toast);
  },
);

test("people who are added to a stream are not said to be notified if there are too many", async () => {
  const untold =
    (send: Send): Send =>
    async (request, signal) => {
      const answer = await send(request, signal);
      const text = answer.text.replace(/("new_subscription_messages_sent":\s*)true/, "$1false");
      return { ...answer, text };
    };
  const { press, goes, fills, settles, toast } = await at(["g", "b"], "cleo", undefined, untold);
  goes(`browse:${streams.dev}`);
  press("i", "a");
  await settles();
  fills("add", "Don Marsh");
  press("^S");
  await settles();
  expect(toast()).toBe(
    "Changed who is in #dev. The server notified nobody: too many were added at once.",
  );
});

test("removing others without permission is reported before saving, and leaving is allowed", async () => {
  const { press, goes, fills, settles, state, problems } = await at(["g", "b"], "ana");
  goes(`browse:${streams.dev}`);
  press("i", "a");
  await settles();
  fills("remove", "Bo Lindt");
  expect(problems()).toEqual(["Only administrators may remove others."]);
  fills("remove", "Ana Ruiz");
  press("^S");
  await settles();
  expect(state.streams.byId.get(streams.dev)?.subscribers.has(people.ana)).toBe(false);
});

test("S joins a stream, and u undoes it", async () => {
  const { press, goes, settles, state } = await at(["g", "b", "]"], "ana");
  const isIn = () => state.streams.byId.get(streams.other)?.subscribers.has(people.ana);
  goes(`browse:${streams.other}`);
  press("S");
  await settles();
  expect(isIn()).toBe(true);
  press("u");
  await settles();
  expect(isIn()).toBe(false);
});

test("a form says which field the server has ignored, and keeps it", async () => {
  const world = await at(["g", "b"], "cleo", beforePermissions);
  const { press, goes, chooses, fills, settles, control, dialog, state } = world;
  goes(`browse:${streams.dev}`);
  press("E");
  fills("description", "code");
  const moderators = [...state.people.groups.values()].find(
    ({ name }) => name === "role:moderators",
  );
  chooses("removers", String(moderators?.id));
  control.server.level = 180;
  press("^S");
  await settles();
  expect(dialog()).toMatchObject({
    kind: "form",
    failure: { field: "removers", sentence: expect.stringContaining("May remove") },
  });
  expect(state.streams.byId.get(streams.dev)?.description).toBe("code");
});

test("S asks before the user leaves a private stream for good, and offers no undo", async () => {
  const { press, goes, settles, state, store } = await at(["g", "b"], "ana");
  const isIn = () => state.streams.byId.get(streams.secret)?.subscribers.has(people.ana);
  goes(`browse:${streams.secret}`);
  press("S");
  expect(store.getState().screen.dialog).toMatchObject({ about: { kind: "leave-streams" } });
  press("Enter");
  await settles();
  expect(isIn()).toBe(true);
  press("S", "l");
  await settles();
  expect(isIn()).toBe(false);
  expect(store.getState().screen.toast).toMatchObject({ text: "Left ◈secret", undo: false });
  press("u");
  await settles();
  expect([isIn(), store.getState().screen.toast?.text]).toEqual([false, "Nothing to undo."]);
});

test("a form closes when the server has created something, and says what of it was ignored", async () => {
  const world = await at(["g", "b", "+"], "cleo", beforePermissions);
  const { chooses, fills, confirms, settles, control, dialog, state, toast } = world;
  fills("name", "garden");
  chooses("posting", "4");
  control.server.level = 400;
  confirms();
  await settles();
  expect(dialog()).toBeUndefined();
  expect([...state.streams.byId.values()].filter(({ name }) => name === "garden")).toHaveLength(1);
  expect(toast()).toBe(
    "Created #garden. Not saved, because this server does not support it: May post. The rest was saved.",
  );
});

test("D archives a stream after a confirmation that keeps it by default", async () => {
  const { press, goes, settles, state, confirms } = await at(["g", "b"]);
  const isArchived = () => state.streams.byId.get(streams.dev)?.isArchived;
  goes(`browse:${streams.dev}`);
  press("D", "Enter");
  await settles();
  expect(isArchived()).toBe(false);
  press("D");
  confirms();
  await settles();
  expect(isArchived()).toBe(true);
});

test("a person's name and role are changed; only owners can create owners", async () => {
  const { press, goes, fills, chooses, settles, person, problems } = await at(["g", "p", "]"]);
  goes(`person:${people.bo}`);
  press("E");
  fills("name", "B");
  expect(problems()).toEqual(["Name too short!"]);
  fills("name", "Bo Lund");
  chooses("role", "100");
  expect(problems()).toEqual(["Only owners may appoint, change or deactivate owners."]);
  chooses("role", "300");
  press("^S");
  await settles();
  expect(person(people.bo)).toMatchObject({ fullName: "Bo Lund", role: 300 });
});

test("a person is deactivated with a comment, listed as deactivated, and reactivated", async () => {
  const { press, goes, settles, person, chooses, fills, confirms, control, toast } = await at([
    "g",
    "p",
    "]",
  ]);
  goes(`person:${people.bo}`);
  press("D");
  fills("comment", "never sent");
  expect(toast()).toBe("Sent only if they are notified.");
  chooses("mail", "true");
  fills("comment", "So long");
  confirms();
  await settles();
  expect(person(people.bo)?.isActive).toBe(false);
  expect(control.server.mails.at(-1)).toMatchObject({ comment: "So long" });
  press("]", "]");
  goes(`person:${people.bo}`);
  press("D");
  confirms();
  await settles();
  expect(person(people.bo)?.isActive).toBe(true);
});

test("deactivating people without permission shows who may do so", async () => {
  const { press, goes, settles, person, confirms, toast } = await at(["g", "p", "]"], "ana");
  goes(`person:${people.bo}`);
  press("D");
  confirms();
  await settles();
  expect(person(people.bo)?.isActive).toBe(true);
  expect(toast()).toBe("Only administrators may deactivate people.");
});

test("a group is created, renamed, changed and deleted", async () => {
  const world = await at(["g", "U", "+"], "cleo", beforePermissions);
  const { press, fills, settles, group, confirms } = world;
  fills("name", "rowers");
  fills("members", "Ana Ruiz, Bo Lindt");
  confirms();
  await settles();
  const made = group("rowers");
  expect(made?.members).toEqual([people.ana, people.bo]);
  // The new group is selected.
  press("Enter");
  fills("name", "coxes");
  fills("members", "Ana Ruiz, Cleo Vane");
  fills("subgroups", "crew");
  press("^S");
  await settles();
  expect(group("coxes")).toMatchObject({ members: [people.ana, people.cleo], subgroups: [1] });
  press("D");
  confirms();
  await settles();
  expect(group("coxes")).toBeUndefined();
});

test("a profile field with options is created, changed and deleted; invalid options are reported before saving", async () => {
  const { press, fills, chooses, settles, field, confirms, problems, store, toast } = await at([
    "g",
    "f",
    "+",
  ]);
  fills("name", "Boat");
  fills("options", "Gig");
  expect(toast()).toBe("Only a list of options has options.");
  chooses("type", "3");
  fills("options", "Gig, Skiff, Gig");
  expect(problems()).toEqual(["Field must not have duplicate choices."]);
  fills("options", "Gig, Skiff");
  confirms();
  await settles();
  const made = field("Boat");
  expect(JSON.parse(made?.data ?? "")).toMatchObject({ 1: { text: "Gig" }, 2: { text: "Skiff" } });
  press("Enter");
  fills("options", "Skiff, Punt");
  chooses("summary", "true");
  press("^S");
  await settles();
  // Options keep their keys, by which people have chosen them.
  expect(JSON.parse(field("Boat")?.data ?? "")).toEqual({
    2: { text: "Skiff", order: "1" },
    4: { text: "Punt", order: "2" },
  });
  expect(field("Boat")?.inSummary).toBe(true);
  const screen = await showScreen(store, { columns: 120 });
  expect(screen.pane.shows("Boat Options, in summary Skiff, Punt")).toBe(true);
  screen.ends();
  press("D");
  confirms();
  await settles();
  expect(field("Boat")).toBeUndefined();
});

test("the user's settings, name, alert words, muted people and profile are changed in one form", async () => {
  const world = await at(["g", "f", "+"]);
  world.fills("name", "Born");
  world.chooses("type", "4");
  world.confirms();
  await world.settles();
  const born = world.field("Born");
  world.press("g", ",");
  world.fills("name", "Cleo V");
  world.chooses("enter_sends", "true");
  world.fills("alerts", "kettle, oar");
  world.fills("muted", "Bo Lindt");
  world.fills(`profile:${born?.id}`, "1990-02-30");
  expect(world.problems()).toEqual(["Born is not a date"]);
  world.fills(`profile:${born?.id}`, "1990-02-28");
  world.press("^S");
  await world.settles();
  expect(world.person(people.cleo)).toMatchObject({
    fullName: "Cleo V",
    profile: { [born?.id ?? 0]: "1990-02-28" },
  });
  const { alert_words, muted_users, user_settings } = await world.cleo.register();
  expect(alert_words).toEqual(["kettle", "oar"]);
  expect(muted_users.map(({ id }: { id: number }) => id)).toEqual([people.bo]);
  expect(user_settings.enter_sends).toBe(true);
  expect(get(world.store.getState().view.people, people.cleo as UserId)?.name).toBe("Cleo V");
});

test("deleting a topic asks first, with the number of messages", async () => {
  const { store, press, goes, settles, state, confirms } = await at(["g", "b"]);
  const topics = () =>
    [...state.messages.byId.values()]
      .filter((message) => message.streamId === streams.dev)
      .map(({ topic }) => topic);
  goes(`browse:${streams.dev}`);
  press("Enter");
  await settles();
  goes(`t:${streams.dev}:deploy`);
  press("D");
  const count = topics().filter((topic) => topic === "deploy").length;
  expect(menuIn(store)).toMatchObject({
    title: "Delete topic #dev › deploy?",
    items: ["k Keep the topic", `d Delete ${count} messages`],
  });
  press("Enter");
  await settles();
  expect(topics()).toContain("deploy");
  press("D");
  confirms();
  await settles();
  expect(topics()).not.toContain("deploy");
});

test("the confirmation counts the messages of a topic that is not loaded", async () => {
  const { store, press, goes, settles, bo } = await at(["g", "b"], "cleo");
  const dev = { streamId: streams.dev, topic: "long" };
  for (let word = 0; word < 150; word += 1) await bo.say(dev, `word ${word}`);
  await settles();
  goes(`browse:${streams.dev}`);
  press("Enter");
  await settles();
  goes(`t:${streams.dev}:long`);
  press("D");
  await settles();
  expect(menuIn(store)?.lines[0]).toBe("150 messages by 1 person disappear for everybody.");
});

test("fields that the server does not support are locked with the level that they need", async () => {
  const world = await startSmall({ who: "cleo", level: 140 });
  const { shown } = formKeys(world);
  world.press("g", "f", "+");
  const locked = (key: string) => shown()?.now.fields.find((field) => field.key === key)?.locked;
  expect(locked("required")).toBe("This server is too old for it (from level 244 on).");
  expect(locked("hint")).toBeUndefined();
});

test("the filter for archived streams lists an archived stream, whose card can be opened", async () => {
  const world = await at(["g", "b"], "cleo", beforePermissions);
  const { press, goes, settles, confirms, rowKeys: rows, dialog, store } = world;
  goes(`browse:${streams.dev}`);
  press("D");
  confirms();
  await settles();
  press("]");
  expect(rows()).toEqual([`browse:${streams.dev}`]);
  press("Enter");
  expect(dialog()).toMatchObject({ kind: "card", about: { kind: "stream", id: streams.dev } });
  expect(store.getState().view.archived.get(streams.dev as StreamId)?.name).toBe("dev");
});
