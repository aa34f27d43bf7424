/** A message as one line for screen readers: time, sender, text, and what the screen shows below it. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type HourStyle, hourMinute } from "#base/time.ts";
import type { Document } from "#markup/document.ts";
import { type SpokenOptions, spoken } from "#markup/spoken.ts";
import type { Message } from "#model/message.ts";

export type SpokenParts = {
  readonly sender: SafeText;
  readonly document: Document;
  readonly hours: HourStyle;
  readonly isUnread: boolean;
} & SpokenOptions;

/** `11:40 Ana Ruiz, mentions you: ok to roll back? 2 thumbs up.` */
export function spokenMessage(message: Message, parts: SpokenParts): SafeText {
  const { sender, document, hours, isUnread } = parts;
  const marks = [
    ...(isUnread ? ["new"] : []),
    ...(message.mentioned ? ["mentions you"] : []),
    ...(message.wildcardMentioned ? ["mentions everybody"] : []),
    ...(message.starred ? ["starred"] : []),
  ];
  const who = joined([sender, ...marks.map(plain)], plain(", "));
  const when = plain(hourMinute(message.sentAt, hours));
  const text = spoken(document, parts) || plain("no text.");
  const below = [
    ...(message.editedAt === undefined ? [] : [plain("Edited.")]),
    ...(message.reactions.length === 0 ? [] : [reactionWords(message)]),
  ];
  return joined([when, joined([who, plain(":")]), text, ...below], plain(" "));
}

function reactionWords({ reactions }: Message): SafeText {
  const each = reactions.map(({ name, userIds }) =>
    safeLine(`${userIds.length} ${name.replaceAll("_", " ")}`),
  );
  return joined([plain("Reactions: "), joined(each, plain(", ")), plain(".")]);
}
