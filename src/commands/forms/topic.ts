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

/** How many messages disappear, as far as that is known. */
function countText(view: Replica, ref: FormRef): string {
  const history = historyOf(view, conversationOf(ref));
  const count = history?.ids.length ?? 0;
  const isWhole = history?.oldestKnown === true && history.newestKnown;
  if (isWhole) return count === 1 ? "1 message" : `${count} messages`;
  return count === 0 ? "All of its messages" : `All of its messages, ${count} or more,`;
}

export const deleteTopicForm: Form = {
  now: (view, ref) => {
    const { streamId, topic } = conversationOf(ref);
    const count = countText(view, ref);
    const isOne = count === "1 message";
    return {
      title: `Delete topic ${titleOf(view, conversationOf(ref))}?`,
      told: [
        `${count} ${isOne ? "disappears" : "disappear"} for everybody.`,
        "This cannot be undone.",
      ],
      locked:
        newestIn(view, streamId, topic) === undefined
          ? "No messages of it are known."
          : administratorProblem(view),
      fields: [],
      truth: {},
      submit: /^\d/.test(count) ? `Delete ${count}` : "Delete the topic",
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
