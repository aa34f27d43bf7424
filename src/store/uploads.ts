/**
 * The uploads of the journal. Each has a placeholder in a composer's text, where its link will be inserted. The
 * user edits the text, so a placeholder may be moved, deleted, and restored.
 */
import type { Clock } from "#base/clock.ts";
import { memoizePer } from "#base/memoize.ts";
import { substitute } from "#editor/substitute.ts";
import type { Upload as UploadWish } from "#journal/actions/send.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { retried } from "#journal/phases.ts";
import type { Session } from "./session.ts";
import type { State, Store } from "./state.ts";
import { changeDraft, changeIntent, changeScreen, retire } from "./store.ts";

export type Upload = Omit<UploadWish, "kind"> & {
  readonly id: IntentId;
  /** `waiting` for the connection, or for another upload. */
  readonly state: "waiting" | "sending" | "failed";
  /** 0 to 100. */
  readonly percent: number;
  /** Why it failed; absent otherwise. */
  readonly reason?: string;
};

/** Oldest first; the same list while nothing in it changes. */
export function uploadsOf({ journal, session }: Pick<State, "journal" | "session">) {
  return uploadsAmong(journal.intents, session.uploaded);
}

const uploadsAmong = memoizePer(
  (intents: Journal["intents"], uploaded: Session["uploaded"]): readonly Upload[] =>
    [...intents.values()].flatMap((intent) => uploadIn(intent, uploaded.get(intent.id)) ?? []),
);

function uploadIn({ id, action, phase, reason }: Intent, percent = 0): Upload | undefined {
  if (action.kind !== "upload" || phase === "answered") return undefined;
  const state = phase === "sending" || phase === "failed" ? phase : "waiting";
  const { kind: _, ...file } = action;
  return { id, ...file, state, percent, ...(reason !== undefined && { reason }) };
}

/** All placeholders in a text, including those of other windows and of finished uploads. */
export function placeholdersIn(text: string): readonly string[] {
  return text.match(/\[Uploading [^\]\n]*…\]\(\)/g) ?? [];
}

/** Retries a failed upload as if it were new. */
export function retryUpload(store: Store, { id }: Upload): void {
  changeIntent(store, id, retried);
}

/** Aborts the upload and removes its placeholder; a text that was to be uploaded as a file is restored. */
export function cancelUpload(
  store: Store,
  clock: Pick<Clock, "now">,
  { id, placeholder, from }: Pick<Upload, "id" | "placeholder" | "from">,
): void {
  replacePlaceholder(store, clock, placeholder, "text" in from ? from.text : "");
  retire(store, [id]);
}

/** Replaces the placeholder by `instead` in every text. False if no text contains it. */
export function replacePlaceholder(
  store: Store,
  clock: Pick<Clock, "now">,
  placeholder: string,
  instead: string,
): boolean {
  let isFound = false;
  changeScreen(store, (screen) => {
    const composers = new Map(screen.composers);
    for (const [key, composer] of composers) {
      const { editor } = composer;
      if (!editor.text.includes(placeholder)) continue;
      isFound = true;
      composers.set(key, { ...composer, editor: substitute(editor, placeholder, instead) });
    }
    return isFound ? { ...screen, composers } : screen;
  });
  // Immediately, not at the next pause: the draft on disk must change before the upload is removed.
  for (const [key, draft] of store.getState().journal.drafts) {
    if (!draft.text.includes(placeholder)) continue;
    isFound = true;
    const text = draft.text.replaceAll(placeholder, () => instead);
    const isGone = text.trim() === "" && draft.shared === undefined;
    changeDraft(store, key, isGone ? undefined : { ...draft, text, updatedAt: clock.now() });
  }
  return isFound;
}
