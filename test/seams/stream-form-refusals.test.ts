/** The errors of every form about streams. */
import { get, newBatch, put } from "#base/table.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import {
  administratorsOnly,
  long,
  member,
  type Row,
  type StreamForm,
  testRefusals,
  tooOld,
  type View,
  withoutPermission,
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

const rows: Record<StreamForm, Row> = {
  stream: {
    ref: { name: "stream", id: dev },
    role: { as: member, field: "name", error: administratorsOnly },
    level: { level: 140, field: "removers", error: tooOld },
    limit: { typed: { name: long }, field: "name", error: /^Stream name too long \(limit: 60/ },
    conflict: {
      typed: { description: "mine" },
      change: withStream({ description: "theirs" }),
      field: "description",
    },
  },
  "new-stream": {
    ref: { name: "new-stream", id: 0 },
    role: {
      as: withoutPermission("can_create_public_channel_group", "can_create_private_channel_group"),
      error: administratorsOnly,
    },
    level: { level: 97, typed: { privacy: "web-public" }, field: "privacy", error: tooOld },
    limit: { typed: { description: long }, field: "description", error: /too long \(limit: 1024/ },
    conflict: {
      typed: { name: "Fresh" },
      change: withStream({ name: "fresh" }),
      field: "name",
      error: /already/,
    },
  },
  "stream-people": {
    ref: { name: "stream-people", id: dev },
    role: {
      // Cleo is not in the group that can remove subscribers.
      as: (view) => ({ ...view, ownId: people.ana as UserId }),
      typed: { remove: "Bo Lindt" },
      field: "remove",
      error: /^Only administrators may remove others\.$/,
    },
    level: "people are added and removed at every level",
    limit: { typed: { add: "Nobody" }, field: "add", error: /^No such user: Nobody$/ },
    conflict: {
      typed: { remove: "Bo Lindt" },
      change: withStream({ subscribers: [] }),
      field: "remove",
      error: /^Bo Lindt is not in this stream\.$/,
    },
  },
};

testRefusals(rows);
