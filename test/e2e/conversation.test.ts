/** Reading and writing while others write, and a queue that expires on the server. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Whether the cursor is right before `text`; to be polled, since drawing a frame moves it. */
function isBefore({ terminal }: TerminalUser, text: string): boolean {
  const { active } = terminal.buffer;
  const line = active.getLine(active.cursorY);
  return line?.translateToString(true, active.cursorX).startsWith(text) === true;
}

test("new messages do not scroll the screen, a reply is sent once, and an expired queue is replaced silently", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  for (const text of ["one", "two", "three"]) await ana.says("general > lunch", text);
  const person = await startInTerminal({ environment: robin.environment });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("three");
  await person.untilIdle();
  const placeOf = (text: string) => person.lines().findIndex((line) => line.trim().endsWith(text));
  const before = ["one", "two", "three"].map(placeOf);
  await ana.says("general > lunch", "four, and it is getting cold");
  await person.sees("four, and it is getting cold");
  expect(["one", "two", "three"].map(placeOf)).toEqual(before);

  await person.does("message.reply");
  await person.types("Eat, and I will bring **all** of it.");
  await person.does("composer.send");
  await person.sees(
    (lines) => lines.filter((line) => line.includes("Eat, and I will")).length === 1,
  );
  await person.sees((lines) => !lines.some((line) => /sending|queued/.test(line)));
  const texts = await ana.reads("general > lunch");
  expect(texts.filter((text) => text.includes("Eat, and I"))).toHaveLength(1);
  expect(texts.at(-1)).toBe("Eat, and I will bring **all** of it.");

  await person.types("me, in five minutes");
  await person.does("edit.word-left");
  await person.sees(() => isBefore(person, "minutes"));
  await realm.expireQueues();
  await ana.says("general > lunch", "then I wait for you");
  await person.sees("then I wait for you");
  await person.sees(/live/);
  expect(person.text()).toContain("me, in five minutes");
  await person.untilIdle();
  await person.sees(() => isBefore(person, "minutes"));
  await person.types("about ");
  expect(person.text()).toContain("me, in five about minutes");
});
