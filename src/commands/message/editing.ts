/** Editing own messages in the composer, and deleting messages. */
import { counted } from "#base/counted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import type { MenuLine, MenuRow } from "#commands/menus/menu.ts";
import { openMenu, showToast, withSelected } from "#commands/screen.ts";
import { isEditCrowdConfirmed, isOverwriteConfirmed } from "#commands/writing/before-sending.ts";
import { editToDraft, keepGoneEdit, wasDeleted } from "#commands/writing/text.ts";
import { uploadProblem } from "#commands/writing/uploading.ts";
import { isSameContent } from "#journal/actions/message.ts";
import type { Address, Intent } from "#journal/intent.ts";
import { editKey } from "#journal/journal.ts";
import { messageProblem, type Problem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { deleteProblem, editProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, lastOwnMessage, senderOf } from "#model/select/conversations.ts";
import {
  composerEditor,
  continuedEdit,
  editedMessage,
  newAddress,
  openedComposer,
  withEdit,
  withoutEdit,
  writing,
} from "#store/composer.ts";
import { call } from "#store/forms.ts";
import type { DetachedFile, Session } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { act, addIntents, changeScreen, changeSession, retire } from "#store/store.ts";
import { deleteAttachment } from "#wire/endpoints/files.ts";
import type { MessageId } from "#wire/ids.ts";
import { endMarks, messagesTitle, onMessage, onMessages } from "./selected.ts";

/** An edit that the server rejected, which still has the text. */
function failedEdit({ journal }: State, id: MessageId): Intent | undefined {
  return [...journal.intents.values()].find(
    ({ action: { kind, ...rest }, phase }) =>
      kind === "edit" && phase === "failed" && "messageId" in rest && rest.messageId === id,
  );
}

/** Opens the message's text in the composer, or the unsaved edit of it. */
export function beginEdit(
  context: Pick<CommandContext, "store" | "clock">,
  message: Message,
): void {
  const { store, clock } = context;
  const state = store.getState();
  const problem = editProblem(state.view, message, clock.now());
  if (problem !== undefined) {
    editToDraft(context, editKey(message.id), conversationOfMessage(message), problem);
    return;
  }
  const failed = failedEdit(state, message.id);
  const { id: messageId, content } = message;
  changeScreen(store, (screen) => {
    const address = conversationOfMessage(message);
    const key = editKey(messageId);
    const composing = { kind: "edit", id: messageId, address, focus: screen.focus } as const;
    const opened = writing({ ...screen, composing });
    // From the text that it replaces: saving asks if that was changed since.
    return failed?.action.kind === "edit"
      ? withEdit(opened, key, failed.action.was, failed.action.content)
      : continuedEdit(opened, key, content);
  });
  if (failed !== undefined) retire(store, [failed.id]);
}

/** Edits the user's last message in the composer's conversation; false without one. */
export function editLast(context: CommandContext): boolean {
  const { screen, view } = context.store.getState();
  const address = newAddress(screen);
  const isEmpty = composerEditor(screen).text === "";
  const last = isEmpty && address ? lastOwnMessage(view, address) : undefined;
  if (last === undefined) return false;
  beginEdit(context, last);
  return true;
}

function saveProblem(
  { view }: State,
  message: Message | undefined,
  text: string,
  now: number,
): Problem {
  if (message === undefined) return wasDeleted;
  if (text.trim() === "") return "A message needs text: delete the message instead.";
  return messageProblem(view.realm, text) ?? editProblem(view, message, now);
}

/**
 * Saves the open edit as one step; false without one. A text that cannot be saved stays in the composer. Otherwise the user
 * is where a send leaves them: out of the composer, on their own message; `saved` is told its conversation.
 */
export function saveEdit(context: CommandContext, saved?: (address: Address) => void): boolean {
  const { store, clock, keys } = context;
  const state = store.getState();
  const { screen, view } = state;
  const messageId = editedMessage(screen);
  if (messageId === undefined) return false;
  if (keepGoneEdit(context)) return true;
  const message = get(view.messages, messageId);
  const { text: content } = composerEditor(screen);
  const problem =
    saveProblem(state, message, content, clock.now()) ?? uploadProblem(state, keys, content);
  if (problem !== undefined || message === undefined) {
    showToast(store, problem ?? "", "error");
    return true;
  }
  const was = openedComposer(screen).was ?? message.content;
  const isConfirmed = isSameContent(view, was, message.content)
    ? isEditCrowdConfirmed(context, conversationOfMessage(message), message.content, content)
    : isOverwriteConfirmed(context, message.content);
  if (!isConfirmed) return true;
  const action = { kind: "edit", messageId, content, was: message.content } as const;
  const sentence = `Edited in ${conversationTitle(view, message.conversation)}`;
  const address = conversationOfMessage(message);
  const location = { kind: "conversation", address } as const;
  const isNew = act(store, context, [action], { sentence, location }) !== undefined;
  changeScreen(store, (now) => ({
    ...withSelected(withoutEdit(now, false), messageId),
    focus: "pane",
  }));
  showToast(store, isNew ? sentence : "Nothing was changed.", "done", isNew);
  saved?.(address);
  return true;
}

function askToDelete(
  { store, clock }: CommandContext,
  [{ id }, ...more]: readonly [Message, ...Message[]],
): void {
  if (more.length > 0) {
    openMenu(store, { kind: "delete-messages", ids: [id, ...more.map((one) => one.id)] });
    return;
  }
  const { view, session } = store.getState();
  const message = get(view.messages, id);
  const problem = message && deleteProblem(view, message, clock.now());
  const hasFiles = message !== undefined && detachedFrom(session, message).length > 0;
  if (problem !== undefined && !hasFiles) showToast(store, problem, "error");
  else openMenu(store, { kind: "delete-message", messageId: id });
}

/** Whether to delete a message for everybody. */
export const deletionMenu: MenuRow<"delete-message"> = (
  { state: { view, session }, now },
  { messageId },
) => {
  const message = get(view.messages, messageId);
  if (message === undefined) return wasDeleted;
  const files = detachedFrom(session, message);
  return {
    title: ["Delete ", message, "?"],
    lines: [
      { label: "in", text: conversationOfMessage(message) },
      { text: message.content, tone: "quote" },
      { text: "It is deleted for everybody and cannot be brought back.", tone: "warning" },
      ...files.map(({ name }) => ({ text: `It linked to ${name}, which is still on the server.` })),
    ],
    items: [
      { key: "k", title: "Keep it" },
      {
        key: "d",
        title: "Delete it for everybody",
        danger: true,
        locked: deleteProblem(view, message, now),
        run: (context) => {
          addIntents(context.store, context, [{ kind: "delete-message", messageId }]);
          showToast(context.store, "Deleted the message.");
        },
      },
      ...files.map((file, at) => ({
        key: `${at + 1}`,
        title: `Delete ${file.name} alone`,
        take: "delete the file",
        danger: true as const,
        run: (context: CommandContext) => deleteFile(context, messageId, file),
      })),
    ],
  };
};

/** Whether to delete those of several messages that the user may delete. */
export const deletionsMenu: MenuRow<"delete-messages"> = ({ state: { view }, now }, { ids }) => {
  const messages = ids.flatMap((id) => get(view.messages, id) ?? []);
  const [first] = messages;
  if (first === undefined) return "The messages were deleted.";
  const kept = messages.filter((each) => deleteProblem(view, each, now) !== undefined);
  const deleted = messages.filter((each) => !kept.includes(each));
  const isAll = kept.length === 0;
  const part = isAll || deleted.length === 0 ? "" : `${deleted.length} of `;
  const count = counted(messages.length, "message");
  const isOnePlace = messages.every(({ conversation }) => conversation === first.conversation);
  const place = isOnePlace ? ` in ${conversationTitle(view, first.conversation)}` : "";
  return {
    title: `Delete ${part}${count}${place}?`,
    lines: [...keptLines(view, kept, now), ...finalWarning(deleted.length)],
    items: [
      { key: "k", title: "Keep them" },
      {
        key: "d",
        title: isAll ? "Delete them for everybody" : "Delete what can be deleted",
        take: `delete ${deleted.length}`,
        danger: true,
        ...(deleted.length === 0 && { locked: "None of them can be deleted." }),
        run: (context) => deleteAll(context, deleted),
      },
    ],
  };
};

function finalWarning(count: number): readonly MenuLine[] {
  if (count === 0) return [];
  const what = count === 1 ? "It is" : "They are";
  return [{ text: `${what} deleted for everybody and cannot be brought back.`, tone: "warning" }];
}

/** How many of those that stay are quoted. */
const maxQuoted = 3;

/** Which messages cannot be deleted, and why. */
function keptLines(view: Replica, kept: readonly Message[], now: number): readonly MenuLine[] {
  if (kept.length === 0) return [];
  const reasons = new Set(kept.map((each) => deleteProblem(view, each, now)));
  const quoted = kept.slice(0, maxQuoted);
  const more = kept.length - quoted.length;
  return [
    { text: `${kept.length} cannot be deleted: ${[...reasons].join(" ")}`, tone: "warning" },
    ...quoted.map(
      (each): MenuLine => ({
        text: `${senderOf(view, each)}: ${each.content.split("\n", 1)[0] ?? ""}`,
        tone: "quote",
      }),
    ),
    ...(more > 0 ? [{ text: `and ${more} more` }] : []),
  ];
}

function deleteAll(context: CommandContext, messages: readonly Message[]): void {
  const { store } = context;
  const actions = messages.map(({ id }) => ({ kind: "delete-message", messageId: id }) as const);
  addIntents(store, context, actions);
  endMarks(store);
  showToast(store, `Deleted ${messagesTitle(messages)}.`);
}

/** The files that an edit removed from it; not those to which it links again. */
function detachedFrom({ detached }: Session, { id, content }: Message): readonly DetachedFile[] {
  return (detached.get(id) ?? []).filter(({ path }) => !content.includes(path));
}

function deleteFile({ store, newId }: CommandContext, id: MessageId, file: DetachedFile): void {
  const request = {
    id: newId(),
    calls: [call(deleteAttachment, { attachment_id: file.id })],
    report: `Deleted ${file.name} from the server.`,
  };
  changeSession(store, (session) => {
    const rest = (session.detached.get(id) ?? []).filter((one) => one !== file);
    return {
      ...session,
      requests: [...session.requests, request],
      detached: new Map([...session.detached, [id, rest]]),
    };
  });
}

export const messageEditing = commandsIn(["reader"], {
  "message.edit": {
    alsoCalled: "change message,correct,edit message",
    title: "Edit your message",
    keys: ["E"],
    ...onMessage(beginEdit, ({ senderId }, { view }) =>
      senderId === view.ownId ? undefined : "only your own",
    ),
  },
  "message.delete": {
    alsoCalled: "remove message,delete message,unsend",
    title: "Delete the message (asks first)",
    keys: ["D"],
    ...onMessages(askToDelete),
  },
});
