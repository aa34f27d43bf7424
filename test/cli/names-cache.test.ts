/** What verbs have seen is known to later completions. */
import { expect, test } from "vitest";
import { candidates } from "#cli/completion.ts";
import { noNames, parseNames } from "#cli/names-cache.ts";
import { since } from "#wire/levels.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { allVerbs, type Shell, shellOn } from "../support/verb.ts";
import { populatedRealm } from "../support/verb-lines.ts";

async function namesOf({ ports }: Shell) {
  const { names } = ports(
    () => {},
    () => {},
    undefined,
    new AbortController().signal,
  );
  return parseNames(await names.read());
}

async function offered(shell: Shell, ...words: string[]) {
  const names = (await namesOf(shell)) ?? noNames;
  const found = candidates(words, allVerbs, { names, accounts: [] });
  return found === "files" ? [] : found.map(({ text, about = "" }) => `${text} ${about}`.trim());
}

test("a verb completes what earlier ones have listed", async () => {
  const clock = fakeClock();
  const shell = shellOn(await populatedRealm(clock), { clock, email: "cleo@small.example" });
  await shell.run(["groups"]);
  await shell.run(["fields"]);
  await shell.run(["people"]);
  await shell.run(["drafts", "add", "#dev > deploy", "soon"]);
  await shell.run(["drafts"]);
  await shell.run(["read", "#dev > deploy"]);
  expect(await offered(shell, "groups", "join", "")).toContain("crew");
  expect(await offered(shell, "fields", "edit", "")).toEqual(["Team", "Born"]);
  expect(await offered(shell, "people", "show", "@b")).toContainEqual(
    expect.stringMatching(/^@Bo /),
  );
  expect(await offered(shell, "drafts", "delete", "")).toEqual(["2 #dev > deploy"]);
  const messages = await offered(shell, "react", "");
  expect(messages.length).toBeGreaterThan(0);
  for (const line of messages) expect(line).toMatch(/^\d+ .*, #dev > deploy$/);
});

test("what a verb deletes is not completed any more, or elsewhere", async () => {
  const clock = fakeClock();
  const shell = shellOn(await populatedRealm(clock), { clock, email: "cleo@small.example" });
  const isOffered = async (...words: string[]) => (await offered(shell, ...words)).length > 0;
  await shell.run(["drafts", "add", "#dev > deploy", "soon"]);
  await shell.run(["schedule", "add", "--at", "in 2h", "#dev > deploy", "soon"]);
  for (const verb of ["drafts", "schedule", "fields", "people", "streams"]) await shell.run([verb]);
  for (const [list, deletion, word, ...rest] of [
    ["drafts", "delete", "2"],
    ["schedule", "delete", "2"],
    ["fields", "delete", "Team", "--yes"],
    ["people", "deactivate", "@Bo Lindt", "--yes"],
    ["streams", "archive", "#dev", "--yes"],
  ] as const) {
    const verb = [list, deletion];
    expect([list, await isOffered(...verb, word)]).toEqual([list, true]);
    expect(await shell.run([...verb, word, ...rest])).toMatchObject({ code: 0 });
    expect([list, await isOffered(...verb, word)]).toEqual([list, false]);
  }
  expect(await isOffered("people", "reactivate", "@Bo Lindt")).toBe(true);
  expect(await isOffered("streams", "unarchive", "#dev")).toBe(true);
});

test("views of the server and of this machine are completed until they are deleted", async () => {
  const clock = fakeClock();
  const shell = shellOn(startRealm({ clock, level: since.navigationViews }), { clock });
  await shell.run(["views", "add", "Alerts", "from:bo"]);
  await shell.run(["views", "add", "All logs", "/lo+g/"]);
  expect(await offered(shell, "views", "pin", "All")).toEqual([]);
  await shell.run(["views"]);
  expect(await offered(shell, "views", "pin", "al")).toEqual(["Alerts", "All logs"]);
  expect(await offered(shell, "inbox", "--view", "ale")).toEqual(["Alerts"]);
  expect((await shell.run(["views", "pin", "Alert"])).err).toContain("Did you mean Alerts?");
  await shell.run(["views", "delete", "Alerts", "All logs"]);
  expect(await offered(shell, "views", "pin", "")).toEqual([]);
});

test("one's own folders are completed until they are deleted", async () => {
  const shell = shellOn(startRealm());
  await shell.run(["folders", "add", "Work", "#dev"]);
  await shell.run(["folders", "rename", "Work", "Office"]);
  expect(await offered(shell, "folders", "put", "")).toEqual(["Office"]);
  expect(await offered(shell, "folders", "put", "Office", "#d")).toEqual(["#dev"]);
  await shell.run(["folders", "delete", "Office"]);
  expect(await offered(shell, "folders", "move", "")).toEqual([]);
});

test("what is gone is not completed after it was listed again", async () => {
  const clock = fakeClock();
  const realm = await populatedRealm(clock);
  const shell = shellOn(realm, { clock, email: "cleo@small.example" });
  await shell.run(["drafts", "add", "#dev > deploy", "soon"]);
  await shell.run(["drafts"]);
  await realm.as(people.cleo).delete("/drafts/2");
  await shell.run(["drafts"]);
  expect(await offered(shell, "drafts", "delete", "")).toEqual([]);
});

test("the cache has no texts of messages", async () => {
  const clock = fakeClock();
  const shell = shellOn(await populatedRealm(clock), { clock, email: "ana@small.example" });
  const { out } = await shell.run(["read", "#dev", "--raw"]);
  expect(out).toContain("It **works**");
  expect(JSON.stringify(await namesOf(shell))).not.toContain("works");
});

test("a cache of an earlier version is read, and another text is not", () => {
  const streams = [[2, "dev"]];
  const earlier = { ownId: 1, streams, people: [], topics: {} };
  expect(parseNames(JSON.stringify(earlier))).toMatchObject({ streams, drafts: [] });
  for (const text of ["", "{", "null", "[]", '{"ownId":"1"}', '{"drafts":{}}'])
    expect(parseNames(text)).toBeUndefined();
});
