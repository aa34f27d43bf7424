/** Why each question cannot be confirmed, and what becomes of it if its subject is gone. */
import { drop, newBatch } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import {
  administratorsOnly,
  field,
  member,
  snippet,
  testQuestions,
  type View,
  withFields,
  withPerson,
} from "../support/form-refusals.ts";
import { people, streams } from "../support/small-blueprint.ts";

const batch = () => newBatch("test");
const streamId = streams.dev as StreamId;
const groupId = 1 as GroupId;
const userId = people.eva as UserId;
const deploy = { streamId, topic: "deploy" };

const withoutStream: View = (view) => ({
  ...view,
  streams: drop(view.streams, streamId, batch()),
});

const withoutTopic: View = (view) => {
  const topics = new Map(view.topics.get(streamId));
  topics.delete(topicKey(streamId, "deploy"));
  const unread = new Map(view.unreads.streams.get(streamId));
  unread.delete(topicKey(streamId, "deploy"));
  const histories = new Map(view.histories);
  histories.delete(narrowKey({ kind: "topic", ...deploy }));
  return {
    ...view,
    histories,
    topics: new Map(view.topics).set(streamId, topics),
    unreads: { ...view.unreads, streams: new Map(view.unreads.streams).set(streamId, unread) },
  };
};

const everybody = "everybody reads what is theirs";
const byAdministrators = { as: member, error: administratorsOnly };

testQuestions([
  {
    about: { kind: "archive-stream", streamId },
    refused: byAdministrators,
    vanished: withoutStream,
  },
  {
    about: { kind: "delete-topic", ...deploy },
    refused: byAdministrators,
    vanished: withoutTopic,
  },
  {
    about: { kind: "reactivate", userId },
    refused: byAdministrators,
    vanished: withPerson(userId, { isActive: true }),
  },
  {
    about: { kind: "group-step", groupId },
    refused: {
      as: (view) => ({ ...view, ownId: people.ana as UserId }),
      error: /^Only owners and Cleo Vane may deactivate groups\.$/,
    },
    vanished: (view) => ({ ...view, groups: drop(view.groups, groupId, batch()) }),
  },
  {
    about: { kind: "delete-field", fieldId: field.id },
    refused: byAdministrators,
    vanished: withFields(),
  },
  {
    about: { kind: "delete-snippet", snippetId: snippet.id },
    refused: "they are the user's own",
    vanished: (view) => ({ ...view, snippets: new Map() }),
  },
  { about: { kind: "read-topic", ...deploy }, refused: everybody, vanished: withoutTopic },
  { about: { kind: "read-stream", streamId }, refused: everybody, vanished: withoutStream },
  {
    about: { kind: "read-everything" },
    refused: everybody,
    vanished: "there is always everything",
  },
]);
