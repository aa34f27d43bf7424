/** What a running weir learns of changes in the configuration file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { type AccountChanges, readConfiguration, watchAccounts } from "#cli/accounts.ts";
import { folders } from "#host/paths.ts";
import { folder } from "../support/folder.ts";

const section = (name: string, ...more: readonly string[]) =>
  [
    `[accounts.${name}]`,
    'site = "https://a.example"',
    `email = "${name}@a.example"`,
    ...more,
    "",
  ].join("\n");
const key = (text: string) => `key = "${text}"`;

test("accounts that are added, removed, left out or given another key are reported by name", async () => {
  const home = folder();
  const path = join(home, "config.toml");
  const write = (...sections: readonly string[]) =>
    writeFileSync(path, sections.join("\n"), { mode: 0o600 });
  write(section("a", key("1")), section("b", key("1")), section("ring", "keyring = true"));
  const places = { environment: {}, home, folders: folders({}, home) };
  const before = await readConfiguration(places, path);
  // Only the order matters.
  const clock = {
    ...systemClock,
    after: (_: number, task: () => void) => systemClock.after(5, task),
  };
  let told = Promise.withResolvers<AccountChanges>();
  onTestFinished(watchAccounts(before, places, clock, (changes) => told.resolve(changes)));
  const next = async () => {
    const { configuration: _, ...changes } = await told.promise;
    told = Promise.withResolvers();
    return changes;
  };
  const ring = section("ring", "keyring = true");
  write(section("a", key("2")), section("b", key("1")), ring, section("new", key("1")));
  expect(await next()).toEqual({ added: ["new"], removed: [], changed: ["a", "ring"] });
  write("broken =", ring);
  write(section("a", key("2")), section("b", key("1"), "live = false"), ring);
  expect(await next()).toEqual({ added: [], removed: ["b", "new"], changed: ["ring"] });
});
