/** What is being written: a new message, an edit, or that of a scheduled message; the texts of them all, and drafts. */

import { memoizeEach } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { selectAll } from "#editor/edit.ts";
import { type Editor, editorOf, emptyEditor, selectionOf } from "#editor/editor.ts";
import { replaceAll } from "#editor/history.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Address, Draft } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import {
  composerKeyOf,
  type Edited,
  editKey,
  isConflictKey,
  scheduledEditKey,
} from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation } from "#model/narrow.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import { isList } from "./lists.ts";
import type { Composer, Screen, Target } from "./screen.ts";
import type { State, Store } from "./state.ts";
import { changeDraft, changeScreen } from "./store.ts";

/** The message that is being edited in the composer; undefined for any other text. */
export function editedMessage({ composing }: Pick<Screen, "composing">): MessageId | undefined {
  return composing.kind === "edit" ? composing.id : undefined;
}

/** The scheduled message that is being edited in the composer. */
export function editedScheduled({ composing }: Pick<Screen, "composing">): ScheduledId | undefined {
  return composing.kind === "scheduled" ? composing.id : undefined;
}

/** The address of a new message in the composer; undefined for an edit, or without a recipient yet. */
export function newAddress({ composing }: Pick<Screen, "composing">): Address | undefined {
  return composing.kind === "new" ? composing.address : undefined;
}

/** Where the text goes: for an edit, where its message is now. The same value while it is the same conversation. */
export function recipientOf({ screen, view }: Pick<State, "screen" | "view">): Address | undefined {
  const { composing } = screen;
  if (composing.kind === "new") return composing.address;
  const now = editedAddress(view, composing) ?? composing.address;
  return conversationKey(now) === conversationKey(composing.address) ? composing.address : now;
}

/** Where the edited message is, or the scheduled one will be; undefined if it is not known, or not any more. */
export function editedAddress(view: State["view"], edit: Edited): Address | undefined {
  if (edit.kind === "scheduled") {
    const message = view.scheduled.get(edit.id);
    return message && timedOf(view, message).address;
  }
  const message = get(view.messages, edit.id);
  return message && conversationOfMessage(message);
}

/** Whether the open edit has nothing to save to any more: its message was deleted, or sent. */
export function isEditGone({ screen, view }: Pick<State, "screen" | "view">): boolean {
  const { composing } = screen;
  if (composing.kind === "scheduled") return !view.scheduled.has(composing.id);
  return composing.kind === "edit" && openedComposer(screen).isGone === true;
}

/** The key of a text: that of its draft. */
export function targetKey(target: Target): string {
  if (target.kind === "edit") return editKey(target.id);
  if (target.kind === "scheduled") return scheduledEditKey(target.id);
  return target.address === undefined ? "" : conversationKey(target.address);
}

/** The key of the text in the composer. */
export function composerKey({ composing }: Pick<Screen, "composing">): string {
  return targetKey(composing);
}

const emptyComposer: Composer = { editor: emptyEditor };

/** The composer of `key`; an empty one before it was written in. */
export function composerAt({ composers }: Pick<Screen, "composers">, key: string): Composer {
  return composers.get(key) ?? emptyComposer;
}

export function openedComposer(screen: Pick<Screen, "composers" | "composing">): Composer {
  return composerAt(screen, composerKey(screen));
}

export function composerEditor(screen: Pick<Screen, "composers" | "composing">): Editor {
  return openedComposer(screen).editor;
}

/** The screen with the composer of `key` changed. */
export function withComposer(screen: Screen, key: string, change: Partial<Composer>): Screen {
  const composer = { ...composerAt(screen, key), ...change };
  return { ...screen, composers: new Map(screen.composers).set(key, composer) };
}

/** The screen with `editor` in the composer of `key`, edited by the user just now. */
export function withEditor(screen: Screen, key: string, editor: Editor): Screen {
  return withComposer(screen, key, { editor, touchedIn: screen.place });
}

/** Whether the user has edited the text of `key` since the place was opened. */
export function isTouched(screen: Screen, key: string): boolean {
  return screen.composers.get(key)?.touchedIn === screen.place;
}

/** Whether somebody who sits at this terminal sees that text, and wrote it since the place was opened, or has it in an editor. */
export function isBeingWritten(screen: Screen, key: string): boolean {
  if (isHeld(composerAt(screen, key))) return true;
  return screen.terminal.focused && composerKey(screen) === key && isTouched(screen, key);
}

/**
 * Whoever changes a composer after a wait holds it meanwhile: a key is for the moment only, since a move of its topic
 * changes it. A held text follows its topic even if it is still empty.
 */
export function holdComposer(store: Store, key: string): symbol {
  const holder = Symbol("holder");
  changeScreen(store, (screen) => withHolders(screen, key, [holder]));
  return holder;
}

/** The key of what is held, now; undefined if its text was sent or discarded meanwhile. */
function heldKey({ composers }: Pick<Screen, "composers">, holder: symbol) {
  return [...composers].find(([, { holders }]) => holders?.has(holder))?.[0];
}

/** The screen with this text in what is held, unless that was sent or discarded. */
export function withHeldText(screen: Screen, holder: symbol, text: string): Screen {
  const key = heldKey(screen, holder);
  if (key === undefined) return screen;
  return withEditor(screen, key, replaceAll(composerAt(screen, key).editor, text));
}

/** Ends the wait. Returns the key of what was held. */
export function releaseComposer(store: Store, holder: symbol): string | undefined {
  const { screen } = store.getState();
  const key = heldKey(screen, holder);
  if (key === undefined) return undefined;
  const { holders = [], ...composer } = composerAt(screen, key);
  const others = [...holders].filter((one) => one !== holder);
  const left = { ...screen, composers: new Map(screen.composers).set(key, composer) };
  store.setState({ screen: withHolders(left, key, others) });
  return key;
}

export function isHeld({ holders }: Composer): boolean {
  return holders !== undefined;
}

/** The screen with these, too, waiting for the composer of `key`. */
export function withHolders(screen: Screen, key: string, more: Iterable<symbol>): Screen {
  const holders = new Set([...(composerAt(screen, key).holders ?? []), ...more]);
  return holders.size === 0 ? screen : withComposer(screen, key, { holders });
}

/**
 * Whether the keys of somebody who sits at this terminal go into that text. Then they alone change it: what comes from
 * elsewhere waits beside it.
 */
export function isTypedIn(screen: Screen, key: string): boolean {
  if (isHeld(composerAt(screen, key))) return true;
  return screen.terminal.focused && screen.focus === "composer" && composerKey(screen) === key;
}

/** The key of the composer into which keys go, if any. */
export function typedIn(screen: Screen): string | undefined {
  const key = composerKey(screen);
  return isTypedIn(screen, key) ? key : undefined;
}

/** The screen with an empty text in the composer of `key`. */
export function cleared(screen: Screen, key: string): Screen {
  const composers = new Map(screen.composers);
  composers.delete(key);
  return { ...screen, composers };
}

/**
 * The screen after the text of `key` went where it was written for. What leaves the composer empty leaves it: the next
 * letter is a key.
 */
export function dispatched(screen: Screen, key: string): Screen {
  const isLeft = screen.focus === "composer" && composerKey(screen) === key;
  return { ...cleared(screen, key), ...(isLeft && { focus: "pane" }) };
}

/** The screen with an edit in the composer of `key`, of a message that says `was`. */
export function withEdit(screen: Screen, key: string, was: string, text: string): Screen {
  return withComposer(withEditor(screen, key, editorOf(text)), key, { was });
}

/** The unsaved edit of `key` if there is one, else a new edit of `content`. */
export function continuedEdit(screen: Screen, key: string, content: string): Screen {
  const { editor, was = content } = composerAt(screen, key);
  return editor.text === ""
    ? withEdit(screen, key, content, content)
    : withComposer(screen, key, { was });
}

/**
 * The screen after the open edit, with the composer of the open conversation, or else of the edited message's. The edited
 * text is forgotten, unless it is to be continued later.
 */
export function withoutEdit(screen: Screen, keepsText: boolean): Screen {
  const { composing, place } = screen;
  if (composing.kind === "new") return screen;
  const isOpen = !isList(place) && isConversation(place.narrow);
  const other = composing.kind === "edit" ? composing.address : undefined;
  const kept = keepsText ? screen : cleared(screen, composerKey(screen));
  const after = withNew(kept, isOpen ? place.narrow : other);
  const isIntoEmpty = composing.focus === "composer" && composerEditor(after).text === "";
  return { ...after, focus: isIntoEmpty ? "pane" : composing.focus };
}

/** The screen with a new message to `address` in its composer. */
export function withNew(screen: Screen, address: Address | undefined): Screen {
  return { ...screen, composing: { kind: "new", address } };
}

/**
 * Whether a draft from before waits in the open composer, selected as a whole: what is typed replaces it, and moving the
 * cursor goes on with it, so that nothing is added to it unseen.
 */
export function isWaiting(screen: Screen): boolean {
  const editor = composerEditor(screen);
  const [from, to] = selectionOf(editor) ?? [0, 0];
  const isWhole = to > from && from === 0 && to === editor.text.length;
  return isWhole && screen.composing.kind === "new" && !isTouched(screen, composerKey(screen));
}

/** The screen with the composer of a new message focused; without `address`, what it writes stays. A draft waits there. */
export function writing(screen: Screen, address?: Address): Screen {
  const opened = continuing(screen, address);
  const key = composerKey(opened);
  return opened.composing.kind !== "new" || isTouched(opened, key)
    ? opened
    : waitingIn(opened, key);
}

/** The screen with what was written in the composer of `key` waiting there, as a draft from before. */
export function waitingIn(screen: Screen, key: string): Screen {
  const { touchedIn: _, ...composer } = composerAt(screen, key);
  if (composer.editor.text.trim() === "") return screen;
  const waiting = { ...composer, editor: selectAll(composer.editor) };
  return { ...screen, composers: new Map(screen.composers).set(key, waiting) };
}

/** The same for a text that the user asked for: what is typed continues it. */
export function continuing(screen: Screen, address?: Address): Screen {
  const opened = address === undefined ? screen : withNew(screen, address);
  return { ...opened, focus: "composer", sidebar: { ...opened.sidebar, isShown: false } };
}

/** Puts the drafts of an earlier run into composers that are still empty. */
export function restoreTexts(store: Store, drafts: ReadonlyMap<string, Draft>): void {
  changeScreen(store, (screen) => {
    const composers = new Map(screen.composers);
    for (const [key, { text, was }] of drafts) {
      if (isConflictKey(key) || text === "" || composerAt({ composers }, key).editor.text !== "")
        continue;
      const restored = { editor: editorOf(text), ...(was !== undefined && { was }) };
      composers.set(key, { ...composerAt({ composers }, key), ...restored });
    }
    return { ...screen, composers };
  });
}

/** Replaces a composer's text that was changed elsewhere. Undo restores the one that stood here. */
export function replaceText(store: Store, key: string, text: string): void {
  changeScreen(store, (screen) => {
    const editor = replaceAll(composerAt(screen, key).editor, text);
    return withComposer(screen, key, { editor });
  });
}

/** The text of each composer, by conversation key; `""` while unaddressed. */
export function textOf({ screen }: Pick<State, "screen">, key: string): string {
  return composerAt(screen, key).editor.text;
}

// Drafts in lists, and deleting them in both the journal and the composer.

type Drafts = Journal["drafts"];

const written = memoizeEach((drafts: Drafts): Drafts => {
  const all = [...drafts].filter(([, { text }]) => text.trim() !== "");
  return new Map(all.sort(([, one], [, other]) => other.updatedAt - one.updatedAt));
});

/** The non-empty drafts, newest first; the same map while the journal's drafts are the same. */
export function writtenDrafts({ drafts }: Pick<Journal, "drafts">): Drafts {
  return written(drafts);
}

const composerKeys = memoizeEach(
  (drafts: Drafts): ReadonlySet<string> =>
    new Set([...drafts].map(([key, draft]) => composerKeyOf(key, draft))),
);

/** The composers with a draft or a conflicting version of one; the same set while the drafts are the same. */
export function keysWithDraft(journal: Pick<Journal, "drafts">): ReadonlySet<string> {
  return composerKeys(writtenDrafts(journal));
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

/** The text in the composer stays, although another client has replaced its draft by the one at `by`. */
export function overtake(store: Store, key: string, by: string): void {
  changeScreen(store, (screen) =>
    withComposer(screen, key, { overtaken: { by, text: composerAt(screen, key).editor.text } }),
  );
}

/** Keys go into the composer of `key` no more: a text that was overtaken, and not changed since, is replaced. */
export function catchUp(store: Store, key: string): void {
  const { screen, journal } = store.getState();
  const { editor, overtaken } = composerAt(screen, key);
  if (overtaken === undefined) return;
  changeScreen(store, (now) => withComposer(now, key, { overtaken: undefined }));
  if (editor.text !== overtaken.text || journal.drafts.has(key)) return;
  const other = journal.drafts.get(overtaken.by);
  if (other !== undefined) changeDraft(store, key, other);
  changeDraft(store, overtaken.by, undefined);
  replaceText(store, key, other?.text ?? "");
}

/** The newest conflicting version of a composer's draft, if any. */
export function conflictOf(
  journal: Pick<Journal, "drafts">,
  composerKey: string,
): readonly [key: string, draft: Draft] | undefined {
  // This runs for each key that is typed: drafts are few, and sorted only when they change.
  if (!keysWithDraft(journal).has(composerKey)) return undefined;
  return [...writtenDrafts(journal)].find(
    ([key, draft]) => isConflictKey(key) && composerKeyOf(key, draft) === composerKey,
  );
}

/** Takes the newest conflicting version into the composer, whose own text then waits beside it. */
export function takeConflict(store: Store, key: string): void {
  const { screen, journal } = store.getState();
  const { editor, overtaken } = composerAt(screen, key);
  const [conflict] = conflictOf(journal, key) ?? [];
  if (conflict === undefined) return;
  const isOvertaken = editor.text === overtaken?.text && overtaken.by === conflict;
  if (isOvertaken && !journal.drafts.has(key)) catchUp(store, key);
  else swapConflict(store, conflict);
  changeScreen(store, (now) => withEditor(now, key, composerAt(now, key).editor));
}

/** What the text stands in place of, unless that is back. */
export function replacedIn({ replaced, editor }: Composer): Composer["replaced"] {
  return replaced !== undefined && editor.text.includes(replaced.text) ? undefined : replaced;
}

/** Keeps what was typed over as a conflicting version under `by`, with the copy that the server has of it. */
export function keepReplaced(
  store: Store,
  key: string,
  text: string,
  by: string,
  otherwise: Omit<Draft, "text">,
): void {
  const { screen, journal } = store.getState();
  const draft = journal.drafts.get(key);
  changeDraft(store, by, draft?.text === text ? draft : { ...otherwise, text });
  // The text of the composer becomes a new draft, without that copy.
  if (draft?.text === text) changeDraft(store, key, undefined);
  if (screen.composers.has(key))
    changeScreen(store, (now) => withComposer(now, key, { replaced: { text, by } }));
}

/** What was kept is in the composer again: it is the draft, unless another client has changed it meanwhile. */
export function restoreReplaced(store: Store, key: string, text: string, by: string): void {
  const { journal } = store.getState();
  const kept = journal.drafts.get(by);
  changeScreen(store, (now) => withComposer(now, key, { replaced: { text } }));
  if (kept?.text !== text) return;
  const isCopied = journal.drafts.get(key)?.shared !== undefined;
  if (!isCopied) {
    // Its date is older than that of the text which the disk has, and would not replace it.
    changeDraft(store, key, undefined);
    changeDraft(store, key, kept);
  }
  changeDraft(store, by, isCopied && kept.shared !== undefined ? { ...kept, text: "" } : undefined);
}

/** Swaps a draft and its conflicting version. */
export function swapConflict(store: Store, key: string): void {
  const { journal, screen } = store.getState();
  const conflict = journal.drafts.get(key);
  if (conflict === undefined) return;
  const composerKey = composerKeyOf(key, conflict);
  const { text } = composerAt(screen, composerKey).editor;
  const existing = journal.drafts.get(composerKey);
  const { address, updatedAt } = conflict;
  const draft = existing ?? { address, text, updatedAt };
  changeDraft(store, composerKey, conflict);
  changeDraft(store, key, existing === undefined && text === "" ? undefined : { ...draft, text });
  replaceText(store, composerKey, conflict.text);
}

/** Adds the text to the draft, above its current text; another window may have put the same there. */
export function prependDraft(
  store: Store,
  key: string,
  { address, text, updatedAt }: Pick<Draft, "address" | "text" | "updatedAt">,
): void {
  const { journal, screen } = store.getState();
  const { shared } = journal.drafts.get(key) ?? {};
  const since = composerAt(screen, key).editor.text;
  const whole = ["", text.trim()].includes(since.trim()) ? text : `${text}\n\n${since}`;
  const draft: Draft = {
    address,
    text: whole,
    updatedAt,
    ...(shared !== undefined && { shared }),
  };
  changeDraft(store, key, draft);
  changeScreen(store, (now) => withComposer(now, key, { editor: editorOf(whole) }));
}
