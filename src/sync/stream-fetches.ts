/** Fetches what a stream is needed with, unless it is known. */
import { ApiError } from "#api/failure.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { isReachable, type SyncContext } from "./context.ts";

type StreamFetch = {
  /** The streams on the screen. */
  readonly wanted: (state: State) => Iterable<StreamId>;
  readonly isKnown: (replica: Replica, id: StreamId) => boolean;
  readonly load: (id: StreamId) => Promise<void>;
  /** The log's sentence for an error. */
  readonly failure: string;
};

/** Fetches what is missing. A refusal is final until the next epoch; anything else is retried at the next call. */
export function streamFetcher(
  context: SyncContext,
  { wanted, isKnown, load, failure }: StreamFetch,
): (state: State) => void {
  const { stopped, idle, log } = context;
  const asked = new Set<string>();
  return (state) => {
    const { replica } = state;
    if (replica.epoch === 0 || stopped.aborted || !isReachable(context)) return;
    for (const id of wanted(state)) {
      const visit = `${replica.epoch} ${id}`;
      if (isKnown(replica, id) || asked.has(visit)) continue;
      asked.add(visit);
      idle.during(load(id)).then(
        // An event may make it unknown again.
        () => asked.delete(visit),
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.failure.kind !== "refused") asked.delete(visit);
          log.note(failure, { reason: String(error) });
        },
      );
    }
  };
}
