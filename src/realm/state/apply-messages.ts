/** Applies changes of messages: sent, edited, moved, deleted, reacted to. */
import type { ChangeOf, Handlers } from "./changes.ts";
import { linkFiles } from "./files.ts";
import {
  addMessage,
  countSubmessage,
  type Message,
  moveMessage,
  type Reaction,
  removeMessage,
} from "./messages.ts";
import { alertPattern, isReadOnArrival, type Personal } from "./personal.ts";
import { hasReceived, type State } from "./state.ts";

export const messageHandlers = {
  "message sent": deliver,
  "message edited": rewrite,
  "messages moved": move,
  "messages deleted": (state, { ids }) => {
    for (const id of ids) {
      removeMessage(state.messages, id);
      linkFiles(state.files, id, []);
      for (const personal of state.personal.values()) forget(personal, id);
    }
  },
  "reaction added": (state, { id, reaction }) =>
    withMessage(state, id, (message) => {
      message.reactions = [...message.reactions, reaction];
    }),
  "reaction removed": (state, { id, reaction }) =>
    withMessage(state, id, (message) => {
      message.reactions = message.reactions.filter((one) => !sameReaction(one, reaction));
    }),
  "submessage added": (state, { id, submessage }) => {
    countSubmessage(state.messages, submessage.id);
    withMessage(state, id, (message) => {
      message.submessages = [...message.submessages, submessage];
    });
  },
} satisfies Partial<Handlers<State>>;

export function sameReaction(a: Reaction, b: Reaction): boolean {
  return a.userId === b.userId && a.code === b.code && a.type === b.type;
}

function withMessage({ messages }: State, id: number, change: (message: Message) => void): void {
  const message = messages.byId.get(id);
  if (message !== undefined) change(message);
}

function deliver(
  state: State,
  { message: { files = [], ...sent } }: ChangeOf<"message sent">,
): void {
  const message: Message = {
    ...sent,
    sentIn: sent.streamId,
    reactions: [],
    edits: [],
    lostBy: undefined,
  };
  addMessage(state.messages, message);
  linkFiles(state.files, message.id, files);
  for (const personal of state.personal.values()) {
    if (!hasReceived(state, personal.userId, message)) continue;
    if (!isReadOnArrival(personal, message)) personal.unread.add(message.id);
    if (alertPattern(personal.alertWords)?.test(message.content)) personal.alerted.add(message.id);
  }
}

function rewrite(state: State, change: ChangeOf<"message edited">): void {
  linkFiles(state.files, change.id, change.files ?? []);
  withMessage(state, change.id, (message) => {
    message.content = change.content;
    message.mentions = change.mentions;
    message.edits = [change.edit, ...message.edits];
    for (const { alertWords, alerted, userId } of state.personal.values()) {
      const alerts = alertPattern(alertWords)?.test(change.content) ?? false;
      if (alerts && hasReceived(state, userId, message)) alerted.add(message.id);
      else alerted.delete(message.id);
    }
  });
}

function move(state: State, change: ChangeOf<"messages moved">): void {
  for (const id of change.ids) {
    withMessage(state, id, (message) => {
      moveMessage(state.messages, message, change);
      if (id !== change.edited) message.edits = [change.edit, ...message.edits];
      message.lostBy = new Set([...(message.lostBy ?? []), ...change.lostBy]);
    });
  }
  // Messages moved to a stream without a subscription become read, without an event.
  const { subscribers } = state.streams.byId.get(change.streamId) ?? {};
  for (const personal of state.personal.values()) {
    for (const id of change.ids) {
      if (change.lostBy.includes(personal.userId)) forget(personal, id);
      else if (subscribers?.has(personal.userId) !== true) personal.unread.delete(id);
    }
  }
}

function forget(personal: Personal, id: number): void {
  for (const flag of ["unread", "starred", "collapsed", "historical", "alerted"] as const) {
    personal[flag].delete(id);
  }
}
