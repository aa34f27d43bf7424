/** A server that was restored from an older backup: the IDs of messages that it lost belong to others then. */
import { expect, test } from "vitest";
import type { MessageId } from "#wire/ids.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, smallBlueprint } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

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
