/** What a register answer tells people of themselves. */
import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, cleo } = people;

test("what somebody may do follows from the realm's policies", async () => {
  const { realm, as } = startRealm();
  const mayOf = async (who: number) => {
    const own = await as(who).register({ fetch_event_types: ["realm_user"] });
    const kinds = ["public_streams", "private_streams", "web_public_streams"];
    const makes = kinds.filter((kind) => own[`can_create_${kind}`]);
    return [...makes, ...(own["can_subscribe_other_users"] ? ["others"] : [])];
  };
  expect(await mayOf(ana)).toEqual(["public_streams", "private_streams", "others"]);
  realm.control.setRealm("create_public_stream_policy", 2);
  realm.control.setRealm("create_web_public_stream_policy", 2);
  realm.control.setRealm("invite_to_stream_policy", 4);
  realm.control.setRealm("enable_spectator_access", true);
  expect(await mayOf(ana)).toEqual(["private_streams"]);
  const all = ["public_streams", "private_streams", "web_public_streams", "others"];
  expect(await mayOf(cleo)).toEqual(all);
});
