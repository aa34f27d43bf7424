/** What both directions of synchronising drafts know and do: the journal's drafts, and which copies are whose. */
import { isConflictKey } from "#journal/drafts.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { textOf } from "#store/composer.ts";
import { changeDraft } from "#store/store.ts";
import type { DraftId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { SyncContext } from "./context.ts";
import { serverText } from "./draft-shapes.ts";

/** So long after the last key, a text is uploaded. */
export const pauseMs = 3_000;

/** A draft of which the server has a copy. */
export type LinkedDraft = Draft & { readonly shared: SharedCopy };

/** The server's copy of a draft, as a register or an event contains it. */
export type RemoteCopy = {
  readonly id: DraftId;
  /** Empty: it was deleted. */
  readonly text: string;
  /** UNIX seconds of its last edit; 0 if unknown. */
  readonly timestamp: number;
};

export type DraftSync = {
  readonly context: SyncContext;
  readonly onUnreachable: () => void;
  /** Reads all events up to now; false if the server could not be reached. */
  readonly readEvents: () => Promise<boolean>;
  /** Cancels the delayed upload of a conversation's draft. */
  readonly timers: Map<string, () => void>;
  readonly inFlight: Set<string>;
  /**
   * The versions of each copy: the last one received from the server, then this client's writes without an event, oldest
   * first. A deletion is the empty text.
   */
  readonly versions: Map<DraftId, readonly string[]>;
  /** Copies that this client created. */
  readonly created: Set<DraftId>;
  /** Copies whose deletion was requested. */
  readonly deleted: Set<DraftId>;
  /** Texts by conversation key whose creation was not answered: the server may have them. */
  readonly unanswered: Map<string, Set<string>>;
};

export function isShared({ epoch, realm, settings }: Replica): boolean {
  return (
    epoch > 0 &&
    realm.featureLevel >= since.sharedDrafts &&
    settings.enable_drafts_synchronization !== false
  );
}

export function draftsOf({ context }: DraftSync): ReadonlyMap<string, Draft> {
  return context.store.getState().journal.drafts;
}

/** The composer's current text as the server would store it; the draft on disk may be older. */
export function localText({ context }: DraftSync, key: string): string {
  const state = context.store.getState();
  const conflictText = isConflictKey(key) ? (state.journal.drafts.get(key)?.text ?? "") : undefined;
  return serverText(state.replica, conflictText ?? textOf(state, key));
}

export function saveDraft({ context }: DraftSync, key: string, draft: Draft | undefined): void {
  changeDraft(context.store, key, draft);
}

export function setCopy(
  sync: DraftSync,
  key: string,
  draft: Draft,
  shared: SharedCopy | undefined,
): void {
  const { shared: _, ...alone } = draft;
  saveDraft(sync, key, shared === undefined ? alone : { ...alone, shared });
}

export function isLinked(draft: Draft | undefined): draft is LinkedDraft {
  return draft?.shared !== undefined;
}

export function linkTo({ context }: DraftSync, { id, text }: Version): SharedCopy {
  return { id, text, realm: context.store.getState().replica.realm.createdAt };
}

export function linkedIds(sync: DraftSync): ReadonlySet<DraftId> {
  return new Set([...draftsOf(sync).values()].flatMap(({ shared }) => (shared ? [shared.id] : [])));
}

type Version = Pick<SharedCopy, "id" | "text">;

/** Before the draft's first write, its only version is the one received last. */
export function versionsOf({ versions }: DraftSync, { id, text }: Version): readonly string[] {
  return versions.get(id) ?? [text];
}

/** Notes that a write is about to leave. */
export function noteWrite(sync: DraftSync, copy: Version, text: string): void {
  sync.versions.set(copy.id, [...versionsOf(sync, copy), text]);
}
