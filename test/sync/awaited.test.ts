import { expect, test } from "vitest";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Snooze, untilAnswered } from "#model/local-state.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { changeLocal } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { type Client, startClient } from "../support/client.ts";
import { callerOf } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { hello, startSmall } from "../support/small-client.ts";

const inHello = { streamId: streams.general, topic: "hello" };
const hour = 3_600;

type Kind = "until Bo answers" | "unless somebody answers";

const plans: Address = { kind: "topic", streamId: streams.secret as StreamId, topic: "plans" };

async function snoozing(kind: Kind, conversation = hello) {
  const key = conversationKey(conversation);
  const small = await startSmall();
  const { store, clock, client, realm } = small;
  const { newestMessage: newest } = store.getState().replica;
  const start = clock.now() / 1000;
  const snooze: Snooze =
    kind === "until Bo answers"
      ? {
          conversation,
          until: untilAnswered,
          newest,
          isDue: false,
          awaits: { userId: people.bo as UserId },
        }
      : { conversation, until: start + hour, newest, isDue: false, unlessAnswered: true };
  changeLocal(store, "snoozes", new Map([[key, snooze]]));
  await clock.pass("1 s");
  const reasonIn = ({ store: own }: Pick<Client, "store">) =>
    inboxRowOf(own.getState().view, key)?.reason;
  return {
    ...small,
    as: (who: number) => callerOf(realm, who),
    newest,
    reasonIn,
    reason: () => reasonIn(small),
    stored: () => client.disk.snoozes.get(key),
    leaves: () => client.session.stop(),
    /** The next start, with the same disk. */
    returns: async () => {
      const next = startClient({ clock, realm, disk: client.disk, name: "next" });
      await clock.pass("10 s");
      return next;
    },
  };
}

test("until Bo answers, what others write changes nothing, and Bo's message makes it due", async () => {
  const { bo, cleo, clock, reason, stored } = await snoozing("until Bo answers");
  await cleo.say(inHello, "not me");
  clock.jump("3 d");
  await clock.pass("10 min");
  expect(reason()).toBe("snoozed");
  const answer = await bo.say(inHello, "here");
  await clock.pass("5 s");
  expect(reason()).toBe("due");
  expect(stored()?.awaits).toEqual({ userId: people.bo, answer });
  await bo.say(inHello, "and more");
  await clock.pass("5 s");
  expect(stored()?.awaits?.answer).toBe(answer);
});

test("until Bo answers, a mention of the user brings it back as well", async () => {
  const { cleo, clock, reason, stored } = await snoozing("until Bo answers");
  await cleo.say(inHello, "@**Ana Ruiz** now please");
  await clock.pass("5 s");
  expect([reason(), stored()]).toEqual(["mention", undefined]);
});

test("an answer that came while weir was not running is not missed, though it was read elsewhere", async () => {
  const { bo, cleo, ana, clock, reasonIn, leaves, returns } = await snoozing("until Bo answers");
  await leaves();
  const answer = await bo.say(inHello, "while you were away");
  for (let at = 0; at < 60; at += 1) await cleo.say(inHello, `more ${at}`);
  await ana.post("/messages/flags", { op: "add", flag: "read", messages: [answer] });
  await clock.pass("1 min");
  expect(reasonIn(await returns())).toBe("due");
});

test("what was asked once is known from then on, at the next start too", async () => {
  const { cleo, clock, newest, stored, reasonIn, leaves, returns } =
    await snoozing("until Bo answers");
  await leaves();
  const other = await cleo.say(inHello, "not Bo");
  await clock.pass("1 min");
  const next = await returns();
  expect(reasonIn(next)).toBe("snoozed");
  expect(other).toBeGreaterThan(newest);
  expect(stored()?.newest).toBe(other);
  expect(next.network.sent.filter((line) => line === "GET /messages")).not.toHaveLength(0);
});

test("a topic that was renamed meanwhile is back, because nobody can tell whether there is an answer", async () => {
  const { cleo, clock, leaves, returns, reasonIn } = await snoozing("until Bo answers");
  await leaves();
  await cleo.patch("/messages/103", { topic: "moved", propagate_mode: "change_all" });
  await clock.pass("1 min");
  expect(reasonIn(await returns())).toBe("due");
});

test("in a stream that the user may not read any more, nobody can tell either", async () => {
  const all = await snoozing("until Bo answers", plans);
  const { control, cleo, clock, leaves, returns, stored } = all;
  await leaves();
  await cleo.say(inHello, "something else");
  control.unsubscribe({ userId: people.ana, streamId: streams.secret });
  await clock.pass("1 min");
  await returns();
  expect(stored()).toMatchObject({ awaits: { userId: people.bo } });
  expect(stored()?.until).toBeLessThan(untilAnswered);
});

test("nor can anybody where more was written since than weir reads for it", async () => {
  const { cleo, clock, leaves, returns, reasonIn } = await snoozing("until Bo answers");
  await leaves();
  for (let at = 0; at <= 500; at += 1) await cleo.say(inHello, `more ${at}`);
  await clock.pass("1 min");
  expect(reasonIn(await returns())).toBe("due");
});

test("whoever has left will not answer: it is back", async () => {
  const { cleo, clock, reason } = await snoozing("until Bo answers");
  await cleo.delete(`/users/${people.bo}`);
  await clock.pass("5 s");
  expect(reason()).toBe("due");
});

test("due in a stream that the user has left, it stays so", async () => {
  const { control, clock, reason } = await snoozing("unless somebody answers");
  await clock.pass("61 min");
  control.unsubscribe({ userId: people.ana, streamId: streams.general });
  await clock.pass("1 min");
  expect(reason()).toBe("due");
});

test("unless somebody answers, it is due in time; bots, muted people and the user are nobody", async () => {
  const { ana, control, as, clock, reason, stored } = await snoozing("unless somebody answers");
  control.subscribe({ userId: people.robot, streamId: streams.general });
  await ana.post(`/users/me/muted_users/${people.don}`, {});
  await ana.say(inHello, "is anybody there?");
  await as(people.robot).say(inHello, "beep");
  await as(people.don).say(inHello, "nobody reads me");
  await clock.pass("59 min");
  expect(reason()).toBe("snoozed");
  await clock.pass("2 min");
  expect(reason()).toBe("due");
  expect(stored()).toMatchObject({ unlessAnswered: true });
});

test("what somebody answers before the time brings it back at once, as any other unread", async () => {
  const { cleo, clock, reason, stored } = await snoozing("unless somebody answers");
  await cleo.say(inHello, "I can");
  await clock.pass("5 s");
  expect([reason(), stored()]).toEqual(["wrote", undefined]);
});

test("what somebody answers after the time leaves it due", async () => {
  const { cleo, clock, reason, stored } = await snoozing("unless somebody answers");
  await clock.pass("61 min");
  await cleo.say(inHello, "too late");
  await clock.pass("5 s");
  expect(reason()).toBe("due");
  expect(stored()).toBeDefined();
});

test("due without a line to the server, it ends when an answer in time becomes known", async () => {
  const { cleo, clock, client, reason, stored } = await snoozing("unless somebody answers");
  client.network.plug(false);
  await cleo.say(inHello, "in time");
  await clock.pass("2 h");
  expect(reason()).toBe("due");
  client.network.plug(true);
  await clock.pass("2 min");
  expect([reason(), stored()]).toEqual(["wrote", undefined]);
});
