/** Actions that take several requests: completion, progress, and cancelling. */
import { describe, expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { Action } from "#journal/intent.ts";
import type { Progress } from "#store/session.ts";
import { addIntents, retire } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

type Small = Awaited<ReturnType<typeof startSmall>>;

const noise: Action = { kind: "delete-topic", streamId: 2 as StreamId, topic: "noise" };

const deleted = /delete_topic/;
const count = ({ client }: Small, request: RegExp) =>
  client.network.sent.filter((line) => request.test(line)).length;

function addAction(
  { store, clock, client }: Small,
  action: Action,
  inverse: readonly Action[] = [],
) {
  addIntents(store, { clock, newId: client.newId }, [action], { sentence: "Done", inverse });
}

/** A client of an administrator whose unfocused terminal marks nothing as read. */
const started = (level?: number) =>
  startSmall(level === undefined ? {} : { level }, {
    attention: { lastKeyAt: () => 0, reportsFocus: () => false },
    email: "cleo@small.example",
  });

/** Records all values of the progress. */
function recordProgress({ store }: Small): readonly (readonly Progress[])[] {
  const recorded: (readonly Progress[])[] = [];
  store.subscribe(({ session }, last) => {
    if (session.progress !== last.session.progress) recorded.push(session.progress);
  });
  return recorded;
}

describe.each([154, 210, 211, 278])("at level %i", (level) => {
  test("the deletion of a topic is requested again until no message is left", async () => {
    const world = await started(level);
    world.control.outOfTime();
    addAction(world, noise);
    await world.clock.pass("2 s");
    expect(count(world, deleted)).toBe(2);
    const { byId } = world.realm.control.server.state.messages;
    expect([byId.has(105), byId.has(109)]).toEqual([false, false]);
    expect(world.store.getState().journal.intents.size).toBe(0);
  });
});

test("progress of a long action shows its answers so far, and ends with the action", async () => {
  const world = await started();
  const recorded = recordProgress(world);
  world.control.outOfTime();
  const path = "/streams/2/delete_topic";
  world.control.fault({ kind: "delay", path, delayMs: 30_000, times: 2 });
  addAction(world, noise);
  await world.clock.pass("65 s");
  const title = "Deleting the topic “noise”";
  expect(recorded.map((all) => all.map(({ title: words, answers }) => [words, answers]))).toEqual([
    [[title, 0]],
    [[title, 1]],
    [],
  ]);
});

test("a short action shows no progress", async () => {
  const world = await started();
  const recorded = recordProgress(world);
  addAction(world, noise);
  await world.clock.pass("5 s");
  expect(count(world, deleted)).toBe(1);
  expect(recorded).toEqual([]);
});

test("a cancelled deletion of a topic stops after the pending request", async () => {
  const world = await started();
  world.control.outOfTime();
  world.control.fault({ kind: "delay", path: "/streams/2/delete_topic", delayMs: 10_000 });
  addAction(world, noise);
  await world.clock.pass("2 s");
  const { progress } = world.store.getState().session;
  expect(progress.map(({ title }) => title)).toEqual(["Deleting the topic “noise”"]);
  retire(
    world.store,
    progress.map(({ intent }) => intent),
  );
  expect(world.store.getState().session.progress).toEqual([]);
  await world.clock.pass("30 s");
  expect(count(world, deleted)).toBe(1);
  expect(world.store.getState().session.progress).toEqual([]);
});

test("a refused deletion shows the server's message and is not retried", async () => {
  const world = await startSmall();
  addAction(world, noise);
  await world.clock.pass("30 s");
  expect(count(world, deleted)).toBe(1);
  expect(world.store.getState().screen.toast?.text).toMatch(/permission/);
  expect(world.store.getState().journal.intents.size).toBe(0);
});

test("marking thousands of messages shows the number of requests", async () => {
  const world = await started();
  const recorded = recordProgress(world);
  const ids = sorted(Array.from({ length: 2_500 }, (_, at) => (1_000 + at) as MessageId));
  world.control.fault({ kind: "delay", path: "/messages/flags", delayMs: 1_000, times: 3 });
  addAction(world, { kind: "read", op: "remove", ids, at: deploy });
  await world.clock.pass("5 s");
  expect(recorded.at(1)).toMatchObject([{ title: "Marking as unread", answers: 1, of: 3 }]);
});
