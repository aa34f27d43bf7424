/** The demo's realm in a thread of its own, so that nobody who lives there ever delays a key. */
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { unpredictable } from "#base/random.ts";
import { reasonOf, systemSentence } from "#host/file-errors.ts";
import { openHouse } from "./house.ts";
import type { HouseWish } from "./house-wish.ts";

/** The thread's first word. */
export type Moved =
  | { readonly url: string; readonly email: string; readonly key: string }
  | { readonly failed: string };

async function moveIn(): Promise<Moved> {
  try {
    const house = await openHouse(workerData as HouseWish, systemClock, unpredictable, silent);
    const [you] = house.accounts;
    return { url: house.url, email: you?.email ?? "", key: you?.api_key ?? "" };
  } catch (error) {
    return { failed: systemSentence(error) ?? reasonOf(error) };
  }
}

parentPort?.postMessage(await moveIn());
