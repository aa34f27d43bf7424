import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, cleo } = people;

test("what newcomers have is told one by one, and leaves alone what people have", async () => {
  const { as } = startRealm();
  const { queue_id, user_settings } = await as(ana).register();
  const asks = { enter_sends: false, twenty_four_hour_time: false, color_scheme: 1 };
  await as(cleo).patch("/realm/user_settings_defaults", asks);
  const base = { type: "realm_user_settings_defaults", op: "update", value: false };
  const events = await as(ana).events(queue_id);
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...base, property: "enter_sends" }),
      expect.objectContaining({ ...base, property: "twenty_four_hour_time" }),
    ]),
  );
  const now = await as(ana).register();
  expect(now["realm_user_settings_defaults"]).toMatchObject(asks);
  expect(now["user_settings"]).toEqual(user_settings);
});
