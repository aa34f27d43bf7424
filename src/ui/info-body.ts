/** Information about a message, a send or a row of the inbox, as lines that are read from top to bottom. */

import { lineDiff } from "#base/line-diff.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import type { InboxReason, InboxRow } from "#model/select/inbox-row.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Fetched, MessageVersion } from "#store/message-details.ts";
import type { Token } from "#theme/tokens.ts";
import type { UserId } from "#wire/ids.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { emojiText } from "./emoji-text.ts";
import { hintsFor } from "./hints.ts";
import { conversationSpans, personName, senderName } from "./names.ts";
import { noSpans, type Span, span } from "./spans.ts";

export function infoBody(facts: Facts, { about }: DialogOf<"info">): Body {
  const { keys, view, journal } = facts;
  const text = (words: SafeText, look: Token = "text") => wrapped(facts, words, look);
  const rowsOf = (): { readonly title: string; readonly rows: readonly DialogRow[] } => {
    switch (about.kind) {
      case "message": {
        const message = get(view.messages, about.id);
        return {
          title: "About this message",
          rows:
            message === undefined
              ? text(plain("This message is no longer there."))
              : messageRows(facts, message),
        };
      }
      case "send": {
        const intent = journal.intents.get(about.intent);
        const reason = intent?.reason ?? "It is on its way to the server.";
        return { title: "About this message", rows: text(safeLine(reason)) };
      }
      case "row": {
        const row = inboxRowOf(view, about.key);
        return { title: "Why it is here", rows: text(plain(whyHere(facts, row))) };
      }
    }
  };
  return {
    ...rowsOf(),
    typed: undefined,
    placeholder: "",
    chosen: -1,
    hints: hintsFor(keys, ["info.down", "scroll"], ["info.leave", "close"]),
  };
}

function whyHere({ style, now }: Facts, row: InboxRow | undefined): string {
  if (row === undefined) return "Nothing is unread here any more.";
  if (row.snooze === undefined || row.undecided !== undefined) return reasons[row.reason];
  const moment = momentLabel(row.snooze.until, now, style.hours);
  return `You snoozed it until ${moment}.`;
}

const reasons: Readonly<Record<InboxReason, string>> = {
  undecided:
    "A message of yours was not sent or may not have arrived, and waits for you to decide.",
  due: "You snoozed it until now.",
  direct: "A direct message to you is unread.",
  mention: "An unread message mentions you.",
  followed: "You follow this topic.",
  wrote: "You wrote in this topic.",
  wildcard: "An unread message mentions everybody, or a group that you are in.",
  alert: "An unread message has one of your alert words.",
  stream: "You are subscribed to the stream, and something in the topic is unread.",
  bots: "Only bots wrote what is unread.",
  snoozed: "You snoozed it: it comes back later.",
};

function messageRows(facts: Facts, message: Message): readonly DialogRow[] {
  const { style, view, details } = facts;
  const at = (seconds: number) => plain(momentLabel(seconds, facts.now, style.hours));
  const known = details?.messageId === message.id ? details : undefined;
  const line = (...left: readonly Span[]): DialogRow => ({ left, right: noSpans });
  return [
    line(
      span(senderName(view, message), "strong"),
      span(plain("  ")),
      span(at(message.sentAt), "dim"),
    ),
    line(...conversationSpans(style, view, conversationOfMessage(message))),
    ...section("Reactions"),
    ...reactionRows(facts, message),
    ...(message.editedAt === undefined && message.movedAt === undefined
      ? []
      : [
          ...section("Edits"),
          ...fetchedRows(facts, known?.versions, (versions) => versionRows(facts, versions)),
        ]),
    ...section("Read by"),
    ...fetchedRows(facts, known?.readers, (readers) =>
      wrapped(facts, readers.length === 0 ? plain("Nobody yet.") : namesOf(view, readers)),
    ),
  ];
}

function section(title: string): readonly DialogRow[] {
  return [
    { left: noSpans, right: noSpans },
    { left: [span(plain(title), "dim")], right: noSpans },
  ];
}

function reactionRows(facts: Facts, { reactions }: Message): readonly DialogRow[] {
  if (reactions.length === 0) return wrapped(facts, plain("None."));
  return reactions.flatMap(({ type, code, name, userIds }) => {
    const emoji = facts.style.cells.show(emojiText(type, code, name));
    const names = namesOf(facts.view, userIds);
    return wrapped(facts, joined([plain(emoji), names], plain("  ")));
  });
}

/** The reader, too: as `you`. */
function namesOf(view: Replica, userIds: readonly UserId[]): SafeText {
  const names = userIds.map((id) => (id === view.ownId ? plain("you") : personName(view, id)));
  return joined(names, plain(", "));
}

function fetchedRows<Value>(
  facts: Facts,
  fetched: Fetched<Value> | undefined,
  rows: (value: Value) => readonly DialogRow[],
): readonly DialogRow[] {
  if (fetched === undefined || fetched.kind === "loading")
    return wrapped(facts, plain("loading"), "faint");
  if (fetched.kind === "failed") return wrapped(facts, safeLine(fetched.sentence), "warning");
  return rows(fetched.value);
}

const diffLooks = { "-": "bad", "+": "good", " ": "text" } as const;

/** The newest change first, each against what stood there before. */
function versionRows(facts: Facts, versions: readonly MessageVersion[]): readonly DialogRow[] {
  const changes = versions.flatMap((after, index) => {
    const before = versions[index - 1];
    return before === undefined ? [] : [changeRows(facts, before, after)];
  });
  return changes.toReversed().flat();
}

function changeRows(
  facts: Facts,
  before: MessageVersion,
  after: MessageVersion,
): readonly DialogRow[] {
  const { view, style, now } = facts;
  const who = after.editorId === undefined ? [] : [personName(view, after.editorId)];
  const when = plain(momentLabel(after.at, now, style.hours));
  const moved =
    before.topic === after.topic
      ? []
      : wrapped(facts, safeLine(`moved from ${before.topic} to ${after.topic}`));
  const diff = before.content === after.content ? [] : lineDiff(before.content, after.content);
  return [
    ...wrapped(facts, joined([...who, when], plain("  ")), "strong"),
    ...moved,
    ...diff.flatMap(({ sign, text }) =>
      wrapped(facts, safeLine(`${sign} ${text}`), diffLooks[sign]),
    ),
  ];
}

function wrapped(
  { style, room }: Facts,
  text: SafeText,
  look: Token = "text",
): readonly DialogRow[] {
  const columns = Math.max(10, Math.min(room.columns - 4, room.wantedColumns ?? 60) - 5);
  return style.cells
    .wrap(text, columns)
    .map((line) => ({ left: [span(line, look)], right: noSpans }));
}
