/** A realm with a roof: born from a seed, served on a socket, with people living in it. */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import { type Account, createRealm, type Realm } from "#realm/realm.ts";
import { residents } from "#realm/residents/residents.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { withFreshKeys } from "#realm/seed/fresh-keys.ts";
import { serveRealm } from "#realm/serve.ts";
import { openStateFile, type Repair } from "#realm/state-file.ts";
import type { HouseWish } from "./house-wish.ts";

export type House = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly control: string;
  /** The account that the realm was drawn for comes first. */
  readonly accounts: readonly Account[];
  /** What was left out of the state file; undefined when it was whole. */
  readonly repaired: Repair | undefined;
  readonly close: () => Promise<void>;
};

async function drawn(seed: HouseWish["seed"], now: number): Promise<Blueprint> {
  switch (seed) {
    case "demo":
      return (await import("#realm/seed/demo/demo.ts")).demoBlueprint(now);
    case "empty":
      return (await import("#realm/seed/empty.ts")).emptyBlueprint(now);
    case "big":
      return (await import("#realm/seed/big.ts")).bigBlueprint(now);
  }
}

/** Wakes the demo's people; gives what puts them to sleep. */
function settle(realm: Realm, clock: Clock, random: Random, log: Log): () => void {
  const you = realm.accounts[0]?.user_id ?? 0;
  const people = residents({
    clock,
    random,
    realm: realm.port,
    you,
    onFault: (fault) => log.note("A resident was refused.", { reason: String(fault) }),
  });
  const deaf = realm.onMessage(people.onMessage);
  people.start();
  return () => {
    people.stop();
    deaf();
  };
}

/** `random` makes keys, so nobody may foresee it. Rejects with `PortTaken` when something else listens there, and with a `StateFileProblem`. */
export async function openHouse(
  wish: HouseWish,
  clock: Clock,
  random: Random,
  log: Log,
): Promise<House> {
  const seed = await drawn(wish.seed, Math.floor(clock.now() / 1000));
  const blueprint = wish.fixedKeys ? seed : withFreshKeys(seed, random);
  const file =
    wish.state === undefined ? undefined : openStateFile(wish.state, { repair: wish.repair });
  const realm = createRealm({
    clock,
    random,
    blueprint,
    level: wish.level,
    brand: wish.brand,
    weather: wish.weather,
    rateLimit: wish.rateLimit,
    save: file?.save,
    log,
  });
  const served = await serveRealm(realm, { port: wish.port, host: wish.host });
  // They know the demo's streams and each other, nobody else's.
  const sleep =
    wish.residents && wish.seed === "demo" ? settle(realm, clock, random, log) : () => {};
  return {
    url: served.url,
    control: served.control,
    accounts: realm.accounts,
    repaired: file?.repaired(),
    close: async () => {
      sleep();
      realm.stop();
      await served.close();
      file?.close();
    },
  };
}
