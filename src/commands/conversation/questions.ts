/** Questions about all messages of a topic, a stream or everywhere: whether to delete them, or to mark them as read. */
import { counted } from "#base/counted.ts";
import { get } from "#base/table.ts";
import { callProblem } from "#commands/forms/endpoint-form.ts";
import type { Question } from "#commands/menus/menu.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import { isWhole } from "#model/histories.ts";
import type { Problem } from "#model/limits.ts";
import { deleteTopicProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, isVanished, titleOf, unreadCountOf } from "#model/select/conversations.ts";
import { inbox, needingYou, totals } from "#model/select/inbox.ts";
import { accessibleStream, streamTitle } from "#model/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { TopicPlace } from "#store/dialog.ts";
import { type Call, call } from "#store/forms.ts";
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#wire/endpoints/flags.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import type { StreamId } from "#wire/ids.ts";

function newestIn({ topics }: Replica, streamId: StreamId, topic: string) {
  return topics.get(streamId)?.get(topicKey(streamId, topic))?.newest;
}

type Count = { readonly messages: number; readonly people: number; readonly isWhole: boolean };

/** The known messages of the topic; the rest is counted while the question is open. */
function countOf(view: Replica, about: TopicPlace): Count {
  const history = historyOf(view, { kind: "topic", ...about });
  const ids = history?.ids ?? [];
  const people = new Set(ids.flatMap((id) => get(view.messages, id)?.senderId ?? []));
  return { messages: ids.length, people: people.size, isWhole: isWhole(history) };
}

function deletionEffect({ messages, people, isWhole }: Count): string {
  if (messages === 0) return "All of its messages disappear for everybody.";
  const who = counted(people, "person", "people");
  const what = `${isWhole ? "" : "At least "}${counted(messages, "message")}`;
  return `${what} by ${who} ${messages === 1 ? "disappears" : "disappear"} for everybody.`;
}

/** Why the user cannot delete topics of the stream. */
export function topicDeletionProblem(view: Replica, streamId: StreamId): Problem {
  return callProblem(view, deleteTopic, "delete topics") ?? deleteTopicProblem(view, streamId);
}

export function deleteTopicQuestion(
  view: Replica,
  { streamId, topic }: TopicPlace,
): Question | undefined {
  if (isVanished(view, topicKey(streamId, topic))) return undefined;
  const count = countOf(view, { streamId, topic });
  const title = titleOf(view, { kind: "topic", streamId, topic });
  const newest = newestIn(view, streamId, topic);
  return {
    title: `Delete topic ${title}?`,
    lines: [deletionEffect(count), "This cannot be undone."],
    keep: "Keep the topic",
    confirm: count.isWhole ? `Delete ${counted(count.messages, "message")}` : "Delete the topic",
    key: "d",
    danger: true,
    locked:
      topicDeletionProblem(view, streamId) ??
      (newest === undefined ? "No messages of it are known." : undefined),
    // An intent, because it is done in batches that continue after a restart, with progress in the footer.
    actions: [{ kind: "delete-topic", streamId, topic, ...(newest !== undefined && { newest }) }],
    report: `Deleting ${title}`,
  };
}

type Reading = {
  readonly what: string;
  /** Its name in the sentence afterwards. */
  readonly nameAfter: string;
  /** The number of unread messages known here. */
  readonly unreadHere: number;
  /** How many of these count nowhere. */
  readonly uncounted?: number;
  /** Says how many of its conversations need the user, if any. */
  readonly needs?: string | undefined;
  readonly call: Call;
};

/**
 * Needed because the server marks also what is not known here: `e` could not count those messages, nor `u` restore them.
 */
function readQuestion(
  view: Replica,
  { what, nameAfter, unreadHere, uncounted = 0, needs, call: request }: Reading,
): Question {
  const [messages, are] =
    unreadHere === 1 ? ["1 unread message", "is"] : [`${unreadHere} unread messages`, "are"];
  const older = `${messages} ${are} known here. The server marks older ones, too.`;
  return {
    title: `Mark all of ${what} as read?`,
    lines: [
      view.unreads.older ? older : `${messages}.`,
      ...(uncounted === 0 ? [] : [uncountedLine(uncounted)]),
      ...(needs === undefined ? [] : [needs]),
      "This cannot be undone.",
    ],
    keep: "Keep them unread",
    confirm: "Mark all as read",
    key: "m",
    danger: true,
    locked: callProblem(view, request.endpoint, "mark messages as read"),
    calls: [request],
    report: `Marked ${nameAfter} as read`,
  };
}

/** Why the header says less. */
function uncountedLine(count: number): string {
  return `${count} of them ${count === 1 ? "is" : "are"} muted or archived.`;
}

/** How many of the conversations need the user, as a sentence, if any do. */
export function needing(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${counted(count, "conversation")} among them ${count === 1 ? "needs" : "need"} you.`;
}

/** Those with something unread: what was read and is not answered stays. */
export function needYouIn(view: Replica, isMeant: (key: ConversationKey) => boolean): number {
  const rows = needingYou(inbox(view)).lists.flat();
  return rows.filter(({ key, count }) => count > 0 && isMeant(key)).length;
}

type Unread = Replica["unreads"]["directs"];

function unreadIn(conversations: Unread | undefined): number {
  return [...(conversations?.values() ?? [])].reduce((sum, { ids }) => sum + ids.length, 0);
}

export function readTopicQuestion(
  view: Replica,
  { streamId, topic }: TopicPlace,
): Question | undefined {
  if (isVanished(view, topicKey(streamId, topic))) return undefined;
  const what = titleOf(view, { kind: "topic", streamId, topic });
  return readQuestion(view, {
    what,
    nameAfter: what,
    unreadHere: unreadCountOf(view, topicKey(streamId, topic)),
    needs:
      needYouIn(view, (key) => key === topicKey(streamId, topic)) > 0 ? "It needs you." : undefined,
    call: call(markTopicAsRead, { stream_id: streamId, topic_name: topic }),
  });
}

export function readStreamQuestion(
  view: Replica,
  { streamId }: { readonly streamId: StreamId },
): Question | undefined {
  const stream = accessibleStream(view, streamId);
  if (stream === undefined) return undefined;
  return readQuestion(view, {
    what: streamTitle(view, stream.id),
    nameAfter: streamTitle(view, stream.id),
    unreadHere: unreadIn(view.unreads.streams.get(streamId)),
    needs: needing(needYouIn(view, (key) => streamOfKey(key) === streamId)),
    call: call(markStreamAsRead, { stream_id: streamId }),
  });
}

export function readEverythingQuestion(view: Replica): Question {
  const { streams, directs } = view.unreads;
  const unreadHere = [directs, ...streams.values()]
    .map(unreadIn)
    .reduce((sum, count) => sum + count, 0);
  return readQuestion(view, {
    what: "your messages",
    nameAfter: "everything",
    unreadHere,
    uncounted: unreadHere - totals(view).unread,
    needs: needing(needYouIn(view, () => true)),
    call: call(markAllAsRead, {}),
  });
}
