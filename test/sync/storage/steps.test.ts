/** The undo log outlives the program, and is one for all windows of an account. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { textOf } from "#store/composer.ts";
import { openList } from "#store/lists.ts";
import { act, changeScreen } from "#store/store.ts";
import { accountFile } from "../../support/account-file.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { quickFolder } from "../../support/folder.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, hello } from "../../support/small-client.ts";
import { stoppable } from "../../support/stoppable.ts";

async function start() {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const bo = as(people.bo);
  for (const text of ["one", "two", "three"])
    await bo.say({ streamId: streams.general, topic: "hello" }, text);
  const file = accountFile(join(quickFolder(), "state.db"));
  let opened = 0;
  const open = async (time = "5 s") => {
    opened += 1;
    const name = `window ${opened}`;
    const process = stoppable(clock);
    const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
    const storage = file.openFor(process, name);
    const client = startClient({ clock, realm, name, process, storage, attention });
    const { store } = client;
    watchLists(store);
    const press = keyPresser(store, noViewport, noDesktop, clock);
    await clock.pass(time);
    changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
    const focus = async (focused: boolean) => {
      changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, focused } }));
      await clock.pass("1 s");
    };
    return {
      store,
      press,
      focus,
      schedules: () => {
        const at = Math.floor(clock.now() / 1000) + 3600;
        const addition = { kind: "schedule-add", address: hello, content: "lunch?", at } as const;
        act(store, { clock, newId: client.newId }, [addition]);
      },
      /** Deletes the only scheduled message. */
      deletes: () => {
        const { view } = store.getState();
        const [message] = view.scheduled.values();
        const id = message!.scheduled_message_id;
        const { address, content, at } = timedOf(view, message!);
        const origin = { clock, newId: client.newId };
        act(store, origin, [{ kind: "schedule-delete", id, address, content, at }]);
      },
      unread: () =>
        [deploy, hello].map(
          (one) => unreadIdsOf(store.getState().view, conversationKey(one)).length,
        ),
      log: () => {
        const { undo, redo } = store.getState().journal;
        return [undo, redo].map((steps) => steps.map(({ sentence, at }) => ({ sentence, at })));
      },
      rowKeys: () => openList(store.getState().screen)?.rows.map(({ key }) => key),
      toast: () => store.getState().screen.toast?.text,
      reads: (address: typeof deploy) => {
        client.open(address);
        press("e");
      },
      types: client.types,
      plug: client.network.plug,
      kill: () => {
        process.stop();
        file.kill(name);
      },
    };
  };
  const ana = as(people.ana);
  const scheduled = async () =>
    (await ana.get("/scheduled_messages")).body["scheduled_messages"].length;
  const schedule = () =>
    ana.post("/scheduled_messages", {
      type: "stream",
      to: streams.general,
      topic: "hello",
      content: "lunch?",
      scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + 3600,
    });
  const admin = as(people.cleo);
  return { clock, file, open, bo, control: realm.control, admin, schedule, scheduled };
}

type World = Awaited<ReturnType<typeof start>>;
let world: World;
beforeEach(async () => {
  world = await start();
});

const done = (title: string, count: number) => `Done ${title} (${count})`;

test("steps of a program that was killed are undone in the next one, exactly and with their times", async () => {
  const first = await world.open();
  const before = first.unread();
  expect(before).toEqual([1, 3]);
  first.reads(deploy);
  await world.clock.pass("10 min");
  first.reads(hello);
  await world.clock.pass("1 s");
  const [taken] = first.log();
  expect(taken?.map(({ sentence }) => sentence)).toEqual([
    done("#dev › deploy", 1),
    done("#general › hello", 3),
  ]);
  first.kill();
  await world.clock.pass("23 h");
  await world.bo.say({ streamId: streams.general, topic: "hello" }, "later");
  const next = await world.open();
  expect(next.unread()).toEqual([0, 1]);
  expect(next.log()).toEqual([taken, []]);
  next.press("u");
  expect(next.toast()).toMatch(/^Undid: Done #general › hello \(3\)/);
  expect(next.unread()).toEqual([0, 4]);
  next.press("u");
  await world.clock.pass("5 s");
  expect(next.unread()).toEqual(before.map((count, at) => count + at));
  next.press("^R");
  await world.clock.pass("1 s");
  expect(next.log().map(({ length }) => length)).toEqual([1, 1]);
  next.kill();
  const last = await world.open();
  last.press("^R");
  expect(last.toast()).toMatch(/^Redid: Done #general › hello \(3\)/);
});

test("a window that gets the focus undoes what another one did, and redoes what it undid", async () => {
  const first = await world.open();
  const second = await world.open();
  await second.focus(false);
  first.reads(deploy);
  await world.clock.pass("1 s");
  await first.focus(false);
  await second.focus(true);
  second.press("u");
  expect(second.toast()).toMatch(/^Undid: Done #dev › deploy \(1\)/);
  await world.clock.pass("1 s");
  await first.focus(true);
  expect(first.unread()).toEqual([1, 3]);
  first.press("u");
  expect(first.toast()).toBe("Nothing to undo.");
  first.press("^R");
  expect(first.unread()).toEqual([0, 3]);
  await world.clock.pass("11 s");
  expect(second.log()).toEqual(first.log());
});

test("undo in a window that knows of no step says what another one did, and undoes it when pressed again", async () => {
  const [first, second] = [await world.open(), await world.open()];
  first.reads(deploy);
  await world.clock.pass("1 s");
  second.press("u");
  await world.clock.pass(10);
  expect(second.store.getState().screen.toast).toEqual({
    text: "In another window: Done #dev › deploy (1)",
    tone: "done",
    undo: true,
  });
  expect(second.unread()).toEqual([0, 3]);
  second.press("u");
  expect(second.toast()).toMatch(/^Undid: Done #dev › deploy \(1\)/);
  expect(second.unread()).toEqual([1, 3]);
});

test("a step that two windows undo and redo before they know of each other is undone and redone once", async () => {
  const { clock, schedule, scheduled } = world;
  await schedule();
  const windows = [await world.open(), await world.open()];
  windows[0]?.deletes();
  await clock.pass("11 s");
  const counts = [await scheduled()];
  for (const key of ["u", "^R", "u"]) {
    for (const window of windows) {
      window.press(key);
      await clock.pass("1 s");
    }
    counts.push(await scheduled());
    await clock.pass("11 s");
  }
  expect(counts).toEqual([0, 1, 0, 1]);
  expect(windows.map(({ log }) => log().map(({ length }) => length))).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test("a step that another window has not sent is undone by that window, or when it is sent", async () => {
  const { clock, schedule, scheduled } = world;
  await schedule();
  const [first, second] = [await world.open(), await world.open()];
  for (const { plug } of [first, second]) plug(false);
  first.deletes();
  await clock.pass("11 s");
  second.press("u");
  expect(second.toast()).toBe(
    "Another window has not sent it yet: undo it there, or when it is sent.",
  );
  await clock.pass("1 s");
  expect(second.log().map(({ length }) => length)).toEqual([1, 0]);
  first.press("u");
  await clock.pass("11 s");
  for (const { plug } of [first, second]) plug(true);
  await clock.pass("2 min");
  expect(await scheduled()).toBe(1);
  first.press("^R");
  await clock.pass("5 s");
  expect(await scheduled()).toBe(0);
  first.plug(false);
  first.press("u");
  await clock.pass("11 s");
  second.press("^R");
  expect(second.toast()).toBe(
    "Another window has not undone it yet: redo it there, or when it has.",
  );
  first.plug(true);
  await clock.pass("2 min");
  expect(await scheduled()).toBe(1);
  second.press("^R");
  await clock.pass("5 s");
  expect(await scheduled()).toBe(0);
  second.press("u");
  await clock.pass("5 s");
  expect(await scheduled()).toBe(1);
});

test("a step waits for another window that has not sent the undo of a later one", async () => {
  const { clock, scheduled } = world;
  const [first, second] = [await world.open(), await world.open()];
  first.schedules();
  await clock.pass("11 s");
  second.deletes();
  await clock.pass("11 s");
  second.plug(false);
  second.press("u");
  await clock.pass("11 s");
  first.press("u");
  expect(first.toast()).toBe(
    "Another window has not sent it yet: undo it there, or when it is sent.",
  );
  second.plug(true);
  await clock.pass("2 min");
  expect(await scheduled()).toBe(1);
  first.press("u");
  await clock.pass("5 s");
  expect(await scheduled()).toBe(0);
});

test("a deleted draft that two windows bring back is there once", async () => {
  const { clock } = world;
  const [first, second] = [await world.open(), await world.open()];
  const text = ({ store }: typeof first) => textOf(store.getState(), conversationKey(hello));
  first.types(hello, "see you at noon");
  await clock.pass("11 s");
  expect(text(second)).toBe("see you at noon");
  first.press("Esc", "g", "d", "D");
  await clock.pass("11 s");
  expect([text(first), text(second)]).toEqual(["", ""]);
  first.press("u");
  await clock.pass("4 s");
  expect([text(second), second.log()[0]?.length]).toEqual(["see you at noon", 1]);
  second.press("u");
  await clock.pass("11 s");
  expect([text(first), text(second)]).toEqual(["see you at noon", "see you at noon"]);
});

test("a step taken in one window ends redo in the others", async () => {
  const first = await world.open();
  const second = await world.open();
  first.reads(deploy);
  await world.clock.pass("11 s");
  second.press("u");
  await world.clock.pass("11 s");
  expect(first.log().map(({ length }) => length)).toEqual([0, 1]);
  second.reads(hello);
  await world.clock.pass("11 s");
  first.press("^R");
  expect(first.toast()).toBe("Nothing to redo.");
});

test("what one window marked as done is brought back whole by another, and by the next run", async () => {
  const first = await world.open();
  const second = await world.open();
  first.reads(hello);
  await world.clock.pass("11 s");
  const brings = async ({ press, toast, unread, rowKeys }: typeof first) => {
    press("g", "i", "^L", "[");
    expect(rowKeys()).toEqual([conversationKey(hello)]);
    press("U");
    expect(toast()).toBe("Marked #general › hello unread (3)");
    expect(unread()).toEqual([1, 3]);
    press("u");
    expect(unread()).toEqual([1, 0]);
    await world.clock.pass("1 s");
  };
  await brings(second);
  for (const window of [first, second]) window.kill();
  await world.clock.pass("1 h");
  await brings(await world.open());
});

test("steps that were taken more than a day before a start are not in its log", async () => {
  const first = await world.open();
  first.reads(deploy);
  await world.clock.pass("1 s");
  first.kill();
  await world.clock.pass("24 h");
  const next = await world.open();
  next.press("u");
  expect(next.toast()).toBe("Nothing to undo.");
});

test("what the disk refuses stays in the log, and is written when it accepts writes again", async () => {
  const first = await world.open();
  world.file.fail({ kind: "full", sentence: "The disk is full." });
  first.reads(deploy);
  await world.clock.pass("30 s");
  expect(first.log()[0]).toHaveLength(1);
  world.file.fail(undefined);
  await world.clock.pass("30 s");
  first.kill();
  const next = await world.open();
  next.press("u");
  expect(next.unread()).toEqual([1, 3]);
});

test("a long log is decoded as far as undo may reach next, undone to its beginning, and decoded soon", async () => {
  const first = await world.open();
  const { clock } = world;
  const ids = unreadIdsOf(first.store.getState().view, conversationKey(hello));
  for (let step = 0; step < 60; step += 1) {
    const op = step % 2 === 0 ? "add" : "remove";
    act(first.store, { clock, newId: () => `star-${step}` }, [{ kind: "star", op, ids }]);
    await clock.pass("1 s");
  }
  first.kill();
  const soon = await world.open();
  expect(soon.log()[0]).toHaveLength(60);
  soon.kill();
  const next = await world.open("100 ms");
  expect(next.log()[0]?.length).toBeLessThan(40);
  for (let step = 0; step < 60; step += 1) next.press("u");
  expect(next.log().map(({ length }) => length)).toEqual([0, 60]);
  for (let step = 0; step < 60; step += 1) next.press("^R");
  await clock.pass("1 s");
  expect(next.log()).toEqual([first.log()[0], []]);
});

test("undo of what is in a stream that the user has lost meanwhile says so, and reaches the step before", async () => {
  const first = await world.open();
  first.reads(hello);
  await world.clock.pass("1 s");
  first.reads(deploy);
  await world.clock.pass("1 s");
  first.kill();
  await world.admin.patch(`/streams/${streams.dev}`, { is_private: true });
  world.control.unsubscribe({ userId: people.ana, streamId: streams.dev });
  const next = await world.open();
  next.press("u");
  expect(next.toast()).toBe(
    "You cannot see its stream any more, so it stays: Done #dev › deploy (1)",
  );
  next.press("u");
  expect(next.toast()).toMatch(/^Undid: Done #general/);
});
