/**
 * The journal: all open intents in order of creation, the drafts, the snoozes, what does not wait, views of this machine,
 * what programs propose, and the undo log.
 */
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import {
  dueReminders,
  isReminder,
  type Snooze,
  type SnoozeKey,
  withoutAsked,
} from "#model/local-state.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Action, Address, Draft, Intent, IntentId } from "./intent.ts";
import {
  type LocalChanges,
  type LocalRows,
  type LocalSteps,
  noLocalRows,
  withLocal,
} from "./local-rows.ts";

/** The value is undefined if the conversation is no longer snoozed. */
export type SnoozeChanges = LocalChanges<"snoozes">;

/** If the server cannot undo a step, its requests wait this many milliseconds, and `u` cancels them. */
export const finalMs = 5_000;

/** One step that `u` undoes: a description for the user, the actions and their exact inverse, and what it changed here. */
export type Step = LocalSteps & {
  /** Unique across processes: all windows of an account share the log. */
  readonly id: string;
  readonly sentence: string;
  readonly done: readonly Action[];
  readonly inverse: readonly Action[];
  /** Its intents, so that those not sent yet can be cancelled. */
  readonly intents: readonly IntentId[];
  /** Drafts that the step deleted, by key: these are not actions. */
  readonly drafts?: ReadonlyMap<string, Draft> | undefined;
  /** If undefined, undo does not move the cursor. */
  readonly location?: StepLocation | undefined;
  /** UNIX milliseconds when it was taken: with several accounts, the last one is undone first. */
  readonly at: number;
  /** Shared with the steps that the same key took in other accounts, if any: they are undone together. */
  readonly together?: string | undefined;
  /** UNIX milliseconds when it was undone; absent: it can be undone. */
  readonly undoneAt?: number | undefined;
  /** What it marked as read was dealt with. */
  readonly marksDone?: true | undefined;
  /** How often it was undone and redone; absent: never. */
  readonly turns?: number | undefined;
  /** The title of the user's rule that took it; absent: they took it themselves. */
  readonly rule?: string | undefined;
};

export type Journal = LocalRows & {
  readonly intents: ReadonlyMap<IntentId, Intent>;
  /** By conversation key. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Oldest first, at most 1,000. */
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
};

export const emptyJournal: Journal = {
  intents: new Map(),
  drafts: new Map(),
  ...noLocalRows,
  undo: [],
  redo: [],
};

/** A row of a list. Rows of one section, and of one group within it, are adjacent. */
export type GroupedRow = {
  /** Identifies a row, a heading or a section; unique in its list. */
  readonly key: string;
  readonly section: string;
  /** A part of the section, such as a folder, with a title of its own. If absent, it is all of the section. */
  readonly part?: string | undefined;
  /** The heading above the row; absent: only the section's title. */
  readonly group?: string | undefined;
  /** The number of conversations or items that the row represents; 1 when absent. */
  readonly size?: number;
  /**
   * What it stood for when it was listed: it is called so when that is gone. It is absent if its key tells, or nothing
   * does.
   */
  readonly stoodFor?: Action | Address;
  /** The name that it had when it was listed, where no key tells and it stands for something with one. */
  readonly name?: string;
  /** It is done, and was among what needs the user. */
  readonly neededYou?: true;
};

/** A row with its neighbours at the time of the action: undo restores it there. */
export type RowOrigin = {
  readonly row: GroupedRow;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** Where a step was taken; stored with it so that undo returns the user there. */
export type StepLocation =
  | {
      readonly kind: "list";
      /** The list's key and its active filter. */
      readonly list: string;
      readonly filter: string;
      readonly rows: readonly RowOrigin[];
      /** The step does not handle the rows: redo leaves them unchanged. */
      readonly stays?: true;
      /** The conversation in which it was taken; absent: in the list itself. */
      readonly reading?: Address;
    }
  | { readonly kind: "conversation"; readonly address: Address };

/** `journal` in which the user's own messages have answered what was asked before them. */
export function withAnswers(
  journal: Journal,
  own: Iterable<{ readonly id: MessageId; readonly conversation: string }>,
): Journal {
  let after = journal;
  for (const { id, conversation } of own) {
    const key = conversation as ConversationKey;
    const snooze = after.snoozes.get(key);
    if (snooze?.asked !== undefined && snooze.asked < id)
      after = withLocal(after, "snoozes", new Map([[key, withoutAsked(snooze)]]));
  }
  return after;
}

/** Ends the snoozes of these conversations, and the reminders that are due there. */
export function endedSnoozes(
  { snoozes }: Journal,
  keys: readonly ConversationKey[],
): SnoozeChanges {
  return new Map(
    keys.flatMap((key) => [key, ...dueReminders(snoozes, key)]).map((key) => [key, undefined]),
  );
}

/** The snooze of `from` under `to`, unless that is snoozed itself; and the reminders of messages there. */
export function movedSnooze(
  { snoozes }: Journal,
  from: ConversationKey,
  conversation: Conversation,
): SnoozeChanges {
  const snooze = snoozes.get(from);
  const to = conversationKey(conversation);
  if (from === to) return new Map();
  const changes = new Map<SnoozeKey, Snooze | undefined>();
  for (const [key, one] of snoozes)
    if (isReminder(one) && conversationKey(one.conversation) === from)
      changes.set(key, { ...one, conversation });
  if (snooze !== undefined)
    changes.set(from, undefined).set(to, snoozes.get(to) ?? { ...snooze, conversation });
  return changes;
}

// Drafts in the journal: unsent text, by conversation.

/** `journal` with `draft` under `key`; undefined removes it. The same journal if nothing changes. */
export function withDraft(journal: Journal, key: string, draft: Draft | undefined): Journal {
  if (draft === journal.drafts.get(key)) return journal;
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
