/** A terminal that accepts a limited number of bytes. */
import fs from "node:fs";
import { expect, test } from "vitest";
import { createTerminalOutput, openDevice } from "#host/terminal-output.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

function slowTerminal() {
  const state = { room: Number.POSITIVE_INFINITY, taken: "", failure: "EAGAIN", offers: 0 };
  const clock = fakeClock();
  const output = createTerminalOutput((bytes) => {
    state.offers += 1;
    if (state.room === 0) throw Object.assign(new Error(state.failure), { code: state.failure });
    const piece = bytes.subarray(0, state.room);
    state.room -= piece.length;
    state.taken += Buffer.from(piece).toString("latin1");
    return piece.length;
  }, clock);
  return { state, clock, output };
}

test("output is written immediately if the terminal accepts it", async () => {
  const { state, clock, output } = slowTerminal();
  output.write("one");
  output.write("");
  output.write("two");
  expect(state.taken).toBe("onetwo");
  expect(output.isBehind()).toBe(false);
  expect(clock.waiting()).toBe(0);
  await output.written(1000);
});

test("rejected output is queued in order and retried with backoff", async () => {
  const { state, clock, output } = slowTerminal();
  let caughtUp = 0;
  output.onCaughtUp(() => {
    caughtUp += 1;
  });
  state.room = 4;
  output.write("日本");
  output.write(" and more");
  expect(output.isBehind()).toBe(true);
  expect(output.total()).toBe("日本 and more".length);
  await clock.pass("1 s");
  expect(state.offers).toBeLessThan(45);
  state.room = 2;
  await clock.pass(32);
  expect([output.isBehind(), caughtUp]).toEqual([true, 0]);
  state.room = Number.POSITIVE_INFINITY;
  await clock.pass(32);
  expect(state.taken).toBe(Buffer.from("日本 and more").toString("latin1"));
  expect([output.isBehind(), caughtUp]).toEqual([false, 1]);
  expect(clock.waiting()).toBe(0);
});

test("waiting for pending output ends at the limit", async () => {
  const { state, clock, output } = slowTerminal();
  const done: string[] = [];
  state.room = 0;
  output.write("text");
  void output.written(50).then(() => done.push("limit"));
  void output.written(5000).then(() => done.push("written"));
  await clock.pass(50);
  expect(done).toEqual(["limit"]);
  state.room = 10;
  await clock.pass(32);
  expect(done).toEqual(["limit", "written"]);
  expect(clock.waiting()).toBe(0);
});

test("a closed terminal is reported once, and nothing waits for it", async () => {
  const { state, output } = slowTerminal();
  state.room = 0;
  state.failure = "EIO";
  output.write("text");
  await output.gone;
  output.write("more");
  expect(output.isBehind()).toBe(false);
  expect(state.offers).toBe(1);
});

test("the first available device is opened; the inherited descriptor is the last resort", () => {
  const path = `${folder()}/terminal`;
  fs.writeFileSync(path, "");
  const opened: string[] = [];
  const files = (exists: string) => ({
    constants: fs.constants,
    writeSync: fs.writeSync,
    openSync: (file: fs.PathLike, flags: fs.OpenMode) => {
      opened.push(String(file));
      if (file !== exists) throw new Error("EACCES");
      return fs.openSync(path, flags);
    },
  });
  expect(openDevice(files("/dev/tty"))(Buffer.from("abc"))).toBe(3);
  expect(fs.readFileSync(path, "utf8")).toBe("abc");
  expect(opened).toEqual(["/proc/self/fd/1", "/dev/tty"]);
});
