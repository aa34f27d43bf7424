/** Messages as Markdown, with names and dates: what `y t` copies and `weir export --format md` writes. */
import { counted } from "#base/counted.ts";
import { safeLine, safeText } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayLabel, type HourStyle, hourMinute, sameDay } from "#base/time.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { copyText } from "#commands/message/actions.ts";
import { showToast } from "#commands/screen.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf, topicLink } from "#model/message-link.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, senderOf } from "#model/select/conversations.ts";
import { hourStyleOf } from "#model/settings.ts";
import { onlyTopic, targetsOf, withoutConversations, withoutTopic } from "./targets.ts";

/** A message with the texts that are shown with it; none of them is safe for a terminal. */
export type TranscriptRow = {
  readonly message: Message;
  /** The conversation. */
  readonly place: string;
  readonly sender: string;
  /** Its permanent link. */
  readonly link: string;
};

/**
 * The message after `before`, ending with an empty line; headings name a new conversation and a new day.
 *
 * The text is quoted, so that nothing in it, such as an open fence or a line like a heading, reaches beyond it. No other
 * lines are empty but those between messages and headings.
 */
export function markdownOf(
  row: TranscriptRow,
  before: TranscriptRow | undefined,
  hours: HourStyle,
): string {
  const { message, place, sender, link } = row;
  const isSamePlace = before?.message.conversation === message.conversation;
  const isSameDay = isSamePlace && sameDay(before.message.sentAt, message.sentAt, hours);
  const headings = [
    ...(isSamePlace ? [] : [`# ${escaped(place)}`]),
    ...(isSameDay ? [] : [`## ${dayLabel(message.sentAt, 0, hours)}`]),
  ];
  const heading = `**${escaped(sender)}** [${hourMinute(message.sentAt, hours)}](${link})`;
  const quoted = safeText(absolute(message.content, link))
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`));
  return [...headings, [heading, ...quoted].join("\n")].map((part) => `${part}\n\n`).join("");
}

/** The text on one line, without a meaning in Markdown. */
export function escaped(name: string): string {
  return safeLine(name).replace(/[\\`*_~|&[\]<>]|(?<=\s)#+$/g, "\\$&");
}

/** Addresses into the realm are relative in messages. */
function absolute(content: string, link: string): string {
  const url = link.slice(0, link.indexOf("/#narrow/"));
  return content.replace(/\]\((?:\/(?=user_uploads\/)|(?=#narrow\/))/g, `](${url}/`);
}

type Loaded = Pick<History, "ids" | "oldestKnown" | "newestKnown" | "holes">;

/** Those of the conversation, or of its stream. */
function loadedOf({ histories, messages }: Replica, key: ConversationKey): Loaded {
  const history = histories.get(key as string as NarrowKey);
  if (history !== undefined) return history;
  const isOwn = (id: number) => get(messages, id)?.conversation === key;
  const streamId = /^t:(\d+):/.exec(key)?.[1];
  const all = histories.get(`s:${streamId}` as NarrowKey);
  if (all === undefined) return { ids: [], oldestKnown: false, newestKnown: false };
  return { ...all, ids: all.ids.filter(isOwn) };
}

/** `12 messages of #backend › deploy window`, and what is not among them. */
function summary(title: string, { ids, oldestKnown, newestKnown, holes }: Loaded): string {
  const count = counted(ids.length, "message");
  const missing = [...(oldestKnown ? [] : ["older"]), ...(newestKnown ? [] : ["newer"])];
  const rest = missing.length === 0 ? "" : `, ${missing.join(" and ")} ones are not loaded`;
  const among = holes === undefined ? "" : ", others may be missing among them";
  return `${count} of ${title}${rest}${among}`;
}

type Transcript = {
  /** As Markdown. */
  readonly text: string;
  /** How much of the conversation it has, for a sentence. */
  readonly extent: string;
};

/** What is loaded of the conversation. */
export function transcriptOf(view: Replica, key: ConversationKey): Transcript | undefined {
  const title = conversationTitle(view, key);
  const loaded = loadedOf(view, key);
  const hours = hourStyleOf(view, { twentyFour: true });
  const rows = loaded.ids.flatMap((id): TranscriptRow[] => {
    const message = get(view.messages, id);
    if (message === undefined) return [];
    const [sender, link] = [senderOf(view, message), permalinkOf(view, message)];
    return [{ message, place: title, sender, link }];
  });
  if (rows.length === 0) return undefined;
  const text = rows.map((row, at) => markdownOf(row, rows[at - 1], hours)).join("");
  return { text, extent: summary(title, loaded) };
}

function copyTranscript(context: CommandContext): void {
  const { store } = context;
  const { view } = store.getState();
  const [key, ...more] = targetsOf(context).conversations;
  if (key === undefined || more.length > 0) {
    showToast(store, "Select one conversation to copy it.");
    return;
  }
  const transcript = transcriptOf(view, key);
  if (transcript !== undefined) {
    void copyText(context, transcript.text, transcript.extent);
    return;
  }
  showToast(store, `No messages of ${conversationTitle(view, key)} are loaded: open it first.`);
}

export const transcripts = commandsIn(inPanes, {
  "copy.conversation": {
    alsoCalled: "export conversation,copy topic",
    title: "Copy the conversation as Markdown",
    keys: ["y t"],
    onRows: "chosen",
    disabled: withoutConversations,
    run: copyTranscript,
  },
  "copy.topic-link": {
    alsoCalled: "copy link to topic,topic link,share topic",
    title: "Copy the link to the topic",
    keys: ["y T"],
    onRows: "cursor",
    disabled: withoutTopic,
    run: (context) => {
      const { view } = context.store.getState();
      const topic = onlyTopic(view, targetsOf(context));
      if (topic === undefined) showToast(context.store, "Select one topic to copy its link.");
      else void copyText(context, topicLink(view, topic), "the link to the topic");
    },
  },
});
