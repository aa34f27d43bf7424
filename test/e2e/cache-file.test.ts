/** The files of an account: what leaves the screen leaves them, and no fault of theirs is felt. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cacheDamages } from "../support/cache-damages.ts";
import { filesIn, filesWith, folder, unwritable } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { isDelivered, seat } from "../support/seat.ts";
import { startInTerminal } from "../support/terminal.ts";

test("a text that is deleted is in no file, whether weir runs then or not; with a damaged cache file, weir starts as without one", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const home = folder();
  const place = { environment: robin.environment, home };
  const texts = ["swordfish one", "swordfish two", "harmless"];
  const ids: number[] = [];
  for (const text of texts) ids.push(await ana.says("general > passwords", text));
  const first = await startInTerminal(place);
  await first.sees(/live/);
  await first.does("triage.next");
  await first.sees("harmless");
  await first.quits();
  for (const text of texts) expect(filesWith(home, text), text).not.toEqual([]);

  await ana.delete(`/messages/${ids[0]}`);
  const second = await startInTerminal(place);
  await second.sees(/live/);
  // What arrives is shown once the server's page has replaced the archive's.
  await ana.says("general > passwords", "afterwards");
  await second.sees((lines) => /^(?!.*swordfish one).*afterwards/s.test(lines.join("\n")));
  await second.sees("swordfish two");
  await ana.delete(`/messages/${ids[1]}`);
  await second.sees((lines) => !lines.join("\n").includes("swordfish two"));
  await second.quits();
  for (const text of ["swordfish one", "swordfish two"])
    expect(filesWith(home, text), text).toEqual([]);
  expect(filesWith(home, "harmless")).not.toEqual([]);

  // All damages happen to a client in process.
  const path = filesIn(home).find((name) => name.endsWith("/cache.db")) ?? "";
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  cacheDamages["is overwritten in the middle"](path);
  const third = await startInTerminal(place);
  await third.sees(/live/);
  await third.sees("harmless");
  expect(third.text()).not.toMatch(/corrupt|damaged|malformed|cannot|error|sqlite|cache/i);
  await third.quits();
});

test("where nothing can be written, what was seen and what was being written is there, and it is said", async () => {
  const { realm, home, start } = await seat({ lunch: "soup today?" });
  const first = await start();
  await first.sees(/live/);
  await first.sees("soup today?");
  await first.does("list.reply");
  await first.types("half a sentence");
  await first.untilIdle();
  await first.quits();
  await realm.stops();
  for (const file of filesIn(home)) if (file.endsWith(".db")) unwritable(file);

  const second = await start();
  await second.sees(/stale since/);
  await second.sees("Nothing is saved to disk");
  await second.sees("soup today?");
  await second.sees("half a sentence");
  await second.does("message.star");
  await second.sees(/Outbox +\d/);
  await realm.restart();
  await second.sees((lines) => isDelivered(lines));
});
