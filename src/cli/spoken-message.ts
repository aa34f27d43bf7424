/** A message as one line for screen readers, what matters most first: sender, text, what is below it, and the time. */
import { ended, joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type HourStyle, hourMinute } from "#base/time.ts";
import type { Document } from "#markup/document.ts";
import { type SpokenOptions, spoken } from "#markup/spoken.ts";
import type { Message } from "#model/message.ts";

export type SpokenParts = {
  readonly sender: SafeText;
  readonly document: Document;
  readonly hours: HourStyle;
  readonly isUnread: boolean;
  /** Said before the time of day, unless it was today, or the day is said elsewhere. */
  readonly day?: SafeText | undefined;
} & SpokenOptions;

/** `Ana Ruiz, mentions you: ok to roll back? Reactions: 2 thumbs up. 11:40` */
export function spokenMessage(message: Message, parts: SpokenParts): SafeText {
  const { sender, document, hours, isUnread, day } = parts;
  const marks = [
    ...(isUnread ? ["new"] : []),
    ...(message.mentioned ? ["mentions you"] : []),
    ...(message.wildcardMentioned ? ["mentions everybody"] : []),
    ...(message.starred ? ["starred"] : []),
  ];
  const who = joined([sender, ...marks.map(plain)], plain(", "));
  const time = plain(hourMinute(message.sentAt, hours));
  const when = day === undefined ? time : joined([day, time], plain(", "));
  const text = ended(spoken(document, parts) || plain("no text"));
  const below = [
    ...(message.editedAt === undefined ? [] : [plain("Edited.")]),
    ...(message.reactions.length === 0 ? [] : [reactionWords(message)]),
  ];
  return joined([joined([who, plain(":")]), text, ...below, when], plain(" "));
}

/** Names that are not words: "2 +1" is heard as a sum. */
const thumbs: Readonly<Record<string, string>> = { "+1": "thumbs up", "-1": "thumbs down" };

function reactionWords({ reactions }: Message): SafeText {
  const each = reactions.map(({ name, userIds }) =>
    safeLine(`${userIds.length} ${thumbs[name] ?? name.replaceAll("_", " ")}`),
  );
  return joined([plain("Reactions: "), joined(each, plain(", ")), plain(".")]);
}
