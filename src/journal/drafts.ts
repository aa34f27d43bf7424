/** Drafts in the journal: text that was typed and not sent, by conversation. */
import type { Draft } from "./intent.ts";
import type { Journal } from "./journal.ts";

/** `journal` with `draft` under `key`; undefined takes it away. The same journal when nothing changes. */
export function withDraft(journal: Journal, key: string, draft: Draft | undefined): Journal {
  if (draft === undefined && !journal.drafts.has(key)) return journal;
  const drafts = new Map(journal.drafts);
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  return { ...journal, drafts };
}
