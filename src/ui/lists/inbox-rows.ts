/** The inbox's rows: conversations with unread messages, who wrote and what. */
import { memoizeFor } from "#base/memoize-last.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import { botsConversations, botsKey } from "#commands/lists/inbox-source.ts";
import { streamOfHeading } from "#commands/lists/row-keys.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, firstUnreadOf, unreadCountOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import type { InboxReason, InboxRow } from "#model/select/inbox-row.ts";
import { streamStates } from "#model/select/streams.ts";
import type { Snooze } from "#model/snooze.ts";
import type { Undecided } from "#model/undecided.ts";
import { keysWithDraft } from "#store/drafts.ts";
import type { RowKey } from "#store/list.ts";
import type { Token } from "#theme/tokens.ts";
import { conversationSpans, statusSpans, streamSpans, topicName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { countText, noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type DrawnHeading, type DrawnRow, detailColumns, type RowsAt } from "./row.ts";
import { overRow, previewSpans, timeText, titles } from "./row-parts.ts";

const section = titles({
  "needs-you": ["NEEDS YOU", "mention"],
  followed: ["FOLLOWED", "followed"],
  streams: ["STREAMS", "dim"],
  bots: ["BOTS", "dim"],
  snoozed: ["SNOOZED", "dim"],
  muted: ["MUTED", "dim"],
  done: ["DONE TODAY", "dim"],
});

export function rowsOfInbox(parts: PaneParts): RowsAt {
  const { style } = parts;
  const cached: CachedRows = memoizeFor();
  return ({ view, journal }, now) => ({
    row: (placed, isTicked, size) => {
      if (placed.key === botsKey) return botsRow(view, isTicked);
      const key = placed.key as ConversationKey;
      const own = ownRow(style, view, placed, isTicked, now);
      if (own !== undefined) return own;
      const isDone = !isUnread(view, key);
      if (isDone) return doneRow(style, view, placed);
      const row = unreadRow(parts, cached, view, placed, now, detailColumns(size));
      if (!keysWithDraft(journal).has(key)) return row;
      return { ...row, detail: [span(plain(`${style.glyphs.draft} `), "accent"), ...row.detail] };
    },
    section,
    group: (key) => streamHeading(style, view, key),
  });
}

function subjectOf(style: Style, view: Replica, placed: GroupedRow, token: Token): readonly Span[] {
  const conversation = conversationOfKey(view, placed.key as ConversationKey);
  if (conversation === undefined) return noSpans;
  if (conversation.kind === "direct") {
    const name = conversationSpans(style, view, conversation, token);
    return [...name, ...statusSpans(view, conversation.userIds)];
  }
  if (placed.group === undefined) return conversationSpans(style, view, conversation, token);
  // Under the heading of its stream the topic alone is enough.
  const name = { text: topicName(conversation.topic), token, shrinks: true };
  return [span(style.glyphs.topic, "faint"), span(plain(" ")), name];
}

/** Nothing is unread there any more; it keeps its position until the cursor moves on. */
function doneRow(style: Style, view: Replica, placed: GroupedRow): DrawnRow {
  const subject = subjectOf(style, view, placed, "faint");
  return overRow(style, view, placed.key, plain("done"), subject);
}

/** A message of the user's own was not delivered, or may not have been. */
function undecidedRow(
  style: Style,
  view: Replica,
  placed: GroupedRow,
  undecided: Undecided,
  now: number,
): DrawnRow {
  const { glyphs } = style;
  const count = unreadCountOf(view, placed.key as ConversationKey);
  return {
    sign: undecided.failed > 0 ? span(glyphs.failed, "bad") : span(glyphs.undecided, "warning"),
    subject: subjectOf(style, view, placed, "unread"),
    detail: [span(undecidedText(undecided), "text")],
    number: count === 0 ? "" : countText(count),
    time: timeText(style, undecided.since, now),
  };
}

/** A row that is in the list for more than its unread messages. */
function ownRow(
  style: Style,
  view: Replica,
  placed: GroupedRow,
  isTicked: boolean,
  now: number,
): DrawnRow | undefined {
  const key = placed.key as ConversationKey;
  const undecided = view.undecided.get(key);
  if (undecided !== undefined) return undecidedRow(style, view, placed, undecided, now);
  const snooze = view.snoozes.get(key);
  if (snooze === undefined || (snooze.isDue && isUnread(view, key))) return undefined;
  return snoozedRow(style, view, placed, snooze, isTicked, now);
}

/** A snoozed row, or a due one without unread messages. */
function snoozedRow(
  style: Style,
  view: Replica,
  placed: GroupedRow,
  { until, isDue }: Snooze,
  isTicked: boolean,
  now: number,
): DrawnRow {
  const count = unreadCountOf(view, placed.key as ConversationKey);
  const moment = plain(
    `${isDue ? "was snoozed" : "snoozed"} until ${momentLabel(until, now, style.hours)}`,
  );
  if (isTicked && !isDue)
    return overRow(style, view, placed.key, moment, subjectOf(style, view, placed, "faint"));
  return {
    sign: span(style.glyphs.scheduled, "accent"),
    subject: subjectOf(style, view, placed, isDue ? "unread" : "text"),
    detail: [span(moment, "dim")],
    number: count === 0 ? "" : countText(count),
    time: "",
  };
}

function isUnread(view: Replica, key: ConversationKey): boolean {
  return unreadCountOf(view, key) > 0;
}

function undecidedText({ failed, mayHaveArrived, reason }: Undecided): SafeText {
  if (failed === 1 && mayHaveArrived === 0) return safeLine(`not sent: ${reason}`);
  if (failed === 0 && mayHaveArrived === 1) return plain("a message may not have arrived");
  if (failed === 0) return plain(`${mayHaveArrived} messages may not have arrived`);
  return plain(`${failed + mayHaveArrived} messages were not delivered`);
}

type CachedRows = ReturnType<typeof memoizeFor<InboxRow | GroupedRow, DrawnRow>>;

function unreadRow(
  { style, bodies }: PaneParts,
  cached: CachedRows,
  view: Replica,
  placed: GroupedRow,
  now: number,
  columns: number,
): DrawnRow {
  const key = placed.key as ConversationKey;
  const known = inboxRowOf(view, key);
  const firstId = firstUnreadOf(view, key);
  const first = firstId && get(view.messages, firstId);
  const newest = known && get(view.messages, known.newestUnread);
  const { people, streams, statuses } = view;
  const names = [people, streams, statuses, bodies.revision(view)];
  const from = [placed, first, newest, unreadCountOf(view, key), now, columns, ...names];
  return cached(known ?? placed, from, () => ({
    sign: known === undefined ? span(style.glyphs.muted, "muted") : markOf(style, known.reason),
    subject: subjectOf(style, view, placed, "unread"),
    detail:
      first === undefined
        ? noSpans
        : previewSpans(view, first, bodies.previewOf(view, first), columns),
    number: countText(unreadCountOf(view, key)),
    time: shownTime(style, newest ?? first, now),
  }));
}

function shownTime(style: Style, message: Message | undefined, now: number): SafeText | "" {
  return message === undefined ? "" : timeText(style, message.sentAt, now);
}

function markOf({ glyphs }: Style, reason: InboxReason | undefined): Span {
  switch (reason) {
    case "direct":
    case "mention":
      return span(glyphs.mention, "mention");
    case "followed":
      return span(glyphs.followed, "followed");
    case "due":
    case "snoozed":
      return span(glyphs.scheduled, "accent");
    default:
      return span(plain(" "));
  }
}

/** Conversations with only bots, folded into one line: `BOTS  2 conversations, 31 messages`. */
function botsRow(view: Replica, isTicked: boolean): DrawnRow {
  const conversations = botsConversations(view);
  const messages = conversations.reduce((sum, key) => sum + unreadCountOf(view, key), 0);
  const words =
    isTicked || messages === 0
      ? "done"
      : `${counted(conversations.length, "conversation")}, ${counted(messages, "message")}`;
  return {
    sign: span(plain(" ")),
    subject: [span(plain("BOTS"), "dim")],
    detail: [span(plain(words), "dim")],
    number: "",
    time: "",
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function streamHeading(style: Style, view: Replica, key: RowKey): DrawnHeading | undefined {
  const id = streamOfHeading(key);
  const state = streamStates(view).find(({ stream }) => stream.id === id);
  if (state === undefined) return undefined;
  const [sign, name] = streamSpans(style, state.stream, "text");
  const left = sign === undefined || name === undefined ? noSpans : [sign, span(plain(" ")), name];
  return { left, number: countText(state.sums.counted), token: "dim" };
}
