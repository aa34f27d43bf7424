import fc from "fast-check";
import { expect, test } from "vitest";
import { arrivedBetween } from "#model/arrivals.ts";
import { requestedNow } from "#model/merge-page.ts";
import type { Replica } from "#model/replica.ts";
import * as make from "../support/make.ts";

const topic = make.topic();

/** Events in any order, alone or together, and pages between them that have some of the messages, from within a list of ten. */
const steps = fc
  .shuffledSubarray(
    Array.from({ length: 10 }, (_, at) => at),
    { minLength: 10 },
  )
  .chain((order) =>
    fc.record({
      order: fc.constant(order),
      together: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 }),
      pages: fc.array(fc.option(fc.tuple(fc.nat(9), fc.nat(9))), { minLength: 10, maxLength: 10 }),
    }),
  );

test("whatever the order of events and pages, each message has arrived once, with its event", () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 100_000 }),
      ({ order, together, pages }, apart) => {
        const messages = order.map((_, at) => make.message({ id: make.id((at + 1) * apart) }));
        let replica: Replica = make.replica({ max_message_id: 0 });
        const arrived: number[] = [];
        const goOn = (next: Replica) => {
          arrived.push(...arrivedBetween(replica, next).map(({ id }) => id));
          replica = next;
        };
        const heard: number[] = [];
        const left = [...order];
        for (const [at, count] of together.entries()) {
          const [from, to] = pages[at] ?? [1, 0];
          goOn(
            make.fetched(
              replica,
              topic,
              make.page(messages.slice(from, to)),
              requestedNow(replica),
            ),
          );
          expect(arrived.toSorted((a, b) => a - b)).toEqual(heard.toSorted((a, b) => a - b));
          const next = left.splice(0, count).map((one) => messages[one]!);
          heard.push(...next.map(({ id }) => id));
          goOn(make.after(replica, ...next.map((message) => make.arrival(message))));
        }
        expect(left).toEqual([]);
        expect(arrived.toSorted((a, b) => a - b)).toEqual(messages.map(({ id }) => id));
        expect(replica.newestHeard).toBe(messages.at(-1)?.id);
      },
    ),
  );
});

test("a register brings none", () => {
  const before = make.replica({ max_message_id: 5 });
  const after = make.replica({ max_message_id: 9 }, before);
  expect(arrivedBetween(before, after)).toEqual([]);
  expect([before.newestHeard, after.newestHeard]).toEqual([5, 9]);
});
