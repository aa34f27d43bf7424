import { expect, test } from "vitest";
import { presenceOf } from "#model/select/conversations.ts";
import { changeReplica } from "#store/store.ts";
import type { UserId } from "#wire/ids.ts";
import { people } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

async function start(lastKeyAt?: () => number) {
  const attention = lastKeyAt && { lastKeyAt, reportsFocus: () => true };
  const small = await startSmall({}, attention === undefined ? {} : { attention });
  const { clock, client, store, bo } = small;
  const pings = () => client.network.sent.filter((each) => each.endsWith("/presence")).length;
  const set = (key: "presence_enabled", value: boolean) =>
    changeReplica(store, (replica) => ({
      ...replica,
      settings: { ...replica.settings, [key]: value },
    }));
  return {
    ...small,
    pings,
    set,
    /** Ana's status as the server reports it to another client. */
    reported: async () => {
      const { body } = await bo.get("/realm/presence");
      return body["presences"]["ana@small.example"]?.website?.status;
    },
    presence: (id: number) =>
      presenceOf(store.getState().replica, id as UserId, Math.floor(clock.now() / 1000)),
    interval: () => store.getState().replica.realm.presencePingMs,
  };
}

test("the user is reported as active at the start and at each interval of the server", async () => {
  const { clock, pings, reported, interval } = await start();
  expect([pings(), await reported()]).toEqual([1, "active"]);
  await clock.pass(3 * interval());
  expect(pings()).toBe(4);
});

test("the user is idle minutes after the last key, and active after the next", async () => {
  let keyAt = 0;
  const { clock, reported, interval } = await start(() => keyAt);
  await clock.pass("7 min");
  expect(await reported()).toBe("idle");
  keyAt = clock.now();
  await clock.pass(2 * interval());
  expect(await reported()).toBe("active");
});

test("presence is not reported while it is disabled, and immediately when it is enabled again", async () => {
  const { clock, pings, set } = await start();
  set("presence_enabled", false);
  await clock.pass("5 min");
  expect(pings()).toBe(1);
  set("presence_enabled", true);
  await clock.pass("1 s");
  expect(pings()).toBe(2);
});

test("an active user without events stays active, because presences are polled", async () => {
  const { clock, bo, presence } = await start();
  for (let minute = 0; minute < 6; minute += 1) {
    await bo.post("/users/me/presence", { status: "active" });
    await clock.pass("1 min");
  }
  expect(presence(people.bo)).toBe("active");
  await clock.pass("6 min");
  expect(presence(people.bo)).toBe("offline");
});
