/** How fresh the screen is, told from the last answers: what the header shows. */
import type { Failure } from "#api/failure.ts";
import type { Connection } from "#store/session.ts";

/** The state after a request failed; `answeredAt` is the moment of the last answer, in UNIX milliseconds. */
export function afterFailure(failure: Failure, answeredAt: number): Connection | undefined {
  switch (failure.kind) {
    case "unauthorized":
      return { kind: "signed-out", sentence: failure.sentence };
    case "unreachable":
      return { kind: failure.timedOut ? "stale" : "offline", since: answeredAt };
    case "broken":
    case "malformed":
      return { kind: "stale", since: answeredAt };
    case "refused":
    case "rate-limited":
      // It spoke: there is a server, and it will be asked again.
      return undefined;
  }
}

/** True when nothing on a screen would tell the two apart. */
export function sameConnection(one: Connection, other: Connection): boolean {
  if (one.kind !== other.kind) return false;
  if ("since" in one && "since" in other) return one.since === other.since;
  return !("sentence" in one && "sentence" in other) || one.sentence === other.sentence;
}
