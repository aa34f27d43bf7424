/** The archive of a client that has opened a topic, and was closed after it. */
import type { Archive } from "#archive/archive.ts";
import { archiveIn } from "./archive-in.ts";
import { startClient } from "./client.ts";
import type { FakeClock } from "./clock.ts";
import type { StartedRealm } from "./realm.ts";
import { deploy } from "./small-client.ts";

export async function usedArchive({ realm }: StartedRealm, clock: FakeClock): Promise<Archive> {
  const archive = archiveIn();
  const client = startClient({ clock, realm, archive });
  await clock.pass("10 s");
  client.open(deploy);
  await clock.pass("10 s");
  const stopped = client.session.stop();
  await clock.pass("1 s");
  await stopped;
  return archive;
}
