/** Drafts in the journal: text that was typed and not sent, by conversation. */
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Address, Draft } from "./intent.ts";
import type { Journal } from "./journal.ts";

/** `journal` with `draft` under `key`; undefined takes it away. The same journal when nothing changes. */
export function withDraft(journal: Journal, key: string, draft: Draft | undefined): Journal {
  if (draft === undefined && !journal.drafts.has(key)) return journal;
  const drafts = new Map(journal.drafts);
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  return { ...journal, drafts };
}

/** `journal` with the draft of `from` under `to` and addressed there; the server's copy stands where it stood. */
export function withMovedDraft(
  journal: Journal,
  from: string,
  to: string,
  address: Address,
): Journal {
  const draft = journal.drafts.get(from);
  if (draft === undefined || from === to) return journal;
  const { shared } = draft;
  const moved: Draft =
    shared === undefined
      ? { ...draft, address }
      : { ...draft, address, shared: { ...shared, elsewhere: shared.elsewhere ?? from } };
  return withDraft(withDraft(journal, to, moved), from, undefined);
}

/** The key of text that is to replace a message's: kept like a draft, but never shared as one. */
export function editKey(id: MessageId): string {
  return `edit:${id}`;
}

/** The same for the text of a scheduled message. */
export function scheduledEditKey(id: ScheduledId): string {
  return `edit:scheduled:${id}`;
}

export function isEditKey(key: string): boolean {
  return key.startsWith("edit:");
}
