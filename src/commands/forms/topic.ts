/** Asks whether to delete all messages of a topic. */
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, titleOf } from "#model/select/conversations.ts";
import type { FormRef } from "#store/forms.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import type { StreamId } from "#wire/ids.ts";
import { endpointForm } from "./endpoint-form.ts";

function conversationOf({ id, topic = "" }: FormRef) {
  return { kind: "topic", streamId: id as StreamId, topic } as const;
}

function newestIn({ topics }: Replica, streamId: StreamId, topic: string) {
  return topics.get(streamId)?.get(topicKey(streamId, topic))?.newest;
}

type Count = { readonly messages: number; readonly people: number; readonly isWhole: boolean };

/** The known messages of the topic; the rest is counted while the question is open. */
function countOf(view: Replica, ref: FormRef): Count {
  const history = historyOf(view, conversationOf(ref));
  const ids = history?.ids ?? [];
  const people = new Set(ids.flatMap((id) => get(view.messages, id)?.senderId ?? []));
  const isWhole = history?.oldestKnown === true && history.newestKnown;
  return { messages: ids.length, people: people.size, isWhole };
}

function counted(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${more}`;
}

function toldOf({ messages, people, isWhole }: Count): string {
  if (messages === 0) return "All of its messages disappear for everybody.";
  const who = counted(people, "person", "people");
  const what = `${isWhole ? "" : "At least "}${counted(messages, "message", "messages")}`;
  return `${what} by ${who} ${messages === 1 ? "disappears" : "disappear"} for everybody.`;
}

export const deleteTopicForm = endpointForm({
  saves: deleteTopic,
  about: (view, ref) => ({ ...conversationOf(ref), count: countOf(view, ref) }),
  title: (about, view) => `Delete topic ${titleOf(view, about)}?`,
  told: ({ count }) => [toldOf(count), "This cannot be undone."],
  locked: (view, { streamId, topic }) =>
    newestIn(view, streamId, topic) === undefined ? "No messages of it are known." : undefined,
  submit: ({ count: { isWhole, messages } }) =>
    isWhole ? `Delete ${counted(messages, "message", "messages")}` : "Delete the topic",
  keep: "Keep the topic",
  // An intent, because it is done in batches that continue after a restart, with progress in the footer.
  also: (_, { streamId, topic }) => ({ actions: [{ kind: "delete-topic", streamId, topic }] }),
  done: (about, _, view) => `Deleting ${titleOf(view, about)}`,
});
