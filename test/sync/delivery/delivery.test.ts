import { expect, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import { sorted } from "#base/sorted.ts";
import type { Action } from "#journal/intent.ts";
import { isUnread } from "#model/unreads.ts";
import { addIntents, undoStep } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { streams } from "../../support/small-blueprint.ts";
import {
  before,
  deploy,
  elsewhere,
  inDeploy,
  ownMessage,
  startSmall,
  withBo,
} from "../../support/small-client.ts";

const posts = (sent: readonly string[]) => sent.filter((line) => line === "POST /messages").length;
type Small = Awaited<ReturnType<typeof startSmall>>;

const id = (number: number) => number as MessageId;
const thumb = { name: "+1", code: "1f44d", type: "unicode_emoji" };

test.each([
  ["rate limit", 90],
  ["unavailable", 40],
] as const)("after %s, a change is sent again when the server allows it", async (kind, seconds) => {
  const { client, clock, control, store } = await startSmall();
  control.fault({ kind, path: "/users/me/status", retryAfter: seconds });
  addIntents(store, { clock, newId: client.newId }, [
    { kind: "status", text: "busy", emoji: null },
  ]);
  const changes = () => client.network.sent.filter((call) => call.endsWith("/status")).length;
  await clock.pass((seconds - 1) * 1000);
  expect(changes()).toBe(1);
  await clock.pass("2 s");
  expect(changes()).toBe(2);
});

test("until when the rate limit delays sends is known, and forgotten once they go on", async () => {
  const { client, clock, control, store } = await startSmall();
  const { limitedUntil: before } = store.getState().session;
  control.fault({ kind: "rate limit", path: "/messages", method: "POST", retryAfter: 30 });
  client.send(deploy, "one of many");
  await clock.pass("1 s");
  const { limitedUntil = 0 } = store.getState().session;
  expect(before).toBe(undefined);
  expect(Math.round((limitedUntil - clock.now()) / 1000)).toBe(29);
  await clock.pass("30 s");
  expect(posts(client.network.sent)).toBe(2);
  expect(store.getState().session.limitedUntil).toBe(undefined);
});

test("a rate limit that outlasts the request is known, too", async () => {
  const { client, clock, control, store } = await startSmall();
  control.fault({ kind: "rate limit", path: "/messages", method: "POST", retryAfter: 90 });
  client.send(deploy, "one of many");
  await clock.pass("1 s");
  const { limitedUntil = 0 } = store.getState().session;
  expect(Math.round((limitedUntil - clock.now()) / 1000)).toBe(89);
  await clock.pass("90 s");
  expect(store.getState().session.limitedUntil).toBe(undefined);
});

test("a send is on disk before its request is sent", async () => {
  const { client, clock } = await startSmall();
  client.send(deploy, "written down");
  expect(posts(client.network.sent)).toBe(0);
  await clock.pass(0);
  expect(posts(client.network.sent)).toBe(1);
});

test("an event that arrives before the answer completes the send", async () => {
  const { client, clock, control, rows } = await startSmall();
  control.fault({ kind: "delay", path: "/messages", method: "POST", delayMs: 3_000 });
  client.send(deploy, "early bird");
  await clock.pass("1 s");
  expect(rows()).toEqual([...before, "early bird"]);
  await clock.pass("10 s");
  expect(rows()).toEqual([...before, "early bird"]);
});

test("after an answer without the event, the row stays until the message replaces it", async () => {
  const { client, clock, control, rows } = await startSmall();
  control.fault({ kind: "delay", path: "/events", delayMs: 2_000 });
  client.session.poke();
  await clock.pass(10);
  client.send(deploy, "answered first");
  await clock.pass("1 s");
  expect(rows()).toEqual([...before, "answered first (answered)"]);
  await clock.pass("5 s");
  expect(rows()).toEqual([...before, "answered first"]);
});

test("a send that is carried out after its timeout is matched, even among equal texts", async () => {
  const { client, clock, control, rows } = await startSmall();
  control.fault({ kind: "hang", path: "/messages", method: "POST", delayMs: 20_000 });
  client.send(deploy, "same");
  client.send(deploy, "same");
  await clock.pass("16 s");
  expect(rows()).toEqual([...before, "same (unconfirmed)", "same (waiting)"]);
  await clock.pass("10 s");
  expect(rows()).toEqual([...before, "same", "same"]);
  expect(posts(client.network.sent)).toBe(2);
});

test("a send whose answer and event are lost is found among the user's newest messages", async () => {
  const { client, clock, control, rows, store } = await startSmall();
  control.fault({ kind: "drop after", path: "/messages", method: "POST" });
  client.send(deploy, "\nwho has it? \r\n\n");
  control.expireQueues();
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "who has it?"]);
  expect(store.getState().journal.intents.size).toBe(0);
  expect(posts(client.network.sent)).toBe(1);
});

test("a send that is not found needs a decision, and later sends continue", async () => {
  const { client, clock, control, rows } = await startSmall();
  control.fault({ kind: "drop before", path: "/messages", method: "POST" });
  client.send(deploy, "lost");
  client.send(deploy, "next");
  await clock.pass("10 s");
  expect(rows()).toEqual([...before, "lost (unconfirmed)", "next (waiting)"]);
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "next", "lost (undecided)"]);
  expect(posts(client.network.sent)).toBe(2);
});

test("a server that fails only the lookup of an unconfirmed send does not block later sends", async () => {
  const { client, clock, control, rows } = await startSmall();
  control.fault({ kind: "drop before", path: "/messages", method: "POST" });
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 1_000 });
  client.send(deploy, "lost");
  client.send(deploy, "next");
  await clock.pass("40 s");
  expect(rows()).toEqual([...before, "next", "lost (undecided)"]);
  expect(client.pendingSends(deploy)).toMatchObject([
    { reason: expect.stringContaining("checking whether it arrived") },
  ]);
});

/** Signs in again over a connection where requests to `path` throw an error that is not a network failure. */
function breakRequests({ client, clock, realm }: Small, path: string, error: Error): void {
  const [{ email, api_key: key } = { email: "", api_key: "" }] = realm.accounts;
  client.session.signIn(
    createConnection({
      site: "http://realm.test",
      credentials: { email, key },
      send: (request, signal) => {
        if (!request.url.endsWith(path)) return client.network.send(request, signal);
        client.network.sent.push(`broken ${path}`);
        throw error;
      },
      clock,
      log: silent,
      userAgent: "weir-test/1",
    }),
  );
}

const broken = ({ client }: Small) =>
  client.network.sent.filter((line) => line.startsWith("broken")).length;

test("a flag change with an internal error is retried a few times, and then dropped with a toast", async () => {
  const logged: string[] = [];
  const log = { ...silent, warn: (sentence: string) => void logged.push(sentence) };
  const world = await startSmall({}, { log });
  breakRequests(world, "/messages/flags", new TypeError("x is undefined"));
  const { store, client, clock } = world;
  addIntents(store, { clock, newId: client.newId }, [{ kind: "star", op: "add", ids: [id(104)] }]);
  await clock.pass("2 s");
  expect(broken(world)).toBeLessThan(4);
  await clock.pass("1 min");
  expect(broken(world)).toBe(5);
  expect(logged.filter((line) => line.includes("carried out"))).toHaveLength(5);
  expect(store.getState().journal.intents.size).toBe(0);
  expect(store.getState().screen.toast?.text).toMatch(/dropped .*\.$/);
});

test("a send with an internal error after it was sent is not retried automatically", async () => {
  const world = await startSmall();
  breakRequests(world, "/messages", new TypeError("x is undefined"));
  world.client.send(deploy, "unlucky");
  world.client.send(deploy, "next");
  await world.clock.pass("40 s");
  expect(broken(world)).toBe(2);
  expect(world.client.pendingSends(deploy)).toMatchObject([
    { phase: "undecided" },
    { phase: "unconfirmed" },
  ]);
});

test("a refused send stays with its reason", async () => {
  const { client, clock, rows } = await startSmall();
  const nowhere = { ...deploy, streamId: 999 as never };
  client.send(nowhere, "to nobody");
  await clock.pass("5 s");
  const [send] = client.pendingSends(nowhere);
  expect(send).toMatchObject({ phase: "failed", reason: expect.stringContaining("999") });
  expect(rows()).toEqual(before);
});

test("messages written offline are queued, and sent once and in order", async () => {
  const { client, clock, rows } = await startSmall();
  client.network.plug(false);
  await clock.pass("5 s");
  for (const text of ["one", "two", "three"]) client.send(deploy, text);
  await clock.pass("5 min");
  expect(rows().slice(2)).toEqual(["one (waiting)", "two (waiting)", "three (waiting)"]);
  client.network.plug(true);
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "one", "two", "three"]);
  expect(posts(client.network.sent)).toBe(3);
});

test("a message to an unsubscribed stream appears without an event", async () => {
  const { client, clock, store } = await startSmall();
  client.send(elsewhere, "from outside");
  await clock.pass("2 s");
  expect(client.pendingSends(elsewhere)).toMatchObject([{ phase: "answered" }]);
  await clock.pass("20 s");
  expect(client.pendingSends(elsewhere)).toEqual([]);
  expect(store.getState().journal.intents.size).toBe(0);
});

test("a client that was killed while sending does not repeat a send that arrived", async () => {
  const { client, clock, realm, control } = await startSmall();
  control.fault({ kind: "drop after", path: "/messages", method: "POST" });
  client.send(deploy, "before the crash");
  await clock.pass(0);
  client.disk.crash();
  client.network.plug(false);
  const next = startClient({ clock, realm, disk: client.disk, name: "next" });
  await clock.pass("5 s");
  next.open(deploy);
  await clock.pass("2 min");
  expect(next.rows(deploy)).toEqual([...before, "before the crash"]);
  expect(posts(next.network.sent)).toBe(0);
});

test("flag changes of the same kind share one request, and undo restores exactly what was unread", async () => {
  const { client, clock, store } = await startSmall();
  const origin = { clock, newId: client.newId };
  const unread = [108, 110, 113].map(id);
  const marks = (op: "add" | "remove"): Action[] =>
    unread.map((one) => ({ kind: "read", op, ids: sorted([one]) }));
  const read = () => unread.map((one) => !isUnread(store.getState().view.unreads, one));
  client.network.sent.length = 0;
  addIntents(store, origin, marks("add"), { sentence: "Done", inverse: marks("remove") });
  expect(read()).toEqual([true, true, true]);
  await clock.pass("5 s");
  expect(client.network.sent.filter((line) => line === "POST /messages/flags").length).toBeLessThan(
    3,
  );
  expect(store.getState().journal.intents.size).toBe(0);
  undoStep(store, origin);
  expect(read()).toEqual([false, false, false]);
  await clock.pass("5 s");
  expect(read()).toEqual([false, false, false]);
  expect(store.getState().journal.intents.size).toBe(0);
});

test("an action undone before it was sent is never requested", async () => {
  const { client, clock, store } = await startSmall();
  client.network.plug(false);
  await clock.pass("5 s");
  const origin = { clock, newId: client.newId };
  const mark = { kind: "read", ids: sorted([id(110)]) } as const;
  addIntents(store, origin, [{ ...mark, op: "add" }], {
    sentence: "Done",
    inverse: [{ ...mark, op: "remove" }],
  });
  undoStep(store, origin);
  expect(store.getState().journal.intents.size).toBe(0);
  client.network.plug(true);
  client.network.sent.length = 0;
  await clock.pass("1 min");
  expect(client.network.sent).not.toContain("POST /messages/flags");
});

test("an existing reaction counts as done", async () => {
  const { client, clock, store, ana } = await startSmall();
  await ana.post("/messages/104/reactions", { emoji_name: "+1" });
  const react = { kind: "react", op: "add", messageId: id(104), emoji: thumb } as const;
  addIntents(store, { clock, newId: client.newId }, [react]);
  await clock.pass("20 s");
  expect(store.getState().journal.intents.size).toBe(0);
  expect(store.getState().screen.toast).toBeUndefined();
});

test("a refused star is removed from the screen, with a toast", async () => {
  const { client, clock, store } = await startSmall();
  const star = { kind: "star", op: "add", ids: sorted([id(4_000)]) } as const;
  addIntents(store, { clock, newId: client.newId }, [star]);
  expect(store.getState().view.starred).toContain(4_000);
  await clock.pass("5 s");
  expect(store.getState().view.starred).not.toContain(4_000);
  expect(store.getState().screen.toast).toMatchObject({ tone: "error" });
});

test("sends of one conversation do not wait for those of another", async () => {
  const { client, clock, control } = await startSmall();
  control.fault({ kind: "delay", path: "/messages", method: "POST", delayMs: 10_000 });
  client.send(deploy, "slow");
  client.send(withBo, "quick");
  await clock.pass("2 s");
  expect(client.pendingSends(withBo)).toEqual([]);
});

test("a held send is sent when its time has come, and never after an undo", async () => {
  const { store, clock, client, own, undo, sent } = await startSmall({ first: ownMessage });
  const origin = { clock, newId: client.newId };
  const ids = sorted([own]);
  const star = () =>
    addIntents(
      store,
      origin,
      [{ kind: "star", op: "add", ids }],
      { sentence: "Starred", inverse: [{ kind: "star", op: "remove", ids }] },
      5_000,
    );
  star();
  await clock.pass("4 s");
  undo();
  await clock.pass("1 min");
  expect(sent(/flags/)).toBe(0);
  star();
  await clock.pass("4 s");
  expect(sent(/flags/)).toBe(0);
  await clock.pass("2 s");
  expect(sent(/flags/)).toBe(1);
});

test.each([
  [60, 50, 10],
  [100, 600, 35],
])(
  "%i messages that are read one every %i ms are marked with fewer than %i requests",
  async (count, everyMs, most) => {
    const { store, clock, client, bo } = await startSmall();
    client.open({ kind: "starred" });
    const ids: MessageId[] = [];
    for (let at = 0; at < count; at += 1)
      ids.push((await bo.say(inDeploy, `line ${at}`)) as MessageId);
    await clock.pass("2 s");
    const posts = () =>
      client.network.sent.filter((each) => each === "POST /messages/flags").length;
    const before = posts();
    for (const id of ids) {
      addIntents(store, { clock, newId: client.newId }, [
        { kind: "read", op: "add", ids: sorted([id]) },
      ]);
      await clock.pass(everyMs);
    }
    expect(posts() - before).toBeLessThan(most);
    await clock.pass("3 s");
    const { unreads } = store.getState().replica;
    expect(ids.filter((id) => isUnread(unreads, id))).toEqual([]);
  },
);

// The toast for a step that the server refuses in part.

const mute = (streamId: number, topic: string): Action => ({
  kind: "topic-policy",
  streamId: streamId as StreamId,
  topic,
  policy: 1,
});

test("if two of three changes are refused, the toast names both and the third is carried out", async () => {
  const { client, clock, store } = await startSmall();
  const step = { sentence: "Muted 3 topics", inverse: [] };
  const all = [mute(streams.dev, "noise"), mute(4001, "one"), mute(4002, "two")];
  addIntents(store, { clock, newId: client.newId }, all, step);
  await clock.pass("10 s");
  const { screen, replica } = store.getState();
  expect(screen.toast?.tone).toBe("error");
  expect(screen.toast?.text).toMatch(/^2 of 3 refused: Mute .+; Mute .+ \(Invalid channel ID\)$/);
  expect([...replica.policies.values()]).toContain(1);
});

test("if a single change is refused, the toast shows the reason, then the change", async () => {
  const { client, clock, store } = await startSmall();
  addIntents(store, { clock, newId: client.newId }, [mute(4001, "one")]);
  await clock.pass("10 s");
  expect(store.getState().screen.toast?.text).toMatch(/^Invalid channel ID \(Mute .+\)$/);
});
