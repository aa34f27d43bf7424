import { expect, onTestFinished, test } from "vitest";
import { get } from "#base/table.ts";
import { beginEdit } from "#commands/message/editing.ts";
import { conversationKey } from "#model/conversation.ts";
import { presenceOf, seenAt } from "#model/select/conversations.ts";
import { pushEvent } from "#realm/server.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { altered } from "../support/altered.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { showScreen } from "../support/screen.tsx";
import { people, streams } from "../support/small-blueprint.ts";
import { deploy, inDeploy, ownMessage, startSmall, withBo } from "../support/small-client.ts";

async function start(lastKeyAt?: () => number) {
  const attention = lastKeyAt && { lastKeyAt, reportsFocus: () => true };
  const small = await startSmall({}, attention === undefined ? {} : { attention });
  const { clock, client, store, bo } = small;
  const pings = () => client.network.sent.filter((each) => each.endsWith("/presence")).length;
  const set = (key: "presence_enabled", value: boolean) =>
    changeReplica(store, (replica) => ({
      ...replica,
      settings: { ...replica.settings, [key]: value },
    }));
  return {
    ...small,
    pings,
    set,
    /** Ana's status as the server reports it to another client. */
    reported: async () => {
      const { body } = await bo.get("/realm/presence");
      return body["presences"]["ana@small.example"]?.website?.status;
    },
    presence: (id: number) =>
      presenceOf(store.getState().replica, id as UserId, Math.floor(clock.now() / 1000)),
    interval: () => store.getState().replica.realm.presencePingMs,
  };
}

test("the user is reported as active at the start and at each interval of the server", async () => {
  const { clock, pings, reported, interval } = await start();
  expect([pings(), await reported()]).toEqual([1, "active"]);
  await clock.pass(3 * interval());
  expect(pings()).toBe(4);
});

test("a program that nobody sees reports no presence", async () => {
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false, isUnseen: true };
  const { clock, client, bo, store } = await startSmall({}, { attention });
  await clock.pass(3 * store.getState().replica.realm.presencePingMs);
  expect(client.network.sent.filter((each) => each.endsWith("/presence"))).toEqual([]);
  const { body } = await bo.get("/realm/presence");
  expect(body["presences"]["ana@small.example"]).toBeUndefined();
});

test.each(["a register", "an event"])(
  "others are told nothing where what %s says of that cannot be read",
  async (from) => {
    const unread = {
      presence_enabled: "friends",
      send_stream_typing_notifications: "friends",
      send_private_typing_notifications: 2,
    };
    const over = altered(/POST .*\/register$/, (body) =>
      from === "an event"
        ? body
        : { ...body, user_settings: { ...Object(body["user_settings"]), ...unread } },
    );
    const { clock, client, control, sent, settles } = await startSmall({}, { over });
    const { server } = control;
    if (from === "an event")
      for (const queue of server.queues.values())
        for (const [property, value] of Object.entries(unread))
          pushEvent(server, queue, { type: "user_settings", op: "update", property, value });
    await settles();
    client.network.sent.length = 0;
    client.types(deploy, "a");
    await settles();
    client.types(withBo, "b");
    await clock.pass("5 min");
    expect([sent(/presence$/), sent(/typing$/)]).toEqual([0, 0]);
  },
);

test("the user is idle minutes after the last key, and active after the next", async () => {
  let keyAt = 0;
  const { clock, reported, interval } = await start(() => keyAt);
  await clock.pass("7 min");
  expect(await reported()).toBe("idle");
  keyAt = clock.now();
  await clock.pass(2 * interval());
  expect(await reported()).toBe("active");
});

test("presence is not reported while it is disabled, and immediately when it is enabled again", async () => {
  const { clock, pings, set } = await start();
  set("presence_enabled", false);
  await clock.pass("5 min");
  expect(pings()).toBe(1);
  set("presence_enabled", true);
  await clock.pass("1 s");
  expect(pings()).toBe(2);
});

test("an active user without events stays active, because presences are polled", async () => {
  const { clock, bo, presence } = await start();
  for (let minute = 0; minute < 6; minute += 1) {
    await bo.post("/users/me/presence", { status: "active" });
    await clock.pass("1 min");
  }
  expect(presence(people.bo)).toBe("active");
  await clock.pass("6 min");
  expect(presence(people.bo)).toBe("offline");
});

test.each([
  ["ahead of", 3_600_000],
  ["behind", -3_600_000],
])(
  "by a clock that is %s the server's, who is there is shown as by the right one",
  async (_, wrongBy) => {
    const serverClock = fakeClock();
    const { realm, as } = startRealm({ clock: serverClock });
    const bo = as(people.bo);
    await bo.post("/users/me/presence", { status: "active" });
    let off = wrongBy;
    const clock = { ...serverClock, now: () => serverClock.now() + off };
    const { store } = startClient({ clock, realm });
    const shown = () => {
      const { replica } = store.getState();
      const [id, now] = [people.bo as UserId, Math.floor(clock.now() / 1_000)];
      return [presenceOf(replica, id, now), now - (seenAt(replica, id) ?? 0)];
    };
    await clock.pass("5 s");
    expect(shown()).toEqual(["active", 5]);
    await clock.pass("10 min");
    expect(shown()).toEqual(["offline", 605]);
    // Somebody sets this machine's clock.
    off = 0;
    await bo.post("/users/me/presence", { status: "active" });
    await clock.pass("1 min");
    expect(shown()).toEqual(["active", 60]);
  },
);

test.each([
  [since.simplifiedPresence - 1, { user_id: people.bo }],
  [since.simplifiedPresence, { presences: { [people.bo]: {} } }],
])(
  "at level %d, an event says that somebody has come, in the form of that level",
  async (level, form) => {
    const { clock, store, bo, cleo } = await startSmall({ level });
    const client_capabilities = {
      notification_settings_null: true,
      simplified_presence_events: true,
    };
    const { queue_id } = await cleo.register({ event_types: ["presence"], client_capabilities });
    const presence = () => store.getState().replica.presences.get(people.bo as UserId);
    const recent = () => Math.floor(clock.now() / 1000) - (presence()?.activeAt ?? 0) < 5;
    expect(recent()).toBe(false);
    await bo.post("/users/me/presence", { status: "active" });
    await clock.pass("1 s");
    expect(recent()).toBe(true);
    expect(await cleo.events(queue_id)).toMatchObject([form]);
  },
);

async function startTyping() {
  const small = await startSmall();
  const { bo, clock } = small;
  const { queue_id } = await bo.register({ event_types: ["typing"] });
  return {
    ...small,
    notifications: async () => {
      await clock.pass(0);
      return (await bo.events(queue_id)).map(({ op }) => op);
    },
  };
}

test("typing is sent at the first key and repeated while it continues, and its end after a pause", async () => {
  const { clock, client, store, notifications } = await startTyping();
  const { typingStartedWaitMs, typingStoppedWaitMs } = store.getState().replica.realm;
  client.types(deploy, "a");
  expect(await notifications()).toEqual(["start"]);
  for (let passed = 0; passed <= typingStartedWaitMs; passed += 1_000) {
    client.types(deploy, `a${passed}`);
    await clock.pass("1 s");
  }
  expect(await notifications()).toEqual(["start", "start"]);
  await clock.pass(typingStoppedWaitMs);
  expect(await notifications()).toEqual(["start", "start", "stop"]);
});

test("sending, or typing in another conversation, ends typing", async () => {
  const { client, notifications } = await startTyping();
  client.types(deploy, "a");
  client.send(deploy, "a");
  expect(await notifications()).toEqual(["start", "stop"]);
  client.types(withBo, "b");
  client.types(deploy, "c");
  expect(await notifications()).toEqual(["start", "stop", "start", "stop", "start"]);
});

test("typing is not sent if the settings disable it", async () => {
  const { client, store, notifications } = await startTyping();
  changeReplica(store, (replica) => ({
    ...replica,
    settings: {
      ...replica.settings,
      send_stream_typing_notifications: false,
      send_private_typing_notifications: false,
    },
  }));
  client.types(deploy, "a");
  client.types(withBo, "b");
  expect(await notifications()).toEqual([]);
});

test("typing is not sent where the user may not post", async () => {
  const { client, clock, sent } = await startTyping();
  client.types({ kind: "topic", streamId: streams.news as StreamId, topic: "fair" }, "a");
  await clock.pass("1 s");
  expect(sent(/\/typing/)).toBe(0);
  client.types(deploy, "a");
  await clock.pass("1 s");
  expect(sent(/\/typing/)).toBe(1);
});

test("another user's typing expires without a stop event", async () => {
  const { clock, store, bo, ana } = await startTyping();
  await bo.post("/typing", { op: "start", to: [ana.account.user_id] });
  await clock.pass("1 s");
  const typists = () => store.getState().view.typing.get(conversationKey(withBo)) ?? [];
  expect(typists()).toMatchObject([{ userId: bo.account.user_id }]);
  await clock.pass(store.getState().replica.realm.typingExpiryMs);
  expect(typists()).toEqual([]);
});

test("editing is told to others once the text differs from the message, and its end when it is left", async () => {
  const { store, own, bo, press, type, clock } = await startSmall({
    first: ownMessage,
    level: since.editTyping,
  });
  const { queue_id } = await bo.register({ event_types: ["typing", "typing_edit_message"] });
  const told = async () => {
    await clock.pass(0);
    return (await bo.events(queue_id)).map((event) => [event["type"], event["op"]]);
  };
  beginEdit({ store, clock }, get(store.getState().view.messages, own)!);
  expect(store.getState().screen.composing).toMatchObject({ kind: "edit", id: own });
  expect(await told()).toEqual([]);
  type("!");
  expect(await told()).toEqual([["typing_edit_message", "start"]]);
  press("Esc");
  expect(await told()).toEqual([
    ["typing_edit_message", "start"],
    ["typing_edit_message", "stop"],
  ]);
});

test("somebody who edits a message is shown in its conversation, until they stop", async () => {
  const world = await startSmall({ level: since.editTyping });
  const { client, clock, bo, store } = world;
  client.types(deploy, "");
  const id = await bo.say(inDeploy, "a word");
  const screen = await showScreen(store, { clock, columns: 110, rows: 24 });
  onTestFinished(screen.ends);
  await bo.post(`/messages/${id}/typing`, { op: "start" });
  await clock.pass("1 s");
  await screen.settles();
  expect(screen.whole.shows("Bo Lindt is editing a message…")).toBe(true);
  await bo.post(`/messages/${id}/typing`, { op: "stop" });
  await clock.pass("1 s");
  expect(store.getState().view.typing.size).toBe(0);
});
