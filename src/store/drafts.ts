/** Drafts in lists, and deleting them in both the journal and the composer. */
import { memoizeFor } from "#base/memoize.ts";
import { editorOf } from "#editor/editor.ts";
import { composerKeyOf } from "#journal/drafts.ts";
import type { Draft } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { composerAt, withComposer } from "./composer.ts";
import type { Store } from "./state.ts";
import { changeDraft, changeScreen } from "./store.ts";

type Drafts = Journal["drafts"];

const written = memoizeFor<Drafts, Drafts>();

/** The non-empty drafts, newest first; the same map while the journal's drafts are the same. */
export function writtenDrafts({ drafts }: Pick<Journal, "drafts">): Drafts {
  return written(drafts, [], () => {
    const all = [...drafts].filter(([, { text }]) => text.trim() !== "");
    return new Map(all.sort(([, one], [, other]) => other.updatedAt - one.updatedAt));
  });
}

const composerKeys = memoizeFor<Drafts, ReadonlySet<string>>();

/** The composers with a draft or a conflicting version of one; the same set while the drafts are the same. */
export function keysWithDraft(journal: Pick<Journal, "drafts">): ReadonlySet<string> {
  const drafts = writtenDrafts(journal);
  return composerKeys(
    drafts,
    [],
    () => new Set([...drafts].map(([key, draft]) => composerKeyOf(key, draft))),
  );
}

/** Empties these drafts; the server's copies are deleted when it can be reached. */
export function deleteDrafts(store: Store, drafts: Drafts): void {
  for (const [key, draft] of drafts) {
    const isShared = store.getState().journal.drafts.get(key)?.shared !== undefined;
    changeDraft(store, key, isShared ? { ...draft, text: "" } : undefined);
  }
  changeScreen(store, (screen) => {
    const composers = new Map(screen.composers);
    for (const key of drafts.keys()) composers.delete(key);
    return { ...screen, composers };
  });
}

export function restoreDrafts(store: Store, drafts: Drafts): void {
  for (const [key, draft] of drafts) prependDraft(store, key, draft);
}

/** Swaps a draft and its conflicting version. */
export function swapConflict(store: Store, key: string): void {
  const { journal, screen } = store.getState();
  const conflict = journal.drafts.get(key);
  if (conflict === undefined) return;
  const composerKey = composerKeyOf(key, conflict);
  const text = composerAt(screen, composerKey).editor.text;
  const known = journal.drafts.get(composerKey);
  const { address, updatedAt } = conflict;
  const draft = known ?? { address, text, updatedAt };
  changeDraft(store, composerKey, conflict);
  changeDraft(store, key, known === undefined && text === "" ? undefined : { ...draft, text });
  const editor = editorOf(conflict.text);
  changeScreen(store, (now) => withComposer(now, composerKey, { editor }));
}

/** Adds the text to the draft, above its current text. */
export function prependDraft(
  store: Store,
  key: string,
  { address, text, updatedAt }: Pick<Draft, "address" | "text" | "updatedAt">,
): void {
  const { journal, screen } = store.getState();
  const { shared } = journal.drafts.get(key) ?? {};
  const since = composerAt(screen, key).editor.text;
  const whole = since.trim() === "" ? text : `${text}\n\n${since}`;
  const draft: Draft = {
    address,
    text: whole,
    updatedAt,
    ...(shared !== undefined && { shared }),
  };
  changeDraft(store, key, draft);
  changeScreen(store, (now) => withComposer(now, key, { editor: editorOf(whole) }));
}
