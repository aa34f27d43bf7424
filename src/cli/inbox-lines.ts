/** What `weir inbox` tells of a replica: values that can be sent from the program that has it to the one that prints them. */
import { get } from "#base/table.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { InboxRow } from "#model/select/inbox-row.ts";
import { type About, aboutOf, placeText } from "./place.ts";

/** A conversation with the fields of `--json`. */
export type InboxLine = {
  readonly about: About;
  readonly place: string;
  readonly section: InboxRow["section"];
  readonly reason: string;
  readonly unread: number;
  readonly mentions: number;
  readonly first_unread: number;
  readonly stream: string | null;
  readonly stream_id: number | null;
  readonly topic: string | null;
  readonly people: readonly string[] | null;
};

export type InboxLines = {
  /** In the order of the screen. */
  readonly lines: readonly InboxLine[];
  /** Whether more are unread than the server lists. */
  readonly older: boolean;
};

export function inboxLines(replica: Replica): InboxLines {
  const lines = [...inboxRows(inbox(replica))].map((row) => lineOf(replica, row));
  return { lines, older: replica.unreads.older };
}

function lineOf(replica: Replica, row: InboxRow): InboxLine {
  const { conversation } = row;
  const isTopic = conversation.kind === "topic";
  const name = (id: number) => get(replica.people, id as never)?.name ?? `${id}`;
  return {
    about: aboutOf(replica, conversation),
    place: placeText(replica, conversation),
    section: row.section,
    reason: row.reason,
    unread: row.count,
    mentions: row.mentions,
    first_unread: row.firstUnread,
    stream: isTopic ? (get(replica.streams, conversation.streamId)?.name ?? null) : null,
    stream_id: isTopic ? conversation.streamId : null,
    topic: isTopic ? conversation.topic : null,
    people: isTopic ? null : others(conversation.userIds, replica.ownId).map(name),
  };
}
