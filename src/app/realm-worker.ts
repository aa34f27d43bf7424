/** The demo's realm on a thread of its own, so that it never delays a key. */
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { collectInQuiet, engineMemory } from "#host/engine-memory.ts";
import { reasonOf, systemSentence } from "#host/file-errors.ts";
import type { RealmServerOptions } from "./realm-options.ts";
import { openRealmServer } from "./realm-server.ts";

/** The first message of the thread. */
export type RealmStart =
  | {
      readonly url: string;
      readonly email: string;
      readonly key: string;
      /** Undefined where nobody signs in by one. */
      readonly password: string | undefined;
    }
  | { readonly failed: string };

async function openRealm(): Promise<RealmStart> {
  try {
    const realmServer = await openRealmServer(
      workerData as RealmServerOptions,
      systemClock,
      unpredictable,
      silent,
    );
    const [you] = realmServer.accounts;
    const { email = "", api_key: key = "", password } = you ?? {};
    return { url: realmServer.url, email, key, password };
  } catch (error) {
    return { failed: systemSentence(error) ?? reasonOf(error) };
  }
}

parentPort?.postMessage(await openRealm());
collectInQuiet(systemClock, engineMemory(systemClock), 10_000);
