import { expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { type Body, startRealm, whileClockRuns } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const { ana, bo } = people;

/** Observes variation over forty messages. */
async function observe(variation: number | undefined) {
  const clock = fakeClock();
  const { as } = startRealm({ clock, ...(variation === undefined ? {} : { variation }) });
  const { queue_id: queue } = await whileClockRuns(clock, as(ana).register());
  const seen = {
    ids: [] as number[],
    unknownEvents: 0,
    withExtraKey: 0,
    withQueueId: 0,
    answerFirst: 0,
    eventFirst: 0,
    messages: [] as number[],
  };
  let last = -1;
  for (let count = 0; count < 40; count += 1) {
    const order: string[] = [];
    const poll = as(ana).get("/events", { queue_id: queue, last_event_id: last });
    void poll.then(() => order.push("event"));
    await clock.pass(1);
    const sent = as(bo).say([ana], "x");
    void sent.then(() => order.push("answer"));
    await whileClockRuns(clock, Promise.all([sent, poll]));
    const { body } = await poll;
    const events: readonly Body[] = body["events"];
    last = events.at(-1)?.["id"] ?? last;
    seen.ids.push(...events.map(({ id }) => id));
    seen.messages.push(await sent);
    seen.unknownEvents += events.filter(
      ({ type }) => type !== "message" && type !== "heartbeat",
    ).length;
    seen.withExtraKey += "unheard_of" in body ? 1 : 0;
    if (order[0] === "answer") seen.answerFirst += 1;
    else seen.eventFirst += 1;
    const empty = as(ana).get("/events", {
      queue_id: queue,
      last_event_id: last,
      dont_block: true,
    });
    seen.withQueueId += "queue_id" in (await whileClockRuns(clock, empty)).body ? 1 : 0;
  }
  return seen;
}

const rises = (ids: readonly number[]) =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));
const hasGaps = (ids: readonly number[]) =>
  ids.some((id, at) => at > 0 && id > (ids[at - 1] ?? 0) + 1);

test("without a seed, IDs have no gaps and nothing is added", async () => {
  const seen = await observe(undefined);
  expect([hasGaps(seen.ids), hasGaps(seen.messages)]).toEqual([false, false]);
  expect([seen.unknownEvents, seen.withExtraKey, seen.withQueueId]).toEqual([0, 0, 0]);
});

test("with a seed, everything that the protocol leaves open varies", async () => {
  const seen = await observe(3);
  expect([rises(seen.ids), rises(seen.messages)]).toEqual([true, true]);
  expect([hasGaps(seen.ids), hasGaps(seen.messages)]).toEqual([true, true]);
  for (const variant of [
    "unknownEvents",
    "withExtraKey",
    "withQueueId",
    "answerFirst",
    "eventFirst",
  ] as const) {
    expect(seen[variant], variant).toBeGreaterThan(0);
  }
});
