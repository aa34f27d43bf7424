/** Everything but sends on its way to the server: flags, reactions, votes, a topic's end. All may be repeated without harm. */
import type { CallOptions } from "#api/connection.ts";
import { ApiError, type Failure } from "#api/failure.ts";
import { markAllAsRead, updateFlags } from "#api/flags.ts";
import { addReaction, removeReaction } from "#api/messages.ts";
import { deleteTopic } from "#api/streams.ts";
import { sorted } from "#base/sorted.ts";
import type { Intent, IntentId, Wish } from "#journal/intent.ts";
import { answered, leaving, notArrived } from "#journal/phases.ts";
import { targetsOf } from "#journal/wish.ts";
import { complain } from "#store/composer.ts";
import { changeIntent, retire } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import { type Keeper, Unwanted } from "./keeper.ts";
import { atLength } from "./progress.ts";
import { tick } from "./ticks.ts";

/** How many messages one request may name. */
const idsPerRequest = 1_000;

/** The server has it as it was wished, though not by this request. */
const alreadySo = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

/** Carries out neighbouring intents of one kind and direction together; tells what went wrong, if anything. */
export async function markTogether(
  context: SyncContext,
  keeper: Keeper,
  group: readonly Intent[],
): Promise<Failure | "fault" | undefined> {
  const { store } = context;
  const ids = group.map(({ id }) => id);
  const changeAll = (change: (intent: Intent) => Intent) => {
    for (const id of ids) changeIntent(store, id, change);
  };
  changeAll(leaving(0));
  const beforeLeaving = async () => void (await Promise.all(ids.map(keeper.hold)));
  try {
    await carryOut({ ...context, beforeLeaving }, group);
    changeAll(answered());
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return settle(context, ids, error.failure, changeAll);
    // Where they stand is on disk.
    if (context.stopped.aborted) return undefined;
    changeAll(notArrived);
    // One of them is not wanted any more; what is left of the others may go again.
    if (error instanceof Unwanted) return undefined;
    context.log.warn("A change could not be carried out.", {
      kind: group[0]?.wish.kind,
      reason: reasonOf(error),
    });
    return "fault";
  }
}

/** These cannot be carried out, whatever is tried. */
export function giveUp({ store }: SyncContext, group: readonly Intent[]): void {
  complain(store, "A change was given up because of an error in weir; the log says more.");
  retire(
    store,
    group.map(({ id }) => id),
  );
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

/** What one request needs, and what is to be awaited before it leaves. */
type Departure = SyncContext & Required<Pick<CallOptions, "beforeLeaving">>;

async function carryOut(context: Departure, group: readonly Intent[]): Promise<void> {
  const [first] = group;
  switch (first?.wish.kind) {
    case undefined:
    case "send":
      return;
    case "react":
      return react(context, first.wish);
    case "tick":
      return tick(context, first, first.wish);
    case "delete-topic":
      return endTopic(context, first.id, first.wish);
    case "read":
      if (first.wish.everything === true) return readEverything(context, first.id);
      return flag(context, first.id, group, { op: first.wish.op, flag: "read" });
    case "star":
      return flag(context, first.id, group, { op: first.wish.op, flag: "starred" });
  }
}

async function flag(
  context: Departure,
  id: IntentId,
  group: readonly Intent[],
  change: { readonly op: "add" | "remove"; readonly flag: "read" | "starred" },
): Promise<void> {
  const messages = sorted(group.flatMap(({ wish }): readonly MessageId[] => targetsOf(wish)));
  const of = Math.ceil(messages.length / idsPerRequest);
  await atLength(context, id, { title: titles[change.flag][change.op], of }, async (course) => {
    for (let at = 0; at < messages.length; at += idsPerRequest) {
      const some = messages.slice(at, at + idsPerRequest);
      const options = { ...course, beforeLeaving: context.beforeLeaving };
      await updateFlags(context.connection(), { messages: some, ...change }, options);
      course.answered();
    }
  });
}

const titles = {
  read: { add: "Marking as read", remove: "Marking as unread" },
  starred: { add: "Starring", remove: "Taking stars away" },
} as const;

function readEverything(context: Departure, id: IntentId): Promise<void> {
  return atLength(context, id, { title: "Marking everything as read" }, async (course) => {
    const options = { ...course, beforeLeaving: context.beforeLeaving };
    await markAllAsRead(context.connection(), course.answered, options);
  });
}

function endTopic(
  context: Departure,
  id: IntentId,
  { streamId, topic }: Wish & { readonly kind: "delete-topic" },
): Promise<void> {
  return atLength(context, id, { title: `Deleting the topic “${topic}”` }, async (course) => {
    const values = { stream_id: streamId, topic_name: topic };
    const options = { ...course, beforeLeaving: context.beforeLeaving };
    await deleteTopic(context.connection(), values, course.answered, options);
  });
}

async function react(
  { connection, stopped, beforeLeaving }: Departure,
  { op, messageId, emoji }: Wish & { readonly kind: "react" },
): Promise<void> {
  const reaction = {
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  };
  const change = op === "add" ? addReaction : removeReaction;
  await change(connection(), reaction, { signal: stopped, beforeLeaving });
}
