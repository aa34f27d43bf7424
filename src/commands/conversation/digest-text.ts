/** What happened since a time, as Markdown: what `weir digest --markdown` writes, and what a command gets that sums it up. */
import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { type HourStyle, momentLabel } from "#base/time.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import type { Replica } from "#model/replica.ts";
import { senderOf, titleOf } from "#model/select/conversations.ts";
import {
  type ConversationFacts,
  type Digest,
  type DigestKind,
  type DigestLine,
  type Gaps,
  linesOf,
} from "#model/select/digest.ts";
import { escaped } from "./transcript.ts";

/** What a line is about. */
export const kindNames: Readonly<Record<DigestKind, string>> = {
  question: "Asks you",
  resolved: "Resolved",
  moved: "Moved",
  poll: "Poll",
  agreed: "Agreed",
  first: "First",
  last: "Last",
  link: "Link",
  file: "File",
};

export function howMany({ count }: ConversationFacts): string {
  return counted(count, "message");
}

/** `Ana Ruiz 4, you 3`; not safe for a terminal. */
export function namesOf({ people }: ConversationFacts, { ownId }: Replica): string {
  return people.map(({ id, name, count }) => `${id === ownId ? "you" : name} ${count}`).join(", ");
}

/** `7 messages: Ana Ruiz 4, you 3`; likewise. */
export function whoWrote(facts: ConversationFacts, view: Replica): string {
  return `${howMany(facts)}: ${namesOf(facts, view)}`;
}

/** How much it is, and what is left out. */
export function howMuch({ count, conversations, muted }: Digest): string {
  const all = `${counted(count, "message")} in ${counted(conversations.length, "conversation")}.`;
  return muted === 0 ? all : `${all} ${counted(muted, "muted message")} left out.`;
}

/** That messages may be missing, if some are. */
export function missing({ before, after }: Gaps, momentOf: (at: number) => string): string {
  const from = before === undefined ? undefined : momentOf(before);
  const to = after === undefined ? undefined : momentOf(after);
  if (from === undefined && to === undefined) return "";
  const where = [
    ...(from === undefined ? [] : [from === to ? "before" : `before ${from}`]),
    ...(to === undefined ? [] : [`after ${to}`]),
  ];
  return `Messages may be missing ${where.join(" and ")}.`;
}

export type DigestFacts = {
  readonly view: Replica;
  readonly digest: Digest;
  readonly gaps: Gaps;
  /** UNIX seconds. */
  readonly since: number;
  readonly hours: HourStyle;
  /** A message in one line. */
  readonly textOf: (message: Message) => string;
};

/** The same for the same facts, whenever it is written: days have their year. */
export function digestMarkdown(facts: DigestFacts): string {
  const { view, digest, gaps, since, hours } = facts;
  const momentOf = (at: number) => momentLabel(at, 0, hours);
  const lines = [
    `# Since ${momentOf(since)}`,
    [howMuch(digest), missing(gaps, momentOf)].join(" ").trimEnd(),
    ...digest.conversations.flatMap((conversation) => [
      `## ${escaped(titleOf(view, conversation.conversation))}`,
      escaped(whoWrote(conversation, view)),
      linesOf(conversation)
        .map((line) => lineMarkdown(facts, line, momentOf(line.message.sentAt)))
        .join("\n"),
    ]),
  ];
  return `${lines.join("\n\n")}\n`;
}

function lineMarkdown({ view, textOf }: DigestFacts, line: DigestLine, moment: string): string {
  const { kind, message, words, url, thumbs } = line;
  const source = `[${escaped(senderOf(view, message))}, ${moment}](${permalinkOf(view, message)})`;
  const name = `**${kindNames[kind]}**${thumbs === undefined ? "" : ` by ${thumbs}`}`;
  const text = escaped(words ?? textOf(message));
  return `- ${name} ${source}: ${url === undefined ? text : `[${text}](<${addressIn(url)}>)`}`;
}

/** The address as Markdown has it between angle brackets. */
function addressIn(url: string): string {
  return safeLine(url).replace(/[<>\\\s]/g, encodeURIComponent);
}
