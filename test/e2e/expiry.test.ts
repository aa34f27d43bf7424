/** The server forgets a queue: nobody in front of the screen should notice. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("an expired queue is replaced, with the text in the composer and the cursor where they were", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "who is hungry");
  const person = await sitDown({ environment: robin.environment });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  await person.types("me, in five minutes");
  await person.does("edit.word-left");
  // A frame may be under way, and the cursor with it; it comes back with the frame's end.
  const isBeforeMinutes = () => {
    const { active } = person.terminal.buffer;
    const line = active.getLine(active.cursorY);
    return line?.translateToString(true, active.cursorX).startsWith("minutes") === true;
  };
  await person.sees(isBeforeMinutes);

  await realm.expireQueues();
  await ana.says("general > lunch", "then I wait for you");
  await person.sees("then I wait for you");
  await person.sees(/live/);
  expect(person.text()).toContain("me, in five minutes");
  await person.rests();
  await person.sees(isBeforeMinutes);
  await person.types("about ");
  expect(person.text()).toContain("me, in five about minutes");
});
