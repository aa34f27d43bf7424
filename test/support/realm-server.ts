/**
 * A realm served from the test's own process, for whatever need not outlive its server: a process of its own costs more
 * than most tests do with it.
 */
import { onTestFinished } from "vitest";
import { clockAtRate } from "#app/fast-clock.ts";
import type { RealmServerOptions } from "#app/realm-options.ts";
import { openRealmServer } from "#app/realm-server.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { createRealm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { serveRealm as serve } from "#realm/serve.ts";
import { folder } from "./folder.ts";
import { type ServedRealm, servedRealm } from "./realm-control.ts";

const options: RealmServerOptions = {
  seed: "empty",
  fixedKeys: false,
  port: 0,
  host: "127.0.0.1",
  level: undefined,
  brand: undefined,
  variation: undefined,
  state: undefined,
  rateLimit: false,
  residents: false,
};

const open = (wanted: RealmServerOptions, rate = 1) =>
  openRealmServer(wanted, clockAtRate(systemClock, String(rate)), unpredictable, silent);

/** Ends with the test. */
export async function serveRealm(
  seed: "demo" | "empty" = "empty",
  level?: number,
): Promise<ServedRealm> {
  const realm = await open({ ...options, seed, level });
  onTestFinished(realm.close);
  return servedRealm(realm);
}

/** The same for a realm of the test's own. */
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
  /** Ends every connection; nobody listens any more. */
  readonly stops: () => Promise<void>;
  /** On the same port, with all that happened before; its time may pass faster from then on. */
  readonly startsAgain: (rate?: number) => Promise<void>;
};

/** An empty realm that can go away and come back. Ends with the test. */
export async function serveLastingRealm(): Promise<LastingRealm> {
  const wanted = { ...options, state: `${folder()}/realm.jsonl` };
  let realm = await open(wanted);
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
    startsAgain: async (rate) => {
      realm = await open({ ...wanted, port: Number(new URL(served.url).port) }, rate);
      isOpen = true;
    },
  };
}
