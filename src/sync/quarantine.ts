/**
 * Decides what to do about event types that could not be applied.
 *
 * Such an event means that the replica may be wrong, and a fresh register corrects it. A server that repeats the
 * mismatch would make us register forever, so each type gets one register in five minutes; after that it is
 * quarantined.
 */
import type { Clock } from "#base/clock.ts";

const patienceMs = 5 * 60_000;

export type Quarantine = {
  /** After an event of this type could not be applied: register again, or quarantine the type? */
  readonly verdict: (type: string) => "register" | "set-aside";
};

export function createQuarantine(clock: Clock): Quarantine {
  const registeredFor = new Map<string, number>();
  return {
    verdict: (type) => {
      const last = registeredFor.get(type);
      const now = clock.elapsed();
      if (last !== undefined && now - last < patienceMs) return "set-aside";
      registeredFor.set(type, now);
      return "register";
    },
  };
}
