import { beforeAll, expect, test } from "vitest";
import { type FakeClock, fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { shellOn } from "../../support/verb.ts";

// Loading takes real time, for which the fake clock does not wait.
beforeAll(async () => void (await import("#cli/verbs/modules.ts")));

const dev = { streamId: streams.dev, topic: "deploy" };

async function passing(clock: FakeClock, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await clock.pass("100 ms");
}

const contents = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).content);

test("over expired queues and outages no message is missed or repeated", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { start, network } = shellOn(realm, { clock });
  const bo = realm.as(people.bo);
  const tail = start(["tail", "#dev", "--from-now", "--json=content"]);
  await passing(clock, 10);
  const sent: string[] = [];
  const say = async (words: string) => {
    sent.push(words);
    await bo.say(dev, words);
  };
  for (let round = 0; round < 6; round += 1) {
    await say(`live ${round}`);
    await passing(clock, 5);
    if (round % 2 === 0) realm.realm.control.expireQueues();
    else network.plug(false);
    await say(`away ${round}`);
    await passing(clock, 20);
    await say(`still away ${round}`);
    network.plug(true);
    await passing(clock, 600);
  }
  expect(contents(tail.out())).toEqual(sent);
  const { code } = await tail.stop();
  expect(code).toBe(0);
});

test("it starts with older messages, and follows only the given place", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const tail = shellOn(realm, { clock }).start(["tail", "#dev > deploy", "-n", "1"]);
  await passing(clock, 10);
  await realm.as(people.bo).say({ ...dev, topic: "other" }, "not here");
  await realm.as(people.bo).say(dev, "here");
  await passing(clock, 10);
  expect(
    tail
      .out()
      .split("\n")
      .map((line) => line.split("\t")[4]),
  ).toEqual(["@**Ana Ruiz** look", "here", undefined]);
  await tail.stop();
});

test("--needs-me and --exec: a command gets each message once, as JSON", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const shell = shellOn(realm, { clock });
  const tail = shell.start(["tail", "--needs-me", "--exec", "notify"]);
  await passing(clock, 10);
  await realm.as(people.ana).say(dev, "@**Ana Ruiz** note to myself");
  await realm.as(people.bo).say(dev, "for all");
  await realm.as(people.bo).say(dev, "@**Ana Ruiz** for you");
  await realm.as(people.bo).say([people.ana], "in private");
  await passing(clock, 20);
  expect(tail.out()).toBe("");
  const runs = shell.executed.map(({ command, input }) => [command, JSON.parse(input).content]);
  expect(runs).toEqual([
    ["notify", "@**Ana Ruiz** for you"],
    ["notify", "in private"],
  ]);
  const variables = shell.executed[0]?.variables ?? {};
  expect(variables).toMatchObject({
    WEIR_PLACE: "#dev > deploy",
    WEIR_SENDER: "Bo Lindt",
    WEIR_CONTENT: "@**Ana Ruiz** for you",
    WEIR_UNREAD: "true",
  });
  expect(variables["WEIR_ID"]).toMatch(/^\d+$/);
  await tail.stop();
});

test.each<[readonly string[], readonly string[]]>([
  [[], ["mine", "his"]],
  [["--not-mine"], ["his"]],
])("one's own messages are left out where that is wanted: %j", async (options, expected) => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const line = ["tail", "--from-now", "--json=content", ...options];
  const tail = shellOn(realm, { clock }).start(line);
  await passing(clock, 10);
  await realm.as(people.ana).say(dev, "mine");
  await realm.as(people.bo).say(dev, "his");
  await passing(clock, 10);
  expect(contents(tail.out())).toEqual(expected);
  await tail.stop();
});

test("a command gets one's own messages only if it asks for them", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const shell = shellOn(realm, { clock });
  const tails = [["--mine"], []].map((more) => shell.start(["tail", "--exec", "x", ...more]));
  await passing(clock, 10);
  await realm.as(people.ana).say(dev, "mine");
  await passing(clock, 10);
  expect(shell.executed.map(({ input }) => JSON.parse(input).content)).toEqual(["mine"]);
  for (const tail of tails) await tail.stop();
});

test.each<[readonly string[], readonly string[]]>([
  [["--once"], ["0"]],
  [
    ["--max", "3", "--timeout", "60"],
    ["0", "1", "2"],
  ],
])("%j ends it by itself", async (options, expected) => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const line = ["tail", "#dev", "--from-now", "--json=content", ...options];
  const tail = shellOn(realm, { clock }).start(line);
  await passing(clock, 10);
  for (let at = 0; at < 4; at += 1) await realm.as(people.bo).say(dev, String(at));
  await passing(clock, 20);
  expect(await tail.ended).toMatchObject({ code: 0, err: "" });
  expect(contents(tail.out())).toEqual(expected);
});

test.each<[readonly string[], object]>([
  [[], { code: 0, err: "" }],
  [["--max", "2"], { code: 1, err: "weir: Only 1 of 2 messages came in time.\n" }],
])("its time is over: %j", async (options, expected) => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const line = ["tail", "--from-now", "--timeout", "5", ...options];
  const tail = shellOn(realm, { clock }).start(line);
  await passing(clock, 10);
  await realm.as(people.bo).say(dev, "one");
  await clock.pass("6 s");
  expect(await tail.ended).toMatchObject(expected);
});

test("a server that is unreachable at the start is exit code 3", async () => {
  const { run, network } = shellOn(startRealm());
  network.plug(false);
  expect(await run(["tail"])).toMatchObject({ code: 3, out: "" });
});

test.each([
  ["--max", "0"],
  ["--once", "--max", "2"],
  ["-n", "many"],
  ["--timeout", "soon"],
])("a misuse is told before anything is asked or printed: %s %s", async (...options) => {
  const { run, network } = shellOn(startRealm());
  expect(await run(["tail", "#dev", ...options])).toMatchObject({ code: 2, out: "" });
  expect(network.sent).toEqual([]);
});
