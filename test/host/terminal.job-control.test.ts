/** Whether a stopped program could be continued, with process tables of real systems. */
import { expect, test } from "vitest";
import { canBeContinued, lookUpProcess, type Process, parseProc, parsePs } from "#host/terminal.ts";

type Row = readonly [pid: number, parent: number, group: number, session: number, shell?: "shell"];

const system = (...rows: readonly Row[]) => {
  const known = new Map(
    rows.map(([pid, parent, group, session, shell]): [number, Process] => [
      pid,
      { parent, group, session: String(session), survivesStop: shell === "shell" },
    ]),
  );
  return async (pid: number) => known.get(pid);
};

const emulator: Row = [50, 1, 50, 50];

test.each<[string, boolean, readonly Row[]]>([
  ["a job of a shell", true, [emulator, [60, 50, 60, 60, "shell"], [70, 60, 70, 60]]],
  [
    "npm's child in a job of a shell",
    true,
    [emulator, [60, 50, 60, 60, "shell"], [70, 60, 70, 60], [71, 70, 70, 60], [72, 71, 70, 60]],
  ],
  [
    "a job of a container's first process that is a shell",
    true,
    [
      [1, 0, 1, 1, "shell"],
      [70, 1, 70, 1],
    ],
  ],
  ["the command of a terminal emulator", false, [emulator, [70, 50, 70, 70]]],
  [
    "the child of a script without job control",
    false,
    [emulator, [60, 50, 60, 60], [70, 60, 60, 60]],
  ],
  ["a container's first process", false, [[1, 0, 1, 1]]],
  [
    "the child of a container's init",
    false,
    [
      [1, 0, 1, 1],
      [70, 1, 70, 1],
    ],
  ],
  ["an unknown process", false, []],
  ["a process whose parent is hidden", false, [[70, 60, 70, 60]]],
])("%s can be continued: %s", async (_, expected, rows) => {
  const pid = rows.at(-1)?.[0] ?? 70;
  expect(await canBeContinued(pid, system(...rows))).toBe(expected);
});

test("the process status of Linux is parsed for any process name", () => {
  const stat = "60 (sh) 1 (x) S 50 61 62 34816 61 4194560 2 0";
  const status = (ignored: string, caught: string) =>
    `Name:\tsh\nSigBlk:\tffffffffffffffff\nSigIgn:\t${ignored}\nSigCgt:\t${caught}\n`;
  expect(parseProc(stat, status("0000000000384004", "000000004b813efb"))).toEqual({
    parent: 50,
    group: 61,
    session: "62",
    survivesStop: true,
  });
  expect(parseProc(stat, status("0000000000300000", "0"))?.survivesStop).toBe(false);
  expect(parseProc(stat, status("0", "0000000000080000"))?.survivesStop).toBe(true);
  expect(parseProc("", "")).toBeUndefined();
});

test("the output of ps is parsed; without a terminal it is undefined", () => {
  expect(parsePs("  501  9123 ttys003 \n")).toEqual({
    parent: 501,
    group: 9123,
    session: "ttys003",
    survivesStop: undefined,
  });
  expect(parsePs("    1   501 ??\n")).toBeUndefined();
  expect(parsePs("    1   501 ?\n")).toBeUndefined();
  expect(parsePs("")).toBeUndefined();
});

test("this process is found", async () => {
  expect((await lookUpProcess(process.pid))?.parent).toBe(process.ppid);
});
