/** Drafts in the journal: unsent text, by conversation. */
import { conversationKey } from "#model/conversation.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Address, Draft } from "./intent.ts";
import type { Journal } from "./journal.ts";

/** `journal` with `draft` under `key`; undefined removes it. The same journal if nothing changes. */
export function withDraft(journal: Journal, key: string, draft: Draft | undefined): Journal {
  if (draft === undefined && !journal.drafts.has(key)) return journal;
  const drafts = new Map(journal.drafts);
  if (draft === undefined) drafts.delete(key);
  else drafts.set(key, draft);
  return { ...journal, drafts };
}

/** `journal` with the draft of `from` moved to `to` and addressed there; the server's copy keeps its address. */
export function withMovedDraft(
  journal: Journal,
  from: string,
  to: string,
  address: Address,
): Journal {
  if (from === to) return journal;
  const moved = ({ shared, ...draft }: Draft): Draft =>
    shared === undefined
      ? { ...draft, address }
      : { ...draft, address, shared: { ...shared, elsewhere: shared.elsewhere ?? from } };
  const own = [...journal.drafts].filter(([key, draft]) => composerKeyOf(key, draft) === from);
  return own.reduce((now, [key, draft]) => {
    const left = key === from ? withDraft(now, from, undefined) : now;
    return withDraft(left, key === from ? to : key, moved(draft));
  }, journal);
}

/** `journal` with the edits of messages that were in the conversation `from` filed under where these are now. */
export function withMovedEdits(journal: Journal, from: string, address: Address): Journal {
  return [...journal.drafts]
    .filter(
      ([key, draft]) => isEditKey(key) && draft.address && conversationKey(draft.address) === from,
    )
    .reduce((now, [key, draft]) => withDraft(now, key, { ...draft, address }), journal);
}

/** The key of a conflicting version: of two versions of a draft, the one that is not in the composer. */
export function conflictKey(name: string): string {
  return `beside:${name}`;
}

export function isConflictKey(key: string): boolean {
  return key.startsWith("beside:");
}

/** The key of the composer that a draft belongs to. */
export function composerKeyOf(key: string, { address }: Pick<Draft, "address">): string {
  if (!isConflictKey(key)) return key;
  return address === undefined ? "" : conversationKey(address);
}

/** The number of conflicting versions kept for this composer. */
export function countConflicts({ drafts }: Pick<Journal, "drafts">, composerKey: string): number {
  let count = 0;
  for (const [key, draft] of drafts)
    if (isConflictKey(key) && draft.text !== "" && composerKeyOf(key, draft) === composerKey)
      count += 1;
  return count;
}

/** The key for the edited text of a message: stored like a draft, but never shared. */
export function editKey(id: MessageId): string {
  return `edit:${id}`;
}

/** The same for a scheduled message. */
export function scheduledEditKey(id: ScheduledId): string {
  return `edit:scheduled:${id}`;
}

/** What a text is to replace. */
export type Edited =
  | { readonly kind: "edit"; readonly id: MessageId }
  | { readonly kind: "scheduled"; readonly id: ScheduledId };

/** Undefined for the key of a draft. */
export function editedBy(key: string): Edited | undefined {
  const [, scheduled, id] = /^edit:(scheduled:)?(\d+)$/.exec(key) ?? [];
  if (id === undefined) return undefined;
  return scheduled === undefined
    ? { kind: "edit", id: Number(id) as MessageId }
    : { kind: "scheduled", id: Number(id) as ScheduledId };
}

export function isEditKey(key: string): boolean {
  return key.startsWith("edit:");
}
