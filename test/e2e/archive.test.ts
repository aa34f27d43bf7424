/** What was seen before is there without the server, and what is done then is done once, when the server is back. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { type LastingRealm, serveLastingRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Robin's program on one home folder, where Ana has written to them. */
async function read(realm: LastingRealm): Promise<() => Promise<TerminalUser>> {
  const { environment } = realm.as("Robin");
  const home = folder();
  const start = () => startInTerminal({ environment, home, columns: 100 });
  const person = await start();
  await person.sees(/live/);
  await person.sees("lunch");
  await person.does("triage.next");
  await person.sees("who has the key?");
  await person.quits();
  return start;
}

const times = (person: TerminalUser, text: string) =>
  person.lines().filter((line) => line.includes(text)).length;

const isDelivered = (lines: readonly string[]) =>
  / live /.test(`${lines[0]} `) && !/waiting|queued|sending/.test(lines.join(" "));

test("without the server, the inbox stands there, a conversation opens, and an answer waits until it is back and goes out once", async () => {
  const realm = await serveLastingRealm();
  const ana = realm.as("Ana");
  await ana.says("general > lunch", "soup today?");
  await ana.says("general > boats", "who has the key?");
  const start = await read(realm);
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
  await again.sees(isDelivered, 40_000);
  expect(times(again, "I have")).toBe(1);
  const texts = await ana.reads("general > boats");
  expect(texts.filter((text) => text === "I have")).toEqual(["I have"]);
});

test("what is read, starred and marked as done without the server, over two starts, is so once it is back", async () => {
  const realm = await serveLastingRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  for (const topic of ["boats", "lunch", "oars", "ropes"])
    await ana.says(`general > ${topic}`, `about ${topic}`);
  const { environment } = robin;
  const home = folder();
  const start = () => startInTerminal({ environment, home, columns: 100 });
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
  await again.sees((lines) => /live/.test(lines[0] ?? "") && !/Outbox/.test(lines.join()), 40_000);
  await again.untilIdle();
  expect((await robin.unread()).length).toBe(2);
  const starred = [{ operator: "is", operand: "starred" }];
  const page = { anchor: "newest", num_before: 9, num_after: 0, narrow: starred };
  const [message, ...others] = (await robin.get("/messages", page))["messages"];
  expect(message.flags).toContain("read");
  expect(others).toEqual([]);
});
