/** What `weir inbox` lists of a replica. */
import { get } from "#base/table.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRows, needingYou } from "#model/select/inbox.ts";
import type { InboxRow } from "#model/select/inbox-row.ts";
import type { Token } from "#theme/tokens.ts";
import type { Invocation } from "./invocation.ts";
import type { ListedRow, Listing } from "./listing.ts";
import { aboutOf, placeText } from "./place.ts";

const tokens: Readonly<Record<InboxRow["section"], Token>> = {
  "needs-you": "mention",
  followed: "followed",
  streams: "text",
  bots: "dim",
  snoozed: "dim",
};

const sections = Object.keys(tokens);

export const needsMe = ({ options }: Pick<Invocation, "options">) => options["needsMe"] === true;

/** In the order of the screen, without what is snoozed. */
export function inboxListing(replica: Replica, invocation: Pick<Invocation, "options">): Listing {
  const isUrgent = needsMe(invocation);
  const all = inbox(replica);
  const rows = isUrgent
    ? needingYou(all).lists.flat()
    : [...inboxRows(all)].filter(({ section }) => section !== "snoozed");
  const isView = invocation.options["view"] !== undefined;
  const none = isUrgent ? "Nothing needs you." : "Nothing is unread.";
  return {
    notes: replica.unreads.older ? ["There are more unread messages than the server lists."] : [],
    none: isView ? "Nothing in that view is unread." : none,
    // What came back without anything unread is in no view.
    rows: rows.filter(({ count }) => !isView || count > 0).map((row) => listed(replica, row)),
  };
}

function listed(replica: Replica, row: InboxRow): ListedRow {
  const { conversation, section, reason, count } = row;
  const isTopic = conversation.kind === "topic";
  const name = (id: number) => get(replica.people, id as never)?.name ?? `${id}`;
  const place = placeText(replica, conversation);
  return {
    json: {
      about: aboutOf(replica, conversation),
      place,
      section,
      reason,
      unread: count,
      mentions: row.mentions,
      first_unread: count > 0 ? row.firstUnread : null,
      stream: isTopic ? (get(replica.streams, conversation.streamId)?.name ?? null) : null,
      stream_id: isTopic ? conversation.streamId : null,
      topic: isTopic ? conversation.topic : null,
      people: isTopic ? null : others(conversation.userIds, replica.ownId).map(name),
    },
    cells: [count, { text: reason, token: "dim" }, { text: place, token: tokens[section] }],
    rank: sections.indexOf(section),
  };
}
