/** The branches between levels that a client takes most: what exactly travels just below each, and at it. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import { get } from "#base/table.ts";
import type { Narrow } from "#model/narrow.ts";
import { pushEvent } from "#realm/server.ts";
import type { MessageId } from "#wire/ids.ts";
import { deploy, there, withBo } from "../support/small-client.ts";
import { type Asked, startEveryday } from "./everyday.ts";

type Day = Awaited<ReturnType<typeof startEveryday>>;

/** What was asked at a path, by one parameter, while `act` was done and a while after. */
async function asking(
  level: number,
  path: string,
  act: (day: Day) => void | Promise<void>,
): Promise<readonly Asked["parameters"][]> {
  const day = await startEveryday(level);
  day.asked.length = 0;
  await act(day);
  await day.clock.pass("3 s");
  return day.asked.filter((one) => one.path === path).map(({ parameters }) => parameters);
}

const around = (level: number) => [level - 1, level] as const;

test("174: direct messages were private ones", async () => {
  const typesAt = async (level: number) => {
    const asked = await asking(level, "/messages", ({ client }) => void client.says(withBo, "hi"));
    return asked.map(({ type }) => type);
  };
  expect(await Promise.all(around(174).map(typesAt))).toEqual([["private"], ["direct"]]);
});

test("177: narrows to direct messages had other words", async () => {
  const termsAt = async (level: number) => {
    const asked = await asking(level, "/messages", async ({ client, clock }) => {
      client.open(withBo as Narrow);
      await clock.pass("1 s");
      client.open({ kind: "directs" });
    });
    return asked.map(({ narrow = "" }) => JSON.parse(narrow)[0]);
  };
  const [older, newer] = await Promise.all(around(177).map(termsAt));
  expect(older?.map(({ operator, operand }) => [operator, operand])).toEqual([
    ["pm-with", [12]],
    ["is", "private"],
  ]);
  expect(newer?.map(({ operator, operand }) => [operator, operand])).toEqual([
    ["dm", [12]],
    ["is", "dm"],
  ]);
});

test("215: typing in streams is told from it on, by the stream's ID", async () => {
  const toldAt = (level: number) =>
    asking(level, "/typing", ({ client }) => client.types(deploy, "hm"));
  const stream = { type: "stream", stream_id: String(there.streamId), topic: there.topic };
  expect(await Promise.all(around(215).map(toldAt))).toEqual([[], [{ op: "start", ...stream }]]);
});

test("236: own messages are read at once, or marked so when they were sent", async () => {
  const readAt = async (level: number) => {
    const say = ({ client }: Day) => void client.says(deploy, "mine");
    const sends = await asking(level, "/messages", say);
    const marks = await asking(level, "/messages/flags", say);
    return [
      sends.map(({ read_by_sender: read }) => read),
      marks.map(({ op, flag }) => `${op} ${flag}`),
    ];
  };
  const [older, newer] = await Promise.all(around(236).map(readAt));
  expect(older).toEqual([[undefined], ["add read"]]);
  expect(newer).toEqual([["true"], []]);
});

test("1: the first unread message is asked for beside an anchor of digits", async () => {
  const anchorAt = async (level: number) => {
    const [page] = await asking(level, "/messages", ({ client }) => client.open({ kind: "all" }));
    return [page?.["anchor"], page?.["use_first_unread_anchor"]];
  };
  expect(await Promise.all(around(1).map(anchorAt))).toEqual([
    ["10000000000000000", "true"],
    ["first_unread", undefined],
  ]);
});

test("polls that are too many are waited out, without a word and without registering anew", async () => {
  const { clock, control, asked, bo, client, store } = await startEveryday(278);
  client.open(deploy);
  await clock.pass("1 s");
  control.fault({ kind: "rate limit", path: "/events", times: 4, retryAfter: 20 });
  await bo.say(there, "while polls are refused");
  asked.length = 0;
  await clock.pass("100 s");
  expect(client.rows(deploy).at(-1)).toBe("while polls are refused");
  expect(store.getState().session.connection).toEqual({ kind: "live" });
  expect(store.getState().replica.epoch).toBe(1);
  const polls = asked.filter(({ path }) => path === "/events");
  expect(polls.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(polls.length).toBeLessThan(12);
  expect(asked.filter(({ path }) => path === "/register")).toEqual([]);
});

test("a server that comes back with a higher level is asked anew, and spoken to in its own words", async () => {
  const { clock, control, asked, client, store, view } = await startEveryday(170);
  const said = () =>
    asked.flatMap(({ method, path, parameters }) =>
      method === "POST" && path === "/messages"
        ? [[parameters["type"], parameters["read_by_sender"]]]
        : [],
    );
  client.says(withBo, "before");
  await clock.pass("2 s");
  control.setLevel(278);
  await clock.pass("2 s");
  expect(view().realm.featureLevel).toBe(278);
  // All clients at once would be too much: each waits for a while of its own.
  await clock.pass("4 min");
  expect(store.getState().replica.epoch).toBe(1);
  await clock.pass("7 min");
  expect(store.getState().replica.epoch).toBe(2);
  expect(asked.filter(({ path }) => path === "/register")).toHaveLength(2);
  client.says(withBo, "after");
  await clock.pass("2 s");
  expect(said()).toEqual([
    ["private", undefined],
    ["direct", "true"],
  ]);
  expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
});

test("114: a text that was drawn anew is told from an edit by having no author", async () => {
  const { clock, control, client, bo, view } = await startEveryday(113);
  client.open(deploy);
  await clock.pass("1 s");
  const id = (await bo.say(there, "first")) as MessageId;
  await clock.pass("1 s");
  const message = () => get(view().messages, id);
  const { server } = control;
  const drawn = { message_id: id, message_ids: [id], content: "first, drawn anew" };
  for (const queue of server.queues.values())
    pushEvent(server, queue, { type: "update_message", ...drawn });
  await clock.pass("1 s");
  expect(message()).toMatchObject({ content: "first, drawn anew", editedAt: undefined });
  await bo.patch(`/messages/${id}`, { content: "second" });
  await clock.pass("1 s");
  expect(message()?.content).toBe("second");
  expect(message()?.editedAt).toBeGreaterThan(0);
});

test("who signs in again goes on in the words of the server", async () => {
  const { clock, control, asked, client, ana } = await startEveryday(278);
  control.expireQueues();
  const connection = createConnection({
    site: "http://realm.test",
    credentials: { email: ana.account.email, key: ana.account.api_key },
    send: client.network.send,
    clock,
    log: silent,
    userAgent: "weir-test/1",
  });
  client.session.signIn(connection);
  expect(connection.level()).toBe(278);
  client.says(withBo, "again");
  await clock.pass("5 s");
  const send = asked.find(({ method, path }) => method === "POST" && path === "/messages");
  expect(send?.parameters).toMatchObject({ type: "direct", read_by_sender: "true" });
});
