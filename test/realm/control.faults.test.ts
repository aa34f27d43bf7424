import { describe, expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { PortTaken } from "#realm/failures.ts";
import { serveRealm } from "#realm/serve.ts";
import { fakeClock } from "../support/clock.ts";
import { authorization, type Body, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const { ana, bo } = people;

async function newest(caller: {
  get: (path: string, p: Body) => Promise<{ body: Body }>;
}): Promise<string> {
  const { body } = await caller.get("/messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  return body["messages"][0].content;
}

describe("a fault", () => {
  test("affects matching requests as often as configured", async () => {
    const { realm, as } = startRealm();
    realm.control.fault({ kind: "bad gateway", method: "POST", path: "/messages", times: 2 });
    const status = async (text: string) =>
      (await as(ana).post("/messages", { type: "direct", to: [bo], content: text })).status;
    expect((await as(ana).get("/messages/101")).status).toBe(200);
    expect([await status("a"), await status("b"), await status("c")]).toEqual([502, 502, 200]);
    expect(await newest(as(ana))).toBe("c");
  });

  test("drop before prevents the change, drop after only loses the answer", async () => {
    const { realm, as } = startRealm();
    const asAna = as(ana);
    realm.control.fault({ kind: "drop before", path: "/messages" });
    await expect(asAna.say([bo], "lost")).rejects.toThrow("cut the connection");
    expect(await newest(asAna)).not.toBe("lost");
    realm.control.fault({ kind: "drop after", path: "/messages" });
    await expect(asAna.say([bo], "done")).rejects.toThrow("cut the connection");
    expect(await newest(asAna)).toBe("done");
  });

  test("can limit the rate with the wait in the header", async () => {
    const { realm, as } = startRealm();
    realm.control.fault({ kind: "rate limit", retryAfter: 2.5 });
    const { status, headers, body } = await as(ana).get("/messages/101");
    expect([status, headers.get("retry-after"), body["retry-after"]]).toEqual([429, "2.5", 2.5]);
  });

  test("can make the server unavailable, for a stated time", async () => {
    const { realm, as } = startRealm();
    realm.control.fault({ kind: "unavailable" });
    realm.control.fault({ kind: "unavailable", retryAfter: 30 });
    const get = async () => {
      const { status, headers } = await as(ana).get("/messages/101");
      return [status, headers.get("retry-after")];
    };
    expect([await get(), await get()]).toEqual([
      [503, null],
      [503, "30"],
    ]);
  });

  test("can truncate an answer", async () => {
    const { realm, as } = startRealm();
    realm.control.fault({ kind: "truncate" });
    const { status, body } = await as(ana).get("/messages/101");
    expect([status, body["text"].startsWith('{"result":"success"')]).toEqual([200, true]);
  });

  test("can delay the request or the answer", async () => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock });
    realm.control.fault({ kind: "hang", path: "/messages", method: "POST", delayMs: 20_000 });
    const sending = as(ana).say([bo], "late");
    await clock.pass("19 s");
    expect(await newest(as(ana))).not.toBe("late");
    await clock.pass("1 s");
    expect(await sending).toBeGreaterThan(113);
    realm.control.fault({ kind: "delay", path: "/messages", method: "POST", delayMs: 20_000 });
    const answered = as(ana).say([bo], "there at once");
    await clock.pass(1);
    expect(await newest(as(ana))).toBe("there at once");
    await clock.pass("20 s");
    await answered;
  });
});

describe("the control URL", () => {
  const post = (
    realm: ReturnType<typeof startRealm>["realm"],
    name: string,
    body: unknown,
    token = realm.control.token,
  ) =>
    realm.fetch(
      new Request(`http://realm.test/control/${token}/${name}`, {
        method: "POST",
        body: JSON.stringify(body),
      }),
    );

  test("accepts the same commands, and answers 404 without the token", async () => {
    const { realm, as } = startRealm();
    expect((await post(realm, "fault", { kind: "bad gateway" }, "guess")).status).toBe(404);
    expect(await (await post(realm, "fault", { kind: "bad gateway" })).json()).toEqual({
      ok: true,
    });
    expect((await as(ana).get("/messages/101")).status).toBe(502);
    expect((await post(realm, "fault", { kind: "earthquake" })).status).toBe(400);
    await post(realm, "level", { level: 300 });
    expect((await as(ana).register())["svc_feature_level"]).toBe(300);
    expect(await (await post(realm, "expire-queues", {})).json()).toEqual({ ok: true, expired: 1 });
  });

  test("returns the mails that were not sent", async () => {
    const { realm, as } = startRealm();
    const words = { deactivation_notification_comment: "Thank you for *all*" };
    await as(people.cleo).delete(`/users/${people.bo}`, words);
    expect(await (await post(realm, "mails", {})).json()).toEqual({
      ok: true,
      mails: [{ to: "bo@small.example", comment: "Thank you for *all*" }],
    });
  });

  test("sends a flood of messages at a given rate", async () => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock });
    const { queue_id: queue } = await as(ana).register({ event_types: ["message"] });
    const flood = realm.control.flood({ perSecond: 100, seconds: 2, streamShare: 0.5 });
    await clock.pass("1 s");
    expect((await as(ana).events(queue)).length).toBeGreaterThanOrEqual(99);
    await clock.pass("2 s");
    expect(await flood).toMatchObject({ sent: 200 });
    const events = await as(ana).events(queue);
    expect(events).toHaveLength(200);
    expect(new Set(events.map((event) => event["message"].type))).toEqual(
      new Set(["stream", "private"]),
    );
  });
});

describe("on a socket", () => {
  test("requests are answered, drops cut the connection, and a taken port is an error", async () => {
    const { realm, as } = startRealm({ clock: systemClock });
    const served = await serveRealm(realm);
    const headers = { authorization: authorization(as(ana).account) };
    const ask = () => globalThis.fetch(`${served.url}/api/v1/users/me`, { headers });
    expect((await ask()).status).toBe(200);
    realm.control.fault({ kind: "drop after" });
    await expect(ask()).rejects.toThrow("fetch failed");
    expect((await ask()).status).toBe(200);
    const port = Number(new URL(served.url).port);
    await expect(serveRealm(realm, { port })).rejects.toThrow(PortTaken);
    realm.stop();
    await served.close();
    await expect(ask()).rejects.toThrow("fetch failed");
  });

  test("a poll ends when its client disconnects", async () => {
    const { realm, as } = startRealm({ clock: systemClock });
    const served = await serveRealm(realm);
    const { queue_id: queue } = await as(ana).register();
    const leave = new AbortController();
    const url = `${served.url}/api/v1/events?queue_id=${queue}&last_event_id=-1`;
    const headers = { authorization: authorization(as(ana).account) };
    const poll = globalThis.fetch(url, { headers, signal: leave.signal }).catch(() => "gone");
    const held = realm.control.server.queues.get(queue);
    await expect.poll(() => held?.wake !== undefined).toBe(true);
    leave.abort();
    expect(await poll).toBe("gone");
    await expect.poll(() => held?.wake === undefined).toBe(true);
    await served.close();
  });
});

test("an internal error is answered with status 500 and counted", async () => {
  const { realm, as } = startRealm();
  const { caught, server, token } = realm.control;
  const render = () => {
    throw new Error("no drawing today");
  };
  expect(caught).toEqual({ count: 0, newest: undefined });
  Object.assign(server, { render });
  const { status, body } = await as(ana).get("/messages/101");
  expect([status, body]).toEqual([500, { result: "error", msg: "Internal server error" }]);
  const url = `http://realm.test/control/${token}/caught`;
  const reported = await (await realm.fetch(new Request(url, { method: "POST" }))).json();
  expect(reported).toMatchObject({ ok: true, count: 1 });
  expect(reported.newest).toMatch(/^GET \/api\/v1\/messages\/101\nError: no drawing today/);
});
