/** Intents that the server said yes to and no event told of: a sender who is not subscribed to a stream hears nothing. */
import { ApiError } from "#api/failure.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { onMessage } from "#model/messages.ts";
import type { State } from "#store/state.ts";
import { changePicture, retire } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { inBackground, reasonOf } from "./background.ts";
import { type SyncContext, whenReachable } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";

/** How long an event may take after the answer. */
const patienceMs = 5_000;

/** Looks after every answered intent; the returned function ends it. */
export function startEchoes(context: SyncContext): () => void {
  const { store, clock, stopped } = context;
  const awaited = new Set<IntentId>();

  const awaitEvent = async (id: IntentId) => {
    for (;;) {
      await clock.sleep(patienceMs, stopped);
      await whenReachable(context);
      const intent = store.getState().journal.intents.get(id);
      if (intent?.phase !== "answered" || (await isSettled(context, intent))) return;
    }
  };
  const notice = ({ journal }: State) => {
    for (const { id, phase } of journal.intents.values()) {
      if (phase !== "answered" || awaited.has(id)) continue;
      awaited.add(id);
      const waiting = awaitEvent(id).finally(() => awaited.delete(id));
      void inBackground(context, "An intent's event was awaited in vain.", waiting);
    }
  };
  notice(store.getState());
  return store.subscribe((state, last) => {
    if (state.journal.intents !== last.journal.intents) notice(state);
  });
}

/** False when it must be looked at again. */
async function isSettled(context: SyncContext, intent: Intent): Promise<boolean> {
  const { store, busy, stopped, log } = context;
  const { id, wish, messageId } = intent;
  if (wish.kind === "send" && messageId !== undefined) {
    try {
      await busy.during(fetchSent(context, wish, messageId));
    } catch (error) {
      if (stopped.aborted) throw error;
      log.note("A message that was sent could not be fetched.", { reason: reasonOf(error) });
      if (error instanceof ApiError && error.failure.kind !== "refused") return false;
    }
  }
  // The server answers and told nothing: it is as truth has it, deleted or changed by somebody else.
  retire(store, [id]);
  return true;
}

/** Takes the message into the picture as its event would have. */
async function fetchSent(
  context: SyncContext,
  { address }: Intent["wish"] & { readonly kind: "send" },
  messageId: MessageId,
): Promise<void> {
  const { store } = context;
  const { ownId } = store.getState().picture;
  const { messages } = await fetchMessages(context, {
    anchor: messageId,
    num_before: 0,
    num_after: 0,
    // Named with its conversation, because a stream's history may be read without being in it.
    narrow: termsOf(address, ownId, context.connection().level()),
  });
  const message = messages.find(({ id }) => id === messageId);
  if (message === undefined) return;
  const flags = message.flags ?? [];
  changePicture(store, (picture, batch) =>
    onMessage(picture, { type: "message", id: picture.lastEvent, message, flags }, batch),
  );
}
