/** Quotes a message in another one (protocol reference 12). */
import { get } from "#base/table.ts";
import type { Message } from "./message.ts";
import { permalinkOf } from "./message-link.ts";
import type { Replica } from "./replica.ts";

/**
 * A silent mention of the sender, a link to the message, and its text in a fence that the text does not close. Without
 * a newline at the end.
 */
export function quoteOf(replica: Replica, message: Message): string {
  const { senderId, senderName, content } = message;
  const name = get(replica.people, senderId)?.name ?? senderName;
  const fence = fenceFor(content);
  const heading = `@_**${name}|${senderId}** [said](${permalinkOf(replica, message)}):`;
  return `${heading}\n${fence}quote\n${content.trim()}\n${fence}`;
}

/** Longer than every run of backticks in the text. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return "`".repeat(longest + 1);
}
