/** Changes of flags and reactions on their way to the server. All of them may be repeated without harm. */
import { ApiError, type Failure } from "#api/failure.ts";
import { updateFlags } from "#api/flags.ts";
import { addReaction, removeReaction } from "#api/messages.ts";
import { sorted } from "#base/sorted.ts";
import type { Intent, IntentId, Wish } from "#journal/intent.ts";
import { answered, leaving, notArrived } from "#journal/phases.ts";
import { targetsOf } from "#journal/wish.ts";
import { complain } from "#store/composer.ts";
import { changeIntent, retire } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";
import type { Keeper } from "./keeper.ts";

/** How many messages one request may name. */
const idsPerRequest = 1_000;

/** The server has it as it was wished, though not by this request. */
const alreadySo = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

/** Carries out neighbouring intents of one kind and direction together; gives the failure when there was one. */
export async function markTogether(
  context: SyncContext,
  keeper: Keeper,
  group: readonly Intent[],
): Promise<Failure | undefined> {
  const { store } = context;
  const ids = group.map(({ id }) => id);
  const changeAll = (change: (intent: Intent) => Intent) => {
    for (const id of ids) changeIntent(store, id, change);
  };
  changeAll(leaving(0));
  // What cannot be stored is carried out all the same: the worst that can happen is that a crash forgets it.
  await Promise.allSettled(ids.map(keeper.saved));
  try {
    await carryOut(context, group);
    changeAll(answered());
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) return undefined;
    return settle(context, ids, error.failure, changeAll);
  }
}

function settle(
  { store }: SyncContext,
  ids: readonly IntentId[],
  failure: Failure,
  changeAll: (change: (intent: Intent) => Intent) => void,
): Failure | undefined {
  if (failure.kind !== "refused") {
    changeAll(notArrived);
    return failure;
  }
  if (alreadySo.has(failure.code ?? "")) {
    changeAll(answered());
    return undefined;
  }
  complain(store, failure.sentence);
  retire(store, ids);
  return failure;
}

async function carryOut(context: SyncContext, group: readonly Intent[]): Promise<void> {
  const first = group[0]?.wish;
  if (first === undefined || first.kind === "send") return;
  if (first.kind === "react") return react(context, first);
  const messages = sorted(group.flatMap(({ wish }): readonly MessageId[] => targetsOf(wish)));
  const flag = first.kind === "read" ? "read" : "starred";
  for (let at = 0; at < messages.length; at += idsPerRequest) {
    const some = messages.slice(at, at + idsPerRequest);
    await updateFlags(
      context.connection(),
      { messages: some, op: first.op, flag },
      { signal: context.stopped },
    );
  }
}

async function react(
  { connection, stopped }: SyncContext,
  { op, messageId, emoji }: Wish & { readonly kind: "react" },
): Promise<void> {
  const reaction = {
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  };
  await (op === "add" ? addReaction : removeReaction)(connection(), reaction, { signal: stopped });
}
