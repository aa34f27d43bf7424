/**
 * A realm served from the test's own process, for whatever need not outlive its server: a process of its own costs more
 * than most tests do with it.
 */
import { onTestFinished } from "vitest";
import type { RealmServerOptions } from "#app/realm-options.ts";
import { openRealmServer } from "#app/realm-server.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
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

/** Ends with the test. */
export async function serveRealm(
  seed: "demo" | "empty" = "empty",
  level?: number,
): Promise<ServedRealm> {
  const wanted = { ...options, seed, level };
  const realm = await openRealmServer(wanted, systemClock, unpredictable, silent);
  onTestFinished(realm.close);
  return servedRealm(realm);
}
