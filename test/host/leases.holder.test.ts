import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { holderId, isHolderAlive } from "#host/leases.ts";

test("this process is alive, and holder IDs are unique", () => {
  const [one, two] = [holderId(process.pid), holderId(process.pid)];
  expect(one).not.toBe(two);
  expect([one, two].map(isHolderAlive)).toEqual([true, true]);
});

test("a process that ended is not alive", () => {
  const { pid } = spawnSync("true");
  expect(isHolderAlive(`${pid}::x`)).toBe(false);
  expect(isHolderAlive(holderId(pid))).toBe(false);
  expect(isHolderAlive("rubbish")).toBe(false);
});

test("a process that was killed is not alive, even before its parent has noticed", () => {
  const { pid = 0 } = spawn("sleep", ["60"]);
  const id = holderId(pid);
  expect(isHolderAlive(id)).toBe(true);
  process.kill(pid, "SIGKILL");
  // Nothing of this process runs meanwhile, so it cannot notice.
  spawnSync("sleep", ["0.2"]);
  expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
  expect(isHolderAlive(id)).toBe(false);
});

test("a later process with the same PID is another holder", () => {
  expect(isHolderAlive(`${process.pid}:1:x`)).toBe(false);
});
