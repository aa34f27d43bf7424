/** What a register and a poll refuse, and what they take although nobody knows it. */
import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana } = people;

test.for([
  [ana, { apply_markdown: "True" }, "apply_markdown is not valid JSON"],
  [ana, { apply_markdown: "1" }, "apply_markdown is not a boolean"],
  [ana, { event_types: '"message"' }, "event_types is not a list"],
  [ana, { event_types: '["teleport"]' }, ""],
  [ana, { client_capabilities: '{"notification_settings_null": true, "teleport": true}' }, ""],
] as const)("whether person %i registers with %j is answered by %j", async ([who, given, msg]) => {
  const nothing = { fetch_event_types: "[]", event_types: '["message"]' };
  const { body } = await startRealm()
    .as(who)
    .post("/register", { ...nothing, ...given });
  expect(body["msg"]).toBe(msg);
});

test.for([
  [{ last_event_id: "1.5" }, "last_event_id is not an integer"],
  [{ dont_block: "1" }, "dont_block is not a boolean"],
  [{ queue_id: "" }, "Bad event queue ID: "],
] as const)("a poll with %j is refused", async ([given, msg]) => {
  const her = startRealm().as(ana);
  const { queue_id } = await her.register();
  const ask = { queue_id, last_event_id: "-1", dont_block: "true", ...given };
  expect((await her.get("/events", ask)).body["msg"]).toBe(msg);
});

test("what no client here asks of a queue is listed as ignored", async () => {
  const asked = {
    fetch_event_types: "[]",
    narrow: '[["stream", "dev"]]',
    queue_lifespan_secs: "9",
  };
  const { body } = await startRealm().as(ana).post("/register", asked);
  expect(body["ignored_parameters_unsupported"]).toEqual(["narrow", "queue_lifespan_secs"]);
});
