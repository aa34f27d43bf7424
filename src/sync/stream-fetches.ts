/** Fetches what the screen needs to know about a stream, unless it is known. */
import { ApiError } from "#api/failure.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { isReachable, type SyncContext } from "./context.ts";

type StreamFetch = {
  /** The streams on the screen. */
  readonly neededStreams: (state: State) => Iterable<StreamId>;
  readonly isKnown: (replica: Replica, id: StreamId) => boolean;
  readonly load: (id: StreamId) => Promise<void>;
  /** The log's sentence for an error. */
  readonly failure: string;
};

/** Fetches what is missing. A refusal is final until the next epoch; anything else is retried at the next call. */
export function streamFetcher(
  context: SyncContext,
  { neededStreams, isKnown, load, failure }: StreamFetch,
): (state: State) => void {
  const { stopped, idle, log } = context;
  const requested = new Set<string>();
  return (state) => {
    const { replica } = state;
    if (replica.epoch === 0 || stopped.aborted || !isReachable(context)) return;
    for (const id of neededStreams(state)) {
      const request = `${replica.epoch} ${id}`;
      if (isKnown(replica, id) || requested.has(request)) continue;
      requested.add(request);
      idle.during(load(id)).then(
        // An event may make it unknown again.
        () => requested.delete(request),
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.failure.kind !== "refused")
            requested.delete(request);
          log.note(failure, { reason: String(error) });
        },
      );
    }
  };
}
