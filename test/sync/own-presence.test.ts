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
    /** How another client sees Ana, in the words of the server. */
    seen: async () => {
      const { body } = await bo.get("/realm/presence");
      return body["presences"]["ana@small.example"]?.website?.status;
    },
    sees: (id: number) =>
      presenceOf(store.getState().replica, id as UserId, Math.floor(clock.now() / 1000)),
    interval: () => store.getState().replica.realm.presencePingMs,
  };
}

test("the person is active from the start, and at each interval that the server asks for", async () => {
  const { clock, pings, seen, interval } = await start();
  expect([pings(), await seen()]).toEqual([1, "active"]);
  await clock.pass(3 * interval());
  expect(pings()).toBe(4);
});

test("minutes after the last key the person is idle, and active again after the next", async () => {
  let keyAt = 0;
  const { clock, seen, interval } = await start(() => keyAt);
  await clock.pass("7 min");
  expect(await seen()).toBe("idle");
  keyAt = clock.now();
  await clock.pass(2 * interval());
  expect(await seen()).toBe("active");
});

test("nothing is told while the person does not want it known, and at once when they do again", async () => {
  const { clock, pings, set } = await start();
  set("presence_enabled", false);
  await clock.pass("5 min");
  expect(pings()).toBe(1);
  set("presence_enabled", true);
  await clock.pass("1 s");
  expect(pings()).toBe(2);
});

test("somebody who stays is still shown as active though no event says so", async () => {
  const { clock, bo, sees } = await start();
  for (let minute = 0; minute < 6; minute += 1) {
    await bo.post("/users/me/presence", { status: "active" });
    await clock.pass("1 min");
  }
  expect(sees(people.bo)).toBe("active");
  await clock.pass("6 min");
  expect(sees(people.bo)).toBe("offline");
});
