/** What a running weir learns of changes in the configuration file. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { type ConfigurationChange, watchAccounts } from "#cli/account-changes.ts";
import { readConfiguration } from "#cli/configuration.ts";
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

test("accounts that are added, removed, left out or given another key are reported by name, and an unreadable file", async () => {
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
  let told = Promise.withResolvers<ConfigurationChange>();
  onTestFinished(watchAccounts(before, places, clock, (change) => told.resolve(change)));
  const next = async () => {
    const change = await told.promise;
    told = Promise.withResolvers();
    if (change.kind === "unreadable") return change.sentence;
    if (change.kind === "rules") return change.configuration.config.rules.map(({ title }) => title);
    const { configuration: _, kind: __, ...names } = change;
    return names;
  };
  const ring = section("ring", "keyring = true");
  write(section("a", key("2")), section("b", key("1")), ring, section("new", key("1")));
  expect(await next()).toEqual({
    added: ["new"],
    removed: [],
    changed: ["a", "ring"],
    replaced: [],
  });
  write("broken =", ring);
  expect(await next()).toMatch(/config\.toml, line 1: .*Correct it, or move .* away\.$/);
  // It is read again for every write, and told once.
  write("broken =", ring, ring);
  rmSync(path);
  expect(await next()).toBe(`There is no file ${path}.`);
  write(section("a", key("2")), section("b", key("1"), "live = false"), ring);
  expect(await next()).toEqual({
    added: [],
    removed: ["b", "new"],
    changed: ["ring"],
    replaced: [],
  });
  const rule = '[[rule]]\ntitle = "Green"\ntext = "green"\ndo = "done"\n';
  write(section("a", key("2")), section("b", key("1"), "live = false"), ring, rule);
  expect(await next()).toEqual(["Green"]);
  const other = section("a", key("3")).replace("a@a.example", "other@a.example");
  write(other, section("b", key("1"), "live = false"), ring, rule);
  expect(await next()).toEqual({ added: [], removed: [], changed: ["ring"], replaced: ["a"] });
});
