/** Shell scripts of verbs, checked against the realm's answers to others. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveLastingRealm, serveRealm } from "../support/realm-server.ts";

const program = [process.execPath, ...weir.slice(1)].map((word) => `'${word}'`).join(" ");

function surroundings({ environment }: Correspondent, home = folder()) {
  const path = process.env["PATH"] ?? "";
  return {
    PATH: path,
    HOME: home,
    LANG: "C.UTF-8",
    ...environment,
  };
}

/** Stops at the first command that fails; returns the output. */
async function runs(robin: Correspondent, lines: string): Promise<string> {
  const script = `set -eu\nweir() { ${program} "$@"; }\n${lines}`;
  const ran = await promisify(execFile)("/bin/sh", ["-c", script], { env: surroundings(robin) });
  // What typed times were understood as.
  expect(ran.stderr).toMatch(/^(?:weir: (?:Since|For) .*\.\n)*$/);
  return ran.stdout;
}

test("a member's verbs work in one script", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  await ana.says("general > lunch", "soup?");
  await ana.says([robin.id], "hello?");
  const out = await runs(
    robin,
    `weir doctor --json=check,verdict | grep server
weir inbox | wc -l
weir read '#general > lunch' --since 2h --raw
printf 'from a\\nfile' | weir send '#general > lunch' - > /dev/null
draft=$(weir drafts add '#general > lunch' 'half a')
weir drafts edit "$draft" 'a whole'`,
  );
  expect(out.split("\n")).toEqual(['{"check":"server","verdict":"good"}', "2", "soup?", ""]);
  expect(await ana.reads("general > lunch")).toEqual(["soup?", "from a\nfile"]);
  expect((await robin.get("/drafts"))["drafts"]).toMatchObject([{ content: "a whole" }]);
});

test("a pipe that never ends, a device and a hostile file name end with a sentence", async () => {
  const robin = (await serveRealm()).as("Robin");
  const script = `weir() { ${program} "$@"; }
    mkfifo pipe
    # Open at both ends, and silent.
    exec 3<> pipe
    # What never ends is waited for, but what is too long may take its time. The time is that of the whole verb.
    weir send '#general > lunch' - --timeout 5 < pipe || echo "exit $?"
    weir api POST /user_uploads -f "file=@/dev/zero" || echo "exit $?"
    weir send '#general > lunch' - < /dev/zero || echo "exit $?"
    weir api POST /messages -f content=- < /dev/zero || echo "exit $?"
    weir upload $'a\\eb' || echo "exit $?"`;
  const env = surroundings(robin);
  const ran = await promisify(execFile)("/bin/bash", ["-c", script], { env, cwd: folder() });
  expect(ran.stdout).toMatch(/^(?:exit [12]\n){5}$/);
  const tooLong = "weir: Standard input is longer than 10 MB, more than can be sent.";
  expect(ran.stderr.split("\n")).toEqual([
    "weir: Standard input did not end within 5 seconds.",
    "weir: file: /dev/zero cannot be read: it is not a regular file. Write @@ for a leading @.",
    tooLong,
    tooLong,
    "weir: a␛b cannot be read: there is no such file or folder.",
    "",
  ]);
});

test("tail runs a command for each new message, over a restart of the server", async () => {
  const realm = await serveLastingRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const [heard, variables] = [join(folder(), "heard"), join(folder(), "variables")];
  writeFileSync(heard, "");
  const command = `env > '${variables}'; cat >> '${heard}'`;
  const argv = [...weir.slice(1), "tail", "#general", "--exec", command];
  const tail: ChildProcess = spawn(process.execPath, argv, {
    env: surroundings(robin),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void tail.kill());
  const lines = () =>
    readFileSync(heard, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const contents = () => lines().map((line) => JSON.parse(line).content);
  // It may not have registered yet, so messages are sent until the first one is received.
  let count = 0;
  const begins = async () => {
    if (lines().length === 0) await ana.says("general > lunch", `first ${++count}`);
    return lines().length;
  };
  await expect.poll(begins).toBeGreaterThan(0);
  const says = async (words: string) => void (await ana.says("general > lunch", words));
  // Its queue expires.
  await realm.expireQueues();
  await says("after the queue");
  await expect.poll(contents).toContain("after the queue");
  await realm.stops();
  await realm.restart();
  await says("after the restart");
  await says("and another");
  await expect.poll(contents).toContain("and another");
  const after = contents().filter((words) => !words.startsWith("first"));
  expect(after).toEqual(["after the queue", "after the restart", "and another"]);
  tail.kill("SIGTERM");
  // The account, but not its key.
  const { WEIR_EMAIL: email, WEIR_API_KEY: key = "" } = robin.environment;
  const known = readFileSync(variables, "utf8");
  expect(known).toContain("\nWEIR_CONTENT=and another\n");
  expect(known).toContain(`\nWEIR_EMAIL=${email}\n`);
  expect(known).not.toContain(key);
});
