/** Other ways of replying: quoting the message, writing to its sender alone, mentioning them. */
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
import { historyOf } from "#model/select/conversations.ts";
import type { State } from "#store/state.ts";
import { onMessage } from "./selected.ts";

/** Applies `change` to the composer of `address`, whatever the pane shows. */
function writeIn(
  { store }: CommandContext,
  address: Address,
  change: (editor: Editor) => Editor,
): void {
  openComposer(store, address);
  edit(store, change);
}

/** The message and the following ones in the same conversation, `count` in total. */
function fromSelected({ screen, view }: State, first: Message, count: number): readonly Message[] {
  const { place } = screen;
  const ids = place.kind === "narrow" ? (historyOf(view, place.narrow)?.ids ?? []) : [];
  const from = ids.indexOf(first.id);
  if (count < 2 || from < 0) return [first];
  const messages: Message[] = [];
  for (const id of ids.slice(from)) {
    const message = get(view.messages, id);
    if (message?.conversation === first.conversation) messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

/** Inserts the block on lines of its own at the cursor, which is moved below it. */
function withBlock(editor: Editor, block: string): Editor {
  const { text, cursor } = editor;
  const before = text.slice(0, cursor);
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  const rest = text.slice(cursor).startsWith("\n") ? "" : "\n";
  return put(editor, `${gap}${block}${rest}`);
}

function quote(context: CommandContext, message: Message): void {
  const state = context.store.getState();
  const quoted = fromSelected(state, message, context.count);
  const block = quoted.map((each) => quoteOf(state.view, each)).join("\n");
  writeIn(context, conversationOfMessage(message), (editor) => withBlock(editor, block));
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
  openComposer(store, { kind: "direct", userIds: [ownId, senderId].sort((a, b) => a - b) });
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
    ...onMessage(quote),
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
