/** Marking as unread from a message on, and as read on the server, including messages that were never fetched. */

import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { isEvery } from "#commands/lists/list.ts";
import { streamOfRow } from "#commands/lists/row.ts";
import { messageAtCursor, withoutMessage } from "#commands/message/selected.ts";
import { contextOf, openMenu, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { inverseOf } from "#journal/action.ts";
import type { Read } from "#journal/actions/flags.ts";
import type { Action } from "#journal/intent.ts";
import { localStep } from "#journal/local-rows.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { type NarrowKey, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, conversationTitle, titleOf } from "#model/select/conversations.ts";
import { isUnread, streamOfKey, unreadIn } from "#model/unreads.ts";
import type { About } from "#store/dialog.ts";
import { selectedRow } from "#store/list.ts";
import { isList, openList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { doneOf } from "./done-today.ts";
import { onlyTopic, targetsIn, targetsOf, withoutTarget } from "./targets.ts";
import { stayingLocation } from "./triage.ts";

type Unread = {
  readonly actions: readonly Action[];
  /** That were ended with what is marked. */
  readonly snoozes?: ReadonlyMap<ConversationKey, Snooze>;
  readonly title: string;
  readonly count: number;
};

/** The known read messages from that one on, in the open narrow or the message's own. */
function readFrom({ view, screen }: State, message: Message): Unread {
  const { conversation } = message;
  const { place } = screen;
  const narrows = [
    conversation as string as NarrowKey,
    ...(place.kind === "narrow" ? [narrowKey(place.narrow)] : []),
  ];
  const later = narrows
    .flatMap((key) => view.histories.get(key)?.ids ?? [])
    .filter((id) => id > message.id && get(view.messages, id)?.conversation === conversation);
  const ids = sorted([message.id, ...later].filter((id) => !isUnread(view.unreads, id)));
  const at = conversationOfMessage(message);
  const actions: readonly Action[] =
    ids.length === 0 ? [] : [{ kind: "read", op: "remove", ids, at }];
  return { actions, title: conversationTitle(view, conversation), count: ids.length };
}

function newestOf({ topics, directs }: Replica, key: ConversationKey): MessageId | undefined {
  const streamId = streamOfKey(key);
  const topicsThere = streamId === undefined ? directs : topics.get(streamId);
  return topicsThere?.get(key)?.newest;
}

function newestRead(view: Replica, conversations: readonly ConversationKey[]): readonly Action[] {
  return conversations.flatMap((key) => {
    const newest = newestOf(view, key);
    const at = conversationOfKey(view, key);
    if (newest === undefined || at === undefined || isUnread(view.unreads, newest)) return [];
    return [{ kind: "read", op: "remove", ids: [newest], at }] as const;
  });
}

/** In the inbox, what was marked as done is brought back whole; else the newest message. */
function unreadRows(
  state: State,
  conversations: readonly ConversationKey[],
  now: number,
): Omit<Unread, "title"> & Partial<Pick<Unread, "title">> {
  const { place } = state.screen;
  const done = new Map(
    conversations.flatMap((key) => {
      const one = isList(place) && place.kind === "inbox" ? doneOf(state, key) : undefined;
      return one === undefined ? [] : [[key, one] as const];
    }),
  );
  const others = newestRead(
    state.view,
    conversations.filter((key) => !done.has(key)),
  );
  const whole = [...done.values()]
    .filter(({ ids }) => ids.length > 0)
    .map(({ ids, conversation: at }): Read => ({ kind: "read", op: "remove", ids, at }));
  const snoozes = new Map(
    [...done].flatMap(([key, { snooze }]) =>
      snooze === undefined || state.view.snoozes.has(key) || snooze.until * 1_000 > now
        ? []
        : [[key, { ...snooze, isDue: true }] as const],
    ),
  );
  const count = whole.reduce((sum, { ids }) => sum + ids.length, others.length);
  // After a restart, nothing else may be known of it.
  const [only] = conversations.length === 1 ? done.values() : [];
  const title = only && { title: titleOf(state.view, only.conversation) };
  return { actions: [...whole, ...others], snoozes, count, ...title };
}

/** Undefined where no message is selected. */
function unreadTarget(context: CommandContext): Unread | undefined {
  const state = context.store.getState();
  if (contextOf(state.screen) === "reader") {
    const message = messageAtCursor(state);
    return message && readFrom(state, message);
  }
  const { conversations, title } = targetsOf(context);
  return { title, ...unreadRows(state, conversations, context.clock.now()) };
}

function markUnread(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const lack = unsupportedReason(state.view, "markUnread");
  if (lack !== undefined) {
    showToast(store, lack.sentence, "error");
    return;
  }
  const target = unreadTarget(context);
  if (target === undefined) return;
  const location = stayingLocation(state, targetsOf(context));
  const { actions, snoozes = new Map() } = target;
  const sentence = `Marked ${target.title} unread (${target.count})`;
  const inverse = actions.flatMap((one) => inverseOf(state.view, one));
  if (inverse.length === 0 && snoozes.size === 0) {
    showToast(store, "This is already unread.");
    return;
  }
  const step = { sentence, inverse, location };
  addIntents(store, context, actions, {
    ...step,
    ...(snoozes.size > 0 && { snoozes: localStep(state.journal, "snoozes", snoozes) }),
  });
  showToast(store, sentence, "done", true);
}

/** The question for the current target; undefined unless that is a whole topic or stream, or everything. */
function questionIn(state: State): About | undefined {
  const { view, screen } = state;
  const list = openList(screen);
  const row = list && selectedRow(list);
  const listed = row === undefined ? undefined : streamOfRow(row);
  if (listed !== undefined) return { kind: "read-stream", streamId: listed };
  const targets = targetsIn(state, 1);
  const { isEverything = false, streamId } = targets;
  if (isEverything) return { kind: "read-everything" };
  if (streamId !== undefined) return { kind: "read-stream", streamId };
  const topic = onlyTopic(view, targets);
  return topic && { kind: "read-topic", streamId: topic.streamId, topic: topic.topic };
}

/** Whether that is known to be read, on the server too. */
function isRead({ unreads }: Replica, about: About): boolean {
  if (unreads.older) return false;
  if (about.kind === "read-topic")
    return unreadIn(unreads, topicKey(about.streamId, about.topic)) === undefined;
  return about.kind === "read-stream" && !unreads.streams.has(about.streamId);
}

export const marking = commandsIn(inPanes, {
  "triage.unread": {
    alsoCalled: "unread,mark as unread",
    title:
      "Mark unread: from the selected message on; in a list, what was done or the newest message",
    keys: ["U"],
    onRows: "chosen",
    needs: "markUnread",
    repeats: true,
    disabled: (state) =>
      contextOf(state.screen) === "reader" ? withoutMessage(state) : withoutTarget(state),
    run: markUnread,
  },
  "triage.read-all": {
    alsoCalled: "mark all as read,catch up,clear all",
    title: "Mark as read: a topic, a stream or everything",
    keys: ["A"],
    onRows: "chosen",
    disabled: (state) => {
      if (questionIn(state) !== undefined) return undefined;
      const list = openList(state.screen);
      const isOfAll = list !== undefined && isEvery({ key: list.filter });
      return `select a topic or a stream${isOfAll ? "" : ", or all rows"}`;
    },
    run: ({ store }) => {
      const state = store.getState();
      const question = questionIn(state);
      if (question === undefined) return;
      if (isRead(state.view, question)) showToast(store, "This is already read.");
      else openMenu(store, question);
    },
  },
});
