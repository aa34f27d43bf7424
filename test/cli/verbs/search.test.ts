/** `weir search` with the operators of the screen. */
import { expect, test } from "vitest";
import { operatorList } from "#commands/search/operators.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy } from "../../support/small-client.ts";
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

test("-n counts within the days", async () => {
  const { run } = await startDays();
  const found = json(await run(["search", "before:yesterday", "-n", "2", "--json=content"]));
  expect(found).toEqual([{ content: "day 2 b" }, { content: "day 2 c" }]);
});

test("mentions: finds the user's own, and says why it finds no others", async () => {
  const { run } = shellOn(startRealm());
  const [found] = json(await run(["search", "mentions:me", "--json=mentioned"]));
  expect(found).toEqual({ mentioned: true });
  const { code, err } = await run(["search", "mentions:bo"]);
  expect(code).toBe(2);
  expect(err).toContain(`search for "Bo Lindt". The operators are ${operatorList}.`);
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
