/**
 * Notifies a user who is not looking at the screen of messages that need them: once per conversation, until it is
 * read.
 */

import type { Clock } from "#base/clock.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { requestedNow } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { notifyingMessages } from "#model/select/inbox-row.ts";
import { accountLabel } from "#store/account.ts";
import { follow, parts } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { createMessageBodies } from "#ui/reader/message-bodies.ts";
import { conversationSpans, distinctName, senderName } from "./names.ts";
import type { Style } from "./style.ts";

/** If a terminal does not report its focus, the user counts as present for this long after a key press. */
const presentMs = 60_000;

export type NotificationPorts = {
  readonly clock: Pick<Clock, "now">;
  readonly style: Style;
  readonly attention: {
    /** UNIX milliseconds; 0 before the first key. */
    readonly lastKeyAt: () => number;
    /** True once the terminal has reported its focus. */
    readonly reportsFocus: () => boolean;
  };
  readonly show: (title: SafeText, body: SafeText) => void;
};

/** The returned function stops it. */
export function watchNotifications(store: Store, ports: NotificationPorts): () => void {
  const { style, show } = ports;
  const bodies = createMessageBodies(style, () => {});
  const notified = new Set<ConversationKey>();
  const tell = ({ view, screen, session }: State, message: Message) => {
    if (notified.has(message.conversation)) return;
    notified.add(message.conversation);
    const account = accountLabel(session.account);
    const hidesText = screen.preferences.notificationText === "names";
    const body = hidesText ? plain("") : bodies.previewOf(view, message);
    show(titleOf(style, view, message, account), body);
  };
  return follow(store, [parts.replica], (state, last) => {
    const { view, replica, screen } = state;
    if (replica.unreads !== last.replica.unreads)
      for (const key of notified) if (unreadCountOf(view, key) === 0) notified.delete(key);
    // Not for messages that were already there in the register answer.
    const isNews = replica.epoch === last.replica.epoch;
    if (!isNews || !isAway(screen, ports)) return;
    for (const message of notifyingMessages(view, requestedNow(last.replica))) tell(state, message);
  });
}

function isAway(
  { terminal: { focused } }: State["screen"],
  { clock, attention }: NotificationPorts,
): boolean {
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
