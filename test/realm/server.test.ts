import { mkdtempSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStateFile, type Write } from "#realm/state-file.ts";
import { fakeClock } from "../support/clock.ts";
import { type Body, startRealm } from "../support/realm.ts";
import { people, smallBlueprint, streams } from "../support/small-blueprint.ts";

const { ana, bo } = people;
const deploy = { streamId: streams.dev, topic: "deploy" };
const full = "The realm's disk is full. Try again when there is space.";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weir-disk-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A disk on which a file ends at `limit`: it writes what fits and then fails, as a real one does. */
function disk(limit = Number.POSITIVE_INFINITY) {
  const state = { limit, used: 0 };
  const write: Write = (file, bytes, offset, length, position) => {
    const fits = Math.min(length, state.limit - position);
    if (fits <= 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    state.used = position + fits;
    return writeSync(file, bytes, offset, fits, position);
  };
  return { state, write };
}

function start(write?: Write, path = join(folder, "realm.jsonl")) {
  const clock = fakeClock();
  const save = openStateFile(path, smallBlueprint(Math.floor(clock.now() / 1000)), write);
  return { ...startRealm({ clock, save }), clock, path, close: save.close };
}

test("on a full disk, changes are rejected with status 500 and have no effect until there is space", async () => {
  const { state, write } = disk();
  const realm = start(write);
  const [asAna, asBo] = [realm.as(ana), realm.as(bo)];
  const { queue_id } = await asAna.register();
  const id = await asBo.say(deploy, "kept");
  const before = (await asAna.get("/messages", { anchor: "newest", num_before: 9, num_after: 0 }))
    .body;

  // Half of the next line fits.
  state.limit = state.used + 200;
  const parameters = { type: "stream", to: streams.dev, topic: "deploy", content: "lost" };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await asBo.post("/messages", parameters);
    expect([refused.status, refused.body]).toEqual([500, { result: "error", msg: full }]);
  }
  expect((await asAna.post("/drafts", { drafts: [] })).status).toBe(200);
  const during = (await asAna.get("/messages", { anchor: "newest", num_before: 9, num_after: 0 }))
    .body;
  expect(during).toEqual(before);
  const [first] = await asAna.events(queue_id);
  expect((await asAna.events(queue_id, first?.["id"])).length).toBe(0);

  state.limit = Number.POSITIVE_INFINITY;
  const { body } = await asBo.post("/messages", parameters);
  expect(body["id"]).toBe(id + 1);
  const [second, ...more] = await asAna.events(queue_id, first?.["id"]);
  expect([second?.["message"].content, more]).toEqual(["lost", []]);
  const again = start(undefined, realm.path);
  const { messages } = (
    await again.as(ana).get("/messages", { anchor: id, num_before: 0, num_after: 9 })
  ).body;
  expect(messages.map((one: Body) => one["content"])).toEqual(["<p>kept</p>", "<p>lost</p>"]);
});

test("a scheduled message that is due on a full disk is sent when there is space", async () => {
  const { state, write } = disk();
  const { as, clock } = start(write);
  const parameters = { type: "direct", to: [bo], content: "later" };
  const at = Math.floor(clock.now() / 1000) + 30;
  await as(ana).post("/scheduled_messages", { ...parameters, scheduled_delivery_timestamp: at });
  state.limit = state.used;
  await clock.pass("2 min");
  expect((await as(ana).get("/scheduled_messages")).body["scheduled_messages"]).toHaveLength(1);
  state.limit = Number.POSITIVE_INFINITY;
  await clock.pass("1 min");
  const newest = { anchor: "newest", num_before: 1, num_after: 0 };
  const { messages } = (await as(bo).get("/messages", newest)).body;
  expect(messages.at(-1).content).toBe("<p>later</p>");
});

test("a realm whose file was deleted rejects changes", async () => {
  const { as, path } = start();
  rmSync(path);
  const { status, body } = await as(ana).post("/messages", {
    type: "direct",
    to: [bo],
    content: "x",
  });
  expect([status, body["msg"]]).toEqual([
    500,
    "The realm's state file was deleted, or another program has changed it. Restart the realm.",
  ]);
});
