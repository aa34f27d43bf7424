import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const range = { anchor: "newest", num_before: 1, num_after: 0, narrow: [] };

test("what is wrong with a range is told before what is wrong with a flag", async () => {
  const her = startRealm().as(people.ana);
  const change = async (wish: Body) =>
    (await her.post("/messages/flags/narrow", { ...range, op: "add", flag: "read", ...wish })).body;
  const narrow = [{ operator: "is", operand: "x" }];
  expect(await change({ narrow, flag: "x" })).toMatchObject({ code: "BAD_NARROW" });
  expect(await change({ anchor: "x", op: "x" })).toMatchObject({ msg: "Invalid anchor" });
  expect(await change({ op: "x", flag: "y" })).toMatchObject({ msg: "Invalid flag: 'y'" });
  expect(await change({ op: "x" })).toMatchObject({
    msg: "Invalid message flag operation: 'x'",
  });
});

test("what is no narrow is told before what is no anchor", async () => {
  const her = startRealm().as(people.ana);
  const wish = { num_before: 5000, num_after: 5000, anchor: "x", narrow: [5] };
  const words = "Invalid narrow[0]: Value error, dict or list required";
  expect((await her.get("/messages", wish)).body).toMatchObject({ msg: words });
  const flagged = { ...wish, op: "add", flag: "read" };
  expect((await her.post("/messages/flags/narrow", flagged)).body).toMatchObject({ msg: words });
  const long = { ...wish, anchor: 5, include_anchor: false, narrow: [] };
  expect((await her.get("/messages", long)).body["msg"]).toMatch(/^Too many messages/);
});

test("the empty topic is looked for nowhere when it is read", async () => {
  const her = startRealm().as(people.ana);
  const wish = { stream_id: streams.dev, topic_name: "" };
  expect((await her.post("/mark_topic_as_read", wish)).body).toMatchObject({ result: "success" });
});

test("of a range that is too long on both sides, each side keeps its half", async () => {
  const { as } = startRealm();
  const wish = { ...range, anchor: 108, op: "add", flag: "starred" };
  const { body } = await as(people.ana).post("/messages/flags/narrow", {
    ...wish,
    num_before: 5000,
    num_after: 5000,
  });
  expect(body).toMatchObject({ first_processed_id: 101, last_processed_id: 113 });
});
