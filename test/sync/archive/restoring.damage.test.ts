import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { archiveDropped } from "#archive/archive.ts";
import { openArchiveHere } from "#archive/client.ts";
import { archiveOver } from "#archive/transport.ts";
import { storageThread } from "#host/state-db.ts";
import { cacheDamages } from "../../support/cache-damages.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { quickFolder } from "../../support/folder.ts";
import { startRealm } from "../../support/realm.ts";
import { registered } from "../../support/replica.ts";
import { before, deploy } from "../../support/small-client.ts";

const thread = new URL("../../../src/archive/state-worker.ts", import.meta.url);
const nameOf = (place: string) => join(place, "cache.db");

/** A realm, and the folder of each account in which it has read. */
function seats() {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const start = async (who: string, place = quickFolder()) => {
    const email = `${who}@small.example`;
    const owner = { account: email, keepsMessages: true };
    const { archive, close } = openArchiveHere(place, owner, clock);
    const client = startClient({ clock, realm, name: who, email, archive });
    client.open(deploy);
    await clock.pass("10 s");
    const quit = async () => {
      const stopped = client.session.stop();
      await clock.pass("2 s");
      await stopped;
      await close();
    };
    return { client, place, owner, quit };
  };
  return { clock, start };
}

test.for(Object.entries(cacheDamages))(
  "if the cache file %s, weir starts as without one, and says what is lost",
  async ([name, damage]) => {
    const { start } = seats();
    const [own, other] = [await start("ana"), await start("bo")];
    for (const { quit } of [own, other]) await quit();
    const beside = quickFolder();
    copyFileSync(nameOf(own.place), nameOf(beside));
    for (const place of [own.place, beside]) {
      for (const end of ["-wal", "-shm"]) expect(existsSync(nameOf(place) + end)).toBe(false);
      damage(nameOf(place), nameOf(other.place));
    }

    const files = await storageThread(thread).open(beside, own.owner);
    onTestFinished(() => files.close());
    const hadNothing = name === "is empty" || name === "is a folder";
    expect(files.sentences).toEqual(hadNothing ? [] : [archiveDropped]);
    const loaded = await archiveOver(files.cache).load();
    expect(loaded?.sections ?? []).toEqual([]);

    const { client } = await start("ana", own.place);
    const without = await start("ana");
    const { session, screen, replica } = client.store.getState();
    expect(session.connection).toEqual({ kind: "live" });
    expect([screen.toast, screen.dialog]).toEqual([undefined, undefined]);
    expect(client.rows(deploy)).toEqual(before);
    expect(registered(replica)).toEqual(registered(without.client.store.getState().replica));
  },
);
