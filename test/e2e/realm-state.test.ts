/** Acknowledged messages survive a kill of the realm, even on a full disk. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { type RealmProcess, startRealm } from "../support/realm-process.ts";

/**
 * A realm on a full disk rejects writes with a message, still serves reads, and loses nothing when killed; one that is
 * killed while messages are sent has every acknowledged one.
 */
test("a realm on a full disk, or killed, keeps what it has acknowledged", async () => {
  const action = { state: `${folder()}/realm.jsonl` };
  const realm = await startRealm({ ...action, blocks: 64 });
  const ana = realm.as("Ana");
  const acknowledged: string[] = [];
  const refused: string[] = [];
  for (let count = 0; refused.length < 3; count += 1) {
    const text = `message ${count} ${"x".repeat(1_000)}`;
    await ana.says("general > lunch", text).then(
      () => acknowledged.push(text),
      (problem: Error) => refused.push(problem.message),
    );
  }
  expect(new Set(refused)).toEqual(
    new Set(["The realm's disk is full. Try again when there is space."]),
  );
  expect(acknowledged.length).toBeGreaterThan(3);
  expect(await ana.reads("general > lunch")).toEqual(acknowledged);

  await realm.kill();
  await realm.restart(action);
  expect(await ana.reads("general > lunch")).toEqual(acknowledged);
  await keepsWhatItAcknowledged(realm);
});

async function keepsWhatItAcknowledged(realm: RealmProcess): Promise<void> {
  const ana = realm.as("Ana");
  const acknowledged: string[] = [];
  const sending = Array.from({ length: 300 }, (_, index) => `message ${index}`).map((text) =>
    ana.says("general > dinner", text).then(
      () => {
        acknowledged.push(text);
        return acknowledged.length === 100 ? realm.kill() : undefined;
      },
      () => undefined,
    ),
  );
  await Promise.all(sending);
  await realm.restart();
  const kept = new Set(await ana.reads("general > dinner"));
  expect(acknowledged.filter((text) => !kept.has(text))).toEqual([]);
}
