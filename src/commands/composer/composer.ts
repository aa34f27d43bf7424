/** Sending the composer's text, and leaving the composer. */

import { type CommandContext, commandsIn } from "#commands/command.ts";
import { doneWith } from "#commands/conversation/triage.ts";
import { saveEdit } from "#commands/message/editing.ts";
import { sendUndoably } from "#commands/outbox/unsent.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { saveScheduled } from "#commands/scheduled/editing.ts";
import { openDialog, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { insert as put } from "#editor/edit.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, narrowKey } from "#model/narrow.ts";
import {
  cleared,
  composerAt,
  composerEditor,
  composerKey,
  newAddress,
  withEditor,
} from "#store/composer.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import { enterSends, mayBeSent } from "./before-sending.ts";
import { acceptByEnter, acceptCompletion, dismissCompletion } from "./completion.ts";
import { dropSelection } from "./editing.ts";
import { edit, leaveEdit } from "./text.ts";
import { runUploadCommand } from "./uploading.ts";

/** Sends the composer's text, moving it into the journal. False if there is nothing to send. */
export function send(context: CommandContext): boolean {
  const { store } = context;
  const { screen } = store.getState();
  const { text } = composerEditor(screen);
  if (text.trim() === "" || runUploadCommand(context)) return false;
  const address = newAddress(screen);
  if (address === undefined) {
    openDialog(store, { kind: "recipient", want: "stream", input: inputOf(), chosen: 0 });
    return false;
  }
  if (!mayBeSent(context, address, text)) return false;
  sendUndoably(context, { kind: "send", address, content: text });
  changeScreen(store, (now) => toEnd(cleared(now, composerKey(now)), address));
  return true;
}

/** Moves the conversation's reader to its end, where the new message is. */
function toEnd(screen: Screen, address: Address): Screen {
  if (screen.place.kind !== "narrow") return screen;
  if (
    !isConversation(screen.place.narrow) ||
    conversationKey(screen.place.narrow) !== conversationKey(address)
  )
    return screen;
  const key = narrowKey(screen.place.narrow);
  const reader = screen.readers.get(key);
  if (reader === undefined) return screen;
  return {
    ...screen,
    readers: new Map(screen.readers).set(key, { ...reader, selected: undefined, top: undefined }),
  };
}

function sendAndShow(context: CommandContext): void {
  if (saveEdit(context) || saveScheduled(context)) return;
  const address = newAddress(context.store.getState().screen);
  if (send(context) && address !== undefined) openNarrow(context.store, address);
  changeScreen(context.store, (screen) =>
    screen.dialog === undefined ? { ...screen, focus: "composer" } : screen,
  );
}

/** The external editor's result replaces the text in the composer that it came from; undo restores the earlier one. */
function editInOwnEditor({ store, editExternally }: CommandContext): void {
  const { screen } = store.getState();
  const key = composerKey(screen);
  editExternally(composerEditor(screen).text, (text, problem) => {
    changeScreen(store, (now) => {
      const { editor } = composerAt(now, key);
      return text === undefined ? now : withEditor(now, key, replaceAll(editor, text));
    });
    if (problem !== undefined) showToast(store, problem, "error");
  });
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
      if (saveEdit(context) || saveScheduled(context)) return;
      const address = newAddress(context.store.getState().screen);
      if (!send(context) || address === undefined) return;
      changeScreen(context.store, (screen) => ({ ...screen, focus: "pane" }));
      doneWith(context, address);
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
    title: "Toggle the preview of the message you are writing",
    keys: ["Alt+p"],
    run: ({ store }) =>
      changeScreen(store, (screen) => ({
        ...screen,
        writing: { ...screen.writing, isPreviewing: !screen.writing.isPreviewing },
      })),
  },
  "composer.editor": {
    title: "Open the text in your editor",
    keys: ["^O"],
    run: editInOwnEditor,
  },
  "composer.leave": {
    title: "Close the composer; the draft is saved",
    hint: "close",
    keys: ["Esc"],
    run: (context) => {
      const { store } = context;
      if (!dismissCompletion(store) && !dropSelection(store) && !leaveEdit(context))
        changeScreen(store, (screen) => ({ ...screen, focus: "pane", toast: undefined }));
    },
  },
});
