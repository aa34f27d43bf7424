import { expect, onTestFinished, test } from "vitest";
import { openForm } from "#commands/forms/open-form.ts";
import { withToggled } from "#commands/lists/folds.ts";
import { markedKey, sidebarCursor, sidebarRows } from "#commands/sidebar/sidebar-rows.ts";
import { folderAdded, folderMoved, ownFolders } from "#model/own-folders.ts";
import { openList } from "#store/lists.ts";
import { changeLocal, changeScreen } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { showScreen } from "../../support/screen.tsx";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, formKeys, startSmall } from "../../support/small-client.ts";

const { general, dev, secret, news } = streams;

/** Boats has #general and #secret, Oars #dev; #news is in no folder. Oars was made last, and comes first. */
const inFolders = (
  names: readonly [string, string] = ["Boats", "Oars"],
  who: "ana" | "cleo" = "ana",
) =>
  startSmall({
    who,
    first: async (as) => {
      const cleo = as(people.cleo);
      for (const name of names)
        await cleo.post("/channel_folders/create", { name, description: "" });
      for (const [id, folder_id] of [
        [general, 1],
        [secret, 1],
        [dev, 2],
      ])
        await cleo.patch(`/streams/${id}`, { folder_id });
      await cleo.patch("/channel_folders", { order: [2, 1] });
      await cleo.say({ streamId: news, topic: "harbour" }, "closed");
      await cleo.say({ streamId: general, topic: "rigging" }, "hello");
      await cleo.say({ streamId: secret, topic: "plans" }, "more");
    },
  });

type World = Awaited<ReturnType<typeof inFolders>>;

/** Headings and streams of the sidebar below the direct conversations. */
const sidebarOf = ({ store }: World) => {
  const rows = sidebarRows(store.getState()).flatMap((row) => {
    if (row.kind === "section") return [row.isOpen ? `${row.name}:` : `${row.name} ${row.unread}`];
    return row.kind === "stream" ? [`#${row.row.stream.name}`] : [];
  });
  return rows.filter((row) => !row.startsWith("Direct"));
};

const listOf = ({ store }: World) =>
  openList(store.getState().screen)?.rows.map(({ key, part }) => `${part ?? ""} ${key}`) ?? [];

const inboxOf = ({ store }: World) =>
  (openList(store.getState().screen)?.rows ?? []).flatMap(({ key, section, part }) =>
    section === "streams" ? [`${part} ${key}`] : [],
  );

test("the sidebar has a heading for each folder in the server's order, then for streams in none", async () => {
  const world = await inFolders();
  const all = ["Oars:", "#dev", "Boats:", "#general", "#secret", "No folder:", "#news"];
  expect(sidebarOf(world)).toEqual(all);
  await world.cleo.patch("/channel_folders", { order: [1, 2] });
  await world.settles();
  expect(sidebarOf(world).filter((row) => row.endsWith(":"))).toEqual([
    "Boats:",
    "Oars:",
    "No folder:",
  ]);
});

test("pinned streams stand apart from their folder", async () => {
  const world = await inFolders();
  world.act({
    kind: "subscription-property",
    streamId: secret as never,
    property: "pin_to_top",
    value: true,
  });
  await world.settles();
  expect(sidebarOf(world)).toEqual([
    "Pinned:",
    "#secret",
    "Oars:",
    "#dev",
    "Boats:",
    "#general",
    "No folder:",
    "#news",
  ]);
});

test("the list of streams and the card say in which folder a pinned stream is", async () => {
  const { act, settles, press, store } = await inFolders();
  for (const streamId of [general, secret] as never[])
    act({ kind: "subscription-property", streamId, property: "pin_to_top", value: true });
  await settles();
  press("g", "b", "g", "g");
  const screen = await showScreen(store, { columns: 100, rows: 24 });
  onTestFinished(screen.ends);
  expect(screen.pane.shows("general in Boats")).toBe(true);
  expect(screen.pane.shows("secret in Boats")).toBe(true);
  press("i");
  await screen.settles();
  expect(screen.whole.shows("folder Boats")).toBe(true);
});

test("streams of a folder that is not known, or archived, are among those without one", async () => {
  const world = await inFolders();
  await world.cleo.patch(`/streams/${dev}`, { folder_id: null });
  await world.cleo.patch("/channel_folders/2", { is_archived: true });
  await world.settles();
  expect(sidebarOf(world)).toEqual([
    "Boats:",
    "#general",
    "#secret",
    "No folder:",
    "#dev",
    "#news",
  ]);
});

test("without folders, or if the user does not want to see them, there is one heading", async () => {
  const without = await startSmall();
  expect(sidebarOf(without)).toEqual(["Streams:", "#dev", "#general", "#news", "#secret"]);
  const world = await inFolders();
  await world.ana.patch("/settings", { web_left_sidebar_show_channel_folders: false });
  await world.settles();
  expect(sidebarOf(world)).toEqual(["Streams:", "#dev", "#general", "#news", "#secret"]);
  world.press("g", "i");
  // The inbox has a setting of its own.
  expect(inboxOf(world)).toEqual([
    `folder:1 t:${general}:rigging`,
    `folder:1 t:${secret}:plans`,
    `folder:none t:${news}:harbour`,
  ]);
  await world.ana.patch("/settings", { web_inbox_show_channel_folders: false });
  await world.settles();
  world.press("^L");
  expect(inboxOf(world)).toEqual([
    `undefined t:${general}:rigging`,
    `undefined t:${news}:harbour`,
    `undefined t:${secret}:plans`,
  ]);
});

/** Boats has #general and #secret, Oars #dev; this machine alone knows. */
function inOwnFolders({ store }: World) {
  const own = () => store.getState().view.localFolders;
  changeLocal(store, "folders", folderAdded(own(), "Boats", [general, secret] as StreamId[]));
  changeLocal(store, "folders", folderAdded(own(), "Oars", [dev as StreamId]));
  const [, oars] = ownFolders(own());
  if (oars !== undefined) changeLocal(store, "folders", folderMoved(own(), oars, 0));
}

test.each([
  ["below the level of the server's", since.folders - 1],
  ["where the organization has none", undefined],
])("one's own folders are sections of all lists %s", async (_, level) => {
  const world = await startSmall({
    ...(level !== undefined && { level }),
    first: async (as) => {
      await as(people.cleo).say({ streamId: news, topic: "harbour" }, "closed");
    },
  });
  inOwnFolders(world);
  expect(sidebarOf(world)).toEqual([
    ...["Oars:", "#dev", "Boats:", "#general", "#secret"],
    ...["No folder:", "#news"],
  ]);
  world.press("g", "i");
  expect(inboxOf(world)).toContain(`folder:none t:${news}:harbour`);
  world.press("g", "b");
  expect(listOf(world)).toEqual([
    `folder:own:oars browse:${dev}`,
    `folder:own:boats browse:${general}`,
    `folder:own:boats browse:${secret}`,
    `folder:none browse:${news}`,
  ]);
  world.press("h", "Enter");
  expect(listOf(world)[0]).toBe("folder:own:oars folder:own:oars");
});

test("the open inbox has the titles of one's own folders as soon as those change", async () => {
  const world = await startSmall({
    level: since.folders - 1,
    first: async (as) => {
      await as(people.cleo).say({ streamId: news, topic: "harbour" }, "closed");
    },
  });
  const { press, store, row } = world;
  press("g", "i");
  const selected = row();
  expect(inboxOf(world)).toContain(`undefined t:${news}:harbour`);
  const own = () => store.getState().view.localFolders;
  changeLocal(store, "folders", folderAdded(own(), "Tides", [news as StreamId]));
  expect(inboxOf(world)).toContain(`folder:own:tides t:${news}:harbour`);
  expect(row()).toBe(selected);
  for (const key of own().keys()) changeLocal(store, "folders", new Map([[key, undefined]]));
  expect(inboxOf(world)).toContain(`undefined t:${news}:harbour`);
});

test("one's own folders are not shown beside those of the organization", async () => {
  const world = await inFolders();
  const before = sidebarOf(world);
  changeLocal(world.store, "folders", folderAdded(new Map(), "Tides", [news as StreamId]));
  expect(sidebarOf(world)).toEqual(before);
  for (const id of [general, secret, dev])
    await world.cleo.patch(`/streams/${id}`, { folder_id: null });
  for (const id of [1, 2]) await world.cleo.patch(`/channel_folders/${id}`, { is_archived: true });
  await world.settles();
  expect(sidebarOf(world).slice(0, 2)).toEqual(["Tides:", "#news"]);
});

test("Enter on a folder's title folds it in that list alone, and e on its row deals with all of it", async () => {
  const world = await inFolders();
  const { press, row, rowKeys, toast } = world;
  press("g", "i");
  world.goes(`t:${general}:rigging`);
  press("h", "h", "Enter");
  expect(row()).toBe("folder:1");
  expect(inboxOf(world)).toEqual(["folder:1 folder:1", `folder:none t:${news}:harbour`]);
  expect(sidebarOf(world)).toContain("#general");
  press("Enter");
  expect(row()).toBe(`t:${general}:rigging`);
  press("h", "h", "Enter", "e");
  expect(toast()).toBe("Done 2 conversations (2)");
  press("u");
  expect(rowKeys()).toContain("folder:1");
});

test("in the list of streams, folders fold, too", async () => {
  const world = await inFolders();
  const { press } = world;
  press("g", "b");
  expect(listOf(world)).toEqual([
    `folder:2 browse:${dev}`,
    `folder:1 browse:${general}`,
    `folder:1 browse:${secret}`,
    `folder:none browse:${news}`,
  ]);
  press("h", "Enter");
  expect(listOf(world)[0]).toBe("folder:2 folder:2");
});

test("a folded section of the sidebar counts what is unread in it, and marks where the user is", async () => {
  const world = await inFolders();
  const { press, store } = world;
  press("g", "i", "Tab");
  const keys = sidebarRows(store.getState()).map(({ key }) => key);
  const steps = keys.indexOf("folder:2") - keys.indexOf(sidebarCursor(store.getState()) ?? "");
  press(...Array.from({ length: Math.abs(steps) }, () => (steps < 0 ? "k" : "j")));
  press("Enter");
  expect(sidebarOf(world)[0]).toBe("Oars 1");
  world.client.open(deploy);
  expect(markedKey(sidebarRows(store.getState()), store.getState().screen)).toBe("folder:2");
});

test("what was folded is folded at the next start, in the sidebar and in lists", async () => {
  const world = await inFolders();
  const { press, client, clock, realm, store } = world;
  press("g", "i");
  world.goes(`t:${general}:rigging`);
  press("h", "h", "Enter");
  const toggle = (key: string) =>
    changeScreen(store, (screen) => ({ ...screen, sidebar: withToggled(screen.sidebar, key) }));
  for (const key of ["folder:2", `stream:${news}`, `more:stream:${news}`]) toggle(key);
  await client.session.flush();
  client.disk.crash();
  const next = startClient({ clock, realm, disk: client.disk, name: "next" });
  await clock.pass("5 s");
  expect([...next.store.getState().screen.sidebar.toggled]).toEqual(["inbox folder:1", "folder:2"]);
  expect(sidebarOf({ ...world, store: next.store })).toContainEqual(
    expect.stringMatching(/^Oars \d/),
  );
});

test("a stream is put into a folder of the server by its form, and out of it", async () => {
  const world = await inFolders(["Boats", "Oars"], "cleo");
  const { press, settles, chooses, confirms, store } = { ...world, ...formKeys(world) };
  const edited = async (value: string) => {
    openForm(store, { name: "stream", id: dev });
    chooses("folder", value);
    confirms();
    await settles();
    press("Esc");
  };
  const none = ["No folder:", "#news", "#other", "#web"];
  await edited("1");
  expect(sidebarOf(world)).toEqual(["Boats:", "#dev", "#general", "#secret", ...none]);
  await edited("");
  expect(sidebarOf(world)).toEqual([
    "Boats:",
    "#general",
    "#secret",
    "No folder:",
    "#dev",
    ...none.slice(1),
  ]);
});

test("a stream is put into a folder of one's own by its form, which makes it, and out of it by undo", async () => {
  const world = await startSmall();
  const { press, fills, confirms, store, toast } = { ...world, ...formKeys(world) };
  const edited = (name: string) => {
    openForm(store, { name: "stream", id: dev });
    fills("own-folder", name);
    confirms();
  };
  edited("Tides");
  expect(toast()).toBe("Changed #dev");
  expect(sidebarOf(world).slice(0, 2)).toEqual(["Tides:", "#dev"]);
  openForm(store, { name: "stream", id: general });
  fills("own-folder", "tides");
  confirms();
  const both = ["Tides:", "#dev", "#general", "No folder:", "#news", "#secret"];
  expect(sidebarOf(world)).toEqual(both);
  edited("");
  expect(sidebarOf(world).slice(0, 2)).toEqual(["Tides:", "#general"]);
  press("u");
  expect(sidebarOf(world)).toEqual(both);
  press("u", "u");
  expect(sidebarOf(world)[0]).toBe("Streams:");
});

test("one's own folder is moved and deleted where a stream of it, or its title, is selected", async () => {
  const world = await startSmall();
  inOwnFolders(world);
  const { press, toast, store, dialog } = world;
  /** From the palette: there is no key. */
  const runs = (title: string) => press("^K", ...title, "Enter");
  const headings = () => sidebarOf(world).filter((row) => row.endsWith(":"));
  press("g", "b");
  world.goes(`browse:${dev}`);
  runs("folder of streams up");
  expect(toast()).toBe("It is the first one.");
  runs("folder of streams down");
  expect(toast()).toBe("Moved the folder “Oars”");
  expect(headings()).toEqual(["Boats:", "Oars:", "No folder:"]);
  press("u");
  expect(headings()).toEqual(["Oars:", "Boats:", "No folder:"]);
  runs("rename your folder");
  press("End", "^U", ..."boats", "Enter");
  expect(dialog()).toMatchObject({ problem: "There is a folder “boats” already." });
  press("End", "^U", ..."Sculls", "Enter");
  expect(headings()).toEqual(["Sculls:", "Boats:", "No folder:"]);
  press("u");
  press("h", "Enter");
  runs("delete your folder");
  expect(toast()).toBe("Deleted the folder “Oars”");
  expect(headings()).toEqual(["Boats:", "No folder:"]);
  const boats = [`folder:own:boats browse:${general}`, `folder:own:boats browse:${secret}`];
  const others = [`folder:none browse:${dev}`, `folder:none browse:${news}`];
  expect(listOf(world)).toEqual([...boats, ...others]);
  press("u");
  expect(headings()).toEqual(["Oars:", "Boats:", "No folder:"]);
  expect(ownFolders(store.getState().view.localFolders)).toHaveLength(2);
});

test("an administrator changes the folder of the selected stream, and makes others, in the palette", async () => {
  const world = await inFolders(["Boats", "Oars"], "cleo");
  const { press, settles, store } = world;
  const titles = () => sidebarOf(world).filter((row) => row.endsWith(":"));
  press("g", "b");
  press("^K", ..."streams of the organization", "Enter");
  expect(formKeys(world).shown()?.now.title).toBe("Folder Oars");
  // Its title, once it is folded.
  press("Esc", "h", "^K", ..."streams of the organization", "Enter");
  expect(formKeys(world).shown()?.now.title).toBe("Folder Oars");
  press(..." of wood", "^S");
  await settles();
  expect(titles()).toEqual(["Oars of wood:", "Boats:", "No folder:"]);
  press("^K", ..."folder of streams for everybody", "Enter", ..."Sails", "^S");
  await settles();
  expect([...store.getState().view.folders.values()].map(({ name }) => name)).toContain("Sails");
});

test("somebody else is told why folders for everybody are not theirs to make", async () => {
  const world = await inFolders();
  world.press("^K", ..."folder of streams for everybody", "Enter");
  expect(formKeys(world).shown()?.now.locked).toMatch(/^Only administrators may change folders/);
});
