import { expect, test } from "vitest";
import { emptyTable } from "#base/table.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { changeSession } from "#store/store.ts";
import { emptyAcme, storeOf } from "../../support/acme.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";
import { beforePermissions } from "../../support/versions.ts";

/** The form of #dev, opened from the list of streams. */
async function atDev(who: keyof typeof people, level?: number) {
  const world = await startSmall({ who, level });
  world.press("g", "b");
  world.goes(`browse:${streams.dev}`);
  world.press("E");
  await world.settles();
  const stored = () => world.control.server.state.streams.byId.get(streams.dev);
  return { ...world, ...formKeys(world), stored };
}

test.each([
  [0, "settings", "This is not known until the server answers."],
  [1, "settings", "It no longer exists."],
  [1, "stream", "This stream is archived, or not accessible."],
] as const)(
  "a form without its subject is not opened, and says why (epoch %i, %s)",
  (epoch, name, sentence) => {
    const store = storeOf({ ...emptyAcme(), epoch, people: emptyTable() });
    openForm(store, { name, id: 0 });
    expect(store.getState().screen.dialog).toBeUndefined();
    expect(store.getState().screen.toast?.text).toBe(sentence);
  },
);

test("only changes are sent; the form closes with a toast", async () => {
  const { fills, press, settles, stored, dialog, toast, sent } = await atDev("cleo");
  fills("description", "servers and so on");
  press("^S");
  await settles();
  expect(stored()).toMatchObject({ name: "dev", description: "servers and so on" });
  expect(dialog()).toBeUndefined();
  expect(toast()).toBe("Changed #dev");
  expect(sent(/PATCH \/streams/)).toBe(1);
});

test("Esc keeps unsaved input", async () => {
  const { fills, press, value, dialog, stored } = await atDev("cleo");
  fills("description", "half a sent");
  press("Esc");
  expect(dialog()).toBeUndefined();
  expect(stored()?.description).toBe("All about dev");
  press("E");
  expect(value("description")).toBe("half a sent");
});

test("fields that a member may not change are locked with the server's reason", async () => {
  const { shown, goesTo, type, value, toast } = await atDev("ana", beforePermissions);
  const locked = shown()?.now.fields.filter((field) => field.locked !== undefined);
  expect(locked?.map(({ key }) => key)).toEqual([
    "name",
    "description",
    "privacy",
    "posting",
    "removers",
    "retention",
  ]);
  goesTo("name");
  type("x");
  expect(value("name")).toBe("dev");
  expect(toast()).toBe("Only administrators may change streams.");
});

test("an invalid name is reported while it is typed, and is not sent", async () => {
  const { fills, problems, press, settles, sent, dialog } = await atDev("cleo");
  fills("name", "General");
  expect(problems()).toEqual(["Stream name already in use."]);
  fills("name", "n".repeat(61));
  expect(problems()).toEqual(["Stream name too long (limit: 60 characters)."]);
  fills("name", " ");
  expect(problems()).toEqual(["Stream name can't be empty."]);
  press("^S");
  await settles();
  expect(sent(/PATCH/)).toBe(0);
  expect(dialog()).toBeDefined();
});

test("what keeps a form from being saved is said at its field, where the cursor goes", async () => {
  const { press, store, shown, toast } = await startSmall({ who: "cleo" }).then((world) => ({
    ...world,
    ...formKeys(world),
  }));
  press("g", "b", "+");
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  press("Up", "Enter");
  await screen.settles();
  const lines = screen.whole.lines();
  const at = lines.findIndex((line) => line.includes("▌"));
  expect(lines[at]).toContain("Name");
  expect(lines[at + 1]).toContain("Stream name can't be empty.");
  expect([shown()?.field?.key, toast()]).toEqual(["name", undefined]);
  screen.ends();
});

test("another client's change is shown at the field, and applied to fields without input", async () => {
  const { fills, settles, cleo, store, value } = await atDev("ana");
  expect(value("description")).toBe("All about dev");
  fills("color", "#112233");
  await cleo.patch(`/streams/${streams.dev}`, { description: "by Cleo" });
  await settles();
  expect(value("description")).toBe("by Cleo");
  expect(value("color")).toBe("#112233");
  expect(store.getState().screen.dialog).toMatchObject({ kind: "form" });
});

test("a conflict names the other value, which saving replaces", async () => {
  const world = await atDev("cleo");
  world.fills("description", "mine");
  await world.cleo.patch(`/streams/${streams.dev}`, { description: "theirs" });
  await world.settles();
  const screen = await showScreen(world.store, { columns: 100, rows: 30 });
  expect(screen.whole.shows("Changed in the meantime to: theirs")).toBe(true);
  screen.ends();
  world.press("^S");
  await world.settles();
  expect(world.stored()?.description).toBe("mine");
});

test("a refusal is shown in the form, which keeps the text and can be saved again", async () => {
  const { fills, goesTo, shown, press, settles, dialog, value, stored, bo, cleo } =
    await atDev("cleo");
  fills("name", "attic");
  goesTo("description");
  // Cleo does not know of it: it is private, so her queue gets no event.
  await bo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "attic" }],
    invite_only: true,
  });
  press("^S");
  await settles();
  const open = dialog();
  expect(open).toMatchObject({ kind: "form", request: undefined });
  expect(value("name")).toBe("attic");
  expect(shown()?.field?.key).toBe("name");
  press("End", "^U");
  for (const letter of "cellar") press(letter);
  press("^S");
  await settles();
  expect(stored()?.name).toBe("cellar");
  expect(cleo.account.user_id).toBe(people.cleo);
});

test("the user's own settings of a stream are actions: u undoes them", async () => {
  const { chooses, press, settles, ana, dialog } = await atDev("ana");
  const isMuted = async () => {
    const { subscriptions } = await ana.register({ event_types: ["subscription"] });
    return subscriptions.find(({ name }: { name: string }) => name === "dev").is_muted;
  };
  chooses("is_muted", "true");
  press("^S");
  expect(dialog()).toBeUndefined();
  await settles();
  expect(await isMuted()).toBe(true);
  press("u");
  await settles();
  expect(await isMuted()).toBe(false);
});

test("the terminal cursor is in the input, and the current value is shown beside a changed one", async () => {
  const { store, fills } = await atDev("cleo");
  fills("name", "devel");
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  const lines = screen.whole.lines();
  const row = lines.findIndex((line) => line.includes("devel"));
  expect(lines[row]).toContain("• devel  (dev)");
  expect(screen.cursor()).toEqual({ x: (lines[row]?.indexOf("devel") ?? 0) + 5, y: row });
  screen.ends();
});

test("without a connection, saving reports the failure and keeps the input, and can be retried later", async () => {
  const { fills, press, settles, dialog, client, stored, clock } = await atDev("cleo");
  fills("description", "offline words");
  client.network.plug(false);
  press("^S");
  await clock.pass("2 min");
  expect(dialog()).toMatchObject({ failure: { sentence: expect.stringMatching(/connect/) } });
  client.network.plug(true);
  await clock.pass("2 min");
  press("^S");
  await settles();
  expect(stored()?.description).toBe("offline words");
});

test("closing a form while it is saved reports the result in a toast, and a failure keeps the input", async () => {
  const { fills, press, settles, toast, dialog, value, client, clock } = await atDev("cleo");
  fills("description", "in a hurry");
  press("^S", "Esc");
  expect(dialog()).toBeUndefined();
  await settles();
  expect(toast()).toBe("Changed #dev");
  press("E");
  expect(value("description")).toBe("in a hurry");
  fills("description", "never arrives");
  client.network.plug(false);
  press("^S", "Esc");
  await clock.pass("2 min");
  press("E");
  expect(value("description")).toBe("never arrives");
});

test("a changed list of people shows who is added and removed", async () => {
  const world = await startSmall({ who: "cleo" });
  world.press("g", "U");
  world.goes("group:1");
  world.press("Enter");
  formKeys(world).fills("members", "Ana Ruiz, Don Marsh");
  const screen = await showScreen(world.store, { columns: 100, rows: 30 });
  expect(screen.whole.shows("+Don Marsh  -Bo Lindt")).toBe(true);
  screen.ends();
});

test("saving an invalid form moves the cursor to the end of the invalid field", async () => {
  const { fills, goesTo, press, type, value } = await atDev("cleo");
  fills("name", "n".repeat(61));
  goesTo("color");
  press("^S", "Backspace");
  type("x");
  expect(value("name")).toBe(`${"n".repeat(60)}x`);
});

test("the reason for locked fields is always visible, once for adjacent fields", async () => {
  const { store, goesTo } = await atDev("ana", beforePermissions);
  const seen = async () => {
    const screen = await showScreen(store, { columns: 100, rows: 30 });
    const lines = screen.whole.lines();
    screen.ends();
    return lines;
  };
  const row = (lines: readonly string[], words: string) =>
    lines.findIndex((line) => line.includes(words));
  const lines = await seen();
  const reason = "Only administrators may change streams.";
  expect(lines.filter((line) => line.includes(reason))).toHaveLength(1);
  expect(row(lines, reason)).toBe(row(lines, "May remove") + 1);
  expect(row(lines, "Only owners may change the retention.")).toBe(row(lines, "Retention") + 1);
  goesTo("name");
  const after = await seen();
  expect(row(after, reason)).toBe(row(after, " Name ") + 1);
});

test("the reason why a form cannot be saved is shown once", async () => {
  const { store, press } = await startSmall({ who: "gus" });
  press("g", "b", "+");
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  const reason = "Only members may create streams.";
  expect(screen.whole.lines().filter((line) => line.includes(reason))).toHaveLength(1);
  screen.ends();
});

test("choosing an account offers to switch to it", async () => {
  const { store, press, ...world } = await startSmall();
  const { chooses } = formKeys({ store, press, ...world });
  const all = ["home", "work"].map((name) => ({ name, title: `ana at ${name}` }));
  const account = { name: "home", keyPlace: "in a file", keyProblem: undefined, all };
  changeSession(store, (session) => ({ ...session, account }));
  openForm(store, { name: "accounts", id: 0 });
  chooses("account", "work");
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  expect(screen.whole.shows("Switch to this account")).toBe(true);
  screen.ends();
});

test("Page Down and Page Up go over several fields, and not beyond the first and the last one", async () => {
  const { store, press } = await startSmall({ who: "cleo" });
  openForm(store, { name: "stream", id: streams.dev });
  const at = () => {
    const { dialog } = store.getState().screen;
    return dialog?.kind === "form" ? dialog.at : undefined;
  };
  press("Down", "PageDown");
  expect(at()).toBe(11);
  press("PageDown", "PageDown", "PageDown", "PageDown");
  const last = at();
  press("Down");
  expect(at()).toBe(0);
  press("Up");
  expect(at()).toBe(last);
  press("PageUp", "PageUp", "PageUp", "PageUp");
  expect(at()).toBe(0);
});

test("the selected field shows an example of its format", async () => {
  const { store, goesTo } = await atDev("ana");
  goesTo("color");
  const screen = await showScreen(store, { columns: 80, rows: 30 });
  expect(
    screen.whole.lines().some((line) => /Colour +#76ce90 ■ +such as #76ce90 │/.test(line)),
  ).toBe(true);
  screen.ends();
});
