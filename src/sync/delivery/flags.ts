/** Delivers read marks and stars, in as many requests as needed. */
import { updateFlags } from "#api/messages.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { remembered } from "#journal/action.ts";
import type { Read, ReadOlder, Star } from "#journal/actions/flags.ts";
import { withAllFound, withFound } from "#journal/append.ts";
import type { Action, Intent } from "#journal/intent.ts";
import { mergeMessages, type RequestedAt, requestedNow } from "#model/merge-page.ts";
import type { Narrow } from "#model/narrow.ts";
import { streamTitle } from "#model/streams.ts";
import { isUnread, streamOfKey } from "#model/unreads.ts";
import type { Store } from "#store/state.ts";
import { changeBoth } from "#store/store.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import { change, type DeliveryContext, type Effect, withProgress } from "./effect.ts";

/** The maximum number of messages per request. */
const idsPerRequest = 1_000;

type Change = { readonly op: "add" | "remove"; readonly flag: "read" | "starred" };

async function changeFlag(
  context: DeliveryContext,
  ids: Iterable<MessageId>,
  changed: Change,
  title: string,
): Promise<void> {
  const messages = sorted(ids);
  const of = Math.ceil(messages.length / idsPerRequest);
  await withProgress(context, context.intent.id, { title, of }, async (course) => {
    for (let at = 0; at < messages.length; at += idsPerRequest) {
      // Only between two requests: the inverse of one that is under way could arrive before it.
      course.signal.throwIfAborted();
      const some = messages.slice(at, at + idsPerRequest);
      const answer = await change(context, updateFlags, { messages: some, ...changed });
      tellIgnored(context, some, answer.ignored_because_not_subscribed_channels ?? []);
      course.answered();
    }
  });
}

/** Messages cannot become unread in streams to which the user is not subscribed. */
function tellIgnored(
  { store, leftUndone }: DeliveryContext,
  ids: readonly MessageId[],
  streams: readonly StreamId[],
): void {
  if (streams.length === 0) return;
  const { view } = store.getState();
  const targets = new Set(
    ids.filter((id) => {
      const key = get(view.unreads.where, id) ?? get(view.messages, id)?.conversation;
      const stream = key && streamOfKey(key);
      return stream !== undefined && streams.includes(stream);
    }),
  );
  const names = streams.map((id) => streamTitle(view, id)).join(", ");
  const sentence = `Messages in ${names} stay read: you are not subscribed.`;
  leftUndone({ targets, sentence });
}

const read: Effect<Read> = {
  lane: () => "read",
  joins: (first, next) => first.op === next.op,
  deliver: (context, { op }, all) => {
    const ids = all.flatMap((each) => each.ids);
    const title = op === "add" ? "Marking as read" : "Marking as unread";
    return changeFlag(context, ids, { op, flag: "read" }, title);
  },
};

const pageSize = 1_000;

/** Searches for unread messages that the register response left out, page by page from the newest on. */
const readOlder: Effect<ReadOlder> = {
  lane: () => "read-older",
  deliver: async (context, { scope, before }) => {
    const { store, intent } = context;
    const title = "Finding older unread messages";
    await withProgress(context, intent.id, { title }, async ({ answered, signal }) => {
      for (let from = before, isLast = false; !isLast; ) {
        const asked = requestedNow(store.getState().replica);
        const { answer, messages } = await pageBefore(context, scope, from, signal);
        signal.throwIfAborted();
        const older = messages.filter(({ id }) => id < from);
        isLast = answer.found_oldest === true || older.length === 0;
        // Too much happened since the request: the same page is fetched again.
        if (!mergeSearched(store, intent.id, older, asked)) isLast = false;
        else from = older[0]?.id ?? from;
        answered();
      }
    });
    allFound(store, intent.id, scope);
  },
};

function pageBefore(
  context: DeliveryContext,
  scope: ReadOlder["scope"],
  anchor: ReadOlder["before"],
  signal: AbortSignal,
) {
  const { replica } = context.store.getState();
  const terms = termsOf(scope, replica.ownId, context.connection().level());
  return fetchMessages(
    context,
    {
      anchor,
      include_anchor: false,
      num_before: pageSize,
      num_after: 0,
      narrow: [...terms, { operator: "is", operand: "unread" }],
      client_gravatar: true,
    },
    { priority: "background", signal },
  );
}

const star: Effect<Star> = {
  lane: () => "star",
  deliver: (context, { op, ids }) => {
    const title = op === "add" ? "Starring" : "Removing stars";
    return changeFlag(context, ids, { op, flag: "starred" }, title);
  },
};

export const flagEffects = { read, "read-older": readOlder, star } as const;

/** Handles a page of the search, ascending. False, and nothing changes, if it is outdated. */
function mergeSearched(
  store: Store,
  id: Intent["id"],
  messages: readonly Message[],
  asked: RequestedAt,
): boolean {
  const [first] = messages;
  if (first === undefined) return true;
  let isMerged = false;
  changeBoth(store, ({ replica, journal }, batch) => {
    const merged = mergeMessages(replica, messages, asked, batch);
    isMerged = merged !== replica;
    if (!isMerged) return { replica, journal };
    // Those on an already loaded page of history were marked with the rest of the step, or are unread on purpose.
    const isNew = (one: MessageId) =>
      isUnread(merged.unreads, one) && !isUnread(replica.unreads, one);
    const ids = sorted(messages.map((one) => one.id).filter(isNew));
    const unread: Action = { kind: "read", op: "remove", ids };
    const inverse = ids.length === 0 ? [] : remembered(merged, unread);
    const next = withFound(journal, id, { ids, before: first.id }, inverse);
    return { replica: merged, journal: next };
  });
  return isMerged;
}

/** The search is over. */
function allFound(store: Store, id: Intent["id"], scope: Narrow): void {
  changeBoth(store, ({ replica, journal }) => ({
    journal: withAllFound(journal, id),
    replica:
      scope.kind === "all"
        ? { ...replica, unreads: { ...replica.unreads, older: false } }
        : replica,
  }));
}
