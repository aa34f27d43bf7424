/** What residents need to act: time, randomness, and a memory of used texts. */

import type { Clock } from "#base/clock.ts";
import { below, type Random } from "#base/random.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { character, type Short } from "#realm/seed/demo/people.ts";
import type { ResidentPort } from "./port.ts";

export type ResidentContext = {
  readonly random: Random;
  readonly realm: ResidentPort;
  /** Resolves after a random time between the two (milliseconds); rejects once the residents are stopped. */
  readonly pause: (fromMs: number, toMs: number) => Promise<void>;
  /** Starts a background task, which ends by itself, with a refusal, or when the residents are stopped. */
  readonly aside: (act: () => Promise<void>) => void;
  /** A random element; none is repeated before all were used. */
  readonly deal: <T>(choices: readonly T[]) => T;
};

/** `onFault` receives errors, except those from stopping. */
export function residentContext(
  clock: Clock,
  random: Random,
  realm: ResidentPort,
  stopped: AbortSignal,
  onFault: (fault: unknown) => void,
): ResidentContext {
  return {
    random,
    realm,
    pause: (fromMs, toMs) => clock.sleep(fromMs + below(random, toMs - fromMs + 1), stopped),
    aside: (act) => {
      act().catch((fault: unknown) => {
        if (!stopped.aborted) onFault(fault);
      });
    },
    deal: dealer(random),
  };
}

function dealer(random: Random): ResidentContext["deal"] {
  const decks = new Map<readonly unknown[], unknown[]>();
  return <T>(choices: readonly T[]): T => {
    const known = decks.get(choices) as T[] | undefined;
    const deck = known === undefined || known.length === 0 ? [...choices] : known;
    decks.set(choices, deck);
    const [dealt] = deck.splice(below(random, deck.length), 1);
    if (dealt === undefined) throw new RangeError("Nothing to deal from.");
    return dealt;
  };
}

/** Types for a while, then sends the result of `text`; resolves with the message ID. Bots do not type. */
export async function write(
  { realm, pause }: ResidentContext,
  who: Short,
  place: Destination,
  text: () => string,
  [fromMs, toMs]: readonly [number, number],
): Promise<number> {
  const { id, isBot } = { isBot: false, ...character(who) };
  if (!isBot) realm.type(id, place, "start");
  await pause(fromMs, toMs);
  if (!isBot) realm.type(id, place, "stop");
  return realm.send(id, place, text());
}
