/** Refreshing people and streams, and looking people up. */
import { expect, test } from "vitest";
import { drop, get, put } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { startKeyboardClient } from "../support/keyboard-client.ts";
import { people, streams } from "../support/small-blueprint.ts";

const bo = people.bo as UserId;
const dev = streams.dev as StreamId;

/** A client at a list that knows neither Bo nor the description of `dev`. */
async function startAt(list: "p" | "b") {
  const world = await startKeyboardClient();
  const known = world.store.getState().replica;
  changeReplica(world.store, (replica, batch): Replica => {
    const stream = get(replica.streams, dev)!;
    return {
      ...replica,
      people: drop(replica.people, bo, batch),
      streams: put(replica.streams, dev, { ...stream, description: "old" }, batch),
    };
  });
  world.press("g", list);
  return { ...world, known, now: () => world.store.getState().replica };
}

test("^L in the list of people fetches all users, and unchanged ones keep their identity", async () => {
  const { press, settles, known, now, sent } = await startAt("p");
  const cleo = people.cleo as UserId;
  press("^L");
  await settles();
  expect(sent(/^GET .*\/users$/)).toBe(1);
  expect(get(now().people, bo)).toEqual(get(known.people, bo));
  expect(get(now().people, cleo)).toBe(get(known.people, cleo));
});

test("^L in the list of streams fetches descriptions and keeps subscriptions", async () => {
  const { press, settles, known, now, sent } = await startAt("b");
  press("^L");
  await settles();
  expect(sent(/^GET .*\/streams$/)).toBe(1);
  const { subscription, description } = get(known.streams, dev)!;
  expect(get(now().streams, dev)).toMatchObject({ subscription, description });
});

test("an unknown email address is looked up, and the person's card opens", async () => {
  const { press, type, settles, dialog, now } = await startAt("p");
  press("/");
  type("bo@small.example");
  press("Enter");
  await settles();
  expect(dialog()).toMatchObject({ kind: "card", about: { kind: "person", id: bo } });
  expect(get(now().people, bo)?.name).toBe("Bo Lindt");
});

test("the server's message for an unknown user is shown", async () => {
  const { press, type, settles, toast } = await startAt("p");
  press("/");
  type("zoe@nowhere.example");
  press("Enter");
  await settles();
  expect(toast()).toBe("No such user");
});

test("opening a card fetches the person", async () => {
  const { press, goes, settles, sent } = await startAt("p");
  goes(`person:${people.cleo}`);
  press("Enter");
  await settles();
  expect(sent(new RegExp(`^GET .*/users/${people.cleo}$`))).toBe(1);
});
