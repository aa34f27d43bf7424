/** The page for agents: each of its examples works as it is written, and what it says of the commands is so. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodes } from "#cli/exit-codes.ts";
import { guidePath } from "#cli/guide.ts";
import { schemaNamed } from "#cli/json-schema.ts";
import { verbs } from "#cli/verbs.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { json, shellOn } from "../support/verb.ts";

const page = readFileSync(new URL(`../../${guidePath("skill")}`, import.meta.url), "utf8");

const examples = page
  .split("\n")
  .filter((line) => line.startsWith("    weir "))
  .map((line) => line.trim());

/** Of each line the words after `weir`, as a shell splits them, and the file of the standard input. */
function asShell(lines: readonly string[]) {
  const parts = lines.map((line) => /^(.*?)(?: < (\S+))?$/.exec(line) ?? []);
  const commands = parts.map(([, command = ""]) => command).join("\n");
  const script = `weir() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${commands}`;
  const words = execFileSync("bash", ["-c", script], { encoding: "utf8" });
  return words
    .split("\n\0")
    .slice(0, -1)
    .map((argv, at) => ({ argv: argv.split("\0").slice(0, -1), file: parts[at]?.[2] }));
}

test("the page has its lines for agents, and examples", () => {
  expect(page).toMatch(/^---\nname: weir\ndescription: .{40,}\n---\n\n# /);
  expect(examples.length).toBeGreaterThan(15);
});

test("every example of the page does what it says, in one chat, one after the other", async () => {
  const clock = fakeClock();
  const blueprint = demoBlueprint(Math.floor(clock.now() / 1_000));
  const realm = startRealm({ clock, blueprint });
  const shell = shellOn(realm, { clock });
  const read = { argv: ["read", "#backend > deploy window", "-n", "1", "--json=id"] };
  const [{ id } = {}] = json(await shell.run(read.argv));
  const lines = asShell(examples.map((example) => example.replace("1234", `${id}`)));
  expect(lines).toHaveLength(examples.length);
  for (const [at, { argv, file }] of lines.entries()) {
    const example = examples[at];
    if (argv[0] === "schema") {
      expect(schemaNamed(argv.slice(1).join(" "), verbs)).toHaveProperty("properties");
      continue;
    }
    const started = shell.start(argv, file === undefined ? undefined : "From a file.");
    if (argv[0] === "tail") {
      let end: unknown;
      void started.ended.then((ran) => {
        end = ran;
      });
      while (end === undefined) await clock.pass("100 ms");
      expect(await started.ended).toMatchObject({ code: 1, out: "" });
      continue;
    }
    const ran = await started.ended;
    expect({ example, code: ran.code, err: ran.err }).toEqual({ example, code: 0, err: ran.err });
    expect(json(ran)).not.toEqual([]);
  }
});

test("looking changes nothing at the server", async () => {
  const clock = fakeClock();
  const calls: string[] = [];
  const blueprint = demoBlueprint(Math.floor(clock.now() / 1_000));
  const shell = shellOn(startRealm({ clock, blueprint }), {
    clock,
    onRequest: (call) => void calls.push(call),
  });
  const [, looking = ""] = /\n## Look\n(.*?)\n## /s.exec(page) ?? [];
  const looks = examples.filter(
    (line) => looking.includes(line) && !/ (?:tail|schema) /.test(line),
  );
  expect(looks.length).toBeGreaterThan(5);
  for (const { argv } of asShell(looks)) await shell.run(argv);
  expect(calls.length).toBeGreaterThan(looks.length);
  expect(calls.filter((call) => !/^GET |^POST \/register$|^DELETE \/events$/.test(call))).toEqual(
    [],
  );
});

test("the exit codes of the page are those of the program", () => {
  const [listed = ""] = /Exit code 0 .*?\n\n/s.exec(page) ?? [];
  const codes = [...listed.matchAll(/\b(\d) /g)].map(([, code]) => Number(code));
  const known = Object.values(exitCodes).map(({ code }): number => code);
  expect(codes).toEqual(known);
});
