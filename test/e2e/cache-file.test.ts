/** The files of an account: what leaves the screen leaves them, and no fault of theirs is felt. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cacheDamages } from "../support/cache-damages.ts";
import { filesIn, filesWith, unwritable } from "../support/folder.ts";
import { isDelivered, seat } from "../support/seat.ts";

/**
 * A text that is deleted is in no file, whether weir runs then or not; where nothing can be written, what was seen and
 * what was being written is there, and it is said; with a damaged cache file, weir starts as without one.
 */
test("what is deleted is in no file, and a file that cannot be used stops nothing", async () => {
  const { realm, ana, home, start } = await seat({});
  const texts = ["swordfish one", "swordfish two", "harmless"];
  const ids: number[] = [];
  for (const text of texts) ids.push(await ana.says("general > passwords", text));
  const first = await start();
  await first.sees(/live/);
  await first.does("triage.next");
  await first.sees("harmless");
  await first.quits();
  for (const text of texts) expect(filesWith(home, text), text).not.toEqual([]);

  await ana.delete(`/messages/${ids[0]}`);
  const second = await start();
  await second.sees(/live/);
  // What arrives is shown once the server's page has replaced the archive's.
  await ana.says("general > passwords", "afterwards");
  await second.sees((lines) => /^(?!.*swordfish one).*afterwards/s.test(lines.join("\n")));
  await second.sees("swordfish two");
  await ana.delete(`/messages/${ids[1]}`);
  await second.sees((lines) => !lines.join("\n").includes("swordfish two"));
  await second.does("message.reply");
  await second.types("half a sentence");
  await second.untilIdle();
  await second.quits();
  for (const text of ["swordfish one", "swordfish two"])
    expect(filesWith(home, text), text).toEqual([]);
  expect(filesWith(home, "harmless")).not.toEqual([]);

  await realm.stops();
  const databases = filesIn(home).filter((name) => name.endsWith(".db"));
  for (const file of databases) unwritable(file);
  const third = await start();
  await third.sees(/stale since/);
  await third.sees("Nothing is saved to disk");
  await third.sees("harmless");
  await third.sees("half a sentence");
  await third.does("message.star");
  await third.sees(/Outbox +\d/);
  await realm.restart();
  await third.sees(isDelivered);
  await third.quits();

  for (const file of databases) rmSync(`${file}-shm`, { force: true });
  // All damages happen to a client in process.
  const path = databases.find((name) => name.endsWith("/cache.db")) ?? "";
  rmSync(`${path}-wal`, { force: true });
  cacheDamages["is overwritten in the middle"](path);
  const fourth = await start();
  await fourth.sees(/live/);
  await fourth.sees("harmless");
  await fourth.sees("Stored messages were unreadable: they are fetched again as you read.");
  expect(fourth.text()).not.toMatch(/corrupt|damaged|malformed|cannot|error|sqlite|cache/i);
});
