/** Prints what `weir inbox` was told. Loads nothing that finds it out. */
import type { Token } from "#theme/tokens.ts";
import type { InboxLine, InboxLines } from "./inbox-lines.ts";
import { type Invocation, text } from "./invocation.ts";
import type { VerbContext } from "./verb-context.ts";

const tokens: Readonly<Record<InboxLine["section"], Token>> = {
  "needs-you": "mention",
  followed: "followed",
  streams: "text",
  bots: "dim",
  snoozed: "dim",
};

const sections = Object.keys(tokens);

export const needsMe = ({ options }: Invocation) => options["needsMe"] === true;

export function printInbox(
  { output, invocation, say }: Pick<VerbContext, "output" | "invocation" | "say">,
  { lines, older }: InboxLines,
): void {
  const isUrgent = needsMe(invocation);
  const rows = isUrgent ? lines.filter(({ section }) => section === "needs-you") : lines;
  const isView = text(invocation, "view") !== undefined;
  const noneSentence = isUrgent ? "Nothing needs you." : "Nothing is unread.";
  if (older) say("There are more unread messages than the server lists.");
  output.rows(rows, {
    none: isView ? "Nothing in that view is unread." : noneSentence,
    json: (line) => line,
    rank: ({ section }) => sections.indexOf(section),
    cells: ({ place, unread, reason, section }) => [
      unread,
      { text: reason, token: "dim" },
      { text: place, token: tokens[section] },
    ],
  });
}
