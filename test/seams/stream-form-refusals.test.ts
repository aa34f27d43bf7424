/** Every form about streams and topics, and how it refuses. */
import { drop, get, newBatch, put } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import {
  administratorsOnly,
  gone,
  long,
  member,
  type Row,
  type StreamForm,
  testRefusals,
  tooOld,
  type View,
  withRule,
} from "../support/form-refusals.ts";
import { people, streams } from "../support/small-blueprint.ts";

const batch = () => newBatch("test");
const dev = streams.dev as StreamId;

function withStream(change: Partial<Stream>): View {
  return (view) => {
    const before = get(view.streams, dev);
    if (before === undefined) throw new RangeError("No stream.");
    return { ...view, streams: put(view.streams, dev, { ...before, ...change }, batch()) };
  };
}

const withoutStream: View = (view) => ({ ...view, streams: drop(view.streams, dev, batch()) });

const everybodyReads = {
  role: "everybody reads what is theirs",
  level: "everything is read at every level",
  limit: "nothing is typed",
};

const rows: Record<StreamForm, Row> = {
  stream: {
    ref: { name: "stream", id: dev },
    role: { as: member, field: "name", says: administratorsOnly },
    level: { level: 140, field: "removers", says: tooOld },
    limit: { typed: { name: long }, field: "name", says: /^Channel name too long \(limit: 60/ },
    conflict: {
      typed: { description: "mine" },
      does: withStream({ description: "theirs" }),
      field: "description",
    },
  },
  "new-stream": {
    ref: { name: "new-stream", id: 0 },
    role: {
      as: (view) =>
        withRule(
          "create_private_stream_policy",
          2,
        )(withRule("create_public_stream_policy", 2)(member(view))),
      says: /^Insufficient permission$/,
    },
    level: { level: 97, typed: { privacy: "web-public" }, field: "privacy", says: tooOld },
    limit: { typed: { description: long }, field: "description", says: /too long \(limit: 1024/ },
    conflict: {
      typed: { name: "Fresh" },
      does: withStream({ name: "fresh" }),
      field: "name",
      says: /already/,
    },
  },
  "stream-people": {
    ref: { name: "stream-people", id: dev },
    role: {
      // The group that may remove people counts, and she is not in it.
      as: (view) => ({ ...view, ownId: people.ana as UserId }),
      typed: { remove: "Bo Lindt" },
      field: "remove",
      says: /^Insufficient/,
    },
    level: "people are added and removed at every level",
    limit: { typed: { add: "Nobody" }, field: "add", says: /^No such user: Nobody$/ },
    conflict: {
      typed: { remove: "Bo Lindt" },
      does: withStream({ subscribers: [] }),
      field: "remove",
      says: /^Bo Lindt is not in this stream\.$/,
    },
  },
  "archive-stream": {
    ref: { name: "archive-stream", id: dev },
    role: { as: member, says: administratorsOnly },
    level: "streams are archived at every level",
    limit: "nothing is typed",
    conflict: { does: withoutStream },
  },
  "delete-topic": {
    ref: { name: "delete-topic", id: dev, topic: "deploy" },
    role: { as: member, says: administratorsOnly },
    level: "topics are deleted at every level",
    limit: "nothing is typed",
    conflict: {
      does: (view) => {
        const topics = new Map(view.topics.get(dev));
        topics.delete(topicKey(dev, "deploy"));
        return { ...view, topics: new Map(view.topics).set(dev, topics) };
      },
      says: /^No messages of it are known\.$/,
    },
  },
  "read-topic": {
    ref: { name: "read-topic", id: dev, topic: "deploy" },
    ...everybodyReads,
    conflict: gone,
  },
  "read-stream": {
    ref: { name: "read-stream", id: dev },
    ...everybodyReads,
    conflict: { does: withoutStream },
  },
  "read-everything": {
    ref: { name: "read-everything", id: 0 },
    ...everybodyReads,
    conflict: gone,
  },
};

testRefusals(rows);
