/**
 * The topics in which the user has written recently: fetched once per register, so that the inbox knows from the start
 * which conversations are theirs. Events and opened histories keep it current.
 */
import { ApiError } from "#api/failure.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { withParticipation } from "#model/messages.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";

const newestMessages = 500;

/** The returned function stops it. */
export function startParticipation(context: SyncContext): () => void {
  const { store, stopped, idle, log } = context;
  let fetchedFor = 0;

  const load = async () => {
    const { ownId } = store.getState().replica;
    const narrow = termsOf({ kind: "sender", userId: ownId }, ownId, context.connection().level());
    const page = { narrow, anchor: "newest", num_before: newestMessages, num_after: 0 } as const;
    const { messages } = await fetchMessages(context, page, { priority: "background" });
    const own = messages.map((message) => fromWireMessage(message));
    changeReplica(store, (replica) => withParticipation(replica, own));
  };
  const advance = () => {
    const { epoch } = store.getState().replica;
    if (epoch === 0 || epoch === fetchedFor || stopped.aborted || !isReachable(context)) return;
    fetchedFor = epoch;
    idle.during(load()).catch((error: unknown) => {
      if (stopped.aborted) return;
      // Retried once the connection is back; a refusal is final for this register.
      if (!(error instanceof ApiError) || error.failure.kind !== "refused") fetchedFor = 0;
      log.note("Your recent messages could not be fetched.", { reason: String(error) });
    });
  };

  advance();
  return store.subscribe(({ replica, session }, last) => {
    const moved =
      replica.epoch !== last.replica.epoch || session.connection !== last.session.connection;
    if (moved) advance();
  });
}
