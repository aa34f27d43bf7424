/** Marking unread messages that the register response left out, and undoing exactly that. */
import { expect, test } from "vitest";
import { keyPresser } from "../../support/key-presser.ts";
import { people } from "../../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";

const listed = 10;

/** Ana with `count` more messages in `deploy`, of which a new register lists only the newest. */
async function startTruncated(count: number) {
  const world = await startSmall();
  const { client, clock, bo, control, store } = world;
  client.network.plug(false);
  for (let at = 0; at < count; at += 1) await bo.say(inDeploy, `line ${at}`);
  control.server.maxUnreadListed = listed;
  control.expireQueues();
  client.open({ kind: "starred" });
  client.network.plug(true);
  await clock.pass("1 min");
  client.open(deploy);
  await clock.pass(100);
  const personal = control.server.state.personal.get(people.ana);
  return {
    ...world,
    press: keyPresser(store, undefined, undefined, clock),
    onServer: () => [...(personal?.unread ?? [])].sort((a, b) => a - b),
    known: () => store.getState().replica.unreads.where.size,
  };
}

const progress = ({ store }: Awaited<ReturnType<typeof startTruncated>>) =>
  store.getState().session.progress.map(({ title }) => title);

test("done in a conversation also marks unlisted messages, and undo restores exactly those", async () => {
  const world = await startTruncated(40);
  const { press, clock, onServer, bo } = world;
  const before = onServer();
  expect(before.length).toBeGreaterThan(world.known());
  press("e");
  const late = await bo.say(inDeploy, "after it");
  await clock.pass("5 s");
  expect(onServer()).toEqual([109, 110, 113, late]);
  press("u");
  await clock.pass("5 s");
  expect(onServer()).toEqual([...before, late]);
});

test("undo during the search for older unread messages cancels it", async () => {
  const world = await startTruncated(40);
  const { press, clock, onServer, control } = world;
  const before = onServer();
  control.fault({ kind: "delay", path: "/messages", method: "GET", delayMs: 3_000, times: 9 });
  press("e");
  await clock.pass("1 s");
  expect(progress(world)).toEqual(["Finding older unread messages"]);
  press("u");
  await clock.pass("10 s");
  expect(onServer()).toEqual(before);
  expect(world.open()).toBe(0);
});

test("Esc stops marking thousands, and undo restores what was marked", async () => {
  const world = await startTruncated(1_200);
  const { press, clock, onServer, control, toast } = world;
  const before = onServer();
  const [isListed, isFound] = [1, 2];
  control.fault({
    kind: "delay",
    path: "/messages/flags",
    delayMs: 2_000,
    times: isListed + isFound,
  });
  press("e");
  await clock.pass("3 s");
  expect(progress(world)).toEqual(["Marking as read"]);
  expect(onServer().length).toBeGreaterThan(50);
  press("Esc");
  expect(toast()).toMatch(/^Undid: Done #dev › deploy/);
  await clock.pass("30 s");
  expect(onServer()).toEqual(before);
  expect([world.open(), progress(world)]).toEqual([0, []]);
});
