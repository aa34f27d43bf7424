/** The rows of the inbox: unread conversations by section, with streams as headings. */

import { memoizeLast } from "#base/memoize-last.ts";
import { get } from "#base/table.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { isMuted } from "#model/select/counting.ts";
import type { InboxPart } from "#model/select/inbox.ts";
import { inbox, inboxRowOf } from "#model/select/inbox.ts";
import type { InboxRow, InboxSection } from "#model/select/inbox-row.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { List, RowKey } from "#store/list.ts";
import type { Standing } from "#store/restored-rows.ts";
import type { State } from "#store/state.ts";
import type { Filter, Keyed, ListSource } from "./list.ts";
import { headingKey } from "./row-keys.ts";

/** The row for all conversations with bots alone. */
export const botsKey: RowKey = "bots";

const botsRows = [{ key: botsKey }];

const listed: readonly InboxSection[] = ["needs-you", "followed", "streams", "bots"];

const all: Filter = { key: "all", title: "Unread", sections: listed };

/** Filters whose rows are in no section of the inbox. */
const mutedFilter = "muted";
export const doneFilter = "done";

/** The filter of snoozed conversations. */
export const snoozedFilter = "snoozed";

const filters: readonly Filter[] = [
  all,
  { key: "needs-you", title: "Needs you", sections: ["needs-you"] },
  { key: "followed", title: "Followed", sections: ["followed"] },
  { key: "streams", title: "Streams", sections: ["streams"] },
  { key: "bots", title: "Bots", sections: ["bots"] },
  { key: mutedFilter, title: "Muted", sections: [mutedFilter] },
  { key: doneFilter, title: "Done today", sections: [doneFilter] },
  { key: snoozedFilter, title: "Snoozed", sections: ["snoozed"] },
];

/** Muted topics with unread messages, by stream; those with mentions are in the inbox anyway. */
const mutedRows = memoizeLast(
  (view: Replica, _unreads: Replica["unreads"], _policies: Replica["policies"]) =>
    [...view.unreads.streams].flatMap(([streamId, group]): readonly GroupedRow[] => {
      if (get(view.streams, streamId)?.subscription === undefined) return [];
      return [...group.keys()]
        .filter((key) => isMuted(view, key) && inboxRowOf(view, key) === undefined)
        .map((key) => ({ key, section: mutedFilter, group: headingKey(streamId) }));
    }),
);

/** The latest first. */
export function doneRows({ view, screen }: Pick<State, "view" | "screen">): readonly GroupedRow[] {
  return [...(screen.doneToday?.keys() ?? [])]
    .filter((key) => conversationOfKey(view, key) !== undefined && unreadCountOf(view, key) === 0)
    .map((key): GroupedRow => ({ key, section: doneFilter }))
    .toReversed();
}

/** The conversations in the row for bots. */
export function botsConversations(view: Replica): readonly ConversationKey[] {
  const part = inbox(view).parts.find(({ section }) => section === "bots");
  return (part?.lists ?? []).flatMap((rows) => rows.map(({ key }) => key));
}

/** Whether the inbox is unfiltered. */
export function isUnfiltered({ filter }: Pick<List, "filter">): boolean {
  return filter === "" || filter === all.key;
}

/** Bots are folded only in the unfiltered inbox: their own filter is for seeing them. */
function isFolded({ section }: Pick<InboxPart, "section">, filter: Pick<Filter, "key">): boolean {
  return section === "bots" && filter.key !== "bots";
}

function placed({ key, section }: InboxRow): GroupedRow {
  const streamId = section === "streams" ? streamOfKey(key) : undefined;
  return { key, section, group: streamId === undefined ? undefined : headingKey(streamId) };
}

function rowsOf(part: InboxPart, filter: Filter): readonly GroupedRow[] {
  if (!filter.sections.includes(part.section) || part.size === 0) return [];
  if (isFolded(part, filter)) return [{ key: botsKey, section: "bots", size: part.size }];
  return part.lists.flat().map(placed);
}

/** True for a conversation without unread messages, decisions or a snooze. */
function isDone({ view }: Pick<State, "view">, key: RowKey): boolean {
  const conversation = key as ConversationKey;
  return (
    conversationOfKey(view, conversation) !== undefined &&
    unreadCountOf(view, conversation) === 0 &&
    !view.undecided.has(conversation) &&
    !view.snoozes.has(conversation)
  );
}

function standingOf(view: Replica, key: RowKey): Standing | undefined {
  const section = inboxRowOf(view, key as ConversationKey)?.section;
  const part = inbox(view).parts.find((one) => one.section === section);
  const rows = (part?.lists ?? []).flat().map(placed);
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  return row && { row, before: rows.slice(0, at).reverse(), after: rows.slice(at + 1) };
}

export const inboxSource: ListSource = {
  filters,
  staysAsLeft: true,
  isEmpty: ({ view }) => inbox(view).size === 0,
  isComplete: ({ view }) => view.participationKnown,
  isOver: isDone,
  standing: standingOf,
  conversationsOf: (view, key) =>
    key === botsKey ? botsConversations(view) : [key as ConversationKey],
  fresh: ({ view, screen }, filter) => {
    const { parts } = inbox(view);
    const muted = mutedRows(view, view.unreads, view.policies);
    const done = doneRows({ view, screen });
    const counts = Object.fromEntries(parts.map(({ section, size }) => [section, size]));
    const beside: Readonly<Record<string, readonly GroupedRow[]>> = {
      [mutedFilter]: muted,
      [doneFilter]: done,
    };
    return {
      rows: beside[filter.key] ?? parts.flatMap((part) => rowsOf(part, filter)),
      counts: { ...counts, [mutedFilter]: muted.length, [doneFilter]: done.length },
    };
  },
  current: ({ view }, filter) =>
    inbox(view).parts.flatMap((part): readonly (readonly Keyed[])[] => {
      if (!filter.sections.includes(part.section) || part.size === 0) return [];
      return isFolded(part, filter) ? [botsRows] : part.lists;
    }),
};
