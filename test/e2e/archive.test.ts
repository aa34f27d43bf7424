/** What was seen before is there without the server, and what is done then is done once, when the server is back. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { seat } from "../support/seat.ts";

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

test("what is read, starred, answered and marked as done without the server, over two starts, is so once, when it is back", async () => {
  const topics = ["boats", "lunch", "oars", "ropes"];
  const said = Object.fromEntries(topics.map((topic) => [topic, `about ${topic}`]));
  const { realm, ana, robin, start } = await seat(said);
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
  await person.does("message.reply");
  await person.types("I have");
  await person.does("composer.send");
  await person.sees(/Outbox +3/);
  await person.presses("Esc");
  // The row that was read, and the next one.
  await person.does("go.inbox", "triage.done", "triage.done");
  await person.sees(/Outbox +4/);
  await person.quits();

  const again = await start();
  await again.sees(/Outbox +4/);
  await again.sees(/stale since .*\d waiting/);
  await realm.restart();
  await again.sees((lines) => /live/.test(lines[0] ?? "") && !/Outbox/.test(lines.join()));
  await again.untilIdle();
  const texts = await Promise.all(topics.map((topic) => ana.reads(`general > ${topic}`)));
  expect(texts.flat().toSorted()).toEqual(["I have", ...Object.values(said)]);
  expect((await robin.unread()).length).toBe(2);
  const starred = [{ operator: "is", operand: "starred" }];
  const page = { anchor: "newest", num_before: 9, num_after: 0, narrow: starred };
  const [message, ...others] = (await robin.get("/messages", page))["messages"];
  expect(message.flags).toContain("read");
  expect(others).toEqual([]);
});
