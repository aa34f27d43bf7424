/**
 * Two clients wrote to one draft: the newest text is the draft, and the other one is kept as a conflicting version, which
 * the list of drafts shows. The person is told.
 */
import { conflictKey } from "#journal/drafts.ts";
import type { Draft } from "#journal/intent.ts";
import { replaceText, showError, textOf } from "#store/composer.ts";
import {
  type DraftSync,
  type LinkedDraft,
  linkTo,
  localText,
  type RemoteCopy,
  saveDraft,
} from "./draft-sync.ts";

const notice =
  "Another client edited this draft, too: the newest version is here, the other one in Drafts.";

/**
 * The composer of `key` has a text that the server has not, and the server another one. The draft becomes the one that
 * the copy is; the other version has none until it is uploaded.
 */
export function keepBoth(sync: DraftSync, key: string, draft: Draft, remote: RemoteCopy): void {
  const { store, clock, newId } = sync.context;
  const { shared: _, ...known } = draft;
  const text = textOf(store.getState(), key);
  const local: Draft = { ...known, text, ...(text !== draft.text && { updatedAt: clock.now() }) };
  const shared = linkTo(sync, remote);
  if (localText(sync, key) === remote.text || text.includes(remote.text)) {
    saveDraft(sync, key, { ...local, shared });
    return;
  }
  const other: Draft = { ...known, text: remote.text, updatedAt: remote.timestamp * 1000 };
  const isRemoteNewer = remote.timestamp > Math.floor(local.updatedAt / 1000);
  // First what is kept, then what takes its place: the disk has one of them at any time.
  saveDraft(sync, conflictKey(newId()), isRemoteNewer ? local : other);
  saveDraft(sync, key, { ...(isRemoteNewer ? other : local), shared });
  if (isRemoteNewer) replaceText(store, key, remote.text);
  showError(store, notice);
}

/** The conversation has a draft with a copy, and the server has a second one of it. */
export function keepSecondCopy(
  sync: DraftSync,
  key: string,
  draft: LinkedDraft,
  remote: RemoteCopy,
  isFromEvent: boolean,
): void {
  const { store } = sync.context;
  const { id, text, timestamp } = remote;
  const second: Draft = {
    address: draft.address,
    text,
    updatedAt: timestamp * 1000,
    shared: linkTo(sync, remote),
  };
  const own = Math.floor(draft.updatedAt / 1000);
  const isUploaded = draft.text !== "" && localText(sync, key) === draft.shared.text;
  const isNewer = timestamp > own || (timestamp === own && id > draft.shared.id);
  const takesOver = isFromEvent && isUploaded && isNewer;
  saveDraft(sync, conflictKey(`copy ${id}`), takesOver ? draft : second);
  if (takesOver) {
    saveDraft(sync, key, second);
    replaceText(store, key, text);
  }
  if (isFromEvent) showError(store, notice);
}
