/** Sends whose answer never came: the server is asked whether it has them, and after a fair wait the person is. */
import type { OwnMessage } from "#journal/claims.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { undecided } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { State } from "#store/state.ts";
import { changeIntent, recognise } from "#store/store.ts";
import { inBackground, reasonOf } from "./background.ts";
import { isReachable, type SyncContext, whenReachable } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { termsOf } from "./narrow-terms.ts";

/**
 * Milliseconds before each look at the person's newest messages. A server that hangs may still carry out what it was
 * asked, so the last look comes half a minute after the answer was due. Later messages of the conversation wait so long.
 */
const looksAfter = [500, 4_500, 10_000, 15_000];
const newest = 20;

/** Follows every send whose answer is missing; the returned function ends it. */
export function startRiddles(context: SyncContext): () => void {
  const { store } = context;
  const followed = new Set<IntentId>();

  const notice = ({ journal }: State) => {
    for (const { id, phase } of journal.intents.values()) {
      if (phase !== "maybe" || followed.has(id)) continue;
      followed.add(id);
      const following = follow(context, id).finally(() => followed.delete(id));
      void inBackground(context, "A send without an answer was lost sight of.", following);
    }
  };
  notice(store.getState());
  return store.subscribe((state, last) => {
    if (state.journal.intents !== last.journal.intents) notice(state);
  });
}

async function follow(context: SyncContext, id: IntentId): Promise<void> {
  let isAnswered = false;
  for (const wait of looksAfter) {
    await context.clock.sleep(wait, context.stopped);
    isAnswered = await look(context, id);
    if (!isOpen(context.store.getState(), id)) return;
  }
  const giveUp = undecided(isAnswered ? notFound : notTold);
  changeIntent(context.store, id, (intent) => (intent.phase === "maybe" ? giveUp(intent) : intent));
}

const notFound = "No answer came. The server may have it, but it was not found there.";
const notTold = "No answer came, and the server did not tell whether it has it.";

function isOpen({ journal }: State, id: IntentId): boolean {
  return journal.intents.get(id)?.phase === "maybe";
}

/**
 * One look; false when the server did not answer it. Time without a server proves nothing, so while it cannot be reached
 * the look is still to come; but one that answers everything else holds up nothing for longer than another would.
 */
async function look(context: SyncContext, id: IntentId): Promise<boolean> {
  for (;;) {
    await whenReachable(context);
    const intent = context.store.getState().journal.intents.get(id);
    if (intent?.phase !== "maybe" || intent.wish.kind !== "send") return true;
    try {
      const own = await context.busy.during(ownMessages(context, intent.wish.address));
      recognise(context.store, own);
      return true;
    } catch (error) {
      if (context.stopped.aborted) throw error;
      context.log.note("A send without an answer was looked for in vain.", {
        reason: reasonOf(error),
      });
      if (isReachable(context)) return false;
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
