import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { full } from "../../support/storage.ts";
import { json, shellOn } from "../../support/verb.ts";

const setUp = () => {
  const shell = shellOn(startRealm(), { columns: 120 });
  const policy = async () => {
    const topics = json(await shell.run(["topics", "#dev", "--json"]));
    return topics.find(({ topic }) => topic === "deploy")?.["policy"];
  };
  return { ...shell, policy };
};

const deploy = "#dev > deploy";

test.each([
  // What is run, what the last of it says, and what the topic is then.
  [["follow", "mute", "mute --undo"], `Unmuted ${deploy}. You follow it again.`, "followed"],
  [["mute", "follow", "follow --undo"], `Unfollowed ${deploy}. It is muted again.`, "muted"],
  [["follow", "mute", "topics mute --undo"], `Unmuted ${deploy}. You follow it again.`, "followed"],
  [
    ["follow", "mute", "mute", "mute --undo"],
    `Unmuted ${deploy}. You follow it again.`,
    "followed",
  ],
  [["mute", "mute --undo"], `Unmuted ${deploy}.`, null],
  // Only once: afterwards it is not muted, and stays as it is.
  [["follow", "mute", "mute --undo", "mute --undo"], `${deploy} is not muted.`, "followed"],
  // What was kept for an earlier mute is not what the topic was before a later one.
  [
    ["follow", "mute", "follow", "follow --undo", "mute --undo", "mute", "mute --undo"],
    `Unmuted ${deploy}.`,
    null,
  ],
] as const)("%s: a topic becomes what it was", async (lines, said, policyThen) => {
  const { run, policy } = setUp();
  let last = "";
  for (const line of lines) last = (await run([...line.split(" "), deploy])).out;
  expect(last).toBe(`${said}\n`);
  expect(await policy()).toBe(policyThen);
});

test("a topic without messages is muted and followed as it is typed, which is said", async () => {
  const { run } = setUp();
  const err = "weir: There are no messages in #dev > lunch plans.\n";
  const lunch = "#dev > lunch plans";
  expect(await run(["mute", "#dev > Lunch", "--undo"])).toMatchObject({ code: 2 });
  expect(await run(["mute", lunch])).toEqual({ code: 0, out: `Muted ${lunch}.\n`, err });
  expect(await run(["follow", lunch])).toMatchObject({ code: 0, err: "" });
  expect((await run(["follow", lunch, "--undo"])).out).toBe(
    `Unfollowed ${lunch}. It is muted again.\n`,
  );
  expect((await run(["mute", lunch, "--undo"])).out).toBe(`Unmuted ${lunch}.\n`);
  expect(await run(["mute", lunch, "--undo"])).toMatchObject({ code: 2 });
  // The beginning of a topic's name means that topic.
  expect((await run(["mute", "#dev > depl"])).out).toBe(`Muted ${deploy}.\n`);
  // What needs messages refuses it.
  expect(await run(["done", lunch])).toMatchObject({ code: 2 });
});

test("a disk that is full does not prevent muting and unmuting", async () => {
  const { run, policy, disk } = setUp();
  await run(["follow", deploy]);
  disk.fail(full);
  expect((await run(["mute", deploy])).code).toBe(0);
  expect(await policy()).toBe("muted");
  expect((await run(["mute", deploy, "--undo"])).code).toBe(0);
  expect(await policy()).toBe(null);
});

test("a topic moves to no name that the server would cut", async () => {
  const { run } = setUp();
  const refused = "weir: The topic is 10 characters too long; the limit is 60.\n";
  expect(await run(["topics", "move", deploy, "x".repeat(70)])).toMatchObject({
    code: 1,
    err: refused,
  });
  const topics = json(await run(["topics", "#dev", "--json=topic"]));
  expect(topics.map(({ topic }) => topic)).toContain("deploy");
});

test("a topic is merged with another one only if that is confirmed, and is promised no way back", async () => {
  const { run } = setUp();
  const topics = async () =>
    json(await run(["topics", "#dev", "--json=topic"])).map(({ topic }) => topic);
  const refused = {
    code: 2,
    out: "",
    err: "weir: #dev > deploy already exists: both would be merged for good. Add --yes to do it.\n",
  };
  expect(await run(["topics", "move", "#dev > noise", "deploy"])).toEqual(refused);
  expect(await topics()).toContain("noise");
  expect((await run(["topics", "move", "#dev > noise", "deploy", "--yes"])).out).toBe(
    "Moved #dev > noise to #dev > deploy.\n",
  );
  expect(await topics()).not.toContain("noise");
  // In another spelling it is the same topic.
  expect((await run(["topics", "move", deploy, "Deploy"])).out).toContain("To undo: ");
  await run(["send", "#dev > ✔ deploy", "earlier"]);
  expect(await run(["topics", "resolve", "#dev > deploy"])).toMatchObject({ code: 2, out: "" });
});

test("a topic that is called so already is not moved", async () => {
  const { run, network } = setUp();
  const same = `${deploy} is called so already.\n`;
  expect(await run(["topics", "move", deploy, "deploy"])).toMatchObject({ code: 0, out: same });
  expect(network.sent.filter((call) => call.startsWith("PATCH"))).toEqual([]);
  expect((await run(["topics", "move", deploy, "Deploy"])).out).toMatch(/^Moved #dev > deploy to /);
});
