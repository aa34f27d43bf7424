import { expect, test } from "vitest";
import { silent } from "#base/log.ts";
import { get } from "#base/table.ts";
import { changeReplica, createStore } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { createIntake } from "#sync/queue/intake.ts";
import type { Message } from "#wire/message.ts";
import { prepared } from "../../support/answers.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { arrival, fetched, message, page, replica, topic } from "../../support/make.ts";

test("what changes while events wait to be applied stays, and so do the events", async () => {
  const clock = fakeClock();
  const store = createStore({ replica: replica(), screen: emptyScreen });
  const sent = Array.from({ length: 30 }, () => message());
  const others: Message[] = [];
  const has = ({ id }: Message) => get(store.getState().replica.messages, id) !== undefined;
  const shown = () => sent.filter(has).length;
  const shownAtPause: number[] = [];
  let spent = 0;
  // Each event takes half a millisecond; a page comes before they are shown.
  const busy: typeof clock = {
    ...clock,
    elapsed: () => {
      spent += 0.5;
      return clock.elapsed() + spent;
    },
    sleep: (ms, signal) => {
      if (ms === 0) {
        shownAtPause.push(shown());
        const name = `topic ${others.length}`;
        const other = message({ subject: name });
        others.push(other);
        changeReplica(store, (before) => fetched(before, topic(name), page([other])));
      }
      return clock.sleep(ms, signal);
    },
  };
  const { connection } = prepared();
  const stopped = new AbortController().signal;
  const context = { store, clock: busy, log: silent, stopped, connection: () => connection };
  const intake = createIntake(context as Partial<SyncContext> as SyncContext, () => {});
  const events = sent.map((one) => arrival(one));
  const progress: number[] = [];
  const done = intake(events, (last) => progress.push(last));
  await clock.pass("1 s");
  await done;
  expect(shownAtPause.length).toBeGreaterThan(1);
  expect(shownAtPause[0]).toBe(0);
  expect([shown(), others.every(has)]).toEqual([30, true]);
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress);
  expect(progress.at(-1)).toBe(events.at(-1)?.id);
});
