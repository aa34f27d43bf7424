/** A scheduled message from the client to the realm and back. */
import { expect, test } from "vitest";
import { addIntents } from "#store/store.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../support/small-client.ts";

async function scheduled(address: typeof deploy) {
  const small = await startSmall();
  const { client, clock, store } = small;
  const at = Math.floor(clock.now() / 1000) + 600;
  addIntents(store, { clock, newId: client.newId }, [
    { kind: "schedule-add", address, content: "later", at },
  ]);
  await clock.pass("5 s");
  return { ...small, listed: () => [...store.getState().view.scheduled.values()] };
}

test("a scheduled message arrives at its time, and is removed from the list", async () => {
  const { clock, rows, listed } = await scheduled(deploy);
  expect(listed()).toMatchObject([{ content: "later" }]);
  await clock.pass("12 min");
  expect(listed()).toEqual([]);
  expect(rows().at(-1)).toBe("later");
});

test("a scheduled message to a user who was deactivated meanwhile is listed as failed", async () => {
  const { clock, cleo, listed } = await scheduled(withBo);
  await cleo.delete(`/users/${people.bo}`);
  await clock.pass("12 min");
  expect(listed()).toMatchObject([{ content: "later", failed: true }]);
});
