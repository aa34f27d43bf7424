/**
 * Two clients wrote to one draft: the newest text is the draft, and the other one is kept beside it, where the list of
 * drafts shows it. The person is told.
 */
import { conflictKey } from "#journal/drafts.ts";
import type { Draft, SharedCopy } from "#journal/intent.ts";
import { replaceText, textOf } from "#store/composer.ts";
import { changeDraft, changeScreen } from "#store/store.ts";
import type { DraftId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";
import { serverText } from "./draft-shapes.ts";

type Context = Pick<SyncContext, "store" | "clock" | "newId">;

/** A copy on the server, as an event tells of it. */
export type RemoteCopy = {
  readonly id: DraftId;
  readonly text: string;
  /** UNIX seconds of its last edit. */
  readonly timestamp: number | undefined;
};

/** A draft of which the server has a copy. */
export type LinkedDraft = Draft & { readonly shared: SharedCopy };

/**
 * The composer of `key` has a text that the server has not, and the server another one. The draft becomes the one that
 * the copy is; the loser has none until it is uploaded.
 */
export function keepBoth(context: Context, key: string, draft: Draft, told: RemoteCopy): void {
  const { store, clock, newId } = context;
  const state = store.getState();
  const { shared: _, ...known } = draft;
  const text = textOf(state, key);
  const local: Draft = { ...known, text, ...(text !== draft.text && { updatedAt: clock.now() }) };
  const shared = copyOf(context, told);
  if (serverText(state.replica, text) === told.text || text.includes(told.text)) {
    changeDraft(store, key, { ...local, shared });
    return;
  }
  const other: Draft = { ...known, text: told.text, updatedAt: editedAt(told) * 1000 };
  const isToldNewer = editedAt(told) > Math.floor(local.updatedAt / 1000);
  // First what is kept, then what takes its place: the disk has one of them at any time.
  changeDraft(store, conflictKey(newId()), isToldNewer ? local : other);
  changeDraft(store, key, { ...(isToldNewer ? other : local), shared });
  if (isToldNewer) replaceText(store, key, told.text);
  tell(context);
}

/** The conversation has a draft with a copy, and the server has another one of it. */
export function keepCopy(
  context: Context,
  key: string,
  draft: LinkedDraft,
  told: RemoteCopy,
  isNews: boolean,
): void {
  const { store } = context;
  const state = store.getState();
  const at = editedAt(told);
  const own = Math.floor(draft.updatedAt / 1000);
  const other: Draft = {
    address: draft.address,
    text: told.text,
    updatedAt: at * 1000,
    shared: copyOf(context, told),
  };
  const isUploaded = serverText(state.replica, textOf(state, key)) === draft.shared.text;
  const isNewer = at > own || (at === own && told.id > draft.shared.id);
  const takesOver = isNews && isUploaded && draft.text !== "" && isNewer;
  changeDraft(store, conflictKey(`copy ${told.id}`), takesOver ? draft : other);
  if (takesOver) {
    changeDraft(store, key, other);
    replaceText(store, key, told.text);
  }
  if (isNews) tell(context);
}

function copyOf({ store }: Context, { id, text }: RemoteCopy): SharedCopy {
  return { id, text, realm: store.getState().replica.realm.createdAt };
}

function editedAt({ timestamp = 0 }: RemoteCopy): number {
  return timestamp;
}

function tell({ store }: Context): void {
  const text = "Another client wrote this draft too: the newest is here, the other one in Drafts.";
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "error", undo: false } }));
}
