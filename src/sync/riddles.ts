/** Sends whose answer never came: the server is asked whether it has them, and after a fair wait the person is. */
import { ApiError } from "#api/failure.ts";
import type { OwnMessage } from "#journal/claims.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { undecided } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { State } from "#store/state.ts";
import { changeIntent, recognise } from "#store/store.ts";
import { type SyncContext, whenReachable } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";

/**
 * Milliseconds before each look at the person's newest messages. A server that hangs may still carry out what it was
 * asked, so the last look comes half a minute after the answer was due.
 */
const looksAfter = [500, 4_500, 10_000, 15_000];
const newest = 20;
const retryMs = 3_000;

/** Follows every send whose answer is missing; the returned function ends it. */
export function startRiddles(context: SyncContext): () => void {
  const { store, stopped } = context;
  const followed = new Set<IntentId>();

  const follow = async (id: IntentId) => {
    for (const wait of looksAfter) {
      await context.clock.sleep(wait, stopped);
      await look(context, id);
      if (!isOpen(store.getState(), id)) return;
    }
    changeIntent(store, id, (intent) => (intent.phase === "maybe" ? giveUp(intent) : intent));
  };
  const notice = ({ journal }: State) => {
    for (const { id, phase } of journal.intents.values()) {
      if (phase !== "maybe" || followed.has(id)) continue;
      followed.add(id);
      void follow(id)
        .catch(() => undefined)
        .finally(() => followed.delete(id));
    }
  };
  notice(store.getState());
  return store.subscribe((state, last) => {
    if (state.journal.intents !== last.journal.intents) notice(state);
  });
}

const giveUp = undecided("No answer came. The server may have it, but it was not found there.");

function isOpen({ journal }: State, id: IntentId): boolean {
  return journal.intents.get(id)?.phase === "maybe";
}

/** One look that got an answer; while nobody answers it is tried again, for time without a server proves nothing. */
async function look(context: SyncContext, id: IntentId): Promise<void> {
  for (;;) {
    await whenReachable(context);
    const intent = context.store.getState().journal.intents.get(id);
    if (intent?.phase !== "maybe" || intent.wish.kind !== "send") return;
    try {
      const own = await context.busy.during(ownMessages(context, intent.wish.address));
      recognise(context.store, own);
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure.kind === "refused") return;
      await context.clock.sleep(retryMs, context.stopped);
    }
  }
}

/** The person's newest messages of a conversation, as the server has them now. */
async function ownMessages(context: SyncContext, address: Address): Promise<readonly OwnMessage[]> {
  const { ownId } = context.store.getState().picture;
  const terms = termsOf(address, ownId, context.connection().level());
  const { messages } = await fetchMessages(context, {
    anchor: "newest",
    num_before: newest,
    num_after: 0,
    narrow: [...terms, { operator: "sender", operand: ownId }],
  });
  const conversation = conversationKey(address);
  return messages
    .filter((message) => message.sender_id === ownId)
    .map(({ id, content }) => ({ id, conversation, content }));
}
