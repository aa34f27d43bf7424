/** What the screen offers to a program of the user's: values with names, such as `message.content`. */
import { get } from "#base/table.ts";
import { stamp } from "#base/time.ts";
import type { CommandContext } from "#commands/command.ts";
import { targetsIn } from "#commands/conversation/targets.ts";
import { transcriptOf } from "#commands/conversation/transcript.ts";
import { messageAtCursor } from "#commands/message/selected.ts";
import { openConversation } from "#commands/screen.ts";
import { currentStream } from "#commands/stream/current.ts";
import { selectionOf } from "#editor/editor.ts";
import type { Conversation } from "#model/conversation.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { others } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import { conversationOfKey, titleOf } from "#model/select/conversations.ts";
import { knownStream } from "#model/streams.ts";
import { composerEditor, recipientOf } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";

/** What is under the cursor, or open; the conversation is that of the open composer, if there is one. */
export type Subject = {
  readonly state: State;
  readonly message: Message | undefined;
  readonly conversation: Conversation | undefined;
  readonly stream: StreamId | undefined;
  /** What is selected in the composer. */
  readonly selection: string | undefined;
  readonly viewport: Pick<CommandContext["viewport"], "codes">;
};

type Offer = {
  /** A few words for the guide. */
  readonly about: string;
  /** Unmodified. Undefined if there is none here. */
  readonly of: (subject: Subject) => string | undefined;
  /** It is long, and made only for a command that names it. */
  readonly isLong?: true;
};

/** By name, in the order of the guide. */
export const offers = {
  "message.content": {
    about: "the message as it was written",
    of: ({ message }) => message?.content,
  },
  "message.code": {
    about: "the first code block of the message",
    of: ({ message, viewport }) => message && viewport.codes(message)[0],
  },
  "message.id": { about: "its number", of: ({ message }) => message && `${message.id}` },
  "message.link": {
    about: "its address",
    of: ({ state, message }) => message && permalinkOf(state.view, message),
  },
  "message.sender": { about: "who wrote it", of: (subject) => senderOf(subject) },
  "message.time": {
    about: "when it was written: 2026-11-20T11:40:00.000Z",
    of: ({ message }) => message && stamp(message.sentAt * 1000),
  },
  topic: {
    about: "the topic, empty if it has none",
    of: ({ conversation }) => topicOf(conversation),
  },
  stream: {
    about: "the name of the stream, without a sign",
    of: ({ state, stream }) =>
      stream === undefined ? undefined : knownStream(state.view, stream)?.name,
  },
  conversation: {
    about: "the messages of the conversation that are loaded, as Markdown",
    of: ({ state, conversation }) =>
      conversation && transcriptOf(state.view, conversationKey(conversation))?.text,
    isLong: true,
  },
  "conversation.name": {
    about: "the stream and the topic, or the people",
    of: ({ state, conversation }) => conversation && titleOf(state.view, conversation),
  },
  "person.name": {
    about: "who wrote the message, or the other person of the direct messages",
    of: (subject) => personOf(subject)?.name,
  },
  "person.email": { about: "their address", of: (subject) => addressOf(personOf(subject)) },
  selection: {
    about: "what is selected in the composer, or else the text of the message",
    of: ({ selection, message }) => selection ?? message?.content,
  },
  account: {
    about: "the name of the account in this file",
    of: ({ state }) => state.session.account?.name,
  },
} satisfies Record<string, Offer>;

export type ValueName = keyof typeof offers;

/** About a message that came, wherever the cursor is, and whatever is being written. */
export function subjectOfMessage(
  { store, viewport }: Pick<CommandContext, "store"> & Pick<Subject, "viewport">,
  message: Message,
): Subject {
  return {
    state: store.getState(),
    message,
    conversation: conversationOfMessage(message),
    stream: message.streamId,
    selection: undefined,
    viewport,
  };
}

export function subjectOf({
  store,
  viewport,
}: Pick<CommandContext, "store" | "viewport">): Subject {
  const state = store.getState();
  const message = messageAtCursor(state);
  return {
    state,
    message,
    conversation: conversationAt(state, message),
    stream: currentStream(state),
    selection: selected(state),
    viewport,
  };
}

function conversationAt(state: State, message: Message | undefined): Conversation | undefined {
  if (state.screen.focus === "composer") return recipientOf(state);
  if (message !== undefined) return conversationOfMessage(message);
  const [key, ...more] = targetsIn(state, 1).conversations;
  const only = key !== undefined && more.length === 0;
  return only ? conversationOfKey(state.view, key) : openConversation(state.screen);
}

function senderOf({ state, message }: Subject): string | undefined {
  return message && (get(state.view.people, message.senderId)?.name ?? message.senderName);
}

function topicOf(conversation: Conversation | undefined): string | undefined {
  return conversation?.kind === "topic" ? conversation.topic : undefined;
}

function personOf({ state: { view }, message, conversation }: Subject): Person | undefined {
  if (message !== undefined) return get(view.people, message.senderId);
  if (conversation?.kind !== "direct") return undefined;
  const [id, ...more] = others(conversation.userIds, view.ownId);
  return id === undefined || more.length > 0 ? undefined : get(view.people, id);
}

function addressOf(person: Person | undefined): string | undefined {
  return person && (person.deliveryEmail ?? person.email);
}

function selected({ screen }: State): string | undefined {
  if (screen.focus !== "composer") return undefined;
  const editor = composerEditor(screen);
  const [from, to] = selectionOf(editor) ?? [];
  return from === undefined ? undefined : editor.text.slice(from, to);
}
