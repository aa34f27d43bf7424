import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { openStateFile } from "#realm/state-file.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { png } from "../support/pictures.ts";
import { startRealm } from "../support/realm.ts";
import { people, smallBlueprint, streams } from "../support/small-blueprint.ts";

const { ana, bo } = people;
let folder = "";
let clock: FakeClock = fakeClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weir-realm-"));
  clock = fakeClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, "realm.jsonl");

/** A realm on the file; `end` closes it in good order, `kill` leaves it as it is. */
function start(seed = 1) {
  const file = openStateFile(path(), clock);
  const started = startRealm({ clock, save: file.save, random: seeded(seed) });
  return { ...started, end: file.close };
}

test("files, emoji and link patterns are there after a restart, and a deleted file is nowhere", async () => {
  const one = start();
  const [her, cleo] = [one.as(ana), one.as(people.cleo)];
  const file = (text: string) => ({ file: new File([text], "note.txt") });
  const { url } = (await her.upload("/user_uploads", file("the first words"))).body;
  await her.upload("/user_uploads", file("other words"));
  const id = await her.say({ streamId: streams.dev, topic: "deploy" }, `[kept](${url})`);
  await her.upload("/realm/emoji/heron_dance", { file: png() });
  await cleo.post("/realm/filters", { pattern: "#(?P<n>1)", url_template: "https://x/{n}" });
  await her.delete("/attachments/2");
  const before = await her.register();
  one.end();

  const two = start(2);
  const again = two.as(ana);
  const after = await again.register();
  for (const key of ["realm_emoji", "realm_linkifiers"]) expect(after[key]).toEqual(before[key]);
  const { attachments } = (await again.get("/attachments")).body;
  expect(attachments).toMatchObject([{ id: 1, messages: [{ id }] }]);
  const { body } = await again.upload("/user_uploads", file("third words"));
  expect(body["result"]).toBe("success");
  expect((await again.get("/attachments")).body["attachments"].at(-1).id).toBe(3);
  two.end();
  const kept = readFileSync(path(), "utf8");
  expect(kept).toContain(btoa("the first words"));
  expect(kept).not.toContain(btoa("other words"));
});

test("what administrators set up, bots and pictures are there after a kill, and numbers are not given again", async () => {
  const one = start();
  const [her, cleo] = [one.as(ana), one.as(people.cleo)];
  await cleo.patch("/realm", { digest_weekday: 3, message_content_edit_limit_seconds: 60 });
  const code = { pygments_language: "Python", url_template: "https://try.example/{code}" };
  await cleo.post("/realm/playgrounds", { name: "kept", ...code });
  await cleo.post("/realm/playgrounds", { name: "gone", ...code });
  await cleo.delete("/realm/playgrounds/2");
  await cleo.post("/default_streams", { stream_id: streams.general });
  const group = { group_name: "first", description: "", stream_names: ["dev"] };
  await cleo.post("/default_stream_groups/create", group);
  await cleo.patch("/realm/user_settings_defaults", { color_scheme: 2 });
  await her.post("/bots", {
    full_name: "Ferry",
    short_name: "ferry",
    default_sending_stream: "dev",
  });
  await her.upload("/users/me/avatar", { file: png() });
  await her.post("/users/me/onboarding_steps", { onboarding_step: "intro_inbox_view_modal" });
  await her.post("/zcommand", { command: "/dark" });
  const [mine, bots] = [await her.register(), (await her.get("/bots")).body];
  await clock.pass(250);

  const two = start(2);
  const after = await two.as(ana).register();
  const { queue_id, server_generation, server_timestamp } = after;
  const before = { ...mine, queue_id, server_generation, server_timestamp };
  expect(after).toEqual(before);
  expect(before).toMatchObject({
    realm_digest_weekday: 3,
    realm_playgrounds: [{ id: 1, name: "kept" }],
    realm_default_streams: [{ stream_id: streams.general }],
    realm_default_stream_groups: [{ id: 1, streams: [{ stream_id: streams.dev }] }],
    realm_user_settings_defaults: { color_scheme: 2 },
    realm_bots: [{ full_name: "Ferry", default_sending_stream: "dev" }],
    user_settings: { color_scheme: 2 },
  });
  expect((await two.as(ana).get("/bots")).body).toEqual(bots);
  const third = await two.as(people.cleo).post("/realm/playgrounds", { name: "third", ...code });
  expect(third.body["id"]).toBe(3);
  two.end();
});

test("messages, flags, queues and policies are there after a restart, and the realm is the same", async () => {
  const one = start();
  const her = one.as(ana);
  const { queue_id: queue } = await her.register();
  const id = await one.as(bo).say({ streamId: streams.dev, topic: "deploy" }, "kept");
  await her.post("/messages/flags", { messages: [id, 108], op: "add", flag: "read" });
  await her.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
  await her.post("/user_topics", { stream_id: streams.dev, topic: "deploy", visibility_policy: 3 });
  await one.as(bo).post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  // Its notice has the next ID.
  await her.patch("/messages/101", { topic: "x" });
  const before = await her.register();
  const pending = await her.events(queue);
  one.end();

  const two = start(2);
  const after = await two.as(ana).register();
  for (const key of [
    "unread_msgs",
    "starred_messages",
    "user_topics",
    "max_message_id",
    "subscriptions",
  ]) {
    expect(after[key]).toEqual(before[key]);
  }
  expect(after["server_generation"]).not.toBe(before["server_generation"]);
  const [restart, ...more] = (await two.as(ana).events(queue)).slice(pending.length);
  expect((await two.as(ana).events(queue)).slice(0, pending.length)).toEqual(pending);
  expect([restart?.["type"], more]).toEqual(["restart", []]);
  const { message } = (await two.as(ana).get(`/messages/${id}`)).body;
  expect(message).toMatchObject({
    content: "<p>kept</p>",
    reactions: [{ emoji_name: "tada", user_id: bo }],
  });
  expect(await two.as(bo).say([ana], "next")).toBe(id + 2);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  two.end();
});

test("a queue goes on where it was, third life too", async () => {
  const one = start();
  const { queue_id: queue } = await one.as(ana).register({ event_types: ["message"] });
  await one.as(bo).say([ana], "a");
  await one.as(bo).say([ana], "b");
  await one.as(ana).events(queue, 0);
  one.end();
  const two = start();
  await two.as(bo).say([ana], "c");
  two.end();
  const three = start();
  await three.as(bo).say([ana], "d");
  const events = await three.as(ana).events(queue, 0);
  expect(events.map((event) => [event["id"], event["message"].content])).toEqual([
    [1, "b"],
    [2, "c"],
    [3, "d"],
  ]);
  await expect(three.as(ana).events(queue, -1)).rejects.toThrow("already been pruned");
  three.end();
});

test("a program that is killed loses a quarter of a second at most", async () => {
  const one = start();
  const kept = await one.as(bo).say([ana], "kept");
  await clock.pass(250);
  const lost = await one.as(bo).say([ana], "lost");
  // The end of the last line is missing, as after a power cut.
  appendFileSync(path(), '{"change":{"kind":"message se');
  const two = start();
  expect((await two.as(ana).get(`/messages/${kept}`)).status).toBe(200);
  expect((await two.as(ana).get(`/messages/${lost}`)).body["msg"]).toBe("Invalid message(s)");
  expect(readFileSync(path(), "utf8").endsWith("}\n")).toBe(true);
  two.end();
});

test("what the file was born with stays, whatever is drawn later", async () => {
  start().end();
  clock.jump("30 d");
  const file = openStateFile(path(), clock);
  const later = smallBlueprint(Math.floor(clock.now() / 1000));
  const { as } = startRealm({ clock, save: file.save, blueprint: later });
  const { message } = (await as(ana).get("/messages/101")).body;
  expect(message.timestamp).toBeLessThan(later.messages[0]?.sentAt ?? 0);
  file.close();
});

test("without a file a realm that starts again is another one", async () => {
  const [one, two] = [startRealm({ random: seeded(1) }), startRealm({ random: seeded(2) })];
  await one.as(bo).say([ana], "forgotten");
  const [before, after] = [await one.as(ana).register(), await two.as(ana).register()];
  expect(after["max_message_id"]).toBeLessThan(before["max_message_id"]);
  expect(after["server_generation"]).not.toBe(before["server_generation"]);
});
