/**
 * Serves realms to tests in other processes, each of which would load all modules of the realm: whoever sends what it wants in a
 * line receives the announcement, and ends the realm with the connection.
 */
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { RealmServerOptions } from "#app/realm-options.ts";
import { openRealmServer, type RealmServer } from "#app/realm-server.ts";
import { clockAtRate } from "#app/runtime.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { createRealm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { serveRealm } from "#realm/serve.ts";

export type Wanted =
  | { readonly settings: RealmServerOptions; readonly rate: number }
  | { readonly blueprint: Blueprint };

async function open(wanted: Wanted): Promise<RealmServer> {
  if ("settings" in wanted) {
    const clock = clockAtRate(systemClock, String(wanted.rate));
    return openRealmServer(wanted.settings, clock, unpredictable, silent);
  }
  const [clock, random] = [systemClock, unpredictable];
  const realm = createRealm({ clock, random, ...wanted, rateLimit: false });
  const served = await serveRealm(realm);
  const close = () => {
    realm.stop();
    return served.close();
  };
  return { ...served, accounts: realm.accounts, close };
}

/** Serves what the first line asks for, until the other end closes. */
export async function hostRealm(socket: Socket): Promise<void> {
  // Of a test that was killed.
  socket.on("error", () => socket.destroy());
  const ended = new Promise((resolve) => socket.once("end", resolve).once("close", resolve));
  const [line] = await once(createInterface({ input: socket }), "line");
  const realm = await open(JSON.parse(line)).catch(String);
  socket.write(`${JSON.stringify(realm)}\n`);
  await ended;
  if (typeof realm !== "string") await realm.close();
  socket.end();
}
