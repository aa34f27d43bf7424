import { expect, test } from "vitest";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

test("a setting of the realm is told to everybody, some of them in an object", async () => {
  const { realm, as } = startRealm();
  const gus = as(people.gus);
  const { queue_id } = await gus.register();
  realm.control.setRealm("mandatory_topics", true);
  realm.control.setRealm("allow_message_editing", false);
  expect(await gus.events(queue_id)).toMatchObject([
    { type: "realm", op: "update", property: "mandatory_topics", value: true },
    {
      type: "realm",
      op: "update_dict",
      property: "default",
      data: { allow_message_editing: false },
    },
  ]);
  const after = await gus.register();
  expect([after["realm_mandatory_topics"], after["realm_allow_message_editing"]]).toEqual([
    true,
    false,
  ]);
});

test("whoever is to look after what is paid is known to everybody as such", async () => {
  const { realm, as } = startRealm();
  const ana = as(people.ana);
  const { queue_id } = await ana.register();
  realm.control.setBilling(people.bo, true);
  const person = { user_id: people.bo, is_billing_admin: true };
  expect(await ana.events(queue_id)).toMatchObject([{ type: "realm_user", op: "update", person }]);
  expect((await ana.get(`/users/${people.bo}`)).body["user"]).toMatchObject(person);
  expect((await as(people.bo).register())["is_billing_admin"]).toBe(true);
});

test("below level 73 nobody is told who looks after what is paid", async () => {
  const { realm, as } = startRealm({ level: 72 });
  const { queue_id } = await as(people.ana).register();
  realm.control.setBilling(people.bo, true);
  expect(await as(people.ana).events(queue_id)).toEqual([]);
});
