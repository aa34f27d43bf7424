/** The files of an account: what leaves the screen leaves them, nobody else's messages are there, and no fault of theirs is felt. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cacheDamages } from "../support/cache-damages.ts";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { serveLastingRealm, serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

type Seat = { readonly environment: Readonly<Record<string, string>>; readonly home: string };

const seatOf = ({ environment }: Correspondent, home = folder()): Seat => ({ environment, home });

async function quits(person: TerminalUser): Promise<void> {
  person.kill("SIGTERM");
  await person.ended;
}

/** Every file below the folder. */
function filesIn({ home }: Pick<Seat, "home">): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The names of the files that contain the text. */
function filesWith(seat: Pick<Seat, "home">, text: string): readonly string[] {
  return filesIn(seat).filter((path) => readFileSync(path).includes(text));
}

const cacheOf = (seat: Seat) => filesIn(seat).find((path) => path.endsWith("/cache.db")) ?? "";

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
  await quits(first);
  for (const text of texts) expect(filesWith(seat, text)).not.toEqual([]);

  const second = await startInTerminal(seat);
  await second.sees(/live/);
  await second.sees("swordfish one");
  await ana.delete(`/messages/${ids[0]}`);
  await second.sees((lines) => !lines.join("\n").includes("swordfish one"));
  await quits(second);
  expect(filesWith(seat, "swordfish one")).toEqual([]);

  await ana.delete(`/messages/${ids[1]}`);
  const third = await startInTerminal(seat);
  await third.sees(/live/);
  // What arrives is shown once the server's page has replaced the archive's.
  await ana.says("general > passwords", "afterwards");
  await third.sees((lines) => /^(?!.*swordfish two).*afterwards/s.test(lines.join("\n")));
  await quits(third);
  expect(filesWith(seat, "swordfish two")).toEqual([]);
  expect(filesWith(seat, "harmless")).not.toEqual([]);
});

test("accounts of one person on two servers have an archive each, without a message of the other", async () => {
  const home = folder();
  const places = ["here", "there"] as const;
  const sides = [];
  // Both realms give the same IDs.
  for (const place of places) {
    const realm = await serveLastingRealm();
    await realm.as("Ana").says("general > lunch", `soup ${place}`);
    sides.push({ realm, place, seat: seatOf(realm.as("Robin"), home) });
  }
  for (const { place, seat } of sides) {
    const person = await startInTerminal(seat);
    await person.sees(/live/);
    await person.sees(`soup ${place}`);
    await quits(person);
  }
  const having = (text: string) => [
    ...new Set(
      filesWith({ home }, text)
        .filter((path) => path.includes("cache.db"))
        .map((path) => dirname(path)),
    ),
  ];
  expect(new Set([...having("soup here"), ...having("soup there")]).size).toBe(2);
  for (const { realm, place, seat } of sides) {
    expect(having(`soup ${place}`)).toHaveLength(1);
    await realm.stops();
    const person = await startInTerminal(seat);
    await person.sees(/stale since/);
    await person.sees(`soup ${place}`);
    expect(person.text()).not.toContain(`soup ${places.find((other) => other !== place)}`);
    await quits(person);
  }
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
    await quits(person);
  };
  await starts();
  // All the others happen to a client in process.
  for (const what of ["is overwritten in the middle", "is a folder"] as const) {
    const path = cacheOf(seat);
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    cacheDamages[what](path);
    await starts();
  }
});
