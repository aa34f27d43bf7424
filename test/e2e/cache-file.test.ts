/** The files of an account: what leaves the screen leaves them, and no fault of theirs is felt. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cacheDamages } from "../support/cache-damages.ts";
import type { Correspondent } from "../support/correspondent.ts";
import { filesIn, filesWith, folder, unwritable } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { isDelivered, seat as seatAt } from "../support/seat.ts";
import { startInTerminal } from "../support/terminal.ts";

type Seat = { readonly environment: Readonly<Record<string, string>>; readonly home: string };

const seatOf = ({ environment }: Correspondent, home = folder()): Seat => ({ environment, home });

const cacheOf = (seat: Seat) => filesIn(seat.home).find((path) => path.endsWith("/cache.db")) ?? "";

test("a text that is deleted is in no file, whether weir runs then or not", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const seat = seatOf(robin);
  const texts = ["swordfish one", "swordfish two", "harmless"];
  const ids: number[] = [];
  for (const text of texts) ids.push(await ana.says("general > passwords", text));
  const first = await startInTerminal(seat);
  await first.sees(/live/);
  await first.does("triage.next");
  await first.sees("harmless");
  await first.quits();
  for (const text of texts) expect(filesWith(seat.home, text)).not.toEqual([]);

  const second = await startInTerminal(seat);
  await second.sees(/live/);
  await second.sees("swordfish one");
  await ana.delete(`/messages/${ids[0]}`);
  await second.sees((lines) => !lines.join("\n").includes("swordfish one"));
  await second.quits();
  expect(filesWith(seat.home, "swordfish one")).toEqual([]);

  await ana.delete(`/messages/${ids[1]}`);
  const third = await startInTerminal(seat);
  await third.sees(/live/);
  // What arrives is shown once the server's page has replaced the archive's.
  await ana.says("general > passwords", "afterwards");
  await third.sees((lines) => /^(?!.*swordfish two).*afterwards/s.test(lines.join("\n")));
  await third.quits();
  expect(filesWith(seat.home, "swordfish two")).toEqual([]);
  expect(filesWith(seat.home, "harmless")).not.toEqual([]);
});

test("with a damaged cache file, weir starts as without one", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  await ana.says("general > lunch", "soup today?");
  const seat = seatOf(robin);
  const starts = async () => {
    const person = await startInTerminal(seat);
    await person.sees(/live/);
    await person.sees("soup today?");
    expect(person.text()).not.toMatch(/corrupt|damaged|malformed|cannot|error|sqlite|cache/i);
    await person.quits();
  };
  await starts();
  // All damages happen to a client in process.
  const path = cacheOf(seat);
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  cacheDamages["is overwritten in the middle"](path);
  await starts();
});

test("where nothing can be written, what was seen and what was being written is there, and it is said", async () => {
  const { realm, home, start } = await seatAt({ lunch: "soup today?" });
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
  await second.sees("Nothing is saved to disk.");
  await second.sees("soup today?");
  await second.sees("half a sentence");
  await second.does("message.star");
  await second.sees(/Outbox +\d/);
  await realm.restart();
  await second.sees((lines) => isDelivered(lines));
});
