/** The forms of a topic: another name or stream for it, and deleting all of its messages. */
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import { administratorProblem, topicEditProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, titleOf } from "#model/select/conversations.ts";
import { orderedStreams } from "#model/select/ordered-streams.ts";
import type { FormRef, FormValues } from "#store/forms.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Field, Form } from "./form.ts";
import { choice, lockedBy } from "./parts.ts";

function conversationOf({ id, topic = "" }: FormRef) {
  return { kind: "topic", streamId: id as StreamId, topic } as const;
}

function newestIn({ topics }: Replica, streamId: StreamId, topic: string) {
  return topics.get(streamId)?.get(topicKey(streamId, topic))?.newest;
}

function mergeNotice(view: Replica, ref: FormRef, { name = "", stream = "" }: FormValues): Problem {
  const streamId = Number(stream) as StreamId;
  const isSame =
    streamId === ref.id && topicKey(streamId, name) === topicKey(streamId, ref.topic ?? "");
  if (isSame || newestIn(view, streamId, name.trim()) === undefined) return undefined;
  return `“${name.trim()}” is there already: both become one, which cannot be undone.`;
}

function streamField(view: Replica, ref: FormRef): Field {
  const options = orderedStreams(view.streams).map(({ id, name }) => ({
    value: String(id),
    title: `#${name}`,
  }));
  const isListed = options.some(({ value }) => value === String(ref.id));
  const own = get(view.streams, ref.id as StreamId)?.name ?? "unknown stream";
  const all = isListed ? options : [{ value: String(ref.id), title: `#${own}` }, ...options];
  return choice("stream", "Stream", all);
}

export const topicForm: Form = {
  now: (view, ref) => {
    const { streamId, topic } = conversationOf(ref);
    const isKnown = newestIn(view, streamId, topic) !== undefined;
    const locked = isKnown ? topicEditProblem(view) : "No messages of it are known yet.";
    const name: Field = {
      key: "name",
      label: "Topic",
      kind: { type: "text" },
      problem: (text) => topicProblem(view.realm, text),
      notice: (_, values) => mergeNotice(view, ref, values),
    };
    return {
      title: `Rename or move ${titleOf(view, conversationOf(ref))}`,
      fields: [lockedBy(name, locked), lockedBy(streamField(view, ref), locked)],
      truth: { name: topic, stream: String(ref.id) },
    };
  },
  save: (view, ref, { values }) => {
    const { streamId, topic } = conversationOf(ref);
    const messageId = newestIn(view, streamId, topic);
    const to = {
      streamId: Number(values["stream"]) as StreamId,
      topic: (values["name"] ?? "").trim(),
    };
    const done = `Moved ${titleOf(view, conversationOf(ref))} to ${titleOf(view, { kind: "topic", ...to })}`;
    if (messageId === undefined) return { done };
    const from = { streamId, topic };
    return { wishes: [{ kind: "move", messageId, from, to, mode: "change_all" }], done };
  },
};

type Count = { readonly messages: number; readonly people: number; readonly isWhole: boolean };

/** What is known of the topic; the rest is fetched while the question stands. */
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

export const deleteTopicForm: Form = {
  now: (view, ref) => {
    const { streamId, topic } = conversationOf(ref);
    const count = countOf(view, ref);
    const number = counted(count.messages, "message", "messages");
    return {
      title: `Delete topic ${titleOf(view, conversationOf(ref))}?`,
      told: [toldOf(count), "This cannot be undone."],
      locked:
        newestIn(view, streamId, topic) === undefined
          ? "No messages of it are known."
          : administratorProblem(view),
      fields: [],
      truth: {},
      submit: count.isWhole ? `Delete ${number}` : "Delete the topic",
      keep: "Keep the topic",
    };
  },
  // Made in batches that go on after a restart, with its progress in the footer: an intent.
  save: (view, ref) => {
    const { streamId, topic } = conversationOf(ref);
    return {
      wishes: [{ kind: "delete-topic", streamId, topic }],
      done: `Deleting ${titleOf(view, conversationOf(ref))}`,
    };
  },
};
