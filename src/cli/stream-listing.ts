/** What `weir streams` lists of a replica, and of what else the server has told. */
import { values } from "#base/table.ts";
import { postPolicyOf } from "#model/permission.ts";
import type { Replica } from "#model/replica.ts";
import { subscriberCountOf } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";
import type { ListedRow, Listing } from "./listing.ts";

/** All streams of a kind, beyond those of the replica. */
export type AllStreams = {
  readonly kind: "all" | "archived";
  readonly streams: Iterable<Stream>;
  /** To which new people are subscribed. */
  readonly defaults: ReadonlySet<StreamId>;
};

export function streamListing(replica: Replica, all?: AllStreams): Listing {
  const streams = all?.streams ?? values(replica.streams);
  const rows = [...streams]
    .filter(({ subscription }) => all !== undefined || subscription !== undefined)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  return {
    none:
      all?.kind === "archived"
        ? "No stream is archived."
        : "You are not subscribed to any stream; --all lists the others.",
    rows: rows.map((stream) => listed(replica, stream, all)),
  };
}

function listed(replica: Replica, stream: Stream, all: AllStreams | undefined): ListedRow {
  const { subscription } = stream;
  return {
    json: {
      about: { narrow: { kind: "stream", streamId: stream.id }, isPrivate: stream.isPrivate },
      id: stream.id,
      name: stream.name,
      description: stream.description,
      subscribed: subscription !== undefined,
      private: stream.isPrivate,
      web_public: stream.isWebPublic,
      history_public: stream.historyPublic,
      post_policy: postPolicyOf(replica, stream) ?? null,
      retention_days: stream.retentionDays ?? null,
      muted: subscription?.muted ?? null,
      pinned: subscription?.pinned ?? null,
      color: subscription?.colour ?? null,
      default: all?.kind === "all" ? all.defaults.has(stream.id) : null,
      archived: stream.isArchived,
      folder_id: stream.folderId ?? null,
      subscriber_count: subscriberCountOf(replica, stream) ?? null,
    },
    cells: [
      { text: `#${stream.name}`, token: subscription?.muted ? "muted" : "strong" },
      { text: marksOf(stream).join(","), token: "dim" },
      stream.description,
    ],
  };
}

function marksOf({ isPrivate, isWebPublic, subscription }: Stream): readonly string[] {
  return [
    ...(isPrivate ? ["private"] : []),
    ...(isWebPublic ? ["web-public"] : []),
    ...(subscription === undefined ? ["not subscribed"] : []),
    ...(subscription?.muted ? ["muted"] : []),
    ...(subscription?.pinned ? ["pinned"] : []),
  ];
}
