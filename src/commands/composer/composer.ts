/** Sending the composer's text, and leaving the composer. */
import { type CommandContext, commandsIn, type Keys } from "#commands/command.ts";
import { doneWith, markReplied } from "#commands/conversation/triage.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { saveEdit } from "#commands/message/editing.ts";
import { sendUndoably } from "#commands/outbox/unsent.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { saveScheduled } from "#commands/scheduled/editing.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import {
  enterSends,
  mayBeSent,
  recipientProblem,
  withWayOut,
} from "#commands/writing/before-sending.ts";
import {
  acceptByEnter,
  acceptCompletion,
  dismissCompletion,
} from "#commands/writing/completion.ts";
import { askForRecipient } from "#commands/writing/recipients.ts";
import { dropSelection, edit, leaveEdit } from "#commands/writing/text.ts";
import { runUploadCommand } from "#commands/writing/uploading.ts";
import { insert as put } from "#editor/edit.ts";
import { newSend } from "#journal/actions/send.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { narrowKey } from "#model/narrow.ts";
import { knownStream, streamTitle } from "#model/streams.ts";
import {
  composerAt,
  composerEditor,
  composerKey,
  conflictOf,
  dispatched,
  holdComposer,
  isEditGone,
  isWaiting,
  newAddress,
  recipientOf,
  releaseComposer,
  takeConflict,
  targetKey,
  withHeldText,
} from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import { keepAsDraft } from "#store/following.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

type Sent = { readonly address: Address; readonly id: IntentId | undefined };

/** Sends the composer's text, moving it into the journal. Undefined if there is nothing to send. `marks`: as the option says. */
function send(context: CommandContext, marks = true): Sent | undefined {
  const { store } = context;
  const { screen } = store.getState();
  const { text } = composerEditor(screen);
  if (text.trim() === "" || runUploadCommand(context)) return undefined;
  const address = newAddress(screen);
  if (address === undefined) {
    askForRecipient(store);
    return undefined;
  }
  if (!mayBeSent(context, address, text)) return undefined;
  if (marks) markReplied(context, address);
  const id = sendUndoably(context, newSend(context.store.getState().view, address, text));
  changeScreen(store, (now) => dispatched(now, composerKey(now)));
  return { address, id };
}

/** Selects the user's own message in the conversation's reader, at its end. */
function onOwnMessage(screen: Screen, { address, id }: Sent): Screen {
  const key = narrowKey(address);
  const reader = screen.readers.get(key);
  if (reader === undefined) return screen;
  const { newFrom } = reader;
  const atEnd = { selected: id, top: undefined, newFrom, jumpTarget: undefined };
  return { ...screen, readers: new Map(screen.readers).set(key, atEnd) };
}

function sendAndShow(context: CommandContext): void {
  const { store } = context;
  if (saveEdit(context) || saveScheduled(context)) return;
  const sent = send(context);
  if (sent === undefined) return;
  openNarrow(store, sent.address);
  changeScreen(store, (screen) => onOwnMessage(screen, sent));
}

const breakLine = ({ store }: CommandContext) => edit(store, (editor) => put(editor, "\n"));

export const composer = commandsIn(["composer"], {
  "composer.send": {
    title: "Send",
    hint: "send",
    keys: ["Enter"],
    run: (context) => {
      if (acceptByEnter(context.store)) return;
      if (enterSends(context.store.getState())) sendAndShow(context);
      else breakLine(context);
    },
  },
  "composer.break": {
    title: "Insert a line break",
    hint: "new line",
    keys: ["Alt+Enter", "Shift+Enter", "^J"],
    run: (context) =>
      enterSends(context.store.getState()) ? breakLine(context) : sendAndShow(context),
  },
  "composer.send-done": {
    title: "Send, mark as done, and go to the next",
    hint: "send, done",
    keys: ["^S"],
    run: (context) => {
      if (saveEdit(context, (address) => doneWith(context, address)) || saveScheduled(context))
        return;
      const sent = send(context, false);
      if (sent === undefined) return;
      changeScreen(context.store, (screen) => onOwnMessage(screen, sent));
      doneWith(context, sent.address);
    },
  },
  "composer.complete": {
    title: "Complete what is being typed",
    keys: ["Tab"],
    run: (context) => {
      const { store, keys } = context;
      if (!acceptCompletion(store) && !runUploadCommand(context, true))
        showToast(
          store,
          withKeys(keys, "Nothing to complete here|; {composer.leave} closes the composer|."),
        );
    },
  },
  "composer.preview": {
    alsoCalled: "preview",
    title: "Toggle the preview of the message you are writing",
    keys: ["Alt+p"],
    run: ({ store }) =>
      changeScreen(store, (screen) => ({
        ...screen,
        writing: { ...screen.writing, isPreviewing: !screen.writing.isPreviewing },
      })),
  },
  "composer.save-snippet": {
    alsoCalled: "saved snippet,canned answer,template",
    title: "Save the text as a snippet",
    keys: [],
    disabled: ({ screen }) =>
      composerEditor(screen).text.trim() === "" ? "nothing is written" : undefined,
    run: ({ store }) => {
      const { text } = composerEditor(store.getState().screen);
      openForm(store, { name: "new-snippet", id: 0 }, { text });
    },
  },
  "composer.editor": {
    alsoCalled: "external editor,vim",
    title: "Open the text in your editor",
    keys: ["^O"],
    // The external editor's result replaces the text in the composer that it came from; undo restores the earlier one.
    run: ({ store, clock, editExternally }) => {
      const { screen, view } = store.getState();
      const key = composerKey(screen);
      const address = recipientOf({ screen, view });
      const holder = holdComposer(store, key);
      // Also while the editor runs, so that it is on disk as well, however the program ends.
      const save = (text: string) => changeScreen(store, (now) => withHeldText(now, holder, text));
      const done = (text: string | undefined, problem: string | undefined) => {
        if (text !== undefined) save(text);
        const isThere = releaseComposer(store, holder) !== undefined;
        if (problem !== undefined) showToast(store, problem, "error");
        if (text === undefined || isThere) return;
        keepAsDraft(store, key, { address, text, updatedAt: clock.now() });
        showToast(store, "Its composer was closed meanwhile: what you wrote is in Drafts.");
      };
      editExternally(composerEditor(screen).text, done, save);
    },
  },
  "composer.other-version": {
    title: "Take the other version of this draft; the one here waits in its place",
    hint: "other version",
    keys: ["Alt+o"],
    disabled: ({ screen, journal }) =>
      conflictOf(journal, composerKey(screen)) === undefined
        ? "there is no other version of this draft"
        : undefined,
    run: ({ store }) => takeConflict(store, composerKey(store.getState().screen)),
  },
  "composer.leave": {
    title: "Close the composer; the draft is saved",
    hint: "close",
    keys: ["Esc"],
    run: (context) => {
      const { store } = context;
      const drops = () => !isWaiting(store.getState().screen) && dropSelection(store);
      if (!dismissCompletion(store) && !drops() && !leaveEdit(context))
        changeScreen(store, (screen) => ({ ...screen, focus: "pane", toast: undefined }));
    },
  },
});

// Tells the user what happens to the text that they are writing: nobody can post there any more, or an edit is left.

/** The returned function ends it. */
export function watchComposer(store: Store, keys: Keys): () => void {
  return follow(store, [parts.screen, parts.view], (state, before) => {
    const left = leftEdit(state, before);
    if (left !== undefined) showToast(store, left);
    if (state.view === before.view || composerEditor(state.screen).text === "") return;
    const problem = recipientProblem(state);
    if (problem !== undefined && recipientProblem(before) === undefined)
      showToast(store, withWayOut(keys, problem), "error");
    const renamed = renamedStream(state, before);
    if (renamed !== undefined) showToast(store, renamed);
  });
}

/** The edit was left with a text that is not saved. */
function leftEdit({ screen }: State, before: State): string | undefined {
  const { composing } = before.screen;
  if (composing === screen.composing || composing.kind === "new") return undefined;
  const key = targetKey(composing);
  if (targetKey(screen.composing) === key) return undefined;
  const { editor, was = "" } = composerAt(screen, key);
  const text = editor.text.trim();
  if (text === "" || text === was.trim()) return undefined;
  return isEditGone(before)
    ? "The message is gone; your edit of it is kept in Drafts."
    : "Your edit is kept in Drafts.";
}

function renamedStream({ screen, view }: State, before: State): string | undefined {
  const address = newAddress(screen);
  if (address?.kind !== "topic" || view.namesRevision === before.view.namesRevision)
    return undefined;
  const { streamId } = address;
  const [old, now] = [knownStream(before.view, streamId), knownStream(view, streamId)];
  if (old === undefined || old.name === now?.name) return undefined;
  return `#${old.name} is called ${streamTitle(view, streamId)} now.`;
}
