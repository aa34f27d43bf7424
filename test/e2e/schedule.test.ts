/** Writing now and sending later: scheduled messages, the moment to undo a send, and the status. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm-process.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("a message is scheduled, changed, and arrives in a second client at its time", async () => {
  const wish = { seed: "empty", state: `${folder()}/realm.jsonl` } as const;
  const realm = await startRealm(wish);
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "soup?");
  const [writer, reader] = [
    await sitDown({ environment: robin.environment, columns: 100, rows: 30 }),
    await sitDown({ environment: ana.environment, columns: 100, rows: 30 }),
  ];
  await reader.sees("1 unread");
  await reader.does("list.open");
  await writer.sees("1 unread");
  await writer.does("list.open", "message.reply");
  await writer.types("at noon");
  await writer.does("composer.schedule");
  await writer.types("in 20 min");
  await writer.sees(/in 20 min ·/);
  await writer.does("dialog.take");
  await writer.sees("Scheduled for");
  await writer.does("composer.leave", "go.scheduled");
  await writer.sees("at noon");
  await writer.does("list.edit");
  await writer.sees(/Scheduled for .*, to #general › lunch/);
  await writer.types(" or at one");
  await writer.does("composer.send");
  await writer.sees("at noon or at one");
  expect(await ana.reads("general > lunch")).toEqual(["soup?"]);

  await realm.stops();
  await realm.startsAgain({ ...wish, rate: 400 });
  await reader.does("program.repaint");
  await writer.does("program.repaint");
  await reader.sees("at noon or at one", 30_000);
  await writer.sees("Nothing is scheduled.", 30_000);
  expect(await ana.reads("general > lunch")).toEqual(["soup?", "at noon or at one"]);
});

test("u takes a message back before it is sent, and the status reaches others", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says([robin.id], "soup?");
  const config = join(folder(), "config.toml");
  writeFileSync(config, "undo_send = 30\n");
  const writer = await sitDown({
    environment: robin.environment,
    argv: ["--config", config],
    columns: 100,
    rows: 30,
  });
  await writer.sees("1 unread");
  await writer.does("list.open", "message.reply");
  await writer.types("no");
  await writer.does("composer.send");
  await writer.sees(/waits until .* undo cancels it/);
  await writer.does("composer.leave", "triage.undo");
  await writer.sees("Not sent: it is in the composer.");
  await writer.types("t today");
  await writer.sees("› not today");
  await writer.sees((lines) => !/waits until/.test(lines.join()));

  const other = await sitDown({ environment: ana.environment, columns: 100, rows: 30 });
  await other.sees(/Robin/);
  await writer.does("composer.leave", "status.set");
  await writer.types("In the garden");
  await writer.does("dialog.take");
  await writer.sees("Set your status");
  await other.does("palette.open");
  await other.types("Robin");
  await other.does("dialog.take");
  await other.sees("In the garden");
});
