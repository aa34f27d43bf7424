/** Rules of the built program: nothing before a test, which another process makes; then what comes, once in two windows. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { run } from "../support/command.ts";
import { accountSection } from "../support/correspondent.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const rules = `
[[rule]]
title = "Green builds"
text = "green"
do = "done"
[[rule]]
title = "Fires"
text = "sev1"
do = "command"
command = "Note"
[[command]]
title = "Note"
run = 'echo {message.content} >> "$HOME/fires"; cat "$HOME/fires"'
output = "notice"
`;

test("a rule does nothing before it was tested, and then runs once", async () => {
  const realm = await serveRealm("demo");
  const robin = realm.as("Robin");
  const { home } = configuredHome(rules, accountSection("acme", robin));
  const size = { columns: 120, rows: 30, home };
  const person = await startInTerminal(size);
  await person.sees(/2 rules wait: `weir rules test`/);
  const says = (text: string) => realm.as("Bo").says("general > builds", text);
  const isUnread = async (id: number) => (await robin.unread()).includes(id);
  const before = await says("green before");
  await person.sees("1 new");

  await run(["sync", "#general"], { HOME: home });
  const tested = await run(["rules", "test"], { HOME: home });
  expect(tested).toMatchObject({ code: 0, err: expect.stringContaining("run from now on") });
  const other = await startInTerminal(size);
  await other.sees(/live/);
  await person.sees(() => !person.text().includes("rules wait"));

  const green = await says("all green");
  await expect.poll(() => isUnread(green)).toBe(false);
  expect(await isUnread(before)).toBe(true);
  await says("sev1 in the basement");
  await expect
    .poll(async () => (await run(["-c", 'cat "$HOME/fires"'], { HOME: home }, ["sh"])).out)
    .toBe("sev1 in the basement\n");

  // A rule that is changed waits for a test, without a start in between.
  const at = `${home}/.config/weir/config.toml`;
  const edit = (from: string, to: string) =>
    writeFileSync(at, readFileSync(at, "utf8").replace(from, to));
  edit('text = "green"', 'text = "calm"');
  await person.sees(/1 rule waits: `weir rules test`/);
  await other.quits();
  const calmed = await says("all calm");
  await person.sees("1 new");
  expect(await isUnread(calmed)).toBe(true);
  await run(["rules", "test"], { HOME: home });
  await person.sees(() => !person.text().includes("rule waits"));
  const calmer = await says("all calm again");
  await expect.poll(() => isUnread(calmer)).toBe(false);
  // One that is taken away does nothing any more, and a broken one is told.
  edit('text = "calm"', 'text = "/(/"');
  await person.sees(/config\.toml, line 4: .*pattern/);
  expect(await isUnread(await says("all calm at last"))).toBe(true);

  await person.quits();
});
