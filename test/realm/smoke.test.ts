import { expect, test } from "vitest";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

test("what one says, the other hears, with the sender's echo in the sender's queue alone", async () => {
  const { as } = startRealm();
  const [ana, bo] = [as(people.ana), as(people.bo)];
  const [hers, his] = [await ana.register(), await bo.register()];
  expect(hers["last_event_id"]).toBe(-1);
  expect(hers["unread_msgs"].count).toBe(3);
  const sent = await ana.post("/messages", {
    type: "stream",
    to: streams.dev,
    topic: "deploy",
    content: "hi",
    queue_id: hers["queue_id"],
    local_id: "1.01",
    read_by_sender: true,
  });
  expect(sent.body).toEqual({ result: "success", msg: "", id: 114 });
  const [own] = await ana.events(hers["queue_id"]);
  const [heard] = await bo.events(his["queue_id"]);
  expect(own).toMatchObject({ id: 0, type: "message", flags: ["read"], local_message_id: "1.01" });
  expect(heard).toMatchObject({
    id: 0,
    flags: [],
    message: { id: 114, content: "hi", subject: "deploy" },
  });
  expect(heard).not.toHaveProperty("local_message_id");
});
