/** In which order keys are named, in the footer and in the list of keys. */
import type { Command } from "#commands/command.ts";

/**
 * By command: what opens the selected row, what else can be done with it, marking and deleting it; then undo, and where
 * to go. What is not listed is done with the row as well.
 */
const order: readonly (readonly string[])[] = [
  // Where a draft waits, one has to know how not to replace it.
  ["list.open", "sidebar.open", "message.enter", "reader.page", "composer.recipient", "edit.right"],
  [
    "triage.done",
    "triage.unread",
    "topic.mute",
    "message.reply",
    "snooze.ask",
    "info.open",
    "stream.subscribe",
    "topic.move",
    "topic.resolve",
    "list.edit",
    "list.add",
  ],
  ["message.open-link", "message.view", "message.spoiler", "message.right", "message.left"],
  [],
  ["list.mark", "list.delete"],
  ["triage.undo"],
  ["triage.next-needs-you", "triage.next", "list.next-filter", "find.open", "sidebar.filter"],
  ["sidebar.fold", "compose.stream", "palette.open", "help.open"],
];

const ranks = new Map(order.flatMap((ids, group) => ids.map((id, at) => [id, group * 100 + at])));
const others = order.findIndex((ids) => ids.length === 0) * 100;

export function rankOf({ id }: Pick<Command, "id">): number {
  return ranks.get(id) ?? others;
}

export function isRanked(id: string): boolean {
  return ranks.has(id);
}
