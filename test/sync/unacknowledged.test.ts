import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { isUnread } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { startActionClient } from "../support/action-client.ts";
import { people, streams } from "../support/small-blueprint.ts";

test("a toast names the conversation where the server ignored a part of an undo", async () => {
  const { clock, act, undo, control, toast, open, store } = await startActionClient();
  const [inDev, direct] = [108 as MessageId, 110 as MessageId];
  act({ kind: "read", op: "add", ids: sorted([inDev, direct]) });
  await clock.pass("2 s");
  control.unsubscribe(people.ana, streams.dev);
  await clock.pass("2 s");
  undo();
  await clock.pass("20 s");
  expect(toast()).toBe("The server left a message read in #dev › deploy.");
  expect(isUnread(store.getState().replica.unreads, direct)).toBe(true);
  expect(open()).toBe(0);
});
