/**
 * What only this machine knows: that the user has snoozed a conversation until a time, wants to be reminded of a message
 * there, or has to decide about a send, and views and folders of streams that the server does not store. Not part of the
 * confirmed state: overlaid.
 */
import { idAt, idsOf } from "#base/id-list.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { type Conversation, type ConversationKey, conversationKey } from "./conversation.ts";
import { type UnreadConversation, type Unreads, unreadIn } from "./unreads.ts";

export type Snooze = {
  readonly conversation: Conversation;
  /** UNIX seconds; `untilAnswered`: no time brings it back. */
  readonly until: number;
  /** The highest message ID known when it was snoozed; if answers count, up to which there is none. */
  readonly newest: number;
  /** `until` has passed: it stays at the top of the inbox until it is handled. */
  readonly isDue: boolean;
  /**
   * It was never hidden, but stands among what needs the user until it is handled: reading alone does not end that.
   * It stays because of a draft of the user's own, of the time `until`, or because of `asked`, of that time. If absent, it
   * was snoozed.
   */
  readonly stays?: "draft" | "answer";
  /** The newest message, if any, that asked the user something, was read, and is not answered. */
  readonly asked?: MessageId;
  /**
   * It is a reminder that the server does not keep: it hides nothing until then. If absent, the conversation is
   * snoozed.
   */
  readonly reminds?: { readonly messageId: MessageId; readonly note?: string };
  /**
   * "Until Noor answers": what that person writes there makes it due, and so does whatever keeps weir from telling
   * whether they have. A mention of the user brings it back as well, and nothing that others write, in a direct
   * conversation neither. `answer` is what they wrote; it is absent if they have not, or that is not known. All of it
   * is absent if no person is waited for.
   */
  readonly awaits?: { readonly userId: UserId; readonly answer?: MessageId };
  /**
   * "Unless somebody answers by Monday": what another person writes there before `until` ends it, and the conversation is
   * back at once like any other with something unread. It is due at `until` if nobody has, or if weir cannot tell.
   */
  readonly unlessAnswered?: true;
};

/** What stays of a snooze that another one takes the place of. */
export function keptOf(before: Snooze | undefined): Pick<Snooze, "asked"> {
  return before?.asked === undefined ? {} : { asked: before.asked };
}

/** What of a snooze depends on what others write. */
export type SnoozeCondition = Pick<Snooze, "awaits" | "unlessAnswered">;

/** The last second of the year 9999: no clock reaches it, and all that orders by time can. */
export const untilAnswered = 253_402_300_799;

/** Of a conversation there is one snooze, and a reminder for each message and time. */
export type SnoozeKey = ConversationKey | `reminder:${number}:${number}`;

export type Snoozes = ReadonlyMap<SnoozeKey, Snooze>;

/** What lists of conversations show of them. */
export type ShownSnoozes = ReadonlyMap<ConversationKey, Snooze>;

export const noSnoozes: ShownSnoozes = new Map();

function reminderKey(messageId: MessageId, at: number): SnoozeKey {
  return `reminder:${messageId}:${at}`;
}

/** Without the reminders; the same map if there are none. */
export function ofConversations(snoozes: Snoozes): ShownSnoozes {
  if (![...snoozes.values()].some(isReminder)) return snoozes as ShownSnoozes;
  return new Map(
    [...snoozes].flatMap(([key, one]) =>
      isReminder(one) ? [] : [[key as ConversationKey, one] as const],
    ),
  );
}

/** A reminder that this machine keeps. */
export type LocalReminder = Snooze & Required<Pick<Snooze, "reminds">>;

export function isReminder(snooze: Snooze): snooze is LocalReminder {
  return snooze.reminds !== undefined;
}

/** As this machine keeps it; `newest` is the highest message ID known. */
export function localReminder(
  conversation: Conversation,
  {
    messageId,
    at,
    note,
  }: { readonly messageId: MessageId; readonly at: number; readonly note?: string },
  newest: number,
): readonly [SnoozeKey, LocalReminder] {
  const reminds = { messageId, ...(note !== undefined && { note }) };
  return [reminderKey(messageId, at), { conversation, until: at, newest, isDue: false, reminds }];
}

/** The keys of the reminders whose time has come, in that conversation. */
export function dueReminders(snoozes: Snoozes, key: ConversationKey): readonly SnoozeKey[] {
  return [...snoozes].flatMap(([name, one]) =>
    isReminder(one) && one.isDue && conversationKey(one.conversation) === key ? [name] : [],
  );
}

/** Whether the inbox hides the conversation now. */
export function isHidden(
  { snoozes }: { readonly snoozes: ShownSnoozes },
  key: ConversationKey,
): boolean {
  return snoozes.get(key)?.isDue === false;
}

/**
 * Whether a direct message from a person or a personal mention has arrived since, and is still unread; only a mention
 * counts while a person is waited for.
 */
export function isInterrupted(
  unreads: Unreads,
  key: ConversationKey,
  { isDue, newest, awaits }: Snooze,
): boolean {
  const entry = isDue ? undefined : unreadIn(unreads, key);
  if (entry === undefined || (idAt(entry.ids, -1) ?? 0) <= newest) return false;
  const asking = awaits === undefined ? askingIn(entry) : mentionsIn(entry);
  return asking.some((id) => id > newest);
}

/** The unread direct messages from people, or the personal mentions. */
export function askingIn(entry: UnreadConversation): readonly MessageId[] {
  if (entry.conversation.kind !== "direct") return mentionsIn(entry);
  const byBots = new Set(idsOf(entry.byBots));
  return idsOf(entry.ids).filter((id) => !byBots.has(id));
}

/** The personal ones. */
function mentionsIn({ mentions, wildcards }: UnreadConversation): readonly MessageId[] {
  const ofEverybody = new Set(idsOf(wildcards));
  return idsOf(mentions).filter((id) => !ofEverybody.has(id));
}

/**
 * Without what stays to be answered where nobody can write any more: it is back when the stream is. A reminder is shown in
 * place of its conversation's snooze when its time has come.
 */
export function shownSnoozes(
  snoozes: Snoozes,
  archived: ReadonlyMap<StreamId, unknown>,
): ShownSnoozes {
  const isAnswerable = ({ stays, conversation }: Snooze) =>
    stays === undefined || conversation.kind !== "topic" || !archived.has(conversation.streamId);
  if ([...snoozes.values()].every((one) => !isReminder(one) && isAnswerable(one)))
    return ofConversations(snoozes);
  const snoozed = [...ofConversations(snoozes)].filter(([, one]) => isAnswerable(one));
  const due = [...snoozes.values()]
    .filter((one) => isReminder(one) && one.isDue)
    .map((one) => [conversationKey(one.conversation), one] as const);
  return new Map([...snoozed, ...due]);
}

/** The snooze without what was asked; undefined if that was all that kept it. */
export function withoutAsked({ asked: _, ...rest }: Snooze): Snooze | undefined {
  return rest.stays === "answer" ? undefined : rest;
}

// What only this machine knows of views: all of those that the server does not store, and the order of the others.

export type LocalView = {
  /** It is absent if the server stores the view, or another client has deleted it. */
  readonly own?: { readonly name: string; readonly isPinned: boolean };
  /** Views with a lower one come first; those without come last, in the order of the server. */
  readonly position?: number;
};

/** By fragment. */
export type LocalViews = ReadonlyMap<string, LocalView>;

export const noLocalViews: LocalViews = new Map();

// The user's own folders of streams, for servers and organizations without any.

/**
 * A folder, or which one a stream is in: a row each, so that two windows may put streams into one folder. A stream whose
 * folder is gone is in none.
 */
export type LocalFolder =
  | { readonly kind: "folder"; readonly name: string; readonly position: number }
  | { readonly kind: "stream"; readonly folder: string };

/** By the folder's ID, or `stream:` and the stream's. */
export type LocalFolders = ReadonlyMap<string, LocalFolder>;

export type FolderChanges = ReadonlyMap<string, LocalFolder | undefined>;

export const noLocalFolders: LocalFolders = new Map();

// Conversations with a send that awaits the user's decision: it failed, or nobody knows whether it arrived.

export type Undecided = {
  readonly conversation: Conversation;
  readonly mayHaveArrived: number;
  /** How many certainly did not. */
  readonly failed: number;
  /** UNIX seconds: when the oldest was written. */
  readonly since: number;
  /** Why the oldest failed or is uncertain; from the server: not safe for a terminal. */
  readonly reason: string;
};

/** Oldest first. */
export type UndecidedSends = ReadonlyMap<ConversationKey, Undecided>;

export const noneUndecided: UndecidedSends = new Map();
