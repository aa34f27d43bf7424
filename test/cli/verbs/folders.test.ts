/** Folders of the command line are those of the screen: the organization's, or the user's own. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { ownFolders, streamsIn } from "#model/own-folders.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp() {
  const clock = fakeClock();
  const realm = startRealm({ clock, level: 500 });
  const shell = shellOn(realm, { clock, columns: 160 });
  const listed = async () =>
    json(await shell.run(["folders", "--json=name,streams"])).map(
      ({ name, streams: all }) => `${name}: ${(all as string[]).join(" ")}`,
    );
  return { clock, realm, ...shell, listed };
}

test("a folder is made, filled, renamed, moved and deleted, each with its way back", async () => {
  const { run, listed } = setUp();
  expect((await run(["folders"])).err).toBe(
    "weir: There are no folders. To make one: weir folders add NAME\n",
  );
  expect((await run(["folders", "add", "Work", "#dev", "#general"])).out).toBe(
    "Created the folder “Work” with #dev, #general. To undo: weir folders delete Work\n",
  );
  expect((await run(["folders", "add", "Play", "#dev"])).out).toBe(
    "Created the folder “Play” with #dev. To undo: weir folders delete Play; weir folders put Work '#dev'\n",
  );
  expect(await listed()).toEqual(["Work: general", "Play: dev"]);
  expect((await run(["folders", "put", "work", "#dev", "#news"])).out).toBe(
    "Put #dev, #news into the folder “Work”. To undo: weir folders put Play '#dev'; weir folders take '#news'\n",
  );
  expect((await run(["folders", "take", "#news"])).out).toBe(
    "Took #news out of its folder. To undo: weir folders put Work '#news'\n",
  );
  expect((await run(["folders", "rename", "Work", "Office"])).out).toBe(
    "Renamed the folder “Work” to “Office”. To undo: weir folders rename Office Work\n",
  );
  expect((await run(["folders", "move", "Office", "2"])).out).toBe(
    "The folder “Office” has the number 2. To undo: weir folders move Office 1\n",
  );
  expect(await listed()).toEqual(["Play: ", "Office: dev general"]);
  await run(["folders", "move", "Office", "1"]);
  expect((await run(["folders", "delete", "Office"])).out).toBe(
    "Deleted the folder “Office”. To undo: weir folders add Office '#dev' '#general'; weir folders move Office 1\n",
  );
  expect(await listed()).toEqual(["Play: "]);
});

test("the verb that changes a stream puts it into a folder, and makes that", async () => {
  const { run, listed } = setUp();
  expect((await run(["streams", "edit", "#dev", "--own-folder", "Work"])).out).toBe(
    "Changed #dev. To undo: weir streams edit 2 --own-folder ''\n",
  );
  expect(await listed()).toEqual(["Work: dev"]);
  await run(["streams", "edit", "#dev", "--own-folder", ""]);
  expect(await listed()).toEqual(["Work: "]);
});

test("the folders are those of a screen that is open", async () => {
  const { clock, realm, run, disk } = setUp();
  const { store } = startClient({ clock, realm: realm.realm, disk });
  await clock.pass("5 s");
  await run(["folders", "add", "Work", "#dev"]);
  await clock.pass("31 s");
  const { view } = store.getState();
  expect(
    ownFolders(view.localFolders).map((folder) => [folder.name, streamsIn(view, folder)]),
  ).toMatchObject([["Work", [{ name: "dev" }]]]);
});

test("the inbox of the command line is in the order of one's own folders", async () => {
  const { run, realm } = setUp();
  const cleo = realm.as(people.cleo);
  await cleo.say({ streamId: streams.general, topic: "rigging" }, "hello");
  await cleo.say({ streamId: streams.news, topic: "harbour" }, "closed");
  const places = async () => {
    const all = json(await run(["inbox", "--json=place"])).map(({ place }) => `${place}`);
    return all.filter((place) => /rigging|harbour/.test(place));
  };
  expect(await places()).toEqual(["#general > rigging", "#news > harbour"]);
  await run(["folders", "add", "Tides", "#news"]);
  expect(await places()).toEqual(["#news > harbour", "#general > rigging"]);
});

test("where the organization has folders, they are listed, and one's own are left alone", async () => {
  const { run, realm, listed } = setUp();
  await run(["folders", "add", "Work", "#dev"]);
  const cleo = realm.as(people.cleo);
  await cleo.post("/channel_folders/create", { name: "Boats", description: "" });
  await cleo.patch(`/streams/${streams.general}`, { folder_id: 1 });
  expect(stripVTControlCharacters((await run(["folders"])).out)).toBe("Boats  #general\n");
  const { code, err } = await run(["folders", "take", "#dev"]);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(/This organization has folders of streams, .* shown instead of yours\./);
  await cleo.patch(`/streams/${streams.general}`, { folder_id: null });
  await cleo.patch("/channel_folders/1", { is_archived: true });
  expect(await listed()).toEqual(["Work: dev"]);
});

test.each<[readonly string[], RegExp]>([
  [["folders", "add", "work"], /There is a folder “work” already/],
  [["folders", "add", " "], /A folder needs a name/],
  [["folders", "add", "x".repeat(61)], /at most 60 characters/],
  [["folders", "add", "Other", "#nowhere"], /There is no stream "nowhere"/],
  [["folders", "put", "Wrok", "#dev"], /There is no folder “Wrok”\. Did you mean Work\?/],
  [["folders", "move", "Work", "2"], /Folders have the number 1 only/],
])("%j is refused with a sentence", async (argv, sentence) => {
  const { run, listed } = setUp();
  await run(["folders", "add", "Work", "#dev"]);
  const { code, err } = await run(argv);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(sentence);
  expect(await listed()).toEqual(["Work: dev"]);
});

test("administrators make, change and archive folders for everybody, and nobody else does", async () => {
  const { run, realm, clock, listed } = setUp();
  const cleo = shellOn(realm, { clock, columns: 160, email: "cleo@small.example" });
  const made = await cleo.run(["folders", "create", "Boats", "--description", "All that floats"]);
  expect(made.out).toBe("Created the folder Boats (1).\n");
  await cleo.run(["streams", "edit", "#dev", "--folder", "boats"]);
  expect(await listed()).toEqual(["Boats: dev"]);
  const inUse = await cleo.run(["folders", "edit", "Boats", "--archived"]);
  expect([inUse.code, inUse.out]).toEqual([1, ""]);
  expect(inUse.err).toMatch(/remove all the streams from this folder to archive it\./);
  await cleo.run(["streams", "edit", "#dev", "--folder", "none"]);
  const archived = await cleo.run(["folders", "edit", "Boats", "--archived", "--name", "Rafts"]);
  expect(archived.out).toBe(
    "Changed the folder Rafts. To undo: weir folders edit 1 --name Boats --no-archived\n",
  );
  expect(await listed()).toEqual([]);
  const mine = await run(["folders", "create", "Ours"]);
  expect(mine).toMatchObject({ code: 1, out: "" });
  expect(mine.err).toMatch(/Only administrators may change folders for everybody\./);
  expect(realm.realm.control.server.state.folders.map(({ name }) => name)).toEqual(["Rafts"]);
});
