/** `weir search` with the operators of the screen. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy } from "../../support/small-client.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, shellOn } from "../../support/verb.ts";

/** Three messages on each of five days; the clock stops on the last. */
async function startDays() {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  for (let at = 0; at < 5; at += 1) {
    if (at > 0) await clock.pass("1 d");
    for (const part of ["a", "b", "c"])
      await realm.as(people.bo).say(inDeploy, `day ${at} ${part}`);
  }
  return { clock, ...shellOn(realm, { clock }) };
}

test.each([
  ["on:yesterday", ["day 3 a", "day 3 b", "day 3 c"]],
  ["after:yesterday", ["day 4 a", "day 4 b", "day 4 c"]],
  ["before:yesterday after:50h", ["day 2 a", "day 2 b", "day 2 c"]],
  ["day -after:yesterday -before:yesterday", ["day 3 a", "day 3 b", "day 3 c"]],
  ["before:2001-01-01", []],
])("%s finds the messages of these days", async (query, found) => {
  const { run } = await startDays();
  const { out } = await run(["search", `sender:bo ${query}`, "--json=content"]);
  expect(
    out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).content),
  ).toEqual(found);
});

test("the days that were understood are said, and unclear ones are refused", async () => {
  const { run } = await startDays();
  const { err } = await run(["search", "sender:bo after:yesterday"]);
  expect(err).toMatch(/^weir: Found by: sender Bo Lindt · after \w{3} \d+ Nov\.\n$/);
  expect((await run(["search", "day"])).err).toBe("");
  const unclear = await run(["search", "after:5/1/2026"]);
  expect(unclear).toMatchObject({ code: 2, out: "" });
  expect(unclear.err).toContain("after: 5/1/2026 could be");
});

test("-n counts within the days", async () => {
  const { run } = await startDays();
  const found = json(await run(["search", "before:yesterday", "-n", "2", "--json=content"]));
  expect(found).toEqual([{ content: "day 2 b" }, { content: "day 2 c" }]);
});

test("mentions: finds the user's own on the server", async () => {
  const { run } = shellOn(startRealm());
  const [found] = json(await run(["search", "mentions:me", "--json=mentioned,source"]));
  expect(found).toEqual({ mentioned: true, source: "server" });
});

/** A shell of an account whose client has read a topic. */
async function afterUse(level?: number) {
  const clock = fakeClock();
  const realm = startRealm({ clock, level });
  const archive = await usedArchive(realm, clock);
  const shell = shellOn(realm, { clock, archive });
  const find = async (...argv: string[]) => {
    const ran = await shell.run(["search", ...argv, "--json=content,source"]);
    return { ...ran, found: json(ran) };
  };
  return { ...shell, find };
}

const seen = { content: "rolling", source: "archive" };

test("--local searches what was seen, without a request", async () => {
  const { find, network } = await afterUse();
  network.plug(false);
  const { code, found, err } = await find("--local", "roll", "sender:bo");
  expect({ code, found }).toEqual({ code: 0, found: [seen] });
  expect(err).toMatch(/^weir: These are messages that weir has seen until [^\n]+\n$/);
});

test("without the server, what was seen is searched, which a sentence says", async () => {
  const { find, network } = await afterUse();
  network.plug(false);
  const { code, found, err } = await find("rolling");
  expect({ code, found }).toEqual({ code: 0, found: [seen] });
  expect(err).toContain("The server cannot be reached. These are messages that weir has seen");
});

test("patterns and mentions of others are searched for in what was seen", async () => {
  const { find } = await afterUse(since.mentionsOperator - 1);
  expect((await find("/^rol+ing$/")).found).toEqual([seen]);
  expect((await find("mentions:bo")).err).toContain("messages that weir has seen until");
  expect((await find("/(?=x)/")).err).toContain("is not a pattern");
});

test("nothing was ever seen: --local says so, and without the server the exit code does", async () => {
  const { run, network } = shellOn(startRealm());
  expect(await run(["search", "--local", "x"])).toMatchObject({ code: 1, out: "" });
  network.plug(false);
  expect((await run(["search", "x"])).code).toBe(3);
});

test("search accepts operators with names, and rejects unknown ones", async () => {
  const { run } = shellOn(startRealm());
  const found = json(await run(["search", "sender:bo", "stream:dev", "--json=sender,stream"]));
  expect(new Set(found.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"sender":"Bo Lindt","stream":"dev"}']),
  );
  expect((await run(["search", "sendr:bo"])).err).toContain(
    "There is no operator sendr: did you mean sender:?",
  );
});

test("a private stream that was left is told from one that never was", async () => {
  const { run } = shellOn(startRealm());
  await run(["streams"]);
  expect(await run(["streams", "remove", "#secret", "--yes"])).toMatchObject({ code: 0 });
  const { err: read } = await run(["read", "#secret"]);
  expect(read).toContain("#secret was archived, or you have left it: you cannot see it.");
  for (const query of ["stream:secret", "x -stream:#secret", "channel:secret"])
    expect((await run(["search", query])).err).toBe(read);
  const { err } = await run(["search", "stream:nowhere"]);
  expect(err).toContain('There is no stream "nowhere".');
});
