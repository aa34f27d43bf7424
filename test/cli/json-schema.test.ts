import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { Exit } from "#cli/exit-codes.ts";
import { exceptions, schemaNamed } from "#cli/json-schema.ts";
import { bindingsOf } from "#cli/key-table.ts";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/tables/commands.ts";
import { fakeClock } from "../support/clock.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { tablesFor } from "../support/rules.ts";
import { usedArchive } from "../support/used-archive.ts";
import { json, shellOn, untilOutput } from "../support/verb.ts";
import { argvOf, emailFor, populatedRealm } from "../support/verb-lines.ts";

const validator = (name: string) => z.fromJSONSchema(schemaNamed(name, verbs) as never);

/** What the schema of the verb has against the rows. */
function problemsIn(name: string, rows: readonly unknown[]): readonly unknown[] {
  const schema = validator(name);
  return rows.flatMap((row) => schema.safeParse(row).error?.issues ?? []);
}

/** Beside the line of each verb, those that print other rows. */
const furtherLines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  digest: [["digest", "--since", "2026-11-01"]],
  done: [
    ["done", "--all"],
    ["done", "--undo"],
  ],
  groups: [["groups", "--system"]],
  people: [["people", "--bots"]],
  read: [["read", "@bo"]],
  send: [["send", "@bo", "text"]],
  snooze: [["snooze"]],
  status: [["status"], ["status", "text", "--until", "in 2h"], ["status", "--clear"]],
  streams: [["streams", "--all"]],
  vote: [["vote", "115"]],
};

const makeFolder = ["folders", "add", "Work", "#dev"];
/** For verbs that need something on this machine. */
const earlierLines: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ["", " put", " take", " rename", " move", " delete"].map((verb) => [
    `folders${verb}`,
    makeFolder,
  ]),
);

const configuration = tablesFor({
  Done: 'text = "look"\ndo = "done"',
  Later: 'why = "mention"\ndo = "snooze"\nuntil = "in 2h"',
});

/** It prints JSON only with a file, which the shell of tests has not. */
const printing = verbs.filter(({ name, run, fields }) => run && fields && name !== "export");

test.each(printing.map((verb) => [verb.name, verb] as const))(
  "what weir %s prints with --json fits its schema",
  async (name, verb) => {
    const clock = fakeClock();
    const realm = await populatedRealm(clock, verb);
    const archive = name === "rules test" ? await usedArchive(realm, clock) : memoryArchive();
    const shell = shellOn(realm, { clock, email: emailFor(verb), archive, configuration });
    shell.files.set("a.txt", new TextEncoder().encode("hello"));
    const earlier = earlierLines[name];
    if (earlier !== undefined) expect(await shell.run(earlier)).toMatchObject({ code: 0 });
    const isEndless = name === "tail";
    const lines = [argvOf(verb), ...(furtherLines[name] ?? [])];
    for (const line of lines) {
      const argv = [...line, "--json"];
      const ran = isEndless ? await untilOutput(clock, shell, argv) : await shell.run(argv);
      expect(ran).toMatchObject({ code: 0 });
      expect(json(ran)).not.toEqual([]);
      expect(problemsIn(name, json(ran))).toEqual([]);
    }
  },
);

test("the keys that weir lists fit their schema", () => {
  const bindings = bindingsOf({ commands, overrides: {} as never });
  expect(problemsIn("keys", bindings)).toEqual([]);
});

test("what doctor finds fits its schema", () => {
  const golden = readFileSync(new URL("../app/golden/doctor.txt", import.meta.url), "utf8");
  const rows = golden.split("\n").filter((line) => line.startsWith("{"));
  expect(rows.length).toBeGreaterThan(20);
  expect(
    problemsIn(
      "doctor",
      rows.map((row) => JSON.parse(row)),
    ),
  ).toEqual([]);
});

test("a row of another shape does not fit", () => {
  const row = { place: "#dev", read: 3, unread: 0, account: null };
  expect(problemsIn("done", [row])).toEqual([]);
  for (const wrong of [{ place: 7 }, { read: "3" }, { unread: undefined }, { more: 1 }])
    expect(problemsIn("done", [{ ...row, ...wrong }])).not.toEqual([]);
});

test("the schema of an alias is that of the command, and all are one schema without a name", () => {
  expect(schemaNamed("users", verbs)).toEqual(schemaNamed("people", verbs));
  const all = schemaNamed("", verbs) as { readonly $defs: Readonly<Record<string, object>> };
  const listed = verbs.filter(({ fields }) => fields !== undefined).map(({ name }) => name);
  expect(Object.keys(all.$defs)).toEqual(listed);
  expect(schemaNamed("inbox", verbs)).toMatchObject(all.$defs["inbox"] ?? {});
});

test("a command without rows has no schema", () => {
  const refusal = new Exit("misuse", 'No command "man" prints rows of JSON.');
  expect(() => schemaNamed("man", verbs)).toThrow(refusal);
});

test("exceptions are of fields that the verbs have", () => {
  for (const [name, own] of Object.entries(exceptions))
    expect(verbs.find((verb) => verb.name === name)?.fields).toEqual(
      expect.arrayContaining(Object.keys(own)),
    );
});
