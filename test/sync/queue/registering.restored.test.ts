/** A server that was restored from an older backup: the IDs of messages that it lost belong to others then. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { rulesFor, testedOn } from "../../support/rules.ts";
import { people, smallBlueprint } from "../../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";
import { memoryDisk } from "../../support/storage.ts";

/** A client of a server of which there is a backup, from before anything was said. */
async function backedUp(options: Parameters<typeof startSmall>[1] = {}) {
  const blueprint = smallBlueprint(Math.floor(fakeClock().now() / 1000));
  const world = await startSmall({ blueprint }, options);
  const { client, clock, settles } = world;
  /** Something is said at the restored server before the client is there. */
  const restore = async (texts: readonly string[] = [], by: number = people.bo) => {
    client.network.plug(false);
    await settles();
    const { realm, as } = startRealm({ clock, blueprint });
    const ids = [];
    for (const text of texts) ids.push(await as(by).say(inDeploy, text));
    client.network.replace(realm);
    client.network.plug(true);
    await clock.pass("2 min");
    const { messages, personal } = realm.control.server.state;
    return {
      as,
      ids,
      control: realm.control,
      stored: (id: number) => messages.byId.get(id)?.content,
      isUnread: (id: number) => personal.get(people.ana)?.unread.has(id),
    };
  };
  return { ...world, restore };
}

test("a change that waits does not go to the message that has the ID now", async () => {
  // The answer to a register takes a while to read.
  const { ana, client, addIntent, settles, restore } = await backedUp({
    isLineSlow: () => undefined,
  });
  const own = (await ana.say(inDeploy, "mine")) as MessageId;
  await ana.say(inDeploy, "mine, too");
  await settles();
  client.network.plug(false);
  await settles();
  addIntent({ kind: "delete-message", messageId: own });
  const { stored, ids } = await restore(["not meant"], people.ana);
  expect(ids).toEqual([own]);
  expect(stored(own)).toBe("not meant");
});

test("the user is told which changes went with the messages", async () => {
  const { bo, client, addIntent, settles, restore, toast } = await backedUp();
  const id = (await bo.say(inDeploy, "green")) as MessageId;
  await settles();
  client.network.plug(false);
  await settles();
  addIntent({ kind: "star", op: "add", ids: sorted([id]) });
  addIntent({ kind: "delete-message", messageId: id });
  await restore();
  expect(toast()).toBe(
    "2 changes were not sent, as they were for the server as it was before: Star a message; Delete a message",
  );
});

test("rules judge the message that has the ID of one that they have judged", async () => {
  const rules = rulesFor({ Green: 'text = "green"\ndo = "done"' });
  const { bo, settles, restore, store } = await backedUp({
    rules,
    disk: testedOn(memoryDisk(), rules),
  });
  for (const text of ["green", "red", "red"]) await bo.say(inDeploy, text);
  await settles();
  const { as, isUnread } = await restore();
  const again = await as(people.bo).say(inDeploy, "green again");
  await settles();
  expect(isUnread(again)).toBe(false);
  expect(store.getState().journal.undo).toHaveLength(1);
});

test("what was done before can no longer be undone, in the next run neither", async () => {
  const { bo, settles, restore, act, store, client, clock } = await backedUp();
  const id = (await bo.say(inDeploy, "green")) as MessageId;
  await settles();
  act({ kind: "read", op: "add", ids: [id] });
  await settles();
  expect(store.getState().journal.undo).toHaveLength(1);
  await restore();
  expect(store.getState().journal.undo).toEqual([]);
  expect(store.getState().session.notice).toMatch(/^The server was replaced, or restored/);
  expect([...client.disk.steps.values()].filter(({ json }) => json !== "")).toEqual([]);
  await clock.pass("1 min");
});

test("messages that are sent then are sought among those of the restored server", async () => {
  const { ana, settles, restore, client, store } = await backedUp();
  client.send(deploy, "lost with the server");
  await ana.say(inDeploy, "likewise");
  await settles();
  await restore();
  const { newestMessage } = store.getState().replica;
  expect(store.getState().session.newestSent).toBe(newestMessage);
  expect(client.disk.places.get("newest sent")).toBe(newestMessage);
});

test("IDs that were reached again belong to others, which the messages tell", async () => {
  const rules = rulesFor({ Green: 'text = "green"\ndo = "done"' });
  const { bo, settles, restore, rows, store } = await backedUp({
    rules,
    disk: testedOn(memoryDisk(), rules),
  });
  for (const text of ["one", "two"]) await bo.say(inDeploy, text);
  await settles();
  const { as, isUnread } = await restore(["eins", "zwei", "drei"], people.cleo);
  expect(rows().filter((row) => ["one", "two"].includes(row))).toEqual([]);
  const later = await as(people.bo).say(inDeploy, "green");
  await settles();
  expect(isUnread(later)).toBe(false);
  expect(store.getState().session.formerRealms).toBe(1);
});

test("after a restart of the server that lost nothing, all stays as it was", async () => {
  const { bo, settles, act, client, clock, control, store } = await backedUp();
  const id = (await bo.say(inDeploy, "green")) as MessageId;
  await settles();
  act({ kind: "read", op: "add", ids: [id] });
  await settles();
  client.network.plug(false);
  control.server.generation += 1;
  control.expireQueues();
  await settles();
  client.network.plug(true);
  await clock.pass("1 min");
  expect(store.getState().session.formerRealms).toBe(0);
  expect(store.getState().journal.undo).toHaveLength(1);
});
