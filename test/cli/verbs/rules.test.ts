/** `weir rules`: which run, and what each would have done about what was seen. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { noArchive } from "#archive/archive.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { tablesFor } from "../../support/rules.ts";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy } from "../../support/small-client.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, type ShellOptions, shellOn } from "../../support/verb.ts";

const tables = {
  Rolling: 'stream = "dev"\ntext = "roll*"\ndo = "done"',
  Mentions: 'why = "mention"\ndo = "notify"',
  Everything: 'stream = "*e*"\ndo = "snooze"\nuntil = "tomorrow 9:00"',
};

async function start(options: ShellOptions = {}) {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  for (const text of ["rolling", "it rolls", "no"]) await realm.as(people.bo).say(inDeploy, text);
  const archive = await usedArchive(realm, clock);
  const configuration = tablesFor(tables);
  return shellOn(realm, { clock, archive, configuration, ...options });
}

test("each rule says what it would have done, conflicts are named, and then the rules run", async () => {
  const { run } = await start({ columns: 100 });
  const before = await run(["rules"]);
  expect(stripVTControlCharacters(before.out)).toMatchInlineSnapshot(`
    "Rolling     mark as done           waits for weir rules test
    Mentions    notify                 waits for weir rules test
    Everything  snooze, tomorrow 9:00  waits for weir rules test
    "
  `);
  expect(before.err).toMatchInlineSnapshot(`
    "weir: A rule that is new or was changed does nothing until weir rules test has shown what it would do.
    "
  `);
  const tested = await run(["rules", "test", "--since", "2026-11-01"]);
  expect(stripVTControlCharacters(tested.out)).toMatchInlineSnapshot(`
    "Rolling     mark as done           3 messages                         104 114 115
    Mentions    notify                 1 message                          108
    Everything  snooze, tomorrow 9:00  1 message   of 5 that it is about  116
    Everything  snooze, tomorrow 9:00  3 messages  overruled by Rolling   104 114 115
    Everything  snooze, tomorrow 9:00  1 message   overruled by Mentions  108
    "
  `);
  expect(tested.err).toMatchInlineSnapshot(`
    "weir: Since Sun 1 Nov, 0:00.
    weir: The order matters: Rolling and Everything contradict each other on 3 messages. Rolling comes first in the file, and wins.
    weir: The order matters: Mentions and Everything contradict each other on 1 message. Mentions comes first in the file, and wins.
    weir: 5 messages were looked at. The rules run from now on when new messages come.
    "
  `);
  const after = await run(["rules"]);
  expect(stripVTControlCharacters(after.out)).toMatchInlineSnapshot(`
    "Rolling     mark as done           runs
    Mentions    notify                 runs
    Everything  snooze, tomorrow 9:00  runs
    "
  `);
  expect(after.err).toBe("");
});

test("the server is not asked", async () => {
  const shell = await start({ onRequest: (call) => expect.fail(call) });
  expect(await shell.run(["rules", "test"])).toMatchObject({ code: 0 });
});

test("in JSON, rules and conflicts are rows with the IDs of messages", async () => {
  const { run } = await start();
  const rows = json(await run(["rules", "test", "--json"]));
  expect(rows).toMatchInlineSnapshot(`
    [
      {
        "acts": 3,
        "does": "mark as done",
        "examples": [
          104,
          114,
          115,
        ],
        "kind": "rule",
        "messages": 3,
        "overruled": 0,
        "overruled_by": null,
        "title": "Rolling",
      },
      {
        "acts": 1,
        "does": "notify",
        "examples": [
          108,
        ],
        "kind": "rule",
        "messages": 1,
        "overruled": 0,
        "overruled_by": null,
        "title": "Mentions",
      },
      {
        "acts": 1,
        "does": "snooze, tomorrow 9:00",
        "examples": [
          116,
        ],
        "kind": "rule",
        "messages": 5,
        "overruled": 4,
        "overruled_by": null,
        "title": "Everything",
      },
      {
        "acts": 0,
        "does": "snooze, tomorrow 9:00",
        "examples": [
          104,
          114,
          115,
        ],
        "kind": "conflict",
        "messages": 3,
        "overruled": 3,
        "overruled_by": "Rolling",
        "title": "Everything",
      },
      {
        "acts": 0,
        "does": "snooze, tomorrow 9:00",
        "examples": [
          108,
        ],
        "kind": "conflict",
        "messages": 1,
        "overruled": 1,
        "overruled_by": "Mentions",
        "title": "Everything",
      },
    ]
  `);
});

test("only messages since the time are looked at, and none test nothing", async () => {
  const { run } = await start();
  expect(await run(["rules", "test", "--since", "2026-11-20 11:41"])).toMatchObject({
    code: 0,
    err: expect.stringContaining("messages were looked at."),
  });
  const empty = await start();
  expect(await empty.run(["rules", "test", "--since", "now"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("There are no messages since then, so nothing was tested."),
  });
  expect((await empty.run(["rules", "--json=tested"])).out).not.toContain("true");
});

test("a changed rule waits again", async () => {
  const shell = await start();
  await shell.run(["rules", "test"]);
  const changed = tablesFor({ ...tables, Rolling: tables.Rolling.replace("done", "mute") });
  const { run } = await start({ configuration: changed, disk: shell.disk });
  expect(json(await run(["rules", "--json=title,tested"]))).toEqual([
    { title: "Rolling", tested: false },
    { title: "Mentions", tested: true },
    { title: "Everything", tested: true },
  ]);
});

test("without messages nothing is tested", async () => {
  const { run } = await start({ archive: noArchive });
  expect(await run(["rules", "test"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining(
      "No messages of this account are stored here to test the rules on",
    ),
  });
  expect((await run(["rules", "--json=tested"])).out).not.toContain("true");
});

test("without rules it says where they are explained", async () => {
  const { run } = await start({ configuration: "", columns: 80 });
  for (const argv of [["rules"], ["rules", "test"]])
    expect(await run(argv)).toMatchObject({
      code: 0,
      err: expect.stringContaining("There are no rules: weir man rules says how to write some."),
    });
});

test("a rule that cannot be applied is named with its line", async () => {
  const configuration = tablesFor({ Fire: 'text = "sev1"\ndo = "command"\ncommand = "Page"' });
  const { run } = await start({ configuration });
  expect((await run(["rules"])).err).toBe(
    "weir: config.toml, line 5: The rule Fire cannot run: there is no command Page.\n",
  );
});

test("a rule whose end has passed is named with its line, once that is so everywhere", async () => {
  const past = { ...tables, Holidays: 'bot = true\ndo = "snooze"\nuntil = "2026-11-18 9:00"' };
  const { run } = await start({ configuration: tablesFor(past) });
  const { out, err } = await run(["rules"]);
  expect(out).not.toContain("Holidays");
  expect(err).toMatch(
    /^weir: config\.toml, line \d+: The rule Holidays does nothing any more: its until, 2026-11-18 9:00, has passed\.\n$/,
  );
  const coming = { Holidays: 'bot = true\ndo = "snooze"\nuntil = "2026-11-20 9:00"' };
  const { run: runLater } = await start({ configuration: tablesFor(coming) });
  // Elsewhere it is still to come.
  expect((await runLater(["rules"])).err).toBe("");
});
