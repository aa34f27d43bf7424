/** What a person asks for anew: everybody, all streams, somebody by address, and who is on a card. */
import { expect, test } from "vitest";
import { drop, get, put } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { startKeyboardClient } from "../support/keyboard-client.ts";
import { people, streams } from "../support/small-blueprint.ts";

const bo = people.bo as UserId;
const dev = streams.dev as StreamId;

/** Before a list of a client that does not know Bo, nor what `dev` is for. */
async function before(list: "p" | "b") {
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

test("^L in the list of people fetches everybody, and unchanged people keep their identity", async () => {
  const { press, settles, known, now, sent } = await before("p");
  const cleo = people.cleo as UserId;
  press("^L");
  await settles();
  expect(sent(/^GET .*\/users$/)).toBe(1);
  expect(get(now().people, bo)).toEqual(get(known.people, bo));
  expect(get(now().people, cleo)).toBe(get(known.people, cleo));
});

test("^L in the list of streams fetches what they are for, and subscriptions stay", async () => {
  const { press, settles, known, now, sent } = await before("b");
  press("^L");
  await settles();
  expect(sent(/^GET .*\/streams$/)).toBe(1);
  const { subscription, description } = get(known.streams, dev)!;
  expect(get(now().streams, dev)).toMatchObject({ subscription, description });
});

test("an unknown address is looked up, and the card of its owner opens", async () => {
  const { press, type, settles, dialog, now } = await before("p");
  press("/");
  type("bo@small.example");
  press("Enter");
  await settles();
  expect(dialog()).toMatchObject({ kind: "card", about: { kind: "person", id: bo } });
  expect(get(now().people, bo)?.name).toBe("Bo Lindt");
});

test("an unknown user is reported by the server", async () => {
  const { press, type, settles, toast } = await before("p");
  press("/");
  type("zoe@nowhere.example");
  press("Enter");
  await settles();
  expect(toast()).toBe("No such user");
});

test("a card asks for its person", async () => {
  const { press, goes, settles, sent } = await before("p");
  goes(`person:${people.cleo}`);
  press("Enter");
  await settles();
  expect(sent(new RegExp(`^GET .*/users/${people.cleo}$`))).toBe(1);
});
