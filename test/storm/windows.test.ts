/**
 * Two windows of one account on one real file: for any stops, kills, disconnections and errors of disk and server, each
 * send is on the server once, or awaits a decision once; and whatever they undo and redo, they have one log.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Action, Intent } from "#journal/intent.ts";
import type { Realm } from "#realm/realm.ts";
import type { State } from "#store/state.ts";
import { act, changeScreen } from "#store/store.ts";
import { type AccountFile, accountFile } from "../support/account-file.ts";
import { type Client, type LineState, startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import type { FaultKind } from "../support/faults.ts";
import { quickFolder } from "../support/folder.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { type Body, callerOf, startRealm } from "../support/realm.ts";
import { refusingQueues } from "../support/refusing-queues.ts";
import { runs } from "../support/runs.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, withBo } from "../support/small-client.ts";
import { type Stoppable, stoppable } from "../support/stoppable.ts";
import { full } from "../support/storage.ts";
import { anyLevel } from "../support/versions.ts";

type Window = Client & { readonly process: Stoppable; readonly name: string };

type World = {
  readonly clock: FakeClock;
  readonly realm: Realm;
  readonly file: AccountFile;
  readonly windows: [Window, Window];
  readonly open: () => Window;
  /** Every queue is rejected. */
  areQueuesRefused: boolean;
};

type Step =
  | { readonly kind: "say"; readonly by: number; readonly where: number }
  | { readonly kind: "stop" | "go on" | "kill" | "cut" | "mend"; readonly by: number }
  /** Stopped for `ms`, then continued. */
  | { readonly kind: "away"; readonly by: number; readonly ms: number }
  | { readonly kind: "line"; readonly by: number; readonly state: LineState }
  | { readonly kind: "fault"; readonly fault: FaultKind; readonly ms: number }
  | { readonly kind: "full" | "pass"; readonly ms: number }
  | { readonly kind: "queues"; readonly areRefused: boolean };

const by = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("say" as const), by, where: fc.nat(1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("stop", "go on", "kill", "cut", "mend"),
      by,
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("away" as const),
      by,
      ms: fc.integer({ min: 20_000, max: 200_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(fc.nat(2_000), fc.nat(100_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom<FaultKind>("drop before", "drop after", "hang", "delay", "rate limit"),
      ms: fc.nat(25_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("line" as const),
      by,
      state: fc.constantFrom<LineState>("well", "silent", "deaf"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("full" as const), ms: fc.nat(90_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("queues" as const), areRefused: fc.boolean() }),
  },
);

async function start(path: string, level: number): Promise<World> {
  const clock = fakeClock();
  const { realm } = startRealm({ clock, level });
  const file = accountFile(path);
  let opened = 0;
  const open = (): Window => {
    opened += 1;
    const name = `window ${opened}`;
    const process = stoppable(clock);
    const storage = file.openFor(process, name);
    const refusing = refusingQueues(realm, () => world.areQueuesRefused);
    const client = startClient({ clock, realm: refusing, name, process, storage });
    return { ...client, process, name };
  };
  const world: World = {
    clock,
    realm,
    file,
    open,
    areQueuesRefused: false,
    windows: [open(), open()],
  };
  await clock.pass("5 s");
  for (const window of world.windows) window.open(deploy);
  await clock.pass("5 s");
  return world;
}

async function take(world: World, one: Step, texts: string[]): Promise<void> {
  const { clock, realm, file, windows } = world;
  const window = "by" in one ? windows[one.by] : undefined;
  switch (one.kind) {
    case "say": {
      const text = `words ${texts.length}`;
      texts.push(text);
      // A stopped window gets no input.
      window?.process.resume();
      window?.send(one.where === 0 ? deploy : withBo, text);
      return;
    }
    case "stop":
      // Typed text is written to disk first.
      await clock.pass(1);
      return window?.process.stop();
    case "away":
      await clock.pass(1);
      window?.process.stop();
      await clock.pass(one.ms);
      return window?.process.resume();
    case "go on":
      return window?.process.resume();
    case "kill":
      await clock.pass(1);
      window?.process.stop();
      if (window !== undefined) file.kill(window.name);
      windows[one.by] = world.open();
      return;
    case "cut":
    case "mend":
      return window?.network.plug(one.kind === "mend");
    case "line":
      return window?.network.line(one.state);
    case "fault":
      return realm.control.fault({
        kind: one.fault,
        delayMs: one.ms,
        retryAfter: one.ms / 1000,
        path: "/messages",
        method: "POST",
      });
    case "full":
      // A window that is stopped or killed while the disk is full loses the state of its sends.
      for (const each of windows) each.process.resume();
      file.fail(full);
      await clock.pass(one.ms);
      file.fail(undefined);
      return clock.pass("6 s");
    case "queues":
      world.areQueuesRefused = one.areRefused;
      return;
    case "pass":
      return clock.pass(one.ms);
  }
}

function sendsOf({ store }: Client, text: string): readonly Intent[] {
  return [...store.getState().journal.intents.values()].filter(
    ({ action }) => action.kind === "send" && action.content === text,
  );
}

async function storm(path: string, steps: readonly Step[], level: number): Promise<void> {
  const world = await start(path, level);
  const { clock, realm, file, windows } = world;
  const texts: string[] = [];
  for (const one of steps) await take(world, one, texts);
  world.areQueuesRefused = false;
  realm.control.clearFaults();
  for (const { process, network } of windows) {
    process.resume();
    network.plug(true);
    network.line("well");
  }
  await clock.pass("6 min");
  const stored = [...realm.control.server.state.messages.byId.values()];
  for (const text of texts) {
    const messages = stored.filter(({ content }) => content === text).length;
    const rows = windows.flatMap((window) => sendsOf(window, text)).length;
    expect([text, messages + rows]).toEqual([text, 1]);
  }
  const open = windows.flatMap(({ store }) => [...store.getState().journal.intents.keys()]);
  expect(file.intents().length).toBe(open.length);
  file.close();
}

test("two windows of an account deliver each send exactly once", async () => {
  const place = quickFolder();
  let started = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      anyLevel,
      async (steps, level) => {
        started += 1;
        const path = join(place, String(started));
        await storm(path, steps, level);
        rmSync(path, { force: true });
      },
    ),
    { numRuns: runs(0.05, 2) },
  );
});

type Change = { readonly kind: "schedule" | "delete" | "undo" | "redo"; readonly by: number };

const isChange = (one: Step | Change): one is Change =>
  ["schedule", "delete", "undo", "redo"].includes(one.kind);

const changeStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("schedule", "delete", "undo", "undo", "redo"),
      by,
    }) as fc.Arbitrary<Change>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("cut", "mend", "mend", "kill"),
      by,
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(fc.nat(1_000), fc.nat(60_000)),
    }),
  },
);

/** `content` is the text of a message that it schedules. */
function change({ clock, windows }: World, { kind, by }: Change, content: string): void {
  const { store, newId } = windows[by] as Window;
  if (kind === "undo" || kind === "redo") {
    keyPresser(store, noViewport, noDesktop, clock)(kind === "undo" ? "u" : "^R");
    return;
  }
  const { view } = store.getState();
  const at = Math.floor(clock.now() / 1000) + 86_400;
  const deletions = [...view.scheduled.values()].map(
    (message): Action => ({
      ...{ kind: "schedule-delete", id: message.scheduled_message_id },
      ...timedOf(view, message),
    }),
  );
  const addition: Action = { kind: "schedule-add", address: deploy, content, at };
  const actions = kind === "schedule" ? [addition] : deletions.slice(0, 1);
  act(store, { clock, newId }, actions);
}

/** Nobody presses keys in two windows at once: the other one gets the focus first, and reads the log. */
async function focus({ clock, windows }: World, by: number): Promise<void> {
  for (const [at, { store }] of windows.entries())
    changeScreen(store, (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, focused: at === by },
    }));
  await clock.pass("1 s");
}

/** The texts that are scheduled if the steps of the log, and no others, are done. */
function scheduledBy({ journal }: State): readonly string[] {
  const texts = new Set<string>();
  for (const action of journal.undo.flatMap(({ done }) => done)) {
    if (action.kind === "schedule-add") texts.add(action.content);
    if (action.kind === "schedule-delete") texts.delete(action.content);
  }
  return [...texts].sort();
}

test("two windows undo and redo as one: the server has what their log says", async () => {
  const place = quickFolder();
  let started = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(changeStep, { minLength: 1, maxLength: 25 }),
      anyLevel,
      async (steps, level) => {
        started += 1;
        const path = join(place, String(started));
        const world = await start(path, level);
        const { clock, realm, windows, file } = world;
        let focused = 0;
        for (const [at, one] of steps.entries()) {
          if (!isChange(one)) {
            await take(world, one, []);
            continue;
          }
          if (one.by !== focused) await focus(world, one.by);
          focused = one.by;
          change(world, one, `timed ${at}`);
        }
        for (const { network } of windows) network.plug(true);
        await clock.pass("6 min");
        const { body } = await callerOf(realm, people.ana).get("/scheduled_messages");
        const texts: string[] = body["scheduled_messages"].map((one: Body) => one["content"]);
        const there = texts.sort();
        expect(windows.map(({ store }) => scheduledBy(store.getState()))).toEqual([there, there]);
        file.close();
        rmSync(path, { force: true });
      },
    ),
    { numRuns: runs(0.05, 2) },
  );
});
