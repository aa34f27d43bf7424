/**
 * What to do about event types that could not be applied.
 *
 * Such an event means that the picture may be wrong, and a fresh register puts it right. A server that sends the same
 * misfit again would have us register for ever, so each type gets one register in five minutes; after that it is set aside.
 */
import type { Clock } from "#base/clock.ts";

const patienceMs = 5 * 60_000;

export type Quarantine = {
  /** An event of this type could not be applied: register anew, or set the type aside? */
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
