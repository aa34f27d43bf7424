/** What can be asked of messages beside reading them. */
import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;
const deploy = { streamId: streams.dev, topic: "deploy" };

test("readers are those who have read it, but the sender and who does not want it told", async () => {
  const { realm, as } = startRealm();
  const id = await as(ana).say(deploy, "who reads?");
  const readers = async () => (await as(ana).get(`/messages/${id}/read_receipts`)).body["user_ids"];
  expect(await readers()).toEqual([]);
  const read = { messages: [id], op: "add", flag: "read" };
  await as(bo).post("/messages/flags", read);
  await as(cleo).post("/messages/flags", read);
  expect(await readers()).toEqual([bo, cleo]);
  await as(bo).patch("/settings", { send_read_receipts: false });
  expect(await readers()).toEqual([cleo]);
  await as(ana).post(`/users/me/muted_users/${cleo}`);
  expect(await readers()).toEqual([]);
  realm.control.setRealm("enable_read_receipts", false);
  const { body } = await as(ana).get(`/messages/${id}/read_receipts`);
  expect(body["msg"]).toBe("Read receipts are disabled in this organization.");
});

test("messages that belong to a narrow are told with what was found in them", async () => {
  const { as } = startRealm();
  const ask = async (narrow: unknown) =>
    (await as(ana).get("/messages/matches_narrow", { msg_ids: [104, 107, 108, 999], narrow })).body;
  expect((await ask([{ operator: "search", operand: "rolling" }]))["messages"]).toEqual({
    104: {
      match_content: '<p><span class="highlight">rolling</span></p>',
      match_subject: "deploy",
    },
  });
  const inDev = await ask([{ operator: "channel", operand: streams.dev }]);
  expect(Object.keys(inDev["messages"])).toEqual(["104", "108"]);
  expect(await ask([{ operator: "is", operand: "x" }])).toMatchObject({ code: "BAD_NARROW" });
});

test("text is drawn without being sent", async () => {
  const { realm, as } = startRealm();
  const { newest } = realm.control.server.state.messages;
  const { body } = await as(ana).post("/messages/render", { content: "**b**" });
  expect(body["rendered"]).toBe("<p><strong>b</strong></p>");
  expect(realm.control.server.state.messages.newest).toBe(newest);
});

test("votes in a poll are told and kept in the order in which they came", async () => {
  const { as } = startRealm();
  const id = await as(ana).say(deploy, "/poll Lunch?\nSoup\nSalad");
  const { queue_id: queue } = await as(bo).register();
  const vote = { type: "vote", key: "canned,0", vote: 1 };
  const add = (who: number, content: object) =>
    as(who).post("/submessage", {
      message_id: id,
      msg_type: "widget",
      content: JSON.stringify(content),
    });
  await add(cleo, vote);
  await add(bo, { type: "new_option", idx: 1, option: "Pizza" });
  expect(await as(bo).events(queue)).toMatchObject([
    { type: "submessage", message_id: id, sender_id: cleo, content: JSON.stringify(vote) },
    { type: "submessage", message_id: id, sender_id: bo },
  ]);
  const { message } = (await as(bo).get(`/messages/${id}`)).body;
  const senders = message["submessages"].map(
    ({ sender_id: sender }: { sender_id: number }) => sender,
  );
  expect(senders).toEqual([ana, cleo, bo]);
});
