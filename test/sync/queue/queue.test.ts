import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import { addIntents } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import { watchSleep } from "#sync/queue/queue.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { refusingQueues } from "../../support/refusing-queues.ts";
import { smallBlueprint } from "../../support/small-blueprint.ts";
import { before, deploy, inDeploy, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

test("an expired queue is replaced without changing place or composer", async () => {
  const { clock, client, store, bo, control, rows, connection } = await startSmall();
  client.types(deploy, "half a thought");
  const { place, composers } = store.getState().screen;
  client.network.plug(false);
  await clock.pass("2 s");
  await bo.say(inDeploy, "meanwhile");
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(store.getState().replica.epoch).toBe(2);
  expect(rows()).toEqual([...before, "meanwhile"]);
  expect(store.getState().screen).toMatchObject({ place, composers });
});

test.each([
  ["481, a laptop that slept for hours goes on with its queue, and registers not", 481, 0],
  ["480, the queue is lost after ten minutes, and a register follows", 480, 1],
] as const)("at level %s", async (_, level, expected) => {
  const { clock, client, bo, rows, connection } = await startSmall({ level });
  client.network.plug(false);
  await clock.pass("9 h");
  await bo.say(inDeploy, "in the morning");
  client.network.plug(true);
  client.network.sent.length = 0;
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(rows()).toEqual([...before, "in the morning"]);
  expect(registers(client.network.sent)).toHaveLength(expected);
});

test("a queue that nobody polled for longer than the server keeps it is replaced without being asked for", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock, level: since.queueTimeouts });
  const client = startClient({ clock, realm });
  const asked: unknown[] = [];
  client.network.replace({
    ...realm,
    fetch: async (request) => {
      if (!request.url.includes("/register")) return await realm.fetch(request);
      const form = new URLSearchParams(await request.text());
      asked.push(form.get("idle_queue_timeout"));
      form.set("idle_queue_timeout", "3600");
      const { url, method, headers } = request;
      return await realm.fetch(new Request(url, { method, headers, body: form }));
    },
  });
  await clock.pass("5 s");
  client.network.plug(false);
  await clock.pass("2 h");
  client.network.plug(true);
  client.network.sent.length = 0;
  await clock.pass("1 min");
  const calls = client.network.sent.filter((one) => /register|events/.test(one));
  expect(calls.slice(0, 2)).toEqual(["POST /register", "GET /events"]);
  expect([client.store.getState().replica.epoch, asked]).toEqual([2, ["57600", "57600"]]);
});

test("the first poll does not wait, and while it hangs the header says how old the server's last word is", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  realm.control.fault({ kind: "delay", path: "/events", delayMs: 70_000, times: 9 });
  const client = startClient({ clock, realm });
  const at = clock.now();
  await clock.pass("1 s");
  const connection = () => client.store.getState().session.connection;
  expect(connection()).toEqual({ kind: "live" });
  await clock.pass("4 s");
  expect(connection()).toEqual({ kind: "catching-up", since: at });
  await clock.pass("30 s");
  expect(connection()).toEqual({ kind: "stale", since: at });
  realm.control.clearFaults();
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
});

test("messages sent during an outage of 20 seconds arrive afterwards from the same queue", async () => {
  const { clock, client, store, bo, rows, connection } = await startSmall();
  client.network.plug(false);
  const cutAt = clock.now();
  await clock.pass("20 s");
  expect(connection()).toEqual({ kind: "offline", since: cutAt - 10_000 });
  await bo.say(inDeploy, "one");
  await bo.say(inDeploy, "two");
  client.network.plug(true);
  await clock.pass("31 s");
  expect(connection()).toEqual({ kind: "live" });
  expect(store.getState().replica.epoch).toBe(1);
  expect(rows()).toEqual([...before, "one", "two"]);
});

test("a poll answered by a proxy's error is retried without registering", async () => {
  const { clock, store, control, connection, bo, rows } = await startSmall();
  control.fault({ kind: "bad gateway", path: "/events", times: 2 });
  await bo.say(inDeploy, "wake the poll");
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(store.getState().replica.epoch).toBe(1);
  expect(rows().at(-1)).toBe("wake the poll");
});

test("a server that states how long it is unavailable is asked again after that time", async () => {
  const { clock, control, connection, client, bo, rows } = await startSmall();
  control.fault({ kind: "unavailable", path: "/events", retryAfter: 45 });
  await bo.say(inDeploy, "ends the poll");
  await clock.pass("1 s");
  await bo.say(inDeploy, "meanwhile");
  client.network.sent.length = 0;
  await clock.pass("43 s");
  expect(connection()).toMatchObject({ kind: "stale" });
  expect(client.network.sent).toEqual([]);
  await clock.pass("2 s");
  expect(connection()).toEqual({ kind: "live" });
  expect(rows().at(-1)).toBe("meanwhile");
});

test("after sleep the queue is polled immediately", async () => {
  const { clock, client } = await startSmall();
  client.network.sent.length = 0;
  clock.jump("8 h");
  await clock.pass("6 s");
  expect(client.network.sent.filter((line) => line === "GET /events").length).toBeGreaterThan(0);
});

test("without sleep only long polls are requested", async () => {
  const { clock, client } = await startSmall();
  client.network.sent.length = 0;
  await clock.pass("40 s");
  expect(client.network.sent.filter((line) => line !== "GET /events")).toEqual([]);
});

test("refused credentials stop all requests but a question now and then, and queued sends stay", async () => {
  const { clock, client, store, realm, control, connection, rows } = await startSmall();
  const [account] = realm.accounts;
  const person = control.server.state.people.byId.get(account!.user_id) as { apiKey: string };
  const key = person.apiKey;
  person.apiKey = "x".repeat(32);
  client.session.poke();
  await clock.pass("5 s");
  expect(connection()).toMatchObject({ kind: "signed-out" });
  client.send(deploy, "while signed out");
  client.network.sent.length = 0;
  await clock.pass("4 min");
  expect(client.network.sent).toEqual([]);
  await clock.pass("6 min");
  expect(new Set(client.network.sent)).toEqual(new Set(["GET /users/me"]));
  expect(client.network.sent.length).toBeLessThan(3);
  expect(rows().at(-1)).toBe("while signed out (waiting)");

  person.apiKey = key;
  client.session.signIn(
    createConnection({
      site: "http://realm.test",
      credentials: { email: account!.email, key },
      send: client.network.send,
      clock,
      log: silent,
      userAgent: "weir-test/1",
    }),
  );
  await clock.pass("30 s");
  expect(connection()).toEqual({ kind: "live" });
  expect(rows()).toEqual([...before, "while signed out"]);
  expect(store.getState().journal.intents.size).toBe(0);
});

test("another realm at the same address discards the replica and keeps the user's texts", async () => {
  const { clock, client, store, connection } = await startSmall();
  client.types(deploy, "my draft");
  await clock.pass("1 s");
  client.network.plug(false);
  client.send(deploy, "goes out once");
  const messageId = 102 as MessageId;
  addIntents(store, { clock, newId: client.newId }, [
    { kind: "edit", messageId, content: "of this realm", was: "of this one, too" },
    { kind: "star", op: "add", ids: [messageId] },
  ]);
  const young = smallBlueprint(Math.floor(clock.now() / 1000));
  const other = startRealm({
    clock,
    blueprint: { ...young, messages: young.messages.slice(0, 3) },
  });
  client.network.replace(other.realm);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(client.rows(deploy)).toEqual(["goes out once"]);
  expect(store.getState().replica.newestMessage).toBe(104);
  const left = [...store.getState().journal.intents.values()];
  expect(left).toMatchObject([{ phase: "failed", action: { content: "of this realm" } }]);
});

test("an event with an invalid shape causes one new register; after that its type is quarantined", async () => {
  const { clock, store, control } = await startSmall();
  const schemaMismatch = () => {
    for (const queue of control.server.queues.values()) {
      const id = Math.max(-1, ...queue.events.map((event) => event.id)) + 100_000;
      queue.events.push({ type: "reaction", id, op: "add" } as never);
      queue.wake?.();
    }
  };
  schemaMismatch();
  await clock.pass("10 s");
  expect(store.getState().replica.epoch).toBe(2);
  expect(store.getState().session.quarantined).toEqual([]);
  schemaMismatch();
  await clock.pass("10 s");
  expect(store.getState().replica.epoch).toBe(2);
  expect(store.getState().session).toMatchObject({
    quarantined: ["reaction"],
    connection: { kind: "live" },
  });
});

test("a message deleted while the queue was lost disappears, even the newest one", async () => {
  const { clock, bo, cleo, rows, control } = await startSmall();
  const id = await bo.say(inDeploy, "soon gone");
  await clock.pass("2 s");
  expect(rows()).toEqual([...before, "soon gone"]);
  control.expireQueues();
  await cleo.delete(`/messages/${id}`);
  await clock.pass("5 s");
  expect(rows()).toEqual(before);
});

test("unreadable polls cause one new register, and the connection is live again once they are readable", async () => {
  const { clock, client, connection, realm } = await startSmall();
  const registers = () => client.network.sent.filter((one) => one.endsWith("/register")).length;
  const events = [{ type: "typing" }];
  client.network.replace({
    ...realm,
    fetch: async (request) =>
      request.url.includes("/events")
        ? Response.json({ result: "success", msg: "", events })
        : realm.fetch(request),
  });
  client.network.plug(true);
  await clock.pass("4 min");
  expect([connection().kind, registers()]).toEqual(["stale", 2]);
  client.network.replace(realm);
  await clock.pass("2 min");
  expect([connection().kind, registers()]).toEqual(["live", 2]);
});

const registers = (sent: readonly string[]) => sent.filter((one) => one.endsWith("/register"));

test("registers back off while every new queue is refused, and the connection is never shown as live", async () => {
  const { clock, client, connection, realm, bo, rows } = await startSmall();
  client.network.replace(refusingQueues(realm));
  client.network.plug(true);
  client.network.sent.length = 0;
  await clock.pass("5 min");
  expect(registers(client.network.sent).length).toBeLessThan(25);
  expect(connection()).toEqual({ kind: "catching-up" });
  // The server answers, so messages are sent.
  client.send(deploy, "anybody?");
  await clock.pass("10 s");
  expect(rows().at(-1)).toMatch(/^anybody\?/);
  client.network.replace(realm);
  await bo.say(inDeploy, "back again");
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(rows().at(-1)).toBe("back again");
});

test("registers back off while every queue is lost a second after it worked", async () => {
  const { clock, client, control, connection, bo, rows } = await startSmall();
  client.network.sent.length = 0;
  for (let second = 0; second < 300; second += 1) {
    control.expireQueues();
    await clock.pass("1 s");
  }
  expect(registers(client.network.sent).length).toBeLessThan(25);
  await bo.say(inDeploy, "back again");
  await clock.pass("1 min");
  expect([connection().kind, rows().at(-1)]).toEqual(["live", "back again"]);
  // A queue that lived is replaced at once again.
  await clock.pass("2 min");
  client.network.sent.length = 0;
  control.expireQueues();
  await clock.pass("1 s");
  expect([registers(client.network.sent).length, connection().kind]).toEqual([1, "live"]);
});

test("the register after an upgrade is not lost while a poll is applied", async () => {
  const { clock, client, control } = await startSmall({}, { random: () => 0 });
  const push = (event: object) => {
    for (const queue of control.server.queues.values()) {
      const id = Math.max(-1, ...queue.events.map(({ id: last }) => last)) + 100_000;
      queue.events.push({ ...event, id } as never);
      queue.wake?.();
    }
  };
  push({ type: "restart", server_generation: 1, svc_feature_level: 999, immediate: false });
  await clock.pass(5 * 60_000 - 20);
  client.network.sent.length = 0;
  // Changes are 40 ms apart, so the second one is still being applied when the register is due.
  push({ type: "heartbeat" });
  await clock.pass(10);
  push({ type: "heartbeat" });
  await clock.pass("5 s");
  expect(registers(client.network.sent)).toHaveLength(1);
});

test.each([0, -1, 3e6, 1e9])(
  "a server with a poll timeout of %d seconds is polled at a bounded rate",
  async (seconds) => {
    const clock = fakeClock();
    const { realm } = startRealm({ clock });
    const client = startClient({ clock, realm });
    client.network.replace({
      ...realm,
      fetch: async (request) => {
        const answer = await realm.fetch(request);
        if (!request.url.includes("/register")) return answer;
        const change = { event_queue_longpoll_timeout_seconds: seconds };
        return Response.json({ ...((await answer.json()) as object), ...change });
      },
    });
    const pollsWithin = async (span: string) => {
      client.network.sent.length = 0;
      await clock.pass(span);
      return client.network.sent.filter((one) => one === "GET /events").length;
    };
    await clock.pass("5 s");
    expect(await pollsWithin("1 min")).toBeLessThan(20);
    client.network.line("silent");
    expect(await pollsWithin("11 min")).toBeGreaterThan(0);
  },
);

test("a server that falls silent is doubted when a heartbeat is overdue, and stale when it does not answer at once", async () => {
  const { clock, client, connection } = await startSmall();
  await clock.pass("1 min");
  client.network.line("silent");
  const cutAt = clock.now();
  const changes: (readonly [seconds: number, kind: string])[] = [];
  for (let second = 1; second <= 80; second += 1) {
    await clock.pass("1 s");
    const { kind } = connection();
    if (changes.at(-1)?.[1] !== kind) changes.push([(clock.now() - cutAt) / 1000, kind]);
  }
  expect(changes.map(([, kind]) => kind)).toEqual(["live", "catching-up", "stale"]);
  expect(changes[1]?.[0]).toBeLessThanOrEqual(63);
  client.network.line("well");
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
});

test("stopping deletes the queue", async () => {
  const { clock, client, control } = await startSmall();
  expect(control.server.queues.size).toBe(1);
  const stopped = client.session.stop();
  await clock.pass("3 s");
  await stopped;
  expect(control.server.queues.size).toBe(0);
});

test("a poll whose connection is lost is repeated immediately, and the connection stays live", async () => {
  const { client, clock, store, bo, rows } = await startSmall();
  const kinds = new Set<string>();
  store.subscribe(({ session }) => kinds.add(session.connection.kind));
  // Drops open connections, as the restart of a proxy does.
  client.network.plug(true);
  await bo.say({ streamId: 2, topic: "deploy" }, "through the new one");
  await clock.pass("1 s");
  expect(rows().at(-1)).toBe("through the new one");
  expect([...kinds]).toEqual(["live"]);
});

test("the toast of an unreachable server disappears when it responds, and other errors stay", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const { store, network } = startClient({ clock, realm });
  const toast = () => store.getState().screen.toast?.text;
  network.plug(false);
  await clock.pass("5 s");
  expect(toast()).toMatch(/^Cannot connect/);
  network.plug(true);
  await clock.pass("1 min");
  expect([store.getState().session.connection.kind, toast()]).toEqual(["live", undefined]);
  showError(store, "The disk is full.");
  network.plug(false);
  await clock.pass("2 min");
  network.plug(true);
  await clock.pass("1 min");
  expect(toast()).toBe("The disk is full.");
});

test("why a server fails is said once in each outage, and of the network only before anything was there", async () => {
  const { clock, store, client, control, bo } = await startSmall();
  const said: (string | undefined)[] = [];
  onTestFinished(
    store.subscribe(({ screen: { toast } }, { screen: before }) => {
      if (toast !== before.toast) said.push(toast?.text);
    }),
  );
  client.network.plug(false);
  await clock.pass("1 min");
  client.network.plug(true);
  await clock.pass("1 min");
  expect(said).toEqual([]);
  for (const text of ["first", "second"]) {
    control.fault({ kind: "bad gateway", path: "/events", times: 3 });
    await bo.say(inDeploy, text);
    await clock.pass("1 min");
  }
  const sentence = "The server failed (status 502). What you do is kept, and sent later.";
  expect(said).toEqual([sentence, undefined, sentence, undefined]);
});

test("while the disk is full, an outage does not promise that what is done is kept", async () => {
  const { clock, client, control, bo, act, toast } = await startSmall();
  client.disk.fail(full);
  act({ kind: "star", op: "add", ids: [1 as MessageId] });
  control.fault({ kind: "bad gateway", path: "/events", times: 20 });
  await bo.say(inDeploy, "first");
  await clock.pass("1 s");
  expect(toast()).toBe("The server failed (status 502).");
});

test("somebody who types with pauses does not delay the register of a lost queue", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  let [isLost, isSlow] = [false, false];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (isLost && pathname.endsWith("/events")) {
      const body = { result: "error", code: "BAD_EVENT_QUEUE_ID", msg: "Bad event queue ID" };
      return Response.json(body, { status: 400 });
    }
    if (isSlow && pathname.endsWith("/register")) {
      await clock.sleep(10_000);
      isLost = false;
    }
    return realm.fetch(request);
  };
  const client = startClient({ clock, realm: { ...realm, fetch } });
  await clock.pass("5 s");
  client.open(deploy);
  client.types(deploy, "a first text");
  await clock.pass("20 s");
  const before = client.network.sent.length;
  [isLost, isSlow] = [true, true];
  client.session.poke();
  for (let second = 0; second < 40; second += 5) {
    client.types(deploy, `a text that grows ${second}`);
    client.session.poke();
    await clock.pass("5 s");
  }
  const sent = client.network.sent.slice(before);
  expect(sent.filter((line) => line === "POST /register")).toHaveLength(1);
  expect(client.store.getState().session.connection).toEqual({ kind: "live" });
});

function start() {
  const clock = fakeClock();
  let woken = 0;
  const stop = watchSleep(clock, () => {
    woken += 1;
  });
  return { clock, stop, woken: () => woken };
}

test("a wall clock that jumps ahead by more than 15 s is reported as sleep once", async () => {
  const { clock, woken } = start();
  await clock.pass("1 min");
  expect(woken()).toBe(0);
  clock.jump("16 s");
  await clock.pass("1 min");
  expect(woken()).toBe(1);
});

test("a small correction of the clock or a jump back is not sleep", async () => {
  const { clock, woken } = start();
  clock.jump("10 s");
  await clock.pass("6 s");
  clock.jump(-3_600_000);
  await clock.pass("6 s");
  expect(woken()).toBe(0);
});

test("stopping cancels the timer", async () => {
  const { clock, stop } = start();
  await clock.pass("1 min");
  stop();
  expect(clock.waiting()).toBe(0);
});

test("after a fault of weir's own nothing is called live, and the user is told, until all is read again", async () => {
  const { clock, store, bo, connection, toast, rows } = await startSmall();
  const end = store.subscribe(({ replica }, last) => {
    if (replica !== last.replica) throw new Error("A part of weir failed.");
  });
  await bo.say(inDeploy, "wake the poll");
  await clock.pass("400 ms");
  expect(connection()).toEqual({ kind: "stale", since: expect.any(Number) });
  expect(toast()).toMatch(/^weir failed to read what the server sent/);
  end();
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  expect([toast(), rows().at(-1)]).toEqual([undefined, "wake the poll"]);
});
