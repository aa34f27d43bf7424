/** What was seen before is there without the server, and what is done then is done once, when the server is back. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { filesWith } from "../support/folder.ts";
import { isDelivered, seat } from "../support/seat.ts";
import type { TerminalUser } from "../support/terminal.ts";

const listed = (person: TerminalUser, text: string) =>
  person.lines().some((line) => line.includes(text));

/**
 * Without the server, a first start shows what `weir sync` has fetched, and what verbs have queued is sent once it is
 * back; what an earlier start left is there, and what is done, read, starred, answered, deleted and written is so at
 * the next start, even after a kill -9, can be cancelled there, and is carried out once it is back.
 */
test("without the server, what was fetched, seen and done is there, and what was done is sent once it is back", async () => {
  const { realm, robin, ana, home, start } = await seat({
    lunch: "about lunch",
    boats: "about boats",
  });
  const swordfish = await robin.says("general > boats", "swordfish by mistake");
  for (const topic of ["ropes", "oars"]) await ana.says(`general > ${topic}`, `about ${topic}`);
  await robin.post("/drafts", {
    drafts: [{ type: "stream", to: [1], topic: "letters", content: "from my phone", timestamp: 1 }],
  });
  const environment = { ...robin.environment, HOME: home };
  expect((await run(["sync"], environment)).code).toBe(0);
  await realm.stops();
  const queued = await run(["send", "--queue", "#general > later", "kept for you"], environment);
  expect(queued).toMatchObject({ code: 0, out: "queued\n" });
  const first = await start();
  await first.sees(/stale since \d+:\d\d/);
  for (const topic of ["boats", "oars", "ropes"]) await first.sees(`about ${topic}`);
  await realm.restart();
  await first.sees(isDelivered);
  await expect.poll(() => robin.reads("general > later")).toEqual(["kept for you"]);
  await first.untilIdle();
  await first.presses("g", "g");
  await first.sees(/▌.*boats/);
  await first.presses("j");
  await first.sees(/▌.*oars/);
  await first.presses("b", "t");
  await first.saw("Snoozed");
  await first.presses("g", "g");
  await first.sees(/▌.*boats/);
  await first.presses("Enter");
  await first.sees("swordfish by mistake");
  await first.untilIdle();
  // What was read stays in the outbox until its event has come, which this one follows.
  await ana.post(`/messages/${swordfish}/reactions`, { emoji_name: "tada" });
  await first.sees("🎉 1");
  await first.untilIdle();
  await first.quits();
  await realm.stops();

  const second = await start();
  await second.sees(/stale since/);
  await second.sees("swordfish by mistake");
  await second.does("go.inbox");
  await second.sees(/▌.*ropes/);
  expect(listed(second, "until ")).toBe(false);
  await second.does("triage.done");
  await second.sees(/Outbox +1/);
  await second.presses("j");
  await second.sees(/▌.*lunch/);
  await second.presses("Enter");
  await second.sees(/Outbox +2/);
  await second.does("message.star");
  await second.sees(/Outbox +3/);
  await second.does("message.reply");
  await second.types("I have");
  await second.does("composer.send");
  await second.sees(/Outbox +4/);
  await second.presses("Esc");
  await second.does("go.drafts");
  await second.sees("from my phone");
  await second.does("palette.open");
  await second.types("boats");
  await second.presses("Enter");
  await second.sees("swordfish by mistake");
  await second.presses("G");
  await second.sees(/▌ *swordfish|▌.*Robin/);
  await second.presses("D");
  await second.sees("Delete");
  await second.presses("d");
  await second.sees((lines) => !lines.join().includes("swordfish"));
  await second.sees(/Outbox +5/);
  await second.presses("r");
  await second.types("half a sentence");
  await second.pastes("all of\rthe secrets\r");
  await second.sees("the secrets");
  await second.presses("^_");
  second.kill("SIGKILL");
  await second.ended;

  const third = await start();
  await third.sees(/stale since .*\d waiting/);
  await third.sees(/Outbox +5/);
  await third.sees("half a sentence");
  expect(third.text()).not.toContain("secrets");
  await third.sees("about boats");
  expect(listed(third, "swordfish")).toBe(false);
  await third.does("go.inbox");
  expect(listed(third, "› ropes ")).toBe(false);
  await third.does("go.outbox");
  await third.presses("D");
  await third.sees(/Outbox +4/);
  await third.does("go.back", "go.back");
  await realm.restart();
  await third.sees(isDelivered);
  await third.sees("half a sentence");
  await third.presses("r", "Right");
  await third.types(", and the rest");
  await third.does("composer.send");
  await third.sees(isDelivered);
  await third.untilIdle();
  await third.quits();
  expect(await ana.reads("general > boats")).toEqual([
    "about boats",
    "half a sentence, and the rest",
  ]);
  expect(await ana.reads("general > lunch")).toEqual(["about lunch", "I have"]);
  expect(await robin.unread()).toHaveLength(2);
  const starred = [{ operator: "is", operand: "starred" }];
  const page = { anchor: "newest", num_before: 9, num_after: 0, narrow: starred };
  const { messages } = await robin.get("/messages", page);
  expect(messages).toMatchObject([
    { content: "<p>about lunch</p>", flags: expect.arrayContaining(["read"]) },
  ]);
  expect(filesWith(home, "swordfish")).toEqual([]);
});
