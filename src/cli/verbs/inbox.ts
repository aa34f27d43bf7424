/** `weir inbox`: the conversations with unread messages, in the order of the screen. */
import { get } from "#base/table.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { aboutOf, placeText } from "#cli/place.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { InboxRow } from "#model/select/inbox-row.ts";
import { fetchParticipation, fetchUnreadFacts } from "#sync/asks/inbox-facts.ts";
import type { Token } from "#theme/tokens.ts";
import { inView } from "./views.ts";

const tokens: Readonly<Record<InboxRow["section"], Token>> = {
  "needs-you": "mention",
  followed: "followed",
  streams: "text",
  bots: "dim",
  snoozed: "dim",
};

const sections = Object.keys(tokens);

export async function run(context: VerbContext): Promise<void> {
  const { state, output, invocation, say } = context;
  const name = text(invocation, "view");
  const parts = ["streams", "people", "unread", "folders"] as const;
  const known = name === undefined ? state(...parts) : inView(context, name, [...parts]);
  const replica = await withFacts(context, await known);
  const all = [...inboxRows(inbox(replica))];
  const isUrgent = needsMe(invocation);
  const rows = isUrgent ? all.filter(({ section }) => section === "needs-you") : all;
  const noneSentence = isUrgent ? "Nothing needs you." : "Nothing is unread.";
  if (replica.unreads.older) say("There are more unread messages than the server lists.");
  output.rows(rows, {
    none: name === undefined ? noneSentence : "Nothing in that view is unread.",
    json: (row) => {
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
    },
    rank: ({ section }) => sections.indexOf(section),
    cells: ({ conversation, count, reason, section }) => [
      count,
      { text: reason, token: "dim" },
      { text: placeText(replica, conversation), token: tokens[section] },
    ],
  });
}

const needsMe = ({ options }: Invocation) => options["needsMe"] === true;

/** One request is enough to learn that nothing is unread. */
async function withFacts(
  { connection, invocation }: VerbContext,
  registered: Replica,
): Promise<Replica> {
  const rows = [...inboxRows(inbox(registered))];
  if (rows.length === 0) return registered;
  // Where the user has written decides among what is neither followed nor needs the user.
  const isOpen = ({ conversation: { kind }, reason }: InboxRow) =>
    kind === "topic" && reason !== "followed";
  const [unread, participation] = await Promise.all([
    fetchUnreadFacts(connection),
    !needsMe(invocation) && rows.some(isOpen)
      ? fetchParticipation(connection, registered.ownId)
      : undefined,
  ]);
  const replica = unread(registered);
  return participation?.(replica) ?? replica;
}
