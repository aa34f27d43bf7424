import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { traceOf } from "#base/log.ts";
import { openLog } from "#host/log-file.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

test("a line has time, message and details, without control characters", async () => {
  const clock = fakeClock();
  const log = openLog(join(folder(), "weir"), clock);
  log.note("The queue ended", { status: 400, code: "BAD\u001b[2J" });
  log.warn("two\nlines");
  await clock.pass("1 s");
  await expect.poll(() => readFileSync(log.path, "utf8").split("\n")).toHaveLength(3);
  const [first = "", second = ""] = readFileSync(log.path, "utf8").split("\n");
  expect(first).toMatch(/^2026-11-20T11:42:00\.000Z note The queue ended status=400 code="BAD/);
  expect(first).not.toContain("\u001b");
  expect(second).toContain("warn two");
  expect(statSync(log.path).mode & 0o777).toBe(0o600);
});

test.each([
  ["a key", "kEy9".repeat(8)],
  ["the digits of a browser's sign-in", "0a".repeat(32)],
  ["a header", `Basic ${Buffer.from(`ana@acme.example:${"k".repeat(32)}`).toString("base64")}`],
])("%s is not written, wherever an error quotes it", (_, secret) => {
  const log = openLog(folder(), fakeClock());
  log.warn(`In a sentence: "${secret}".`, { reason: `first line\n${secret}\nand=${secret}&more` });
  log.flush();
  const text = readFileSync(log.path, "utf8");
  expect(text).toContain('In a sentence: "[secret]".');
  expect(text).not.toContain(secret);
  const trace = traceOf(new Error(`Quoted: ${secret}`));
  expect(trace).toContain("Quoted: [secret]");
  expect(trace).not.toContain(secret);
});

test("pending lines are written synchronously at exit", () => {
  const log = openLog(folder(), fakeClock());
  log.note("first");
  log.note("last words");
  log.flush();
  log.flush();
  expect(readFileSync(log.path, "utf8").match(/last words/g)).toHaveLength(1);
});

test("a full log is rotated, keeping one old file", () => {
  const path = folder();
  const log = openLog(path, fakeClock(), 100);
  for (const sentence of ["a".repeat(90), "b".repeat(90), "c".repeat(90)]) {
    log.note(sentence);
    log.flush();
  }
  const again = openLog(path, fakeClock(), 100);
  again.note("after a restart");
  again.flush();
  expect(readFileSync(again.path, "utf8")).toContain("after a restart");
  expect(readFileSync(again.path, "utf8")).not.toContain("bbb");
  expect(readFileSync(`${again.path}.1`, "utf8").length).toBeLessThan(400);
});

test("a daily note is written once a day, also by programs that start later", async () => {
  const clock = fakeClock();
  const path = folder();
  for (let day = 1; day <= 2; day += 1) {
    for (const log of [openLog(path, clock), openLog(path, clock)]) {
      for (const key of ["a", "b", "a"]) log.noteDaily("Events have an unknown key.", { key });
      log.flush();
    }
    const lines = readFileSync(join(path, "weir.log"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2 * day);
    await clock.pass("24 h");
  }
});

test("an unwritable log is ignored", () => {
  const log = openLog("/dev/null/logs", fakeClock());
  log.note("unheard");
  log.flush();
  expect(existsSync(log.path)).toBe(false);
});
