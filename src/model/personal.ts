/** Reducers for what the user keeps on the server: saved snippets, reminders, and views for navigation. */

import type { Batch } from "#base/table.ts";
import { withEntry, withoutEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Reminder } from "#wire/personal.ts";
import type { Register } from "./decode.ts";
import type { Replica } from "./replica.ts";

type Kept = Pick<Replica, "snippets" | "reminders" | "navigationViews">;

/** Nothing below the levels that have them. */
export function keptFrom(register: Register): Kept {
  const { saved_snippets: snippets = [], reminders = [], navigation_views: views = [] } = register;
  return {
    snippets: new Map(snippets.map((one) => [one.id, one])),
    reminders: new Map(reminders.map((one) => [one.reminder_id, one])),
    navigationViews: new Map(views.map((one) => [one.fragment, one])),
  };
}

export function onSavedSnippets(
  replica: Replica,
  event: EventOf<"saved_snippets">,
  batch: Batch,
): Replica {
  if (event.op === "remove") {
    const { saved_snippet_id: id } = event;
    if (!replica.snippets.has(id)) return replica;
    return { ...replica, snippets: withoutEntry(replica.snippets, id, batch) };
  }
  const { saved_snippet: snippet } = event;
  return { ...replica, snippets: withEntry(replica.snippets, snippet.id, snippet, batch) };
}

export function onReminders(replica: Replica, event: EventOf<"reminders">, batch: Batch): Replica {
  if (event.op === "remove") {
    const { reminder_id: id } = event;
    if (!replica.reminders.has(id)) return replica;
    return { ...replica, reminders: withoutEntry(replica.reminders, id, batch) };
  }
  const reminders = event.reminders.reduce(
    (all, one) => withEntry(all, one.reminder_id, one, batch),
    replica.reminders,
  );
  return { ...replica, reminders };
}

/** What the user wrote to a reminder, if anything. Servers put it into the text, quoted above the quoted message. */
export function noteOf({ content }: Pick<Reminder, "content">): string | undefined {
  const [before = ""] = content.split(/^(?:`{3,}|~{3,})/m);
  return /(?:^|\n) ?> (.*?)(?:\n\n|\n*$)/s.exec(before)?.[1]?.trim() || undefined;
}

/** Which reminder is meant: nobody can tell two with the same apart. */
type Reminding = {
  readonly messageId: MessageId;
  /** UNIX seconds. */
  readonly at: number;
  readonly note?: string;
};

/** Those of the message at that time with that note. */
export function sameReminders(
  reminders: Iterable<Reminder>,
  { messageId, at, note }: Reminding,
): readonly Reminder[] {
  // A server may put notes elsewhere.
  const isNoted = (one: Reminder) =>
    noteOf(one) === note?.trim() || (note !== undefined && one.content.includes(note.trim()));
  return [...reminders].filter(
    (one) =>
      one.reminder_target_message_id === messageId &&
      one.scheduled_delivery_timestamp === at &&
      isNoted(one),
  );
}

export function onNavigationView(
  replica: Replica,
  event: EventOf<"navigation_view">,
  batch: Batch,
): Replica {
  const { navigationViews: views } = replica;
  if (event.op === "add") {
    const { navigation_view: view } = event;
    return { ...replica, navigationViews: withEntry(views, view.fragment, view, batch) };
  }
  const before = views.get(event.fragment);
  if (before === undefined) return replica;
  if (event.op === "remove")
    return { ...replica, navigationViews: withoutEntry(views, event.fragment, batch) };
  const { name = before.name, is_pinned = before.is_pinned } = event.data;
  const after = { ...before, name, is_pinned };
  return { ...replica, navigationViews: withEntry(views, event.fragment, after, batch) };
}
