/**
 * How each kind of ask is fetched and merged.
 *
 * Entries that an event has changed since the request are not replaced: the response may be older than the event.
 */
import { getTopics, getUser, getUsers } from "#api/account.ts";
import { ApiError } from "#api/failure.ts";
import { getMessageHistory, getReadReceipts, summarizeNarrow } from "#api/messages.ts";
import { getMembers, getStreams } from "#api/streams.ts";
import { sorted } from "#base/sorted.ts";
import { get, values } from "#base/table.ts";
import { isHeardSince, isOpenToAnswers } from "#model/awaited.ts";
import { fromWirePerson } from "#model/from-wire.ts";
import { textOfHtml } from "#model/html-text.ts";
import { requestedNow } from "#model/merge-page.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import { shownEdits } from "#model/organization.ts";
import { withPeople } from "#model/people.ts";
import { isAdministrator } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { isForServers } from "#model/search.ts";
import type { Stream as Known } from "#model/stream.ts";
import { accessibleStream, isUnlisted, withStream, withStreams } from "#model/streams.ts";
import { withDirectNewest, withTopicList } from "#model/topics.ts";
import type { Ask, AskOf } from "#store/asks.ts";
import { answerSummary } from "#store/dialog-answers.ts";
import { type MessageDetails, withLoadFailure } from "#store/session.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import { showDone, showError } from "#store/toast.ts";
import { openUnasked } from "#store/unasked.ts";
import type { SyncContext } from "#sync/context.ts";
import { wordsOf } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { goToDay } from "#sync/history/day-jump.ts";
import { freshHistory, loadPage } from "#sync/history/pages.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import { getReadReceipts as receipts } from "#wire/endpoints/flags.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Stream } from "#wire/stream.ts";
import type { User } from "#wire/user.ts";
import { bringBack, fetchAnswers } from "./awaited.ts";
import { fetchOpenEnds, openEndsIfLean, openEndsLimits } from "./open-ends.ts";
import { drawPicture, type PictureAsk, pictureFailed } from "./pictures.ts";
import { fetchReminded } from "./reminded.ts";

export type Fetcher<A extends Ask> = {
  /** While false, it is fetched again; absent: it is fetched once each time it is asked for. */
  readonly isKnown?: (state: State, ask: A) => boolean;
  /** Fetches and merges. `context.stopped` is aborted when nobody asks any more. */
  readonly fetch: (context: SyncContext, ask: A) => Promise<void>;
  /** The log's sentence for an error. */
  readonly failure: string;
  /** Tells the user; absent: nobody waits for it. */
  readonly failed?: (context: SyncContext, ask: A, error: unknown) => void;
  /** The server has refused, or could not be understood: it is not asked again until the next register. */
  readonly givenUp?: (context: SyncContext, ask: A) => void;
  /** Tried even if the server seems away: the user waits, and is told; or the archive may have it. */
  readonly isImpatient?: true;
  /** A failure is not retried. */
  readonly isOnce?: true;
};

type Fetchers = { readonly [Kind in Ask["kind"]]: Fetcher<AskOf<Kind>> };

const pictures: Fetcher<PictureAsk> = {
  isKnown: ({ session }, { id }) => {
    const picture = session.pictures.get(id);
    return picture !== undefined && (picture.kind === "drawn" || picture.isFinal);
  },
  fetch: drawPicture,
  failed: pictureFailed,
  failure: "A picture could not be fetched.",
};

/** Asked for by a key: it fails with a toast. */
const byKey = {
  isImpatient: true,
  isOnce: true,
  failed: ({ store }: SyncContext, _: Ask, error: unknown) => {
    const isAway = error instanceof ApiError && error.failure.kind === "unreachable";
    showError(store, wordsOf(error), isAway ? "live" : undefined);
  },
} as const;

const person = { client_gravatar: true, include_custom_profile_fields: true };

const fetchers: Fetchers = {
  "open-ends": {
    isKnown: ({ replica }) => replica.openEnds.epoch === replica.epoch,
    fetch: async (context) => {
      const { store } = context;
      await fetchOpenEnds({
        context,
        replica: () => store.getState().replica,
        change: (change) => changeReplica(store, change),
        most: isLean(store.getState()) ? openEndsIfLean : openEndsLimits,
      });
    },
    failure: "What is open could not be fetched.",
  },
  answers: {
    isKnown: ({ journal, replica }, { id }) => {
      const snooze = journal.snoozes.get(id);
      return snooze === undefined || !isOpenToAnswers(snooze) || isHeardSince(replica, snooze);
    },
    fetch: (context, { id }) => fetchAnswers(context, id),
    givenUp: (context, { id }) => bringBack(context, id),
    failure: "Whether somebody has answered could not be fetched.",
  },
  reminded: {
    isImpatient: true,
    fetch: (context, { messages }) => fetchReminded(context, messages),
    failure: "What reminders are about could not be fetched.",
  },
  people: {
    ...byKey,
    fetch: async (context) => {
      const before = context.store.getState().replica;
      const { members } = await getUsers(context.connection(), person, signalOf(context));
      mergePeople(context, members, before);
    },
    failure: "The users could not be listed.",
  },
  streams: {
    ...byKey,
    fetch: async (context) => {
      const { view, replica } = context.store.getState();
      // What the server's level does not know is not sent: since 356 everybody may ask for all.
      const all = {
        include_web_public: true,
        include_all: true,
        exclude_archived: false,
        ...(isAdministrator(view) && { include_all_active: true }),
      };
      const { streams } = await getStreams(context.connection(), all, signalOf(context));
      mergeStreams(context, streams, replica);
    },
    failure: "The streams could not be listed.",
  },
  address: {
    ...byKey,
    fetch: async (context, { email }) => {
      const before = context.store.getState().replica;
      const { user } = await getUser(context.connection(), { email }, person, signalOf(context));
      mergePeople(context, [user], before);
      const about = { kind: "person", id: user.user_id } as const;
      if (!openUnasked(context.store, { kind: "card", about, chosen: 0 }))
        showDone(context.store, `Found ${user.full_name}, who is in the list of people now.`);
    },
    failure: "A user could not be looked up.",
  },
  day: {
    ...byKey,
    fetch: goToDay,
    failure: "A day could not be found.",
  },
  search: {
    isKnown: ({ replica }, { search }) =>
      !isForServers(search, replica) || freshHistory(replica, search) !== undefined,
    fetch: async (context, { search }) => {
      const around = { narrow: search, side: "around" } as const;
      await loadPage(context, around, { priority: "interactive" });
      noteFailure(context, search);
    },
    failed: (context, { search }, error) => noteFailure(context, search, wordsOf(error)),
    failure: "What another account's list searches for could not be fetched.",
  },
  // Known data is shown meanwhile, and kept if the server refuses.
  person: {
    fetch: async (context, { id }) => {
      const before = context.store.getState().replica;
      const who = { user_id: id };
      const { user } = await getUser(context.connection(), who, person, signalOf(context));
      mergePeople(context, [user], before);
    },
    failure: "A user could not be fetched.",
  },
  subscribers: {
    isKnown: ({ replica }, { id }) => {
      const stream = accessibleStream(replica, id);
      return (
        stream === undefined || stream.subscribers !== undefined || isUnlisted(replica, stream.id)
      );
    },
    fetch: async (context, { id }) => {
      const wanted = { stream_id: id };
      const answer = await getMembers(context.connection(), wanted, signalOf(context));
      changeReplica(context.store, (replica, batch) => {
        const stream = accessibleStream(replica, id);
        const subscribers = sorted(idsOf(replica, answer.subscribers));
        return stream === undefined
          ? replica
          : withStream(replica, { ...stream, subscribers }, batch);
      });
    },
    failure: "The people in a stream could not be listed.",
  },
  topics: {
    isKnown: ({ replica }, { id }) => replica.topicsComplete.has(id) || isUnlisted(replica, id),
    fetch: async (context, { id }) => {
      const when = requestedNow(context.store.getState().replica);
      const wanted = { stream_id: id };
      const { topics } = await getTopics(context.connection(), wanted, signalOf(context));
      await context.collect(() =>
        changeReplica(context.store, (replica, batch) =>
          withTopicList(replica, id, topics, when, batch),
        ),
      );
    },
    failure: "The topics of a stream could not be listed.",
  },
  direct: {
    isKnown: ({ replica }, { id }) => replica.directs.get(id)?.mayBeEmpty === undefined,
    fetch: settleDirect,
    failure: "The newest message of a direct conversation could not be fetched.",
  },
  versions: {
    fetch: async (context, { id }) => {
      if (!isChanged(context.store.getState(), id)) return;
      learn(context, id, { versions: { kind: "loading" } });
      const wanted = { message_id: id };
      const answer = await getMessageHistory(context.connection(), wanted, signalOf(context));
      const value = answer.message_history.map(({ user_id, timestamp, topic, content }) => ({
        editorId: user_id ?? undefined,
        at: timestamp,
        topic,
        content,
      }));
      learn(context, id, { versions: { kind: "known", value } });
    },
    failed: (context, { id }, error) =>
      learn(context, id, { versions: { kind: "failed", sentence: wordsOf(error) } }),
    failure: "The versions of a message could not be fetched.",
    isImpatient: true,
  },
  summary: {
    fetch: async (context, ask) => {
      const { streamId, topic } = ask.topic;
      const connection = context.connection();
      const { ownId } = context.store.getState().replica;
      const narrow = termsOf({ kind: "topic", streamId, topic }, ownId, connection.level());
      const { summary } = await summarizeNarrow(connection, { narrow }, signalOf(context));
      const value = textOfHtml(summary);
      const nothing = { kind: "failed", sentence: "The server has written nothing." } as const;
      answerSummary(context.store, ask.id, value === "" ? nothing : { kind: "known", value });
    },
    failed: (context, ask, error) =>
      answerSummary(context.store, ask.id, { kind: "failed", sentence: wordsOf(error) }),
    failure: "A topic could not be summed up.",
    isImpatient: true,
    isOnce: true,
  },
  picture: { ...pictures, isImpatient: true },
  preview: pictures,
  readers: {
    fetch: async (context, { id }) => {
      learn(context, id, { readers: { kind: "loading" } });
      const connection = context.connection();
      if (!isKnownAt(receipts, connection.level())) throw new Error(noReceipts);
      const answer = await getReadReceipts(connection, { message_id: id }, signalOf(context));
      learn(context, id, { readers: { kind: "known", value: answer.user_ids } });
    },
    failed: (context, { id }, error) =>
      learn(context, id, { readers: { kind: "failed", sentence: wordsOf(error) } }),
    failure: "The readers of a message could not be fetched.",
    isImpatient: true,
  },
};

function noteFailure({ store }: SyncContext, search: SearchNarrow, sentence?: string): void {
  changeSession(store, (session) => withLoadFailure(session, narrowKey(search), sentence));
}

const noReceipts = "This server is too old for read receipts.";

export function fetcherOf(ask: Ask): Fetcher<Ask> {
  // The table pairs each kind with its own asks, which the compiler cannot follow through a lookup.
  return fetchers[ask.kind] as Fetcher<Ask>;
}

function signalOf({ stopped }: SyncContext) {
  return { signal: stopped };
}

/** Whether it has changes that the organization shows. */
function isChanged({ view }: State, id: MessageId): boolean {
  const message = get(view.messages, id);
  if (shownEdits(view.organization) === "none") return false;
  return message?.editedAt !== undefined || message?.movedAt !== undefined;
}

/** Details of another message are replaced. */
function learn(
  { store }: SyncContext,
  messageId: MessageId,
  change: Partial<MessageDetails>,
): void {
  changeSession(store, (session) => {
    const details = session.messageDetails;
    const isSame = details?.messageId === messageId;
    const before = isSame
      ? details
      : { messageId, versions: undefined, readers: { kind: "loading" } as const };
    return { ...session, messageDetails: { ...before, ...change } };
  });
}

/** Asks for its newest message. Nothing changes if something happened meanwhile that makes the answer doubtful. */
async function settleDirect(context: SyncContext, { id }: AskOf<"direct">): Promise<void> {
  const { replica } = context.store.getState();
  const userIds = replica.directs.get(id)?.userIds ?? sorted([]);
  const asked = requestedNow(replica);
  const narrow = termsOf({ kind: "direct", userIds }, replica.ownId, context.connection().level());
  const page = { narrow, anchor: "newest", num_before: 1, num_after: 0 } as const;
  const { answer, messages } = await fetchMessages(context, page);
  if (messages.length < answer.messages.length) throw new Error("its message could not be decoded");
  changeReplica(context.store, (replica, batch) =>
    withDirectNewest(replica, id, messages.at(-1)?.id, asked, batch),
  );
}

function mergePeople({ store }: SyncContext, users: readonly User[], before: Replica): void {
  changeReplica(store, (now, batch) => {
    if (now.epoch !== before.epoch) return now;
    const people = users.map((user) => fromWirePerson(user));
    const fresh = people.filter(({ id }) => get(now.people, id) === get(before.people, id));
    return withPeople(now, fresh, batch);
  });
}

function mergeStreams({ store }: SyncContext, listed: readonly Stream[], before: Replica): void {
  changeReplica(store, (now, batch) => {
    if (now.epoch !== before.epoch) return now;
    const fresh = listed.filter(({ stream_id: id }) =>
      isUnchanged(accessibleStream(before, id), accessibleStream(now, id)),
    );
    return withStreams(now, fresh, batch);
  });
}

/** Subscribers are fetched separately. */
function isUnchanged(before: Known | undefined, now: Known | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const { subscribers: _, ...others } = now;
  return (Object.keys(others) as (keyof typeof others)[]).every((key) => before[key] === now[key]);
}

/** LEVEL(79): before it, people are named by their addresses. */
function idsOf({ people }: Replica, named: readonly (UserId | string)[]): readonly UserId[] {
  if (!named.some((one) => typeof one === "string")) return named as readonly UserId[];
  const byAddress = new Map([...values(people)].map(({ email, id }) => [email, id]));
  return named.flatMap((one) => (typeof one === "string" ? (byAddress.get(one) ?? []) : one));
}
