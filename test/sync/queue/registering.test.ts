/** What becomes of the answer to a register, and of what the user changes while it is on its way. */
import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import { sorted } from "#base/sorted.ts";
import { isUnread } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { altered } from "../../support/altered.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { startSmall } from "../../support/small-client.ts";

const mention = 108 as MessageId;

test("what was marked read while a register was on its way does not come back as unread", async () => {
  let isSlow = false;
  const held = Promise.withResolvers<void>();
  const over =
    (send: Send): Send =>
    async (request, signal) => {
      const answer = await send(request, signal);
      if (isSlow && request.url.includes("/register")) await held.promise;
      return answer;
    };
  const { clock, store, control, addIntent, intents, connection } = await startSmall({}, { over });
  isSlow = true;
  control.expireQueues();
  await clock.pass("3 s");
  expect(connection().kind).toBe("catching-up");
  expect(isUnread(store.getState().view.unreads, mention)).toBe(true);
  addIntent({ kind: "read", op: "add", ids: sorted([mention]) });
  await clock.pass("5 s");
  expect(intents().map(({ phase }) => phase)).toEqual(["answered"]);
  expect(isUnread(store.getState().view.unreads, mention)).toBe(false);
  const seen: boolean[] = [];
  store.subscribe(({ view }) => seen.push(isUnread(view.unreads, mention)));
  held.resolve();
  await clock.pass("5 s");
  expect(isUnread(store.getState().view.unreads, mention)).toBe(false);
  expect(seen).not.toContain(true);
});

test("a register that does not say whose it is is not used, and the user is told", async () => {
  const over = altered(/POST .*\/register$/, ({ user_id: _, email: __, ...body }) => body);
  const clock = fakeClock();
  const { store } = startClient({ clock, ...startRealm({ clock }), over });
  await clock.pass("10 s");
  const { replica, session, screen } = store.getState();
  expect([replica.epoch, session.connection.kind]).toEqual([0, "stale"]);
  expect(screen.toast?.text).toContain("not valid (user_id: is missing)");
});

test.each([-5, null, "new", { level: 500 }])(
  "a server of level %j is taken for the oldest, and works",
  async (level) => {
    const over = altered(/POST .*\/register$/, (body) => {
      const key = Object.keys(body).find((name) => name.endsWith("_feature_level"));
      return { ...body, [`${key}`]: level };
    });
    const clock = fakeClock();
    const { store } = startClient({ clock, ...startRealm({ clock }), over });
    await clock.pass("10 s");
    const { replica, session } = store.getState();
    expect([replica.realm.featureLevel, session.connection.kind]).toEqual([0, "live"]);
    expect(session.notice).toContain("older than weir supports");
  },
);
