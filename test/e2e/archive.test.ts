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
  await quits(person);
  return start;
}

async function quits(person: TerminalUser): Promise<void> {
  person.kill("SIGTERM");
  await person.ended;
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
  await quits(person);

  const again = await start();
  await again.sees(/stale since .*1 waiting/);
  await again.sees("I have");
  await realm.restart();
  await again.sees(isDelivered, 40_000);
  expect(times(again, "I have")).toBe(1);
  const texts = await ana.reads("general > boats");
  expect(texts.filter((text) => text === "I have")).toEqual(["I have"]);
});
