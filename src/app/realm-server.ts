/** A complete realm server: created from a seed, served on a socket, with residents. */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import { withFreshKeys } from "#realm/credentials.ts";
import { type Account, createRealm, type Realm } from "#realm/realm.ts";
import { residents } from "#realm/residents/residents.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { serveRealm } from "#realm/serve.ts";
import { openStateFile } from "#realm/state-file.ts";
import type { RealmServerOptions } from "./realm-options.ts";

export type RealmServer = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly control: string;
  /** The account that the realm was generated for comes first. */
  readonly accounts: readonly Account[];
  readonly close: () => Promise<void>;
};

async function blueprintOf(seed: RealmServerOptions["seed"], now: number): Promise<Blueprint> {
  switch (seed) {
    case "demo":
      return (await import("#realm/seed/demo/demo.ts")).demoBlueprint(now);
    case "empty":
      return (await import("#realm/seed/empty.ts")).emptyBlueprint(now);
    case "big":
      return (await import("#realm/seed/big.ts")).bigBlueprint(now);
  }
}

/** Starts the demo's residents; returns a function that stops them. */
function startResidents(realm: Realm, clock: Clock, random: Random, log: Log): () => void {
  const you = realm.accounts[0]?.user_id ?? 0;
  const people = residents({
    clock,
    random,
    realm: realm.port,
    you,
    onFault: (fault) =>
      log.note("A simulated user's request was refused.", { reason: String(fault) }),
  });
  const unsubscribe = realm.onMessage(people.onMessage);
  people.start();
  return () => {
    people.stop();
    unsubscribe();
  };
}

/**
 * `random` generates keys, so it must be unpredictable. Rejects with `PortTaken` when the port is in use, and with a
 * `StateFileProblem`.
 */
export async function openRealmServer(
  options: RealmServerOptions,
  clock: Clock,
  random: Random,
  log: Log,
): Promise<RealmServer> {
  const seed = await blueprintOf(options.seed, Math.floor(clock.now() / 1000));
  const blueprint = options.fixedKeys ? seed : withFreshKeys(seed, random);
  const save = options.state === undefined ? undefined : openStateFile(options.state, blueprint);
  const realm = createRealm({
    clock,
    random,
    blueprint,
    level: options.level,
    brand: options.brand,
    variation: options.variation,
    signIn: options.signIn,
    rateLimit: options.rateLimit,
    save,
    log,
  });
  const served = await serveRealm(realm, { port: options.port, host: options.host });
  // Residents know only the demo's streams and users.
  const sleep =
    options.residents && options.seed === "demo"
      ? startResidents(realm, clock, random, log)
      : () => {};
  return {
    url: served.url,
    control: served.control,
    accounts: realm.accounts,
    close: async () => {
      sleep();
      realm.stop();
      await served.close();
      save?.close();
    },
  };
}
