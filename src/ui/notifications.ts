/**
 * Notifies a user who is not looking at the screen of messages that need them, and of those that a rule tells: once per
 * conversation, until it is read; and once, with their number, when many came without a notification of their own. What is
 * read is taken away, and what the user chooses on one is done.
 */

import type { Clock } from "#base/clock.ts";
import { counted } from "#base/counted.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { isQuiet } from "#commands/account/quiet.ts";
import type { NotificationAnswer } from "#commands/conversation/notified.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { requestedNow } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Rule } from "#model/rules/rule.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { notifyingMessages, notifyingSince } from "#model/select/inbox-row.ts";
import { hourStyleOf } from "#model/settings.ts";
import { accountLabel } from "#store/account.ts";
import { follow, parts } from "#store/follow.ts";
import { testedRules } from "#store/rules.ts";
import type { Preferences } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { conversationSpans, distinctName, senderName } from "./names.ts";
import type { Style } from "./style.ts";

/** If a terminal does not report its focus, the user counts as present for this long after a key press. */
const presentMs = 60_000;

/** So many messages without a notification are told, if they came during an outage even one. */
const many = 10;
/** How long no more of them came: a flood is told when it is over. */
const quietMs = 10_000;

export type NotificationPorts = {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly style: Style;
  readonly attention: {
    /** UNIX milliseconds; 0 before the first key. */
    readonly lastKeyAt: () => number;
    /** True once the terminal has reported its focus. */
    readonly reportsFocus: () => boolean;
  };
  /** As configured. `choose` hears what was chosen, a button or the whole; the returned function takes it away. */
  readonly show: (
    notification: { title: SafeText; body: SafeText; buttons: readonly string[] },
    configured: NonNullable<Preferences["notifications"]>,
    choose: (button: number | undefined) => void,
  ) => () => void;
  readonly answer: (message: Message, answer: NotificationAnswer) => void;
};

const buttons = [
  ["Done", "done"],
  ["Reply", "reply"],
  ["Later", "later"],
] as const satisfies readonly (readonly [string, NotificationAnswer])[];

/** The returned function stops it. */
export function watchNotifications(store: Store, ports: NotificationPorts): () => void {
  const { style, clock } = ports;
  const bodies = createMessageBodies(style, () => {});
  /** By conversation, how to take it away. */
  const notified = new Map<ConversationKey, () => void>();
  let silent: Silent = none;
  /** Whether the user has been notified. */
  const tell = ({ view, screen, session }: State, message: Message): boolean => {
    if (notified.has(message.conversation)) return false;
    const account = accountLabel(session.account);
    const { notificationText, notifications = "auto" } = screen.preferences;
    const body = notificationText === "names" ? plain("") : bodies.previewOf(view, message);
    const title = titleOf(style, view, message, account);
    const titles = buttons.map(([button]) => button);
    const close = ports.show({ title, body, buttons: titles }, notifications, (button) =>
      ports.answer(message, button === undefined ? "show" : (buttons[button]?.[1] ?? "show")),
    );
    notified.set(message.conversation, close);
    return true;
  };
  const tellNumber = () => {
    const state = store.getState();
    const { count, after } = silent;
    silent = none;
    const { messages, conversations } = notifyingSince(state.view, after);
    if (count < many || messages === 0 || !isAway(state, ports)) return;
    const title = safeLine(accountLabel(state.session.account) ?? "weir");
    const body = floodSentence(messages, conversations);
    const { notifications = "auto" } = state.screen.preferences;
    ports.show({ title, body, buttons: [] }, notifications, () => {});
  };
  const missed = (count: number, after: number) => {
    silent.cancel();
    const began = silent.count === 0 ? after : silent.after;
    const cancel = clock.after(quietMs, tellNumber);
    silent = { count: silent.count + count, after: began, cancel };
  };
  const forgetRead = ({ view }: State) => {
    for (const [key, close] of notified) {
      if (unreadCountOf(view, key) > 0) continue;
      notified.delete(key);
      close();
    }
  };
  const stop = follow(store, [parts.replica], (state, last) => {
    const { view, replica } = state;
    if (replica.unreads !== last.replica.unreads) forgetRead(state);
    if (last.replica.epoch === 0 || !isAway(state, ports)) return;
    const since = requestedNow(last.replica);
    // What a register response has was there before anybody could tell it message by message.
    if (replica.epoch !== last.replica.epoch) return missed(many, since.newest);
    const news = notifyingMessages(view, since);
    const untold = notSilenced(state, news).filter((message) => !tell(state, message));
    if (untold.length > 0) missed(untold.length, since.newest);
  });
  const stopRules = follow(store, [({ session }) => session.ruled], (state) => {
    if (!isAway(state, ports)) return;
    for (const id of state.session.ruled.notify) {
      const message = get(state.view.messages, id);
      if (message !== undefined) tell(state, message);
    }
  });
  return () => {
    stop();
    stopRules();
    silent.cancel();
  };
}

/** Without those that a rule puts aside: it does so a moment later. */
function notSilenced({ view, session }: State, all: readonly Message[]): readonly Message[] {
  const rules = testedRules(session.rules);
  if (rules.length === 0 || all.length === 0) return all;
  const judge = judgeFor(view, rules);
  const silent: readonly Rule["deed"]["kind"][] = ["done", "snooze", "mute"];
  return all.filter(
    (message) => !judge(message)?.acts.some(({ rule }) => silent.includes(rule.deed.kind)),
  );
}

/** Messages without a notification: at least so many after this ID. */
type Silent = {
  readonly count: number;
  readonly after: number;
  readonly cancel: () => void;
};
const none: Silent = { count: 0, after: 0, cancel: () => {} };

function floodSentence(messages: number, conversations: number): SafeText {
  const what = messages === 1 ? "1 message needs" : `${messages} messages need`;
  const where = counted(conversations, "conversation");
  return plain(`${what} you, in ${where}`);
}

/** Whether the user is told: not one who looks at the screen, nor one who wants silence. */
function isAway({ view, screen }: State, { clock, attention, style }: NotificationPorts): boolean {
  if (isQuiet(screen, clock.now() / 1000, () => hourStyleOf(view, style.hours))) return false;
  const { focused } = screen.terminal;
  if (attention.reportsFocus()) return !focused;
  return clock.now() - attention.lastKeyAt() >= presentMs;
}

/** The account if there are several, the sender, and the conversation unless it is with the user alone. */
function titleOf(
  style: Style,
  view: Replica,
  message: Message,
  account: string | undefined,
): SafeText {
  const conversation = conversationOfMessage(message);
  const isPrivate = conversation.kind === "direct" && conversation.userIds.length <= 2;
  const place = conversationSpans(style, view, conversation).map(({ text }) => text);
  const parts = [
    ...(account === undefined ? [] : [safeLine(account)]),
    distinctName(view, message.senderId, senderName(view, message)),
    ...(isPrivate ? [] : [joined(place)]),
  ];
  return joined(parts, plain(` ${style.glyphs.separator} `));
}
