import { expect, test } from "vitest";
import { runToEnd } from "#model/decode.ts";
import { emptyReplica } from "#model/empty.ts";
import { fromRegister } from "#model/from-register.ts";
import type { UserId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { plain } from "../support/replica.ts";

test("missing keys of a register have their empty values", () => {
  const silent = { queue_id: null, last_event_id: 4 };
  const described = fromRegister(silent, { epoch: 3, brand: make.brand });
  const { featureLevel, prefix, version } = make.brand;
  expect(plain(runToEnd(described))).toEqual(
    plain({
      ...emptyReplica,
      epoch: 3,
      lastEvent: 4,
      namesRevision: 1,
      realm: { ...emptyReplica.realm, featureLevel, prefix, version },
    }),
  );
});

test("a register without a user ID belongs to the account that requested it", () => {
  const silent = { queue_id: null, last_event_id: -1 };
  const context = { epoch: 1, brand: make.brand, ownId: make.ada };
  expect(runToEnd(fromRegister(silent, context)).ownId).toBe(make.ada);
});

test("a big realm is decoded in slices of a few hundred people", () => {
  const people = Array.from({ length: 5_000 }, (_, at) => make.person((1_000 + at) as UserId));
  const work = fromRegister(make.register({ realm_users: people }), {
    epoch: 1,
    brand: make.brand,
  });
  let stops = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) stops += 1;
  expect(stops).toBeGreaterThan(15);
  expect(step.value.people.size).toBe(5_000);
});
