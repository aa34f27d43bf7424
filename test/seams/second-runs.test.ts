/** A command that is given twice does nothing the second time: least of all to something with a similar name. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { json, type Shell, shellOn } from "../support/verb.ts";
import { isChange } from "../support/verb-lines.ts";
import { beforePermissions } from "../support/versions.ts";

function setUp(level: number = since.folders, email = "cleo@small.example") {
  const clock = fakeClock();
  const changes: string[] = [];
  const onRequest = (call: string) => {
    if (isChange(call)) changes.push(call);
  };
  const realm = startRealm({ clock, level });
  return { ...shellOn(realm, { clock, columns: 120, email, onRequest }), realm, clock, changes };
}

/** Deleting the first of two things, the names of which begin alike. */
const alike: readonly (readonly [
  deletion: readonly string[],
  left: string,
  level: number,
  list: readonly string[],
  make: (shell: Shell) => Promise<unknown>,
])[] = [
  [
    ["snippets", "delete", "Greeting", "--yes"],
    "Greeting (old)",
    since.folders,
    ["snippets", "--json=name"],
    async ({ run }) => {
      await run(["snippets", "add", "Greeting", "--text", "a"]);
      await run(["snippets", "add", "Greeting (old)", "--text", "b"]);
    },
  ],
  [
    ["fields", "delete", "Team", "--yes"],
    "Team colour",
    since.folders,
    ["fields", "--json=name"],
    async ({ run }) => {
      await run(["fields", "create", "Team", "--type", "short-text"]);
      await run(["fields", "create", "Team colour", "--type", "short-text"]);
    },
  ],
  [
    ["groups", "delete", "crew", "--yes"],
    "crew of the night",
    beforePermissions,
    ["groups", "--json=name"],
    ({ run }) => run(["groups", "create", "crew of the night", "@bo", "--description", "x"]),
  ],
  [
    ["topics", "delete", "#dev > noise", "--yes"],
    "noise at night",
    since.folders,
    ["topics", "#dev", "--json=topic"],
    ({ run }) => run(["send", "#dev > noise at night", "bang"]),
  ],
  [
    ["streams", "archive", "#dev", "--yes"],
    "dev at night",
    since.archivedStreams - 1,
    ["streams", "--json=name"],
    ({ run }) => run(["streams", "create", "dev at night"]),
  ],
];

test.each(alike)(
  "%j leaves %s, also when it is given again",
  async (deletion, left, level, list, make) => {
    const shell = setUp(level);
    await make(shell);
    const first = await shell.run(deletion);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^(Deleted|Archived) /) });
    shell.changes.length = 0;
    const second = await shell.run(deletion);
    expect(second.out + second.err).toMatch(/There is no|is archived already/);
    expect(shell.changes).toEqual([]);
    const names = json(await shell.run(list)).map((row) => row["name"] ?? row["topic"]);
    expect(names).toContain(left);
  },
);

test("what only contains a name is not like it", async () => {
  const { run } = setUp();
  await run(["snippets", "add", "Greeting", "--text", "a"]);
  expect(await run(["snippets", "delete", "g", "--yes"])).toMatchObject({ code: 2 });
  expect(await run(["snippets", "delete", "t", "--yes"])).toMatchObject({
    code: 0,
    out: "There is no snippet “t”.\n",
  });
});

test("what is deleted is named whole", async () => {
  const { run, changes } = setUp();
  await run(["snippets", "add", "Greeting", "--text", "a"]);
  changes.length = 0;
  expect(await run(["snippets", "delete", "greet", "--yes"])).toMatchObject({
    code: 2,
    err: 'weir: There is no snippet "greet". Did you mean Greeting?\n',
  });
  expect(changes).toEqual([]);
  expect((await run(["snippets", "delete", "greeting", "--yes"])).out).toBe(
    "Deleted the snippet Greeting.\n",
  );
});

test("of several IDs, those that are gone are told, and the others deleted once", async () => {
  const { run, changes } = setUp(since.folders, "ana@small.example");
  const [{ id } = {}] = json(await run(["drafts", "--json=id"]));
  const ran = await run(["drafts", "delete", "77", `${id}`, `${id}`]);
  expect(ran.out).toMatch(/^Deleted 1 draft for #dev > deploy\. There is no draft 77\. To undo: /);
  expect(changes).toEqual([`DELETE /drafts/${id}`]);
  expect(await run(["schedule", "delete", "77"])).toMatchObject({
    code: 0,
    out: "There is no scheduled message 77.\n",
  });
});

test("a message that is due is not postponed by sending it now", async () => {
  const { run, changes, clock } = setUp();
  await run(["schedule", "add", "--at", "in 2h", "@bo", "lunch?"]);
  const [{ id } = {}] = json(await run(["schedule", "--json=id"]));
  const sending = async () => (await run(["schedule", "send", `${id}`])).out;
  expect(await sending()).toMatch(/^Sending 1 scheduled message for @Bo Lindt at .* To undo: /);
  changes.length = 0;
  await clock.pass("20 s");
  expect(await sending()).toBe("Sending 1 scheduled message for @Bo Lindt already.\n");
  expect(changes).toEqual([]);
});

test("only somebody who is deactivated is reactivated", async () => {
  const { run, changes, realm } = setUp();
  await realm.as(people.cleo).patch(`/users/${people.eva}`, { full_name: "Bo Lindt Senior" });
  expect((await run(["people", "reactivate", "Bo Lindt"])).out).toBe(
    "Bo Lindt is not deactivated.\n",
  );
  expect(changes).toEqual([]);
  const reactivate = ["people", "reactivate", "Bo Lindt Senior"];
  expect((await run(reactivate)).out).toMatch(/^Reactivated Bo Lindt Senior\. /);
  expect((await run(reactivate)).out).toBe("Bo Lindt Senior is not deactivated.\n");
});
