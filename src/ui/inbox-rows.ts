/** From the picture's inbox and the order that stands on the screen to the rows that are drawn. */
import { latest } from "#base/latest.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Picture } from "#model/picture.ts";
import { type Inbox, inbox, inboxRowOf } from "#model/select/inbox.ts";
import type { InboxSection, InboxRow as Known } from "#model/select/inbox-row.ts";
import { conversationOfKey } from "#model/select/reading.ts";
import type { Undecided } from "#model/undecided.ts";
import type { State } from "#store/state.ts";
import type { InboxRow } from "./inbox-lines.ts";
import { conversationSpans, senderName } from "./names.ts";
import type { PaneParts } from "./pane-parts.ts";

type Placed = { readonly key: ConversationKey; readonly section: InboxSection };

export type InboxRows = {
  /** As it stands: rows keep the section in which they stood when the list was put in order. */
  readonly order: readonly Placed[];
  readonly rowOf: (key: ConversationKey) => InboxRow | undefined;
  /** Conversations that became unread after the order was made. */
  readonly arrived: number;
  readonly counts: Readonly<Record<InboxSection, number>>;
};

export function inboxRowsOf({ style, bodies }: PaneParts): (state: State) => InboxRows {
  let placed: { readonly order: readonly ConversationKey[]; readonly rows: readonly Placed[] } = {
    order: [],
    rows: [],
  };
  const placedOf = (view: Picture, order: readonly ConversationKey[]) => {
    if (placed.order !== order) placed = { order, rows: withSections(view, order) };
    return placed.rows;
  };
  const arrivedSince = arrivals();
  const rows = latest(
    (
      all: Inbox,
      order: readonly Placed[],
      _messages: Picture["messages"],
      _names: number,
      view: Picture,
    ): InboxRows => ({
      order,
      rowOf: (key) => drawnRow(view, key),
      arrived: arrivedSince(all, order),
      counts: countsOf(all),
    }),
  );
  const drawnRow = (view: Picture, key: ConversationKey): InboxRow | undefined => {
    const conversation = conversationOfKey(view, key);
    if (conversation === undefined) return undefined;
    const known = inboxRowOf(view, key);
    const first = known && get(view.messages, known.firstUnread);
    const newest = known && get(view.messages, known.newestUnread);
    const undecided = known?.undecided;
    if (undecided !== undefined) {
      return {
        key,
        title: conversationSpans(style, view, conversation, "unread"),
        unread: known?.count ?? 0,
        mark: undecided.failed > 0 ? "failed" : "unsure",
        preview: { sender: "", text: undecidedText(undecided) },
        at: undecided.since,
      };
    }
    return {
      key,
      title: conversationSpans(style, view, conversation, "unread"),
      unread: known?.count ?? 0,
      mark: known && markOf(known),
      preview: first && {
        sender: isBetweenTwo(first) ? "" : senderName(view, first),
        text: bodies.previewOf(view, first),
      },
      at: newest?.sentAt,
    };
  };
  return ({ view, screen }) =>
    rows(inbox(view), placedOf(view, screen.inbox.order), view.messages, view.namesRevision, view);
}

/** Why the conversation needs the person. */
function undecidedText({ failed, unsure, reason }: Undecided): SafeText {
  if (failed === 1 && unsure === 0) return safeLine(`not sent: ${reason}`);
  if (failed === 0 && unsure === 1) return plain("a message may not have arrived");
  if (failed === 0) return plain(`${unsure} messages may not have arrived`);
  return plain(`${failed + unsure} messages were not delivered`);
}

/** In a conversation of two everybody knows who wrote. */
function isBetweenTwo({ userIds }: Message): boolean {
  return userIds !== undefined && userIds.length <= 2;
}

function markOf({ reason }: Known): InboxRow["mark"] {
  switch (reason) {
    case "undecided":
      return "unsure";
    case "direct":
    case "mention":
      return "mention";
    case "followed":
      return "followed";
    case "wrote":
    case "wildcard":
    case "alert":
    case "stream":
    case "bots":
      return undefined;
  }
}

/** A row that has nothing unread any more stands where the one above it stands. */
function withSections(view: Picture, order: readonly ConversationKey[]): readonly Placed[] {
  let section: InboxSection = "needs-you";
  return order.map((key) => {
    section = inboxRowOf(view, key)?.section ?? section;
    return { key, section };
  });
}

/** Conversations of the inbox that the order does not list. What an unchanged list holds is not counted again. */
function arrivals(): (all: Inbox, order: readonly Placed[]) => number {
  const counting = latest((order: readonly Placed[]) => {
    const listed = new Set(order.map(({ key }) => key));
    const counts = new WeakMap<readonly Known[], number>();
    return (rows: readonly Known[]): number => {
      const count = counts.get(rows) ?? rows.filter(({ key }) => !listed.has(key)).length;
      counts.set(rows, count);
      return count;
    };
  });
  return (all, order) => {
    const lists = all.parts.flatMap((part) => part.lists);
    const unlistedIn = counting(order);
    return lists.reduce((sum, rows) => sum + unlistedIn(rows), 0);
  };
}

function countsOf({ parts }: Inbox): InboxRows["counts"] {
  const counts = { "needs-you": 0, followed: 0, streams: 0, bots: 0 };
  for (const { section, size } of parts) counts[section] = size;
  return counts;
}
