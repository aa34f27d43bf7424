import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { type Lifetime, startLifetime, watchExits } from "#host/exits.ts";
import { fakeClock } from "../support/clock.ts";

/** A fake process that records its exit. */
function program(
  save: () => Promise<void> = async () => undefined,
  { hasShell = true, written = async () => undefined as unknown } = {},
) {
  const events: string[] = [];
  const source = new EventEmitter();
  const clock = fakeClock();
  const record = (event: string) => () => void events.push(event);
  const exits = watchExits(
    {
      pid: 7,
      on: (event, listener) => source.on(event, listener),
      off: (event, listener) => source.off(event, listener),
      kill: (pid, signal) => {
        const state = source.listenerCount(signal) === 0 ? "no listener" : "caught";
        events.push(`${state}: ${signal} to ${pid}`);
      },
      exit: (code) => {
        events.push(`exit ${code}`);
        source.emit("exit");
      },
    },
    {
      restore: record("restore"),
      written: async () => void (await written()),
      canBeContinued: async () => hasShell,
      resume: record("resume"),
      save: () => {
        events.push("save");
        return save();
      },
      report: (reason) => events.push(`report ${reason}`),
    },
    clock,
  );
  return { events, source, clock, exits };
}

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
])("%s restores the terminal, saves, and exits with %i", async (signal, code) => {
  const { events, source, clock } = program();
  source.emit(signal);
  await clock.pass(0);
  expect(events).toEqual(["restore", "save", `exit ${code}`, "restore"]);
});

test.each(["uncaughtException", "unhandledRejection"])(
  "after an %s the error is printed to the restored terminal",
  async (fault) => {
    const { events, source, clock } = program();
    source.emit(fault, new Error("odd"));
    await clock.pass(0);
    expect(events.slice(0, 2)).toEqual(["restore", "report Error: odd"]);
    expect(events).toContain("exit 1");
  },
);

test("the first of several simultaneous exits decides", async () => {
  const { events, source, exits, clock } = program();
  const first = exits.leave(0);
  source.emit("SIGTERM");
  await first;
  await clock.pass(0);
  expect(events.filter((event) => event.startsWith("exit"))).toEqual(["exit 0"]);
  expect(events.filter((event) => event === "save")).toHaveLength(1);
});

test("saving that hangs or fails does not delay the exit", async () => {
  const hanging = program(() => new Promise(() => undefined));
  hanging.source.emit("SIGTERM");
  await hanging.clock.pass("1 s");
  expect(hanging.events).not.toContain("exit 143");
  await hanging.clock.pass("1 s");
  expect(hanging.events).toContain("exit 143");

  const failing = program(() => Promise.reject(new Error("full")));
  await failing.exits.leave(0);
  expect(failing.events).toContain("exit 0");
});

test("suspending restores the terminal, and resuming enters it again", async () => {
  const { events, source, exits, clock } = program();
  expect(await exits.suspend()).toBe(true);
  expect(events).toEqual(["restore", "no listener: SIGTSTP to 0"]);
  source.emit("SIGCONT");
  await clock.pass("1 min");
  expect(events.slice(2)).toEqual(["restore", "resume"]);
});

test("SIGTSTP from outside suspends in the same way", async () => {
  const { events, source, clock } = program();
  source.emit("SIGTSTP");
  await clock.pass(0);
  expect(events).toEqual(["restore", "no listener: SIGTSTP to 7"]);
});

test("without a shell to resume it, the program does not suspend", async () => {
  const { events, source, exits, clock } = program(undefined, { hasShell: false });
  expect(await exits.suspend()).toBe(false);
  source.emit("SIGTSTP");
  await clock.pass("1 min");
  expect(events).toEqual([]);
});

test("if the kernel does not stop the program, the screen is restored", async () => {
  const { events, exits, clock } = program();
  await exits.suspend();
  await clock.pass(99);
  expect(events).not.toContain("resume");
  await clock.pass(1);
  expect(events.slice(2)).toEqual(["restore", "resume"]);
  await exits.suspend();
  expect(events.slice(4)).toEqual(["restore", "no listener: SIGTSTP to 0"]);
});

test("a signal during a suspend ends the program instead", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { events, source, exits, clock } = program(undefined, { written: () => promise });
  const stopped = exits.suspend();
  await clock.pass(0);
  source.emit("SIGTERM");
  resolve();
  await stopped;
  await clock.pass(0);
  expect(events).toEqual(["restore", "restore", "save", "exit 143", "restore"]);
});

test("the program exits after pending output is written and all exit tasks have run", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { events, exits, clock } = program(undefined, { written: () => promise });
  exits.change({ save: async () => void events.push("save the session") });
  exits.fail(new Error("odd"));
  await clock.pass("1 min");
  expect(events).toEqual(["restore", "report Error: odd", "restore", "save the session"]);
  resolve();
  await clock.pass(0);
  expect(events).toContain("exit 1");
});

test("the terminal is not entered again during exit, and no listener remains", async () => {
  const { events, source, exits } = program();
  await exits.leave(0);
  source.emit("SIGCONT");
  expect(events).not.toContain("resume");
  exits.forget();
  expect(source.eventNames()).toEqual([]);
});

test("if every write to the terminal fails, the program still exits", async () => {
  const { events, source, clock } = program();
  source.emit("SIGHUP");
  source.emit("uncaughtException", new Error("write EIO"));
  source.emit("uncaughtException", new Error("write EIO"));
  await clock.pass(0);
  expect(events).toEqual(["restore", "save", "exit 129", "restore"]);
});

test("an error while the first one is printed is not printed", async () => {
  const { events, source, clock } = program();
  source.emit("uncaughtException", new Error("odd"));
  source.emit("uncaughtException", new Error("write EIO"));
  await clock.pass(0);
  expect(events.filter((event) => event.startsWith("report"))).toEqual(["report Error: odd"]);
});

test.each<[string, number, (lifetime: Lifetime) => void, boolean]>([
  ["success before the end is noticed", 0, () => undefined, true],
  ["a failure before the end is left alone", 1, () => undefined, false],
  ["an intended exit is left alone", 0, ({ mayExit }) => mayExit(), false],
  ["an exit after the end is left alone", 0, ({ end }) => end(), false],
])("%s", async (_, code, prepare, isNoticed) => {
  const [source, clock] = [new EventEmitter(), fakeClock()];
  let isSeen = false;
  const lifetime = startLifetime(source, clock, () => {
    isSeen = true;
  });
  prepare(lifetime);
  source.emit("exit", code);
  expect(isSeen).toBe(isNoticed);
  lifetime.end();
  await clock.pass(0);
  expect(clock.waiting()).toBe(0);
});
