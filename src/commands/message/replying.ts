/** Other ways of replying: quoting the message, writing to its sender alone, mentioning them. */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import { openComposer, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { mentionOf } from "#commands/writing/completion-sources.ts";
import { edit } from "#commands/writing/text.ts";
import { insert as put } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import type { Address } from "#journal/intent.ts";
import type { Message } from "#model/message.ts";
import { quoteOf } from "#model/message-link.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { endMarks, onMessage, onMessages } from "./selected.ts";

/** Applies `change` to the composer of `address`, whatever the pane shows. */
function writeIn(
  { store }: CommandContext,
  address: Address,
  change: (editor: Editor) => Editor,
): void {
  openComposer(store, address);
  edit(store, change);
}

/** Inserts the block on lines of its own at the cursor, which is moved below it. */
function withBlock(editor: Editor, block: string): Editor {
  const { text, cursor } = editor;
  const before = text.slice(0, cursor);
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  const rest = text.slice(cursor).startsWith("\n") ? "" : "\n";
  return put(editor, `${gap}${block}${rest}`);
}

/** Into the conversation of the first. */
function quote(context: CommandContext, messages: readonly [Message, ...Message[]]): void {
  const { view } = context.store.getState();
  const block = messages.map((each) => quoteOf(view, each)).join("\n");
  endMarks(context.store);
  writeIn(context, conversationOfMessage(messages[0]), (editor) => withBlock(editor, block));
}

const ownMessage =
  "You wrote this message|: {compose.direct} writes to somebody else|, {message.reply} replies|.";

function replyPrivately(context: CommandContext, { senderId }: Message): void {
  const { store, keys } = context;
  const { ownId } = store.getState().view;
  if (senderId === ownId) {
    showToast(store, withKeys(keys, ownMessage));
    return;
  }
  openComposer(store, { kind: "direct", userIds: sorted([ownId, senderId]) });
}

function mention(context: CommandContext, message: Message): void {
  const { view } = context.store.getState();
  const sender = get(view.people, message.senderId);
  const text = sender === undefined ? "" : mentionOf(view, sender);
  writeIn(context, conversationOfMessage(message), (editor) => {
    const isGlued = /[\p{L}\p{N}]$/u.test(editor.text.slice(0, editor.cursor));
    return put(editor, `${isGlued ? " " : ""}${text}`);
  });
}

export const replying = commandsIn(["reader"], {
  "message.quote": {
    alsoCalled: "quote,forward,forward message,share message",
    title: "Quote the message in a reply; with a count, those after it too",
    hint: "quote",
    keys: [">"],
    ...onMessages(quote),
  },
  "message.reply-privately": {
    alsoCalled: "reply by direct message,private reply,dm the sender",
    title: "Reply to the sender alone, in a direct message",
    keys: ["R"],
    ...onMessage(replyPrivately),
  },
  "message.mention": {
    alsoCalled: "mention,tag,ping",
    title: "Reply, and mention the sender",
    keys: ["@"],
    ...onMessage(mention),
  },
});
