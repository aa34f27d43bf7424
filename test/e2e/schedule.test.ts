/** Undoing a send, scheduled messages, and the status. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { folder } from "../support/folder.ts";
import { serveLastingRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/**
 * U cancels a message before it is sent, the status reaches others, and a message is scheduled, edited and sent at its
 * time.
 */
test("messages are cancelled and scheduled, and the status set, by keys", async () => {
  const realm = await serveLastingRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "soup?");
  const config = join(folder(), "config.toml");
  writeFileSync(config, "undo_send = 30\n");
  const argv = ["--config", config];
  const person = await startInTerminal({
    environment: robin.environment,
    argv,
    columns: 100,
    rows: 30,
  });
  await person.sees("1 unread");
  await person.does("list.open", "message.reply");
  await person.types("no");
  await person.does("composer.send");
  await person.sees(/waits until .* undo cancels it/);
  await person.does("composer.leave", "triage.undo");
  await person.saw("Not sent: it is in the composer.");
  await person.types("t today");
  await person.sees("› not today");
  await person.sees((lines) => !/waits until/.test(lines.join()));

  await person.does("composer.leave", "status.set");
  await person.types("In the garden");
  await person.does("dialog.take");
  await person.saw("Set your status");
  const { user_status: statuses } = await ana.post("/register", { event_types: ["user_status"] });
  expect(statuses).toMatchObject({ [robin.id]: { status_text: "In the garden" } });

  await person.does("message.reply");
  await person.presses("^U");
  await person.types("at noon");
  await person.does("composer.schedule");
  await person.types("in 8 min");
  await person.sees(/in 8 min ·/);
  await person.does("dialog.take");
  await person.saw("Scheduled for");
  await person.does("composer.leave", "go.scheduled");
  await person.sees("at noon");
  await person.does("list.edit");
  await person.sees(/Scheduled for .*, to #general › lunch/);
  await person.types(" or at one");
  await person.does("composer.send");
  await person.sees("at noon or at one");
  expect(await ana.reads("general > lunch")).toEqual(["soup?"]);

  // The realm's clock will not reach that time before the test ends.
  await robin.post("/scheduled_messages", {
    type: "direct",
    to: [ana.id],
    content: "rowing?",
    scheduled_delivery_timestamp: Math.floor(systemClock.now() / 1000) + 7 * 86_400,
  });
  await person.sees("rowing?");
  await person.presses("G", "!");
  await person.sees(/Ana Ruiz +sent or deleted/);

  await realm.stops();
  // What is an hour late is not sent any more: a busy machine has seven seconds.
  await realm.restart(500);
  await person.does("program.repaint");
  await person.sees("Nothing is scheduled.");
  expect(await ana.reads("general > lunch")).toEqual(["soup?", "at noon or at one"]);
  await person.does("palette.open");
  await person.types("lunch");
  await person.does("dialog.take");
  await person.sees("at noon or at one");
});
