import { expect, test } from "vitest";
import { decodeEvent, decodeMessages, runToEnd } from "#model/decode.ts";
import * as make from "../support/make.ts";

const emoji = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji", user_id: 1 };

test("an event of an unknown type or with an unknown value is reported and not an error", () => {
  expect(decodeEvent({ type: "horoscope", id: 3 })).toEqual({
    kind: "unknown",
    type: "horoscope",
    id: 3,
    path: undefined,
  });
  const stream = { type: "stream", op: "paint", id: 4 };
  expect(decodeEvent(stream)).toEqual({ kind: "unknown", type: "stream", id: 4, path: "op" });
  const dyed = { type: "reaction", op: "dye", id: 5, message_id: 1, ...emoji };
  expect(decodeEvent(dyed)).toMatchObject({ kind: "unknown", type: "reaction", path: "op" });
  expect(decodeEvent("nonsense")).toEqual({ kind: "unknown", type: "", id: undefined });
});

test("an invalid event is reported with the path", () => {
  const event = { type: "reaction", id: 5, op: "add", message_id: "seven" };
  expect(decodeEvent(event)).toMatchObject({ kind: "malformed", type: "reaction", id: 5 });
  expect(
    decodeEvent({ ...event, emoji_name: "a", emoji_code: "b", reaction_type: "c" }),
  ).toMatchObject({
    path: "reaction.message_id",
  });
});

test("an invalid message is skipped and reported with its path, and the rest is decoded", () => {
  const [first, second] = [make.message(), make.message()];
  const list = [first, { ...second, sender_id: "nobody" }, second];
  const { messages, mismatches } = runToEnd(decodeMessages(list));
  expect(messages.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(mismatches.map(({ path }) => path)).toEqual(["messages.1.sender_id"]);
});

test("decoding long lists yields every few elements", () => {
  const work = decodeMessages(Array.from({ length: 200 }, () => make.message()));
  let stops = 0;
  while (work.next().done !== true) stops += 1;
  expect(stops).toBeGreaterThan(4);
});
