/** Drafts, reactions, scheduled messages, subscriptions and people by literal keys. */
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("drafts are saved, reactions added, a scheduled message deleted, a stream left, and a person is found, messaged and muted", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const id = await ana.says("general > lunch", "soup?");
  const in2Hours = Math.floor(systemClock.now() / 1000) + 7_200;
  const later = { type: "direct", to: [ana.id], content: "soon" };
  await robin.post("/scheduled_messages", { ...later, scheduled_delivery_timestamp: in2Hours });
  const person = await startInTerminal({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees("1 unread");
  const drafts = async () =>
    (await robin.get("/drafts"))["drafts"].map((draft: { content: string }) => draft.content);
  await person.presses("Enter", "r");
  await person.types("half a");
  await person.presses("Esc");
  await expect.poll(drafts).toEqual(["half a"]);
  await person.presses("r");
  await person.types(" sentence");
  await person.presses("Esc");
  await expect.poll(drafts).toEqual(["half a sentence"]);

  await person.presses("+");
  await person.untilIdle();
  const { message } = await robin.get(`/messages/${id}`);
  expect(message.reactions).toMatchObject([{ emoji_name: "+1", user_id: robin.id }]);

  await person.presses("g", "t");
  await person.sees("soon");
  // Without an answer, the list shows whether it was deleted.
  await realm.fault({ kind: "drop after", method: "DELETE", path: "/scheduled_messages" });
  await person.presses("D");
  await expect
    .poll(async () => (await robin.get("/scheduled_messages"))["scheduled_messages"])
    .toEqual([]);
  await person.sees("Nothing is scheduled.");

  await person.presses("g", "b");
  await person.sees("# general");
  await person.presses("S");
  await person.untilIdle();
  expect((await robin.get("/users/me/subscriptions"))["subscriptions"]).toEqual([]);

  await person.presses("g", "p", "/");
  await person.types("ruiz");
  await person.sees("1 of ");
  await person.presses("Enter");
  await person.sees("ana@empty.example");
  await person.presses("m");
  await person.saw("Muted Ana Ruiz");
  const { muted_users: muted } = await robin.post("/register", { event_types: ["muted_users"] });
  expect(muted.map((each: { id: number }) => each.id)).toEqual([ana.id]);
  const unreadBefore = (await ana.unread()).length;
  await person.presses("m", "x");
  await person.types("hello");
  await person.presses("Enter");
  await person.untilIdle();
  expect(await ana.unread()).toHaveLength(unreadBefore + 1);
});
