/** Work that a server does in several requests: all of it is done, it shows while it lasts, and it can be left off. */
import { describe, expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { Action } from "#journal/intent.ts";
import type { Progress } from "#store/session.ts";
import { addIntents, retire } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { deploy, startSmall } from "../support/small-client.ts";

type Small = Awaited<ReturnType<typeof startSmall>>;

const noise: Action = { kind: "delete-topic", streamId: 2 as StreamId, topic: "noise" };

const deleted = /delete_topic/;
const count = ({ client }: Small, request: RegExp) =>
  client.network.sent.filter((line) => request.test(line)).length;

function actions({ store, clock, client }: Small, action: Action, inverse: readonly Action[] = []) {
  addIntents(store, { clock, newId: client.newId }, [action], { sentence: "Done", inverse });
}

/** Ana without the messages that she would read by looking at them, and an administrator's key. */
const started = (level?: number) =>
  startSmall(level === undefined ? {} : { level }, {
    attention: { lastKeyAt: () => 0, reportsFocus: () => false },
    email: "cleo@small.example",
  });

/** Everything that progress said, in turn. */
function told({ store }: Small): readonly (readonly Progress[])[] {
  const said: (readonly Progress[])[] = [];
  store.subscribe(({ session }, last) => {
    if (session.progress !== last.session.progress) said.push(session.progress);
  });
  return said;
}

describe.each([154, 210, 211, 278])("at level %i", (level) => {
  test("a topic's deletion is asked for again until nothing of it is left", async () => {
    const world = await started(level);
    world.control.outOfTime();
    actions(world, noise);
    await world.clock.pass("2 s");
    expect(count(world, deleted)).toBe(2);
    const { byId } = world.realm.control.server.state.messages;
    expect([byId.has(105), byId.has(109)]).toEqual([false, false]);
    expect(world.store.getState().journal.intents.size).toBe(0);
  });
});

test("what lasts is shown with the answers so far, and is gone when it is over", async () => {
  const world = await started();
  const said = told(world);
  world.control.outOfTime();
  const path = "/streams/2/delete_topic";
  world.control.fault({ kind: "delay", path, delayMs: 30_000, times: 2 });
  actions(world, noise);
  await world.clock.pass("65 s");
  const title = "Deleting the topic “noise”";
  expect(said.map((all) => all.map(({ title: words, answers }) => [words, answers]))).toEqual([
    [[title, 0]],
    [[title, 1]],
    [],
  ]);
});

test("what is over in a moment is not shown", async () => {
  const world = await started();
  const said = told(world);
  actions(world, noise);
  await world.clock.pass("5 s");
  expect(count(world, deleted)).toBe(1);
  expect(said).toEqual([]);
});

test("a topic's deletion that is not wanted any more stops after the answer that is under way", async () => {
  const world = await started();
  world.control.outOfTime();
  world.control.fault({ kind: "delay", path: "/streams/2/delete_topic", delayMs: 10_000 });
  actions(world, noise);
  await world.clock.pass("2 s");
  const { progress } = world.store.getState().session;
  expect(progress.map(({ title }) => title)).toEqual(["Deleting the topic “noise”"]);
  retire(
    world.store,
    progress.map(({ intent }) => intent),
  );
  await world.clock.pass("30 s");
  expect(count(world, deleted)).toBe(1);
  expect(world.store.getState().session.progress).toEqual([]);
});

test("a deletion that is refused is told in the server's words and not tried again", async () => {
  const world = await startSmall();
  actions(world, noise);
  await world.clock.pass("30 s");
  expect(count(world, deleted)).toBe(1);
  expect(world.store.getState().screen.toast?.text).toMatch(/administrator/i);
  expect(world.store.getState().journal.intents.size).toBe(0);
});

test("marking thousands tells how many requests there are", async () => {
  const world = await started();
  const said = told(world);
  const ids = sorted(Array.from({ length: 2_500 }, (_, at) => (1_000 + at) as MessageId));
  world.control.fault({ kind: "delay", path: "/messages/flags", delayMs: 1_000, times: 3 });
  actions(world, { kind: "read", op: "remove", ids, at: deploy });
  await world.clock.pass("5 s");
  expect(said.at(1)).toMatchObject([{ title: "Marking as unread", answers: 1, of: 3 }]);
});
