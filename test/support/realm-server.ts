/**
 * A realm served from the test's process, for tests that need no separate process, which would cost more than most of
 * them.
 */
import { onTestFinished } from "vitest";
import type { RealmServerOptions } from "#app/realm-options.ts";
import { openRealmServer } from "#app/realm-server.ts";
import { clockAtRate } from "#app/runtime.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { createRealm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { serveRealm as serve } from "#realm/serve.ts";
import { folder } from "./folder.ts";
import { keptPort } from "./kept-port.ts";
import { quietRealm } from "./quiet-realm.ts";
import { type ServedRealm, servedRealm } from "./realm-control.ts";

const open = (settings: RealmServerOptions, rate = 1) =>
  openRealmServer(settings, clockAtRate(systemClock, String(rate)), unpredictable, silent);

/** Ends with the test. */
export async function serveRealm(
  seed: "demo" | "empty" = "empty",
  level?: number,
): Promise<ServedRealm> {
  const realm = await open({ ...quietRealm, seed, level });
  onTestFinished(realm.close);
  return servedRealm(realm);
}

/** Serves a realm with this blueprint. */
export async function serveBlueprint(blueprint: Blueprint): Promise<ServedRealm> {
  const [clock, random] = [systemClock, unpredictable];
  const realm = createRealm({ clock, random, blueprint, rateLimit: false });
  const served = await serve(realm);
  onTestFinished(async () => {
    realm.stop();
    await served.close();
  });
  return servedRealm({ ...served, accounts: realm.accounts });
}

export type LastingRealm = ServedRealm & {
  /** Closes all connections and the port. */
  readonly stops: () => Promise<void>;
  /** Restarts it on the same port with its state; its clock may run faster from then on. */
  readonly restart: (rate?: number) => Promise<void>;
};

/** An empty realm that can be stopped and restarted. Ends with the test. */
export async function serveLastingRealm(): Promise<LastingRealm> {
  const port = await keptPort();
  const settings = { ...quietRealm, port, state: `${folder()}/realm.jsonl` };
  let realm = await open(settings);
  const served = servedRealm(realm);
  let isOpen = true;
  const stops = async () => {
    if (isOpen) await realm.close();
    isOpen = false;
  };
  onTestFinished(stops);
  return {
    ...served,
    stops,
    restart: async (rate) => {
      realm = await open(settings, rate);
      isOpen = true;
    },
  };
}
