import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seeded } from "#base/random.ts";
import { openStateFile } from "#realm/state-file.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { type Body, startRealm } from "../support/realm.ts";
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

/** A realm on the file; `end` stops it properly, without that it counts as killed. */
function start(seed = 1) {
  const save = openStateFile(path(), smallBlueprint(Math.floor(clock.now() / 1000)));
  const started = startRealm({ clock, save, random: seeded(seed) });
  const end = () => {
    started.realm.stop();
    save.close();
  };
  return { ...started, end };
}

test("uploads survive a restart, and IDs are not reused", async () => {
  const one = start();
  const asAna = one.as(ana);
  const file = (text: string) => ({ file: new File([text], "note.txt") });
  const { url } = (await asAna.upload("/user_uploads", file("the first words"))).body;
  await asAna.upload("/user_uploads", file("other words"));
  const id = await asAna.say({ streamId: streams.dev, topic: "deploy" }, `[kept](${url})`);
  await asAna.delete("/attachments/2");
  one.end();

  const two = start(2);
  const again = two.as(ana);
  const { attachments } = (await again.get("/attachments")).body;
  expect(attachments).toMatchObject([{ id: 1, message_ids: [id] }]);
  const { body } = await again.upload("/user_uploads", file("third words"));
  expect(body["result"]).toBe("success");
  expect((await again.get("/attachments")).body["attachments"].at(-1).id).toBe(3);
  two.end();
});

test("messages, flags and policies survive a restart", async () => {
  const one = start();
  const asAna = one.as(ana);
  const id = await one.as(bo).say({ streamId: streams.dev, topic: "deploy" }, "kept");
  await asAna.post("/messages/flags", { messages: [id, 108], op: "add", flag: "read" });
  await asAna.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
  await asAna.post("/user_topics", {
    stream_id: streams.dev,
    topic: "deploy",
    visibility_policy: 3,
  });
  await one.as(bo).post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  // Its notice has the next ID.
  await asAna.patch("/messages/101", { topic: "x" });
  const before = await asAna.register();
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
  await expect(two.as(ana).events(before["queue_id"])).rejects.toThrow("Bad event queue ID");
  const { message } = (await two.as(ana).get(`/messages/${id}`)).body;
  expect(message).toMatchObject({
    content: "<p>kept</p>",
    reactions: [{ emoji_name: "tada", user_id: bo }],
  });
  expect(await two.as(bo).say([ana], "next")).toBe(id + 2);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  two.end();
});

test("acknowledged messages survive a kill, and an incomplete last line is discarded", async () => {
  const one = start();
  const id = await one.as(bo).say([ana], "kept");
  // The end of the last line is missing, as after a power cut.
  appendFileSync(path(), '{"changes":[{"kind":"message se');
  const two = start();
  expect((await two.as(ana).get(`/messages/${id}`)).status).toBe(200);
  expect(readFileSync(path(), "utf8").endsWith("}\n")).toBe(true);
  two.end();
});

/** Three messages, each in a line of its own; gives the lines. */
async function threeLines(): Promise<string[]> {
  const one = start();
  for (const content of ["first", "second", "third"]) await one.as(bo).say([ana], content);
  one.end();
  return readFileSync(path(), "utf8").split("\n");
}

const lineOf = (lines: readonly string[], text: string) =>
  lines.findIndex((line) => line.includes(`"${text}"`));

test.for([
  ["invalid JSON", (line: string) => line.slice(9)],
  ["a part of another line", (line: string) => line.slice(0, -20)],
  ["invalid UTF-8", (line: string) => line.replace("second", "\x80\xff")],
  ["JSON of another shape", () => '{"second":true}'],
  [
    "a change by an unknown user",
    (line: string) =>
      line.replace(/"message sent".*"second"/, '"all read","userId":999,"x":"second"'),
  ],
  ["changes without a kind", () => '{"changes":[{"second":1}]}'],
] as const)(
  "a line with %s is reported and kept, and the realm starts once it is deleted",
  async ([, damage]) => {
    const lines = await threeLines();
    const number = lineOf(lines, "second");
    lines[number] = damage(lines[number] ?? "");
    const text = Buffer.from(lines.join("\n"), "latin1");
    writeFileSync(path(), text);
    const sentence = `Line ${number + 1} of ${path()} is damaged. Nothing was changed. Delete that line to go on without it, or choose another file to start a new realm.`;
    expect(() => start()).toThrow(sentence);
    expect(readFileSync(path())).toEqual(text);

    writeFileSync(path(), lines.toSpliced(number, 1).join("\n"));
    const two = start(2);
    const parameters = { anchor: "newest", num_before: 3, num_after: 0, apply_markdown: false };
    const { messages } = (await two.as(ana).get("/messages", parameters)).body;
    const texts = messages.map(({ content }: Body) => content);
    expect(texts).toEqual(["indeed", "first", "third"]);
    two.end();
  },
);

test.for([
  ["a text file", "milk, bread\n"],
  ["a file without a line end", "milk"],
  ["a damaged first line", '{"blueprint":{"realm"\n'],
  ["a first line that describes no realm", '{"blueprint":{"users":[]}}\n'],
])("%s: the file is rejected as not a realm's, and left unchanged", ([, text = ""]) => {
  writeFileSync(path(), text);
  expect(() => start()).toThrow(
    `Line 1 of ${path()} does not describe a realm. Choose another file, or remove this one to start a new realm.`,
  );
  expect(readFileSync(path(), "utf8")).toBe(text);
});

test.for([
  ["a folder", () => mkdirSync(path()), "it is a folder"],
  ["a folder that does not exist", () => rmSync(folder, { recursive: true }), "no such folder"],
] as const)("%s is rejected as a state file with the reason", ([, prepare, reason]) => {
  prepare();
  expect(() => start()).toThrow(`The state file ${path()} cannot be opened: `);
  expect(() => start()).toThrow(reason);
  mkdirSync(folder, { recursive: true });
});
