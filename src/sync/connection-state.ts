/** Derives the state of the connection from the latest responses; the header shows it. */
import type { Failure } from "#api/failure.ts";
import type { ConnectionState } from "#store/session.ts";

/** The state after a request failed; `answeredAt` is the time of the last response, in UNIX milliseconds. */
export function afterFailure(failure: Failure, answeredAt: number): ConnectionState | undefined {
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
      // The server responded, so it is there, and the request will be retried.
      return undefined;
  }
}

/** True if both look the same on the screen. */
export function sameConnection(one: ConnectionState, other: ConnectionState): boolean {
  if (one.kind !== other.kind) return false;
  if ("since" in one && "since" in other) return one.since === other.since;
  return !("sentence" in one && "sentence" in other) || one.sentence === other.sentence;
}
