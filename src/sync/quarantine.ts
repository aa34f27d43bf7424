/**
 * Decides what to do about event types that could not be applied.
 *
 * Such an event means that the replica may be wrong, and a fresh register corrects it. A server that repeats the
 * mismatch would make us register forever, so each type gets one register in five minutes; after that it is
 * quarantined.
 */
import type { Clock } from "#base/clock.ts";

const patienceMs = 5 * 60_000;

/** After an event of a type could not be applied: true to register again, false to quarantine the type. */
export type Quarantine = (type: string) => boolean;

export function createQuarantine(clock: Clock): Quarantine {
  const registeredFor = new Map<string, number>();
  return (type) => {
    const last = registeredFor.get(type);
    const now = clock.elapsed();
    if (last !== undefined && now - last < patienceMs) return false;
    registeredFor.set(type, now);
    return true;
  };
}
