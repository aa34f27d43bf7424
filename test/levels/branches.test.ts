/** The most frequent branches between levels: the exact requests just below each, and at it. */
import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import { get } from "#base/table.ts";
import type { Narrow } from "#model/narrow.ts";
import { pushEvent } from "#realm/server.ts";
import type { MessageId } from "#wire/ids.ts";
import { deploy, inDeploy, withBo } from "../support/small-client.ts";
import { type LoggedRequest, startEveryday } from "./everyday.ts";

type Day = Awaited<ReturnType<typeof startEveryday>>;

/** The parameters of requests to a path during `act` and shortly after it. */
async function requestsDuring(
  level: number,
  path: string,
  act: (day: Day) => void | Promise<void>,
): Promise<readonly LoggedRequest["parameters"][]> {
  const day = await startEveryday(level);
  day.requests.length = 0;
  await act(day);
  await day.clock.pass("3 s");
  return day.requests.filter((one) => one.path === path).map(({ parameters }) => parameters);
}

const around = (level: number) => [level - 1, level] as const;

test("174: before it, direct messages are sent as private", async () => {
  const typesAt = async (level: number) => {
    const requests = await requestsDuring(
      level,
      "/messages",
      ({ client }) => void client.send(withBo, "hi"),
    );
    return requests.map(({ type }) => type);
  };
  expect(await Promise.all(around(174).map(typesAt))).toEqual([["private"], ["direct"]]);
});

test("177: before it, narrows to direct messages use the older operators", async () => {
  const termsAt = async (level: number) => {
    const requests = await requestsDuring(level, "/messages", async ({ client, clock }) => {
      client.open(withBo as Narrow);
      await clock.pass("1 s");
      client.open({ kind: "directs" });
    });
    return requests.map(({ narrow = "" }) => JSON.parse(narrow)[0]);
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

test("194: before it, the ID of a message is sent as a text", async () => {
  const termsAt = async (level: number) => {
    const terms = [{ operator: "id", operand: 104 }];
    const requests = await requestsDuring(level, "/messages", ({ client }) =>
      client.open({ kind: "search", text: "id:104", terms }),
    );
    return requests.map(({ narrow = "" }) => JSON.parse(narrow)[0].operand);
  };
  expect(await Promise.all(around(194).map(termsAt))).toEqual([["104"], [104]]);
});

test("215: from it on, typing in streams is sent with the stream's ID", async () => {
  const typingAt = (level: number) =>
    requestsDuring(level, "/typing", ({ client }) => client.types(deploy, "hm"));
  const stream = { type: "stream", stream_id: String(inDeploy.streamId), topic: inDeploy.topic };
  expect(await Promise.all(around(215).map(typingAt))).toEqual([[], [{ op: "start", ...stream }]]);
});

test("236: from it on, own messages are sent as read, before it they are marked after sending", async () => {
  const readAt = async (level: number) => {
    const say = ({ client }: Day) => void client.send(deploy, "mine");
    const sends = await requestsDuring(level, "/messages", say);
    const marks = await requestsDuring(level, "/messages/flags", say);
    const isSend = ({ content }: LoggedRequest["parameters"]) => content !== undefined;
    return [
      sends.filter(isSend).map(({ read_by_sender: read }) => read),
      marks.map(({ op, flag }) => `${op} ${flag}`),
    ];
  };
  const [older, newer] = await Promise.all(around(236).map(readAt));
  expect(older).toEqual([[undefined], ["add read"]]);
  expect(newer).toEqual([["true"], []]);
});

test("1: before it, the first unread message is requested by a separate parameter", async () => {
  const anchorAt = async (level: number) => {
    const [page] = await requestsDuring(level, "/messages", ({ client }) =>
      client.open({ kind: "all" }),
    );
    return [page?.["anchor"], page?.["use_first_unread_anchor"]];
  };
  expect(await Promise.all(around(1).map(anchorAt))).toEqual([
    ["10000000000000000", "true"],
    ["first_unread", undefined],
  ]);
});

test("rate-limited polls wait, without a notice or a new register", async () => {
  const { clock, control, requests, bo, client, store } = await startEveryday(278);
  client.open(deploy);
  await clock.pass("1 s");
  control.fault({ kind: "rate limit", path: "/events", times: 4, retryAfter: 20 });
  await bo.say(inDeploy, "while polls are refused");
  requests.length = 0;
  await clock.pass("100 s");
  expect(client.rows(deploy).at(-1)).toBe("while polls are refused");
  expect(store.getState().session.connection).toEqual({ kind: "live" });
  expect(store.getState().replica.epoch).toBe(1);
  const polls = requests.filter(({ path }) => path === "/events");
  expect(polls.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(polls.length).toBeLessThan(12);
  expect(requests.filter(({ path }) => path === "/register")).toEqual([]);
});

test("after an upgrade of the server, the client registers again and uses the new level", async () => {
  const { clock, control, requests, client, store, view } = await startEveryday(170);
  const sends = () =>
    requests.flatMap(({ method, path, parameters }) =>
      method === "POST" && path === "/messages"
        ? [[parameters["type"], parameters["read_by_sender"]]]
        : [],
    );
  client.send(withBo, "before");
  await clock.pass("2 s");
  control.setLevel(278);
  await clock.pass("2 s");
  expect(view().realm.featureLevel).toBe(278);
  // Each client waits for a random time, so that not all register at once.
  await clock.pass("4 min");
  expect(store.getState().replica.epoch).toBe(1);
  await clock.pass("7 min");
  expect(store.getState().replica.epoch).toBe(2);
  expect(requests.filter(({ path }) => path === "/register")).toHaveLength(2);
  client.send(withBo, "after");
  await clock.pass("2 s");
  expect(sends()).toEqual([
    ["private", undefined],
    ["direct", "true"],
  ]);
  expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
});

test("114: before it, an update without an author is a new rendering, not an edit", async () => {
  const { clock, control, client, bo, view } = await startEveryday(113);
  client.open(deploy);
  await clock.pass("1 s");
  const id = (await bo.say(inDeploy, "first")) as MessageId;
  await clock.pass("1 s");
  const message = () => get(view().messages, id);
  const { server } = control;
  const rendering = { message_id: id, message_ids: [id], content: "first, rendered again" };
  for (const queue of server.queues.values())
    pushEvent(server, queue, { type: "update_message", ...rendering });
  await clock.pass("1 s");
  expect(message()).toMatchObject({ content: "first, rendered again", editedAt: undefined });
  await bo.patch(`/messages/${id}`, { content: "second" });
  await clock.pass("1 s");
  expect(message()?.content).toBe("second");
  expect(message()?.editedAt).toBeGreaterThan(0);
});

test("signing in again keeps the server's level", async () => {
  const { clock, control, requests, client, ana } = await startEveryday(278);
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
  client.send(withBo, "again");
  await clock.pass("5 s");
  const send = requests.find(({ method, path }) => method === "POST" && path === "/messages");
  expect(send?.parameters).toMatchObject({ type: "direct", read_by_sender: "true" });
});
