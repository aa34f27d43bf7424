/** Counting for views what does not fit beside a change of the store. */
import { expect, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { changeReplica, createStore } from "#store/store.ts";
import { createIdleTracker } from "#sync/context.ts";
import { startViewCounts } from "#sync/view-counts.ts";
import { fakeClock } from "../support/clock.ts";
import { emptyScreen } from "../support/empty-screen.ts";
import * as make from "../support/make.ts";

const fragment = "narrow/is/unread";
const views = new Map([[fragment, { fragment, name: "New", is_pinned: true }]]);

test("many conversations are counted after the change that brought them, in pieces", async () => {
  const clock = fakeClock();
  const store = createStore({
    replica: { ...make.replica(), navigationViews: views },
    screen: emptyScreen,
  });
  const number = () => store.getState().view.viewCounts.get(fragment)?.certain;
  expect(number()).toBe(0);
  const idle = createIdleTracker(clock);
  let pieces = 0;
  const countOn: typeof store.countOn = (view) => {
    pieces += 1;
    return store.countOn(view);
  };
  startViewCounts({ store: { ...store, countOn }, idle });

  const arrivals = Array.from({ length: 4000 }, (_, at) =>
    make.arrival(make.message({ subject: `topic ${at}` })),
  );
  changeReplica(store, (before) =>
    arrivals.reduce((now, event) => apply(now, event, newBatch("events"), 0), before),
  );
  // The frame has the number of before.
  expect(number()).toBe(0);
  await clock.pass("1 s");
  await idle.whenIdle();
  expect(number()).toBe(4000);
  expect(pieces).toBeGreaterThan(1);
});

test("what a few messages change is counted in the same change", () => {
  const store = createStore({
    replica: { ...make.replica(), navigationViews: views },
    screen: emptyScreen,
  });
  changeReplica(store, (before) => make.after(before, make.arrival()));
  expect(store.getState().view.viewCounts.get(fragment)?.certain).toBe(1);
  expect(store.isCounting()).toBe(false);
});
