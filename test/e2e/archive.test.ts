/** What was seen before is there without the server, and what is done then is done once, when the server is back. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { isDelivered, seat, times } from "../support/seat.ts";

test("without the server, the inbox stands there, a conversation opens, and an answer waits until it is back and goes out once", async () => {
  const said = { lunch: "soup today?", boats: "who has the key?" };
  const { realm, ana, start } = await seat(said);
  const first = await start();
  await first.sees(/live/);
  await first.sees("lunch");
  await first.does("triage.next");
  await first.sees("who has the key?");
  await first.quits();
  await realm.stops();

  const person = await start();
  await person.sees(/stale since \d+:\d\d/);
  await person.sees("who has the key?");
  await person.does("go.inbox");
  await person.sees("1 more");
  await person.does("go.back");
  await person.does("message.reply");
  await person.types("I have");
  await person.does("composer.send");
  await person.sees("1 waiting");
  await person.quits();

  const again = await start();
  await again.sees(/stale since .*1 waiting/);
  await again.sees("I have");
  await realm.restart();
  await again.sees(isDelivered);
  expect(times(again, "I have")).toBe(1);
  const texts = await ana.reads("general > boats");
  expect(texts.filter((text) => text === "I have")).toEqual(["I have"]);
});

test("without the server, a first start shows what `weir sync` has fetched", async () => {
  const { realm, robin, home, start } = await seat({ lunch: "soup today?" });
  const { code } = await run(["sync"], { ...robin.environment, HOME: home });
  expect(code).toBe(0);
  await realm.stops();
  const person = await start();
  await person.sees(/stale since \d+:\d\d/);
  await person.sees(/▌.*lunch/);
  await person.presses("Enter");
  await person.sees("soup today?");
});

test("what is read, starred and marked as done without the server, over two starts, is so once it is back", async () => {
  const topics = ["boats", "lunch", "oars", "ropes"];
  const said = Object.fromEntries(topics.map((topic) => [topic, `about ${topic}`]));
  const { realm, robin, start } = await seat(said);
  const first = await start();
  await first.sees(/live/);
  await first.sees("about boats");
  await first.untilIdle();
  await first.quits();
  await realm.stops();

  const person = await start();
  await person.sees(/stale since \d+:\d\d/);
  await person.sees("about boats");
  await person.presses("Enter");
  await person.sees(/Outbox +1/);
  await person.does("message.star");
  await person.sees(/Outbox +2/);
  // The row that was read, and the next one.
  await person.does("go.inbox", "triage.done", "triage.done");
  await person.sees(/Outbox +3/);
  await person.quits();

  const again = await start();
  await again.sees(/Outbox +3/);
  await again.sees(/stale since/);
  await realm.restart();
  await again.sees((lines) => /live/.test(lines[0] ?? "") && !/Outbox/.test(lines.join()));
  await again.untilIdle();
  expect((await robin.unread()).length).toBe(2);
  const starred = [{ operator: "is", operand: "starred" }];
  const page = { anchor: "newest", num_before: 9, num_after: 0, narrow: starred };
  const [message, ...others] = (await robin.get("/messages", page))["messages"];
  expect(message.flags).toContain("read");
  expect(others).toEqual([]);
});
