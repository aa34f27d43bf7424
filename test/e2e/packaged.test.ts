/** The tarball that is published, installed into an empty folder, and its first start without an account. */
import { execFile } from "node:child_process";
import { globSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packInto } from "#build/package.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;

/** Standard output of a program that succeeds without writing to standard error. */
async function run(command: string, argv: readonly string[], environment = {}) {
  const cwd = folder();
  const env = { PATH, HOME: cwd, LANG: "C.UTF-8", ...environment };
  const { stdout, stderr } = await promisify(execFile)(command, argv, { cwd, env });
  expect(stderr).toBe("");
  return stdout;
}

/**
 * The packed program installs alone, small and without a word, and first opens the demo, where one key opens the first
 * unread conversation, and a part that is gone is told.
 */
test("the packed program installs alone, and opens the demo", async () => {
  const prefix = folder();
  const tarball = packInto(folder());
  const install = ["install", "--global", "--offline", "--omit=optional", "--prefix", prefix];
  await run("npm", [...install, tarball]);

  const [root = ""] = globSync(join(prefix, "**/node_modules/weir"));
  const bytes = globSync(join(root, "**/*")).map((path) => statSync(path).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("scripts");

  expect(readFileSync(join(root, "THIRD-PARTY-NOTICES"), "utf8")).toContain("\nreact ");

  const weir = join(prefix, "bin/weir");
  expect(await run(weir, ["--version"])).toBe(`${manifest.version}\n`);
  expect(await run(weir, ["doctor"])).toContain("good\tnode\t");
  expect(await run(weir, ["man", "keys"])).toContain("\n.SH The most common keys\n");
  const { environment } = (await serveRealm()).as("Robin");
  expect(await run(weir, ["streams"], environment)).not.toBe("");

  const robin = await startInTerminal({
    ...{ program: [weir], environment: { PATH } },
    ...{ columns: 120, rows: 34 },
  });
  await robin.sees(/Acme · live/);
  await robin.sees("Demo, on this machine only.");
  await robin.sees("NEEDS YOU");
  const [, unread = "0"] = /(\d+) unread/.exec(robin.text()) ?? [];
  expect(Number(unread)).toBeGreaterThan(20);
  await robin.does("triage.next");
  await robin.sees(/\d new since \d/);
  expect(robin.keys()).toBe(1);
  await missesAPart(robin, root);
  await robin.does("program.leave", "program.leave", "program.leave");
  expect(await robin.ended).toEqual({ code: 0, signal: 0 });
});

/** weir is updated while it runs: parts that it has not loaded yet are gone. */
async function missesAPart(person: TerminalUser, root: string): Promise<void> {
  const grammars = globSync(join(root, "**/languages-*.js"));
  expect(grammars.length).toBeGreaterThan(0);
  for (const path of grammars) rmSync(path);
  // Code is readable without them.
  await person.does("triage.next");
  await person.sees(/\d new since \d/);
  await person.presses("?");
  await person.sees("Keys in a conversation");
  await person.presses("Esc");
}
