/**
 * The uploads of the journal. Each has a placeholder in a composer's text, where its link will be inserted. The
 * user edits the text, so a placeholder may be moved, deleted, and restored.
 */
import type { Clock } from "#base/clock.ts";
import { commonPrefix, commonSuffix } from "#base/common-ends.ts";
import { memoizePer } from "#base/memoize.ts";
import type { Change, Editor } from "#editor/editor.ts";
import { redo, undo, unselected } from "#editor/history.ts";
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

// Replaces a placeholder everywhere in a text and its history.

type Moment = Pick<Editor, "text" | "cursor">;

/** A step of the history. */
type Step = { readonly before: Moment; readonly after: Moment };

/** Replaces each `placeholder` by `inserted`, also in the texts of undo and redo; the cursor stays at the same word. */
export function substitute(editor: Editor, placeholder: string, inserted: string): Editor {
  const changed = (moment: Moment) => substituted(moment, placeholder, inserted);
  const changes = (steps: readonly Step[]) =>
    steps.flatMap(({ before, after }) => changeBetween(changed(before), changed(after)));
  return {
    ...unselected(editor),
    ...changed(editor),
    past: changes(pastSteps(editor)),
    future: changes(futureSteps(editor)),
    last: "other",
  };
}

/** The steps of `past`, the latest last. */
function pastSteps(editor: Editor): readonly Step[] {
  const steps: Step[] = [];
  for (let now = editor, change = now.past.at(-1); change; change = now.past.at(-1)) {
    const before = undo(now);
    steps.unshift({ before, after: { text: now.text, cursor: change.to } });
    now = before;
  }
  return steps;
}

/** The steps of `future`, the next one last. */
function futureSteps(editor: Editor): readonly Step[] {
  const steps: Step[] = [];
  for (let now = editor, change = now.future.at(-1); change; change = now.future.at(-1)) {
    const after = redo(now);
    steps.unshift({ before: { text: now.text, cursor: change.from }, after });
    now = after;
  }
  return steps;
}

/** Empty if both have the same text. */
function changeBetween(before: Moment, after: Moment): readonly Change[] {
  const [one, other] = [before.text, after.text];
  if (one === other) return [];
  const at = commonPrefix(one, other);
  const end = commonSuffix(one, other, Math.min(one.length, other.length) - at);
  const removed = one.slice(at, one.length - end);
  const inserted = other.slice(at, other.length - end);
  return [{ at, removed, inserted, from: before.cursor, to: after.cursor }];
}

function substituted({ text, cursor }: Moment, placeholder: string, inserted: string): Moment {
  const before = text.slice(0, cursor).replaceAll(placeholder, inserted);
  const whole = text.replaceAll(placeholder, inserted);
  const rest = text.slice(cursor).replaceAll(placeholder, inserted);
  // A cursor inside a placeholder goes after its replacement.
  const isInside = before.length + rest.length !== whole.length;
  return {
    text: whole,
    cursor: isInside ? behind(text, cursor, placeholder, inserted) : before.length,
  };
}

function behind(text: string, cursor: number, placeholder: string, inserted: string): number {
  const start = text.lastIndexOf(placeholder, cursor);
  return text.slice(0, start).replaceAll(placeholder, inserted).length + inserted.length;
}
